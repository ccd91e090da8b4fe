// Holds the VM's options as one value: the command line that JNI_CreateJavaVM was given, with
// JAVA_TOOL_OPTIONS before it and _JAVA_OPTIONS behind it. Wrong values and unknown options are
// errors, in HotSpot's words.
// Tested by tests/vm/options_test.cpp and tests/java/bad_input.
//
//   -XX:MaxRAMPercentage=20     a row of options.def: parsed, checked and stored by flags.h
//   -Xmx64m, -ea, -Dkey=value   short for such a row, or with a member below: option_forms.h
//   -XX:+UseZGC, -green         flags of other VMs: foreign_flags.h
#pragma once

#include <jni.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/expected.h"
#include "gc/heap/heap_options.h"
#include "vm/boot/tool_options.h"
#include "vm/java/properties.h"

namespace minijvm::vm {

struct Options {
  gc::HeapOptions heap;
#define MJ_OPTION(type, flag, member, value, allowed, lock, help) type member = value;
#define MJ_SECOND_NAME(type, flag, member, value, allowed, lock, help)
#include "vm/boot/options.def"

  // These options have no -XX flag.
  std::size_t stack_bytes = 0;  // -Xss; 0: default
  std::string share = "auto";   // -Xshare:auto, on, off or dump
  std::string java_home;        // found by the boot
  bool enable_preview = false;
  bool finalization = true;     // --finalization=enabled or disabled
  bool trace_bytecode = false;  // -Xtrace:bytecode[=filter]
  std::string trace_filter;
  StepperOptions stepper;   // -Xstep..., which the launcher makes of --step, --break, --source
  std::string boot_append;  // -Xbootclasspath/a, colon-separated
  std::vector<Property> properties;      // -D and what options turn into, in order
  std::vector<jvmti::AgentSpec> agents;  // in order
  std::vector<std::string> arguments;    // as given, for management
  std::vector<std::string> file_flags;   // those of the arguments that came from -XX:Flags=FILE
  AssertionOptions assertions;
  // The class library reports a bad module graph on stderr if this is true, else on stdout.
  bool module_errors_to_stderr = false;
  // -D tried to define a property that is reserved for the VM; one warning says so.
  bool has_reserved_property = false;

  // Hooks of JNI's invocation API ("exit", "abort", "vfprintf" options); null if not given.
  void (*exit_hook)(jint) = nullptr;
  void (*abort_hook)() = nullptr;

  const std::string* property(const std::string& key) const;
  // Returns true if the run may take an archive (archive_file.h).
  bool shares_classes() const { return share != "off" && share != "dump" && uses_archive; }
};

// Parses the options of all places. The error is the message for stderr.
Expected<Options, std::string> parse_options(const JavaVMInitArgs& args);

}  // namespace minijvm::vm
