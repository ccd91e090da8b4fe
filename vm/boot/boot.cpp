// Starts the VM in the calling kernel thread, from parsed options to a class library that can run
// main. Called once, by JNI_CreateJavaVM. The thread has no Java state at first;
// attach_kernel_thread puts it into kInVm, and boot_vm leaves it in kInNative.
//
// The order is given by what needs what: threads stay on the processors that they inherit, so the
// processors come before the thread model; the heap comes before the first thread that may touch
// it; the JDK's files before the first class; and the steps of boot_java follow the order in which
// the library's classes use each other.
#include "vm/boot/boot.h"

#include <dlfcn.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "base/bits.h"
#include "base/log.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/access.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/boot_loader.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"
#include "sync/threads/safepoint.h"
#include "vm/boot/archive_file.h"
#include "vm/boot/foreign_flags.h"
#include "vm/boot/jdk_choice.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/machine_share.h"
#include "vm/boot/system_properties.h"
#include "vm/boot/thread_model_choice.h"
#include "vm/interp/dead_classes.h"
#include "vm/interp/engine.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/preallocated_errors.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/errors/trace_text.h"
#include "vm/java/loader_upcalls.h"
#include "vm/java/mirrors.h"
#include "vm/java/signals.h"
#include "vm/java/strings.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_priority.h"
#include "vm/java/threads/thread_roots.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/method_handle_natives.h"
#include "vm/natives/native_registry.h"
#include "vm/natives/stored_objects.h"
#include "vm/observer.h"
#include "vm/tools.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;

