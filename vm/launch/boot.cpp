#include "vm/launch/boot.h"

#include <dlfcn.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

#include "base/bits.h"
#include "base/log.h"
#include "base/stack_guard.h"
#include "base/virtual_memory.h"
#include "gc/heap.h"
#include "runtime/boot_loader.h"
#include "runtime/class.h"
#include "runtime/access.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"
#include "sync/safepoint.h"
#include "sync/schedule/bound_threads.h"
#include "sync/schedule/lwp_synchronization.h"
#include "vm/inspect/bytecode_tracer.h"
#include "vm/inspect/error_file.h"
#include "vm/inspect/fatal_report.h"
#include "vm/inspect/jvmti/agents.h"
#include "vm/inspect/jvmti/life_cycle.h"
#include "vm/inspect/stepper/stepper.h"
#include "vm/inspect/thread_dump.h"
#include "vm/inspect/thread_snapshot.h"
#include "vm/interp/dead_classes.h"
#include "vm/interp/engine.h"
#include "vm/native/method_handle_natives.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/loader_upcalls.h"
#include "vm/java/mirrors.h"
#include "vm/java/named_calls.h"
#include "vm/java/package_access.h"
#include "vm/java/preallocated_errors.h"
#include "vm/java/signals_door.h"
#include "vm/java/stack_trace.h"
#include "vm/java/strings.h"
#include "vm/java/thread_roots.h"
#include "vm/java/vm_times.h"
#include "vm/launch/attach_listener.h"
#include "vm/launch/flag_values.h"
#include "vm/launch/jdk_home.h"
#include "vm/launch/machine_share.h"
#include "vm/launch/signals.h"
#include "vm/launch/statistics.h"
#include "vm/launch/system_properties.h"
#include "vm/native/attach_commands.h"
#include "vm/native/diagnostic_commands.h"
#include "vm/native/java_vm.h"
#include "vm/native/jni_handles.h"
#include "vm/native/native_registry.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::wk;

namespace {

// HOTSPOT: on stdout, as all output of the VM itself.
void complain(const char* what) { std::printf("Error occurred during initialization of VM\n%s\n", what); }

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

// There is one collector, but a command line that HotSpot refuses is refused here too. G1 is HotSpot's default (on a machine for servers).
bool collectors_make_sense(const Options& options) {
  int chosen = 0;
  for (const char* collector : {"UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC"}) {
    chosen += setting_of(options, collector) == "+" ? 1 : 0;
  }
  if (chosen > 1) {
    complain("Multiple garbage collectors selected");
  } else if (chosen == 0 && setting_of(options, "UseG1GC") == "-") {
    complain("Garbage collector not selected (default collector explicitly disabled)");
    return false;
  }
  return chosen <= 1;
}

sync::LockingMode locking_mode_of(const std::string& word) {
  const std::pair<const char*, sync::LockingMode> modes[] = {{"meta", sync::LockingMode::kMeta},
                                                             {"tas", sync::LockingMode::kTas},
                                                             {"thin", sync::LockingMode::kThin},
                                                             {"monitorcache", sync::LockingMode::kMonitorCache}};
  for (const auto& [name, mode] : modes) {
    if (word == name) {
      return mode;
    }
  }
  return sync::LockingMode::kMetaFast;
}

// Null: one that has no places. The model lives as long as the process: its LWPs may still run at exit.
sync::ManyToMany* make_model_with_places(const Options& options) {
  if (options.thread_model == "1:1") {
    return nullptr;
  }
  if (options.thread_model == "M:1") {
    return new sync::ManyToMany("M:1", 1);
  }
  return options.lwp_synchronization ? new sync::LwpSynchronization(options.lwps) : new sync::ManyToMany("M:N", options.lwps);
}

bool choose_thread_model(const Options& options) {
  if (options.bound_threads) {
    sync::set_thread_model(*new sync::BoundThreads);
    return true;
  }
  sync::ManyToMany* model = make_model_with_places(options);
  if (model == nullptr) {
    return true;
  }
  if (!model->start()) {
    complain("the thread model has no memory or no kernel thread");
    return false;
  }
  sync::set_thread_model(*model);
  return true;
}

// REQUIRES: no thread has begun its life.
bool choose_variants(const Options& options) {
  sync::set_locking_mode(locking_mode_of(options.locking_mode));
  sync::set_monitor_policy(options.monitor_policy == "three" ? sync::MonitorPolicy::kThree : sync::MonitorPolicy::kSingle);
  sync::set_meta_lock_gate(options.meta_lock_gate == "paper" ? sync::MetaLockGate::kPaper : sync::MetaLockGate::kWord);
  sync::set_notify_order(options.notify_order == "paper" ? sync::NotifyOrder::kPaper : sync::NotifyOrder::kFifo);
  mapped_stack_guards = options.mapped_stack_guards;
  if (options.stack_bytes != 0) {
    set_default_stack_bytes(options.stack_bytes);
  }
  return choose_thread_model(options) && select_engine(options.interpreter);
}

// --patch-module, as far as it concerns the boot loader's modules. A value without "=" is the library's to complain about.
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

// The library joins these folders with file names.
bool library_paths_fit(const Options& options) {
  const std::string* path = options.property("sun.boot.library.path");
  if (path == nullptr) {
    return true;
  }
  std::istringstream folders(*path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.size() >= PATH_MAX) {
      complain("The VM tried to use a path that exceeds the maximum path length for this system. Review path-containing parameters and properties, such "
               "as sun.boot.library.path, to identify potential sources for this path.");
      return false;
    }
  }
  return true;
}

