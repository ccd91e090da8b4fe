// The VM's options: what JNI_CreateJavaVM was given, plus JAVA_TOOL_OPTIONS and _JAVA_OPTIONS, as one value.
// Proved by tests/vm/options_test.cpp and tests/java/bad_input.  Wrong values and unknown options are errors worded as HotSpot's.
#pragma once

#include <jni.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expected.h"
#include "gc/heap.h"
#include "vm/inspect/jvmti/agents.h"
#include "vm/inspect/stepper/stepper.h"
#include "vm/java/properties.h"

namespace minijvm::vm {

struct Options {
  gc::HeapOptions heap;
  std::size_t stack_bytes = 0;           // -Xss; 0: default
  std::size_t thread_stack_kib = 0;      // -XX:ThreadStackSize
  std::size_t max_direct_memory = 0;
  std::size_t malloc_words = 0;          // -XX:MallocMaxTestWords: what jdk.internal.misc.Unsafe may take in all; 0: whatever there is
  unsigned initial_ram_fraction = 64;    // old names of the percentages: 4 is 25 %
  unsigned max_ram_fraction = 4;
  unsigned min_ram_fraction = 2;
  unsigned active_processors = 0;
  std::string interpreter = "folded";
  std::string locking_mode = "meta-fast";
  std::string monitor_policy = "single";
  std::string meta_lock_gate = "word";
  std::string notify_order = "fifo";
  std::string thread_model = "1:1";
  bool lwp_synchronization = false;      // under M:N
  bool bound_threads = false;            // instead of thread_model
  bool mapped_stack_guards = false;      // base/stack_guard.h
  unsigned lwps = 0;                     // of M:N; 0: one for each processor
  bool print_lock_statistics = false;
  bool print_thread_model = false;
  bool print_table_statistics = false;
  bool print_cmt_statistics = false;
  bool count_bytecodes = false;
  std::string processor_set;             // base/processor_set.h; empty: all
  bool ignore_unrecognized = false;
  bool hidden_frames = false;
  bool compact_strings = true;
  bool unlock_diagnostic = false;
  bool unlock_experimental = false;
  bool code_details_in_messages = true;
  unsigned stack_trace_depth = 1024;
  bool stack_traces = true;
  bool verify_boot = false;
  bool verify_others = true;
  bool reduce_signals = false;           // -Xrs
  bool disable_attach = false;
  bool start_attach_listener = false;
  bool management_server = false;        // also by -Dcom.sun.management...
  bool print_gc = false;                 // -XX:+PrintGC, +PrintGCDetails: old names of -Xlog:gc and -Xlog:gc*
  bool print_gc_details = false;
  bool print_vm_options = false;
  bool print_flags = false;              // -XX:+PrintFlagsFinal
  bool print_flag_ranges = false;        // -XX:+PrintFlagsRanges
  bool print_changed_flags = false;      // -XX:+PrintCommandLineFlags
  bool print_initial_flags = false;      // -XX:+PrintFlagsInitial: nothing else happens
  std::string memory_tracking = "off";   // vm/inspect/memory_report.h
  bool print_memory_statistics = false;
  unsigned value_based_locks = 0;        // vm/inspect/value_based_locks.h; 0: nothing is said of them
  std::string error_file;                // vm/inspect/error_file.h
  std::string on_error;
  bool dumps_core = true;
  bool raise_file_limit = true;          // to the most that the user may have open
  bool transparent_huge_pages = false;
  bool enable_preview = false;
  bool print_warnings = true;
  bool relaxed_access = false;           // access.h
  bool contended = true;                 // @Contended means something (object_layout.h)
  bool restrict_contended = true;        // ... only in the JDK's own classes
  unsigned contended_padding = 128;

  bool trace_bytecode = false;           // -Xtrace:bytecode[=filter]
  std::string trace_filter;
  StepperOptions stepper;                // -Xstep and its kin, which the launcher makes of --step, --break, --source
  std::string boot_append;               // -Xbootclasspath/a, colon-separated
  std::vector<Property> properties;      // -D and what options turn into, in order
  std::vector<jvmti::AgentSpec> agents;  // in order
  std::vector<std::string> arguments;    // as given, for management
  AssertionOptions assertions;

  // Hooks of JNI's invocation API ("exit", "abort", "vfprintf" options); null if not given.
  void (*exit_hook)(jint) = nullptr;
  void (*abort_hook)() = nullptr;

  const std::string* property(const std::string& key) const;
};

// The error is the message for stderr.
Expected<Options, std::string> parse_options(const JavaVMInitArgs& args);

// "64m" -> bytes. False: no number with an optional k, m, g, t.
bool parse_size(const std::string& text, std::size_t* bytes);

}  // namespace minijvm::vm
