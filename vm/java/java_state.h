// Holds the state of vm/java: Java's own structures that live outside the heap, and the settings
// that the start of the VM has chosen. JavaState is a member of Vm (vm/vm.h).
// Tested by the tests of the units named here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "runtime/fwd.h"
#include "runtime/object/java_types.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/properties.h"

namespace minijvm::vm {

class Census;               // threads/java_threads.cpp
class InitializerFailures;  // errors/initializer_failure.cpp
class InternTable;          // strings.cpp
class PackageAllowances;    // package_access.cpp
class PreallocatedErrors;   // errors/preallocated_errors.cpp
enum class PointsAt : std::uint8_t;
class ObjectNumbers;  // threads/object_numbers.h
class Sites;          // threads/points.cpp

// Holds the lock LC of JVMS 5.5. One lock serves all classes, and is held only to read or change a
// state. The alternative, one lock per class on its mirror, was rejected: Java code can lock a
// mirror too, so a program could block the VM.
struct ClassInit {
  sync::Mutex mutex{sync::LockRank::kClassInit};
  sync::CondVar changed;
  Atomic<bool> program_has_begun{false};  // a class that is none of the JDK's was initialized
  // A journal of a deterministic run notes here what is initialized inside of a native method; null
  // at other times.
  std::vector<const runtime::Class*>* noted = nullptr;
};

// Counts the signals that Java code handles (signals.cpp). Signal handlers access the first four,
// so these are lock-free atomics.
struct SignalState {
  static constexpr int kSignals = 65;

  // The number of signals of each kind that have arrived and are not dispatched yet.
  Atomic<int> arrived[kSignals] = {};
  // Another process or the kernel has sent it.
  Atomic<bool> foreign[kSignals] = {};
  // The Signal Dispatcher thread; null before it runs.
  Atomic<runtime::JavaThread*> dispatcher{nullptr};
  // The ucontext_t of the fault that ends the process; null while there is none.
  Atomic<const void*> faulting_context{nullptr};
  bool reduced_use = false;  // -Xrs
  // The time between two calls of the observers of periodic events.
  std::int64_t period_ns = 0;
};

// Keeps the state of all Java threads (threads/).
struct JavaThreads {
  // Counts the threads that keep the VM alive.
  Lazy<Census> census;
  Atomic<std::size_t> java_stack_bytes{runtime::JavaThread::kDefaultStackBytes};
  // The JNIEnv function table of each thread.
  const void* jni_functions = nullptr;
  // The effect of Thread.setPriority (threads/thread_priority.h): -XX:+UseThreadPriorities, and
  // -XX:ThreadPriorityPolicy=1.
  bool uses_priorities = true;
  bool uses_nice_values = false;
  // True while ThreadMXBean's contention monitoring is on: blocked and waited times are measured.
  Atomic<bool> measures_waits{false};
  // An agent has suspended all virtual threads, and so those to come.
  Atomic<bool> suspends_new_virtual{false};
  // The next number of a Thread, for JDKs whose library lets the VM keep the counter.
  Atomic<std::int64_t> next_id{0};
  // The loader and the two groups are roots (threads/thread_roots.cpp).
  java::ThreadGroup* system_group = nullptr;
  java::ThreadGroup* main_group = nullptr;
  java::ClassLoader* system_loader = nullptr;
};

// A row of threads/shared_variables.h: a class and its field; or, with no field, a class of arrays.
struct SharedVariable {
  std::string holder;  // as in class files
  std::string field;
};

// Points of a deterministic run (threads/points.h).
struct Points {
  PointsAt at{};
  // Some accesses are points, or are watched (accesses.h); those of elements are.
  bool at_fields = false;
  bool at_elements = false;
  bool is_library_quiet = true;   // -XX:QuietLibrary
  Lazy<const std::string> scope;  // -XX:PreemptScope; none: all classes of the program
  Lazy<const std::vector<SharedVariable>> shared;  // -XX:PreemptAt=races; none: all variables
  Lazy<Sites> sites;
  Lazy<ObjectNumbers> objects;
};

// The rule of a deterministic run about the world (repeatability.h).
struct Repeatability {
  bool is_kept = false;
  bool refuses = false;                // not -XX:World=warn
  const char* way_out = "";            // said to the user of a refused run
  Lazy<std::vector<std::string>> met;  // the sentences of -XX:World=warn
};

// Settings from the command line and values computed from it. Written before the first Java code
// runs, read by all threads afterwards.
struct JavaSettings {
  Lazy<std::vector<Property>> properties;
  Lazy<std::vector<std::string>> arguments;
  Lazy<AssertionOptions> assertions;
  NativeSettings natives;
  Lazy<std::string> program_from;  // -XX:ProgramFrom; not made: the first class of the program
  // The lib folder of the JDK.
  Lazy<std::string> library_folder;
  bool compact_strings = true;       // -XX:±CompactStrings
  bool shows_hidden_frames = false;  // -XX:±ShowHiddenFrames
  bool shows_carriers = false;       // -XX:±ShowCarrierFrames
  bool continuations = false;        // support_continuations (threads/continuations.h)
};

struct JavaState {
  JavaSettings settings;

  // False as long as java.lang.Class's own layout is not known.
  bool mirrors_can_be_made = false;
  ClassInit class_init;
  Points points;
  Repeatability repeatability;
  Lazy<InternTable> interned_strings;
  Lazy<InitializerFailures> initializer_failures;
  Lazy<PackageAllowances> package_allowances;
  Lazy<PreallocatedErrors> preallocated_errors;
  // The entry point of libverify, once an old class file has needed it.
  Atomic<void*> old_verifier{nullptr};

  JavaThreads threads;
  SignalState signals;
};

}  // namespace minijvm::vm