// The JDK's files: the class image and libjava, whose symbols other natives need in the global scope.
bool open_jdk(const Options& options, std::string& home) {
  std::vector<std::string> tried;
  home = find_java_home(options.property("java.home"), &tried);
  if (home.empty()) {
    complain("No JDK 17 found: none of the candidate folders has lib/modules");
    return false;
  }
  MJ_LOG(jdk, kInfo, "JDK at %s", home.c_str());
  runtime::Linked<void> opened = runtime::initialize_boot_loader(home, options.boot_append);
  if (!opened.ok()) {
    complain(opened.error().message.c_str());
    return false;
  }
  if (!patch_modules(options) || !library_paths_fit(options)) {
    return false;
  }
  void* libjava = dlopen((home + "/lib/libjava.so").c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (libjava == nullptr) {
    complain(dlerror());
    return false;
  }
  set_java_library(libjava);
  set_jdk_library_folder((home + "/lib").c_str());
  return true;
}

JavaResult<void> load_first_classes(JavaThread& self) {
  runtime::Linked<void> loaded = runtime::load_well_known(self);
  if (!loaded.ok()) {
    complain(loaded.error().message.c_str());  // no exception can be made yet
    return kPending;
  }
  runtime::Linked<void> mirrors = make_early_mirrors(self);
  if (!mirrors.ok()) {
    complain(mirrors.error().message.c_str());
    return kPending;
  }
  return {};
}

JavaResult<void> initialize_named(JavaThread& self, std::initializer_list<Class*> classes) {
  for (Class* klass : classes) {
    MJ_TRY(initialize_class(self, *klass));
  }
  return {};
}

// Step 9: what the class file cannot know.
void inject_unsafe_constants() {
  runtime::Object* statics = wk().jdk_internal_misc_UnsafeConstants->mirror;
  statics->store<std::int32_t>(wk().UnsafeConstants_ADDRESS_SIZE0, 8);
  statics->store<std::int32_t>(wk().UnsafeConstants_PAGE_SIZE, static_cast<std::int32_t>(page_size()));
  statics->store<std::int8_t>(wk().UnsafeConstants_BIG_ENDIAN, 0);
  statics->store<std::int8_t>(wk().UnsafeConstants_UNALIGNED_ACCESS, 1);
  statics->store<std::int32_t>(wk().UnsafeConstants_DATA_CACHE_LINE_FLUSH_SIZE, 0);
}

// The order matters: each may use what stands before it.
JavaResult<void> initialize_first_classes(JavaThread& self) {
  MJ_TRY(initialize_class(self, *wk().java_lang_String));
  wk().java_lang_String->mirror->store<std::int8_t>(wk().String_COMPACT_STRINGS, compact_strings() ? 1 : 0);
  MJ_TRY(initialize_named(self, {wk().java_lang_System, wk().java_lang_Class}));
  MJ_TRY(create_main_thread_object(self));
  MJ_TRY(initialize_named(self, {wk().java_lang_Module, wk().jdk_internal_misc_UnsafeConstants}));
  inject_unsafe_constants();
  return initialize_named(self, {wk().java_lang_reflect_Method, wk().java_lang_ref_Finalizer});
}

JavaResult<void> initialize_errors(JavaThread& self) {
  MJ_TRY(initialize_named(self, {wk().java_lang_OutOfMemoryError, wk().java_lang_NullPointerException, wk().java_lang_ClassCastException,
                                 wk().java_lang_ArrayStoreException, wk().java_lang_ArithmeticException, wk().java_lang_StackOverflowError,
                                 wk().java_lang_IllegalMonitorStateException, wk().java_lang_IllegalArgumentException}));
  return {};
}

JavaResult<void> boot_module_system(JavaThread& self, const Options& options) {
  CallArgs args;
  args.push_int(setting_of(options, "DisplayVMOutputToStderr") == "+" ? 1 : 0);  // where the library reports what fails; 0: to stdout
  args.push_int(0);                                                              // without the stack trace
  JavaValue outcome = MJ_TRY(call_java(self, *wk().System_initPhase2, args));
  if (outcome.as_int() != 0) {
    return kPending;  // the library has printed why
  }
  return {};
}

JavaResult<void> remember_loaders(JavaThread& self) {
  JavaValue loader = MJ_TRY(call_java(self, *wk().ClassLoader_getSystemClassLoader, CallArgs{}));
  remember_system_loader(self, loader.reference);
  MJ_TRY(call_java(self, *wk().ClassLoader_getPlatformClassLoader, CallArgs{}));
  return {};
}

JavaResult<void> boot_java(JavaThread& self, const Options& options) {
  MJ_TRY(load_first_classes(self));
  initialize_strings();
  MJ_TRY(initialize_class(self, *wk().java_lang_OutOfMemoryError));
  MJ_TRY(preallocate_errors(self));
  MJ_TRY(initialize_first_classes(self));
  MJ_TRY(call_java(self, *wk().System_initPhase1, CallArgs{}));      // step 11
  MJ_TRY(initialize_errors(self));                                   // step 13
  MJ_TRY(start_signal_dispatcher(self));                             // step 14
  MJ_TRY(initialize_named(self, {wk().java_lang_invoke_MethodHandle, wk().java_lang_invoke_ResolvedMethodName,
                                 wk().java_lang_invoke_MemberName, wk().java_lang_invoke_MethodHandleNatives}));
  MJ_TRY(boot_module_system(self, options));                         // step 16
  jvmti::begin_start_phase(self);
  MJ_TRY(call_java(self, *wk().System_initPhase3, CallArgs{}));      // step 18
  return remember_loaders(self);                                     // step 19
}

void print_options(const Options& options) {
  for (const std::string& argument : options.arguments) {
    if (argument.starts_with("-XX:")) {
      std::printf("VM option '%s'\n", argument.c_str() + 4);
    }
  }
  std::fflush(stdout);  // Java writes past this buffer
}

AttachChoice attach_choice(const Options& options) {
  if (options.disable_attach) {
    return AttachChoice::kNever;
  }
  return options.start_attach_listener || options.reduce_signals ? AttachChoice::kFromStart : AttachChoice::kOnDemand;
}

// For tools and managers outside of this process.
JavaResult<void> start_services(JavaThread& self, const Options& options) {
  MJ_TRY(start_attaching(self, attach_choice(options)));
  if (options.management_server && !call_named_static(self, "jdk/internal/agent/Agent", "startAgent", "()V", CallArgs{}).ok()) {
    halt_vm(1);  // the agent has said why
  }
  return {};
}

// What jstack and Thread.print show: no heap.
std::string current_thread_dump(JavaThread& self, bool with_synchronizers) {
  ThreadSnapshot snapshot = take_thread_snapshot(self, with_synchronizers);
  snapshot.heap.clear();
  return thread_dump_text(snapshot);
}

bool start_agents(const Options& options) {
  jvmti::open();
  set_agent_attach([](JavaThread& self, const std::string& library, bool is_path, const std::string& agent_options) {
    return jvmti::attach_agent(self, {library, agent_options, is_path});
  });
  std::string failure = jvmti::load_agents(options.agents);
  if (!failure.empty()) {
    complain(failure.c_str());
  }
  return failure.empty();
}

void report_failed_boot(JavaThread& self) {
  if (!self.has_pending_exception()) {
    return;
  }
  std::fprintf(stderr, "Error occurred during initialization of VM\n");
  HandleScope scope(self);
  Handle<> thrown = take_exception(self);
  print_exception(self, thrown);
}

bool make_heap(const Options& options) {
  return collectors_make_sense(options) && heap_sizes_make_sense(options.heap) && gc::initialize_heap(options.heap);
}

bool start_observers(const Options& options) {
  if (options.trace_bytecode) {
    trace_bytecode(options.trace_filter);
  }
  return !options.stepper.is_on || start_stepper(options.stepper);
}

// The doors that lower rooms leave open.
void install_doors(const Options& options) {
  install_loader_upcalls();
  install_package_access();
  initialize_thread_blocking();
  initialize_jni_handles();
  interp::observe_dead_classes();
  install_signals(options.reduce_signals);
  install_fatal_report();
  set_thread_dump(print_thread_dump);
  set_thread_dump_text(current_thread_dump);
  set_debugging_start(jvmti::start_debugging);
  set_data_dump(print_thread_dump);
}

// What other files do differently because of an option.
void spread_settings(const Options& options) {
  set_assertion_options(options.assertions);
  show_hidden_frames(options.hidden_frames);
  set_compact_strings(options.compact_strings);
  set_native_settings({static_cast<int>(options.active_processors), options.code_details_in_messages, options.stack_trace_depth,
                       options.heap.in_container, options.stack_traces});
  runtime::set_verification(options.verify_others, options.verify_boot);
  runtime::set_preview_enabled(options.enable_preview);
  runtime::set_access_relaxed(options.relaxed_access);
  runtime::set_contention_rules({options.contended, options.restrict_contended, options.contended_padding});
  prepare_error_file({options.error_file, options.on_error, options.dumps_core});
}

void publish_flags(const Options& options) {
  if (options.print_initial_flags) {
    print_vm_flags(make_vm_flags(Options()));
    std::_Exit(0);
  }
  std::vector<VmFlag> flags = make_vm_flags(options);
  if (options.print_flag_ranges) {
    print_flag_ranges(flags);
  } else if (options.print_flags) {
    print_vm_flags(flags);
  }
  if (options.print_changed_flags) {
    print_changed_flags(flags);
  }
  set_vm_flags(std::move(flags));
}

}  // namespace