namespace {

// HOTSPOT: the message goes to stdout, like all output of the VM itself.
void complain(const char* what) {
  std::printf("Error occurred during initialization of VM\n%s\n", what);
}

// Checks the two sizes together, because each of them is valid alone. 0 means: not given.
bool heap_sizes_make_sense(const gc::HeapOptions& heap) {
  constexpr std::size_t kLeastHeap = 2 * kMiB;
  if (heap.max_bytes != 0 && heap.max_bytes < kLeastHeap) {
    complain("Too small maximum heap");
    return false;
  }
  if (heap.max_bytes != 0 && heap.initial_bytes > heap.max_bytes) {
    complain("Initial heap size set to a larger value than the maximum heap size");
    return false;
  }
  return true;
}

// Returns the lock variant of -XX:LockingMode; any other word means the default, kMetaFast.
sync::LockingMode locking_mode_of(const std::string& word) {
  const std::pair<const char*, sync::LockingMode> modes[] = {
      {"meta", sync::LockingMode::kMeta},
      {"tas", sync::LockingMode::kTas},
      {"thin", sync::LockingMode::kThin},
      {"heavy", sync::LockingMode::kHeavy},
      {"monitorcache", sync::LockingMode::kMonitorCache}};
  for (const auto& [name, mode] : modes) {
    if (word == name) {
      return mode;
    }
  }
  return sync::LockingMode::kMetaFast;
}

// Makes the choices that every later thread depends on: locks, stacks, thread model and engine.
// REQUIRES: no thread has started.
bool choose_variants(const Options& options) {
  sync::set_locking_mode(locking_mode_of(options.locking_mode));
  sync::set_monitor_policy(options.monitor_policy == "three" ? sync::MonitorPolicy::kThree
                                                             : sync::MonitorPolicy::kSingle);
  sync::set_meta_lock_gate(options.meta_lock_gate == "paper" ? sync::MetaLockGate::kPaper
                                                             : sync::MetaLockGate::kWord);
  sync::prefer_releasers(options.prefer_releasers);
  sync::spin_for_mounted_owners(options.spin_policy == "mounted");
  sync::set_notify_order(options.notify_order == "paper" ? sync::NotifyOrder::kPaper
                                                         : sync::NotifyOrder::kFifo);
  base_state.mapped_stack_guards = options.mapped_stack_guards;
  if (options.stack_bytes != 0) {
    set_default_stack_bytes(options.stack_bytes);
  }
  if (const Parsed chosen = choose_thread_model(options); !chosen.ok()) {
    complain(chosen.error().c_str());
    return false;
  }
  the_vm.interp.counts_ticks = options.deterministic;
  const bool is_there = select_engine(options.interpreter);
  if (!is_there) {
    complain("The interpreter that -XX:Interpreter names is not there");
  }
  return is_there;
}

// Applies --patch-module to the modules of the boot loader. A value without "=" is left to the
// library, which prints its own message.
bool patch_modules(const Options& options) {
  bool has_patched_base = false;
  for (const auto& [key, value] : options.properties) {
    const std::size_t equals = value.find('=');
    if (!key.starts_with("jdk.module.patch.") || equals == std::string::npos) {
      continue;
    }
    const std::string module = value.substr(0, equals);
    if (module == "java.base" && std::exchange(has_patched_base, true)) {
      complain("Cannot specify java.base more than once to --patch-module");
      return false;
    }
    runtime::patch_module(module, value.substr(equals + 1));
  }
  return true;
}

// The library joins these folders with file names into a buffer of PATH_MAX bytes, so a longer
// folder is refused here.
bool library_paths_fit(const Options& options) {
  for (const auto& [key, value] : options.properties) {
    std::istringstream folders(key == "sun.boot.library.path" ? value : std::string());
    for (std::string folder; std::getline(folders, folder, ':');) {
      if (folder.size() >= PATH_MAX) {
        complain(
            "The VM tried to use a path that exceeds the maximum path length for this system. "
            "Review path-containing parameters and properties, such as sun.boot.library.path, to "
            "identify potential sources for this path.");
        return false;
      }
    }
  }
  return true;
}

// Opens the JDK's files: the class image, and libjava. Other natives link against the symbols of
// libjava, so it goes into the global scope. Returns the JDK's home, or nothing after a complaint.
std::optional<std::string> open_jdk(Options& options) {
  const JdkSearch jdk = find_java_home();
  if (!jdk.home) {
    complain("No JDK found: none of the candidate folders has lib/modules");
    return std::nullopt;
  }
  options.java_home = *jdk.home;
  if (const auto archive = open_archive(options); !archive.ok()) {
    complain(archive.error().c_str());
    return std::nullopt;
  }
  if (const auto opened = open_image(*jdk.home, options.boot_append); !opened.ok()) {
    complain(opened.error().c_str());
    return std::nullopt;
  }
  if (!patch_modules(options) || !library_paths_fit(options)) {
    return std::nullopt;
  }
  void* libjava = dlopen((*jdk.home + "/lib/libjava.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (libjava == nullptr) {
    complain(dlerror());
    return std::nullopt;
  }
  set_java_library(libjava);
  set_jdk_library_folder((*jdk.home + "/lib").c_str());
  return jdk.home;
}

// Loads the well-known classes, whose fields and methods the VM uses by offset and address, then
// makes the mirrors that could not be made before java.lang.Class was laid out.
JavaResult<void> load_first_classes(JavaThread& self) {
  runtime::Linked<void> loaded = runtime::load_well_known(self);
  if (!loaded.ok()) {
    // No exception can be made yet.
    complain(loaded.error().message.c_str());
    return kPending;
  }
  the_vm.well_known = &runtime::wk();
  runtime::Linked<void> mirrors = make_early_mirrors(self);
  if (!mirrors.ok()) {
    complain(mirrors.error().message.c_str());
    return kPending;
  }
  return {};
}

// Runs the static initializers in the order of the list.
JavaResult<void> initialize_named(JavaThread& self, std::initializer_list<Class*> classes) {
  for (Class* klass : classes) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return {};
}

// Stores the constants that depend on the machine into UnsafeConstants; its class file holds zeros.
// The class must be initialized first, since its initializer would overwrite the values.
void inject_unsafe_constants() {
  java::UnsafeConstants::set_ADDRESS_SIZE0(8);
  java::UnsafeConstants::set_PAGE_SIZE(static_cast<std::int32_t>(page_size()));
  java::UnsafeConstants::set_BIG_ENDIAN(false);
  java::UnsafeConstants::set_UNALIGNED_ACCESS(true);
  java::UnsafeConstants::set_DATA_CACHE_LINE_FLUSH_SIZE(0);
}

// The order matters: each class may use those before it, and the Thread object needs String, System
// and Class.
JavaResult<void> initialize_first_classes(JavaThread& self) {
  MJ_TRY(initialize_class(self, *wk().java_lang_String));
  java::String::set_COMPACT_STRINGS(compact_strings());
  MJ_TRY(initialize_named(self, {wk().java_lang_System, wk().java_lang_Class}));
  MJ_TRY(create_main_thread_object(self));
  MJ_TRY(initialize_named(self, {wk().java_lang_Module, wk().jdk_internal_misc_UnsafeConstants}));
  inject_unsafe_constants();
  return initialize_named(self, {wk().java_lang_reflect_Method, wk().java_lang_ref_Finalizer});
}

// The errors that the VM throws are initialized now, so that throwing one needs no initializer
// later, when stack or memory may be short.
JavaResult<void> initialize_errors(JavaThread& self) {
  MJ_TRY(initialize_named(
      self,
      {wk().java_lang_OutOfMemoryError, wk().java_lang_NullPointerException,
       wk().java_lang_ClassCastException, wk().java_lang_ArrayStoreException,
       wk().java_lang_ArithmeticException, wk().java_lang_StackOverflowError,
       wk().java_lang_IllegalMonitorStateException, wk().java_lang_IllegalArgumentException}));
  return {};
}

// The second phase reads the module options and defines the boot layer. It reports a failure itself
// and returns a number that is not 0.
JavaResult<void> boot_module_system(JavaThread& self, const Options& options) {
  CallArgs args;
  // The first argument says where the library reports a failure: 1 is stderr, 0 is stdout.
  args.push_int(options.module_errors_to_stderr ? 1 : 0);
  // The second argument is 0: the report has no stack trace.
  args.push_int(0);
  JavaValue outcome = MJ_TRY(call_java(self, *wk().System_initPhase2, args));
  if (outcome.as_int() != 0) {
    return kPending;  // the library has printed why
  }
  return {};
}

// The system class loader is a root of the VM. The platform loader is only asked for, so that it
// exists.
JavaResult<void> remember_loaders(JavaThread& self) {
  JavaValue loader = MJ_TRY(call_java(self, *wk().ClassLoader_getSystemClassLoader, CallArgs{}));
  remember_system_loader(self, runtime::as<java::ClassLoader>(loader.reference));
  MJ_TRY(call_java(self, *wk().ClassLoader_getPlatformClassLoader, CallArgs{}));
  return {};
}

void report_phase(JavaThread& self, VmPhase phase) {
  notify(kPhaseEvents, [&](Observer& observer) { observer.phase_reached(self, phase); });
}

// Runs the phases of the class library's start. Each line may use what the lines before it have
// made: classes, then strings, errors and the main Thread (phase 1 runs Java code), the module
// system (phase 2), the system class loader (phase 3).
JavaResult<void> boot_java(JavaThread& self, const Options& options) {
  keep_module_graph(!archive_to_write(options).empty() && has_plain_modules(options));
  MJ_TRY(load_first_classes(self));
  initialize_strings();
  MJ_TRY(initialize_class(self, *wk().java_lang_OutOfMemoryError));
  MJ_TRY(preallocate_errors(self));
  MJ_TRY(initialize_first_classes(self));
  if (may_take_stored_objects(options)) {
    allow_stored_objects();
  }
  MJ_TRY(call_java(self, *wk().System_initPhase1, CallArgs{}));
  MJ_TRY(initialize_errors(self));
  MJ_TRY(start_signal_dispatcher(self, options.perf_data_period_ms * sync::kNanosPerMilli));
  MJ_TRY(initialize_named(
      self, {wk().java_lang_invoke_MethodHandle, wk().java_lang_invoke_ResolvedMethodName,
             wk().java_lang_invoke_MemberName, wk().java_lang_invoke_MethodHandleNatives}));
  MJ_TRY(boot_module_system(self, options));
  report_phase(self, VmPhase::kModulesReady);
  MJ_TRY(call_java(self, *wk().System_initPhase3, CallArgs{}));
  return remember_loaders(self);
}

// Prints the options for -XX:+PrintVMOptions.
void print_options(const Options& options) {
  for (const std::string& argument : options.arguments) {
    if (argument.starts_with("-XX:")) {
      std::printf("VM option '%s'\n", argument.c_str() + 4);
    }
  }
  // Java writes to the descriptor, past this buffer.
  std::fflush(stdout);
}

// The boot may fail before any exception can be made; complain() has printed the reason then.
void report_failed_boot(JavaThread& self) {
  if (!self.has_pending_exception()) {
    return;
  }
  HandleScope scope(self);
  complain(trace_text(self, take_exception(self)).c_str());
}

// Checks the options of HotSpot that minijvm accepts, then makes the heap.
bool make_heap(const Options& options) {
  if (const auto checked = foreign_flags().check_start(options); !checked.ok()) {
    complain(checked.error().c_str());
    return false;
  }
  return heap_sizes_make_sense(options.heap) && gc::initialize_heap(options.heap);
}

// Returns the first given option that only a tool can serve; null if there is none.
const char* first_wish_for_a_tool(const Options& options) {
  const std::pair<bool, const char*> wishes[] = {
      {!options.agents.empty(), "-agentlib, -agentpath or -javaagent"},
      {options.stepper.is_on, "--step"},
      {options.trace_bytecode, "-Xtrace:bytecode"},
      {options.management_server, "-XX:+ManagementServer"},
      {options.print_lock_statistics, "-XX:+PrintLockStatistics"},
      {options.print_thread_model, "-XX:+PrintThreadModel"},
      {options.print_run_hash, "-XX:+PrintRunHash"},
      {options.detect_races, "-XX:+DetectRaces"},
      {!options.save_schedule.empty(), "-XX:SaveSchedule"},
      {options.heap.print_gang_statistics, "-XX:+PrintGangStatistics"},
      {options.print_table_statistics, "-XX:+PrintStringTableStatistics"},
      {options.print_cmt_statistics, "-XX:+PrintCMTStatistics"},
      {options.count_bytecodes, "-XX:+CountBytecodes"},
      {options.print_memory_statistics, "-XX:+PrintNMTStatistics"},
      {options.print_flags_help, "-XX:+PrintFlagsHelp"},
      {!options.archive_at_exit.empty(), "-XX:ArchiveClassesAtExit"},
      {!options.loaded_class_list.empty(), "-XX:DumpLoadedClassList"},
      {options.creates_archive, "-XX:+AutoCreateSharedArchive"},
      {options.share == "dump", "-Xshare:dump"},
      {options.value_based_locks != 0, "-XX:DiagnoseSyncOnValueBasedClasses"},
      {!options.start_timeline.empty(), "-XX:StartTimeline"},
      {options.heap_dump_on_oom, "-XX:+HeapDumpOnOutOfMemoryError"},
      {!options.on_oom.empty(), "-XX:OnOutOfMemoryError"},
      {options.exit_on_oom, "-XX:+ExitOnOutOfMemoryError"},
      {options.crash_on_oom, "-XX:+CrashOnOutOfMemoryError"},
  };
  for (const auto& [is_wanted, name] : wishes) {
    if (is_wanted) {
      return name;
    }
  }
  return nullptr;
}

// Fails at once if an option needs a tool that is not linked, instead of ignoring the option.
bool tools_are_there(const Options& options) {
  const char* wish = linked_tools().empty() ? first_wish_for_a_tool(options) : nullptr;
  if (wish != nullptr) {
    complain((std::string(wish) + " needs a tool, and this libjvm.so holds none").c_str());
  }
  return wish == nullptr;
}

// Calls one step of each tool in turn. The first tool that fails ends the start.
template <class... Parameters, class... Arguments>
bool every_tool(bool (Tool::*step)(Parameters...), Arguments&... arguments) {
  for (Tool* tool : linked_tools()) {
    if (!(tool->*step)(arguments...)) {
      return false;
    }
  }
  return true;
}

JavaResult<void> start_services(JavaThread& self, const Options& options) {
  for (Tool* tool : linked_tools()) {
    MJ_TRY(tool->once_java_runs(self, options));
  }
  return {};
}

// The launcher `java` makes the C stack of its main thread as small as -Xss says, but not smaller
// than 64 KiB. That is too little to start on.
bool has_stack_to_boot(const JavaThread& self) {
  constexpr std::uintptr_t kLeastBytes = 48 * kKiB;
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - self.native_stack_limit >=
         kLeastBytes;
}

// Registers vm's callbacks with the lower rooms.
void install_doors(const Options& options) {
  install_loader_upcalls();
  initialize_jni_handles();
  interp::observe_dead_classes();
  install_signals(options.reduce_signals);
}

// Copies options to the files that act on them. Everything here is read by Java code or natives
// later, so it is stored before the first Java code runs.
void spread_settings(const Options& options) {
  set_assertion_options(options.assertions);
  show_hidden_frames(options.hidden_frames);
  set_compact_strings(options.compact_strings);
  set_native_settings({static_cast<int>(options.active_processors),
                       options.code_details_in_messages, options.stack_trace_depth,
                       options.heap.in_container, options.stack_traces,
                       static_cast<std::int64_t>(options.malloc_words)});
  choose_continuations(options);
  set_priority_policy(options.thread_priorities, options.thread_priority_policy == 1);
  runtime::set_verification(options.verify_others, options.verify_boot);
  runtime::set_preview_enabled(options.enable_preview);
  runtime::set_finalization_enabled(options.finalization);
  runtime::set_access_relaxed(options.relaxed_access);
  runtime::set_contention_rules(
      {options.contended, options.restrict_contended, options.contended_padding});
}

}  // namespace

JavaThread* boot_vm(Options& options) {
  if (options.print_vm_options) {
    // Until choose_variants starts a thread model, the process has one thread.
    print_options(options);
  }
  if (Expected<void, std::string> claimed = claim_machine(options); !claimed.ok()) {
    complain(claimed.error().c_str());
    return nullptr;
  }
  if (!tools_are_there(options)) {
    return nullptr;
  }
  for (Tool* tool : linked_tools()) {
    tool->before_threads(options);
  }
  if (!choose_variants(options)) {
    return nullptr;
  }
  for (Tool* tool : linked_tools()) {
    tool->before_heap(options);
  }
  if (!make_heap(options)) {
    return nullptr;
  }
  // The main thread exists from here on; no class is loaded yet.
  set_jni_functions(jni_function_table());
  JavaThread* self = attach_kernel_thread();
  if (self == nullptr) {
    complain("There is no memory for the main thread's stack");
    return nullptr;
  }
  if (!has_stack_to_boot(*self)) {
    complain("The C stack of the main thread is too small to start on: give a larger -Xss");
    return nullptr;
  }
  connect_lower_rooms();
  if (!every_tool(&Tool::before_classes, *self, options)) {
    return nullptr;
  }
  // The callbacks are there before the first class is loaded; the JDK's files come next.
  install_doors(options);
  const std::optional<std::string> home = open_jdk(options);
  if (!home) {
    return nullptr;
  }
  // Properties and flags are complete before System.initPhase1 reads them.
  set_vm_properties(make_system_properties(options, *home));
  set_vm_arguments(options.arguments);
  if (!every_tool(&Tool::before_java, *self, options)) {
    return nullptr;
  }
  spread_settings(options);
  add_own_vm_natives();
  add_method_handle_natives();
  // Handles made during the start die here; what must live longer is a root.
  HandleScope scope(*self);
  if (!boot_java(*self, options).ok() || !start_services(*self, options).ok()) {
    report_failed_boot(*self);
    return nullptr;
  }
  // Everything is up: observers of the phase may run Java code, and the caller gets a thread in
  // native code.
  report_phase(*self, VmPhase::kLive);
  sync::change_state(*self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  return self;
}

}  // namespace minijvm::vm