JavaThread* boot_vm(Options& options) {
  note_vm_began();
  if (options.print_vm_options) {
    print_options(options);
  }
  if (Expected<void, std::string> claimed = claim_machine(options); !claimed.ok()) {
    complain(claimed.error().c_str());
    return nullptr;
  }
  if (!choose_variants(options)) {
    complain("The interpreter that -XX:Interpreter names is not there");
    return nullptr;
  }
  begin_statistics(options);
  if (!make_heap(options)) {
    return nullptr;
  }
  set_jni_functions(jni_function_table());
  JavaThread* self = attach_kernel_thread();
  if (self == nullptr) {
    complain("There is no memory for the main thread's stack");
    return nullptr;
  }
  if (!start_observers(options)) {
    return nullptr;
  }
  install_doors(options);
  std::string home;
  if (!open_jdk(options, home)) {
    return nullptr;
  }
  set_vm_properties(make_system_properties(options, home));
  set_vm_arguments(options.arguments);
  if (!start_agents(options)) {
    return nullptr;
  }
  spread_settings(options);
  publish_flags(options);
  add_own_vm_natives();
  add_method_handle_natives();
  HandleScope scope(*self);
  if (!boot_java(*self, options).ok() || !start_services(*self, options).ok()) {
    report_failed_boot(*self);
    return nullptr;
  }
  note_vm_ready();
  jvmti::begin_live_phase(*self);
  sync::change_state(*self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  return self;
}

}  // namespace minijvm::vm
