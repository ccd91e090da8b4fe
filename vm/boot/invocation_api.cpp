// Implements the JNI invocation API: JNI_CreateJavaVM, the two other exported functions, and the
// JavaVM function table (JNI specification, chapter 5). Callers are kernel threads outside the VM,
// or Java threads in kInNative.
// Tested by tests/vm/embedding (a C program) and every Java test.
#include <jni.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "runtime/jdk_release.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/safepoint.h"
#include "vm/boot/boot.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/options.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/halt.h"
#include "vm/java/repeatability.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/tools.h"
#include "vm/vm.h"

namespace minijvm::vm {

namespace {

// The launcher's main thread has a C stack of this many bytes for Java and its natives.
constexpr jint kLauncherStackBytes = 8 * 1024 * 1024;

constexpr Life& life = the_vm.life;

// Finds out which JDK will run, for a program that names a version of JNI which some JDKs lack,
// before there is a VM.
void expect_jdk() {
  if (life.state.load(std::memory_order_acquire) != VmState::kNone) {
    return;
  }
  const runtime::JdkRelease* release = runtime::jdk_release_of(find_java_home().feature);
  if (release != nullptr) {
    runtime::choose_jdk(*release);
  }
}

// The versions that the JDK accepts.
bool is_supported_version(jint version) {
  if (version > JNI_VERSION_10) {
    expect_jdk();
    return runtime::is_later_jni_version(version);
  }
  switch (version) {
    case JNI_VERSION_1_2:
    case JNI_VERSION_1_4:
    case JNI_VERSION_1_6:
    case JNI_VERSION_1_8:
    case JNI_VERSION_9:
    case JNI_VERSION_10:
      return true;
    default:
      return false;
  }
}

// DestroyJavaVM returns while daemon threads still exist, and they must not run on under the
// process's exit handlers. So a thread of the VM stops the world, sets stopped_for_good, and never
// lets the world continue. It must be a thread of its own, because the caller of DestroyJavaVM has
// to return.

class StopForGood final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "DestroyJavaVM"; }
  void run() override {
    sync::Parker& parker = runtime::current_java_thread()->parker();
    // release: pairs with the acquire loads of this flag; notify_all wakes DestroyJavaVM.
    life.stopped_for_good.store(true, std::memory_order_release);
    life.stopped_for_good.notify_all();
    for (;;) {
      parker.park(sync::Deadline::forever());
    }
  }
};

void stop_for_good(runtime::JavaThread& self) {
  StopForGood operation;
  sync::run_at_safepoint(self, operation);
}

void run_shutdown_hooks(JavaThread& self) {
  runtime::HandleScope scope(self);
  if (!call_java(self, *runtime::wk().Shutdown_shutdown, CallArgs{}).ok()) {
    print_exception(self, take_exception(self));
  }
}

// Returns the JNIEnv of a thread that is attached already, else attaches the thread.
jint attach(void** env, const JavaVMAttachArgs* args, bool daemon) {
  if (life.state.load(std::memory_order_acquire) != VmState::kRunning) {
    return JNI_ERR;
  }
  if (JavaThread* attached = runtime::current_java_thread()) {
    *env = jni_env_of(*attached);
    return JNI_OK;
  }
  // HOTSPOT: for an unsupported version the specification says JNI_EVERSION; HotSpot attaches as if
  // there were no arguments.
  if (args != nullptr && !is_supported_version(args->version)) {
    args = nullptr;
  }
  JavaThread* self = attach_kernel_thread();
  if (self == nullptr && is_kept_repeatable()) {
    refuse_foreign_thread();
  }
  if (self == nullptr) {
    return JNI_ENOMEM;
  }
  auto group = handle_of<java::ThreadGroup>(args == nullptr ? nullptr : args->group);
  if (!create_attached_thread_object(*self, args == nullptr ? nullptr : args->name, group, daemon)
           .ok()) {
    // Without its Thread object the thread cannot run Java; the exception is dropped, because no
    // Java code could receive it.
    self->pending_exception = nullptr;
    end_current_thread(*self);
    return JNI_ERR;
  }
  sync::change_state(*self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  *env = jni_env_of(*self);
  return JNI_OK;
}

jint JNICALL AttachCurrentThread(JavaVM*, void** env, void* args) {
  return attach(env, static_cast<JavaVMAttachArgs*>(args), false);
}

jint JNICALL AttachCurrentThreadAsDaemon(JavaVM*, void** env, void* args) {
  return attach(env, static_cast<JavaVMAttachArgs*>(args), true);
}

// The thread must be in native code with no Java frame below it.
jint JNICALL DetachCurrentThread(JavaVM*) {
  if (life.stopped_for_good.load(std::memory_order_acquire)) {
    // A library may detach from its thread's last destructor, after DestroyJavaVM. The world is
    // stopped for good, so the thread could never enter the VM: refuse at once.
    return JNI_ERR;
  }
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr) {
    return JNI_OK;  // HOTSPOT: differs from the specification's JNI_EDETACHED
  }
  if (self->anchor.fp != nullptr) {
    return JNI_ERR;  // called from a native method: Java frames still need the thread
  }
  sync::change_state(*self, sync::ThreadState::kInNative, sync::ThreadState::kInVm);
  end_current_thread(*self);
  return JNI_OK;
}

jint JNICALL GetEnv(JavaVM*, void** env, jint version) {
  *env = nullptr;
  JavaThread* self = runtime::current_java_thread();
  if (life.stopped_for_good.load(std::memory_order_acquire)) {
    if (self != nullptr && self->is_agent) {
      // An agent's thread would take the answer for a failure, and report it. It waits until the
      // process ends instead.
      self->parker().park(sync::Deadline::forever());
    }
    return JNI_EDETACHED;
  }
  // The bits 0x3... stand for JVMTI.
  constexpr jint kInterfaceMask = 0x70000000;
  if ((version & kInterfaceMask) != 0) {
    *env = find_environment(version);
    return *env == nullptr ? JNI_EVERSION : JNI_OK;
  }
  if (self == nullptr) {
    return JNI_EDETACHED;
  }
  if (!is_supported_version(version) && version != JNI_VERSION_1_1) {
    return JNI_EVERSION;
  }
  *env = jni_env_of(*self);
  return JNI_OK;
}

// Ends the VM in phases: become a Java thread, wait for the threads that are no daemons, run the
// hooks, report the end, stop the world for good.
jint JNICALL DestroyJavaVM(JavaVM* java_vm) {
  VmState expected = VmState::kRunning;
  void* env = nullptr;
  JavaVMAttachArgs args{JNI_VERSION_1_2, const_cast<char*>("DestroyJavaVM"), nullptr};
  jint attached = AttachCurrentThread(java_vm, &env, &args);
  if (attached != JNI_OK) {
    return attached;
  }
  JavaThread& self = thread_of(static_cast<JNIEnv*>(env));
  sync::change_state(self, sync::ThreadState::kInNative, sync::ThreadState::kInVm);
  wait_until_only_daemons(self);
  run_shutdown_hooks(self);
  report_end(self);
  // A second VM in the same process is not supported; JNI_CreateJavaVM sees this state.
  life.state.compare_exchange_strong(expected, VmState::kDestroyed);
  // Where one thread runs, no other one does until the caller waits.
  const bool is_stopped = sync::thread_model().runs_one_thread();
  life.stopped_for_good.store(is_stopped, std::memory_order_release);
  const bool stopping = is_stopped || start_vm_thread(self, "VM Exit", stop_for_good).ok();
  self.pending_exception = nullptr;
  sync::change_state(self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  // acquire: pairs with the release in StopForGood. Without the "VM Exit" thread there is nothing
  // to wait for, and the daemons run on.
  if (stopping) {
    life.stopped_for_good.wait(false, std::memory_order_acquire);
  }
  std::fflush(nullptr);
  return JNI_OK;
}

// The first three entries are reserved (JNI specification, chapter 5).
const JNIInvokeInterface_ kInvokeInterface = {
    nullptr,
    nullptr,
    nullptr,
    DestroyJavaVM,
    AttachCurrentThread,
    DetachCurrentThread,
    GetEnv,
    AttachCurrentThreadAsDaemon,
};
const JavaVM_ kJavaVm = {&kInvokeInterface};

// JNI passes the JavaVM as a pointer to a variable, but nothing writes to it.
JavaVM* the_only_java_vm() { return const_cast<JavaVM*>(&kJavaVm); }

// Parses the options and boots the VM. A VM that cannot parse its options may be tried again; one
// that cannot boot may not.
jint create(JavaVM** java_vm, void** env, const JavaVMInitArgs& args) {
  for (Tool* tool : linked_tools()) {
    tool->before_options();
  }
  Expected<Options, std::string> parsed = parse_options(args);
  if (!parsed.ok()) {
    // If the text is empty, the message has been printed already.
    if (!parsed.error().empty()) {
      std::fprintf(stderr, "%s%s", parsed.error().c_str(),
                   parsed.error().ends_with(' ') ? "" : "\n");
    }
    return JNI_EINVAL;
  }
  Options options = parsed.take();
  set_exit_hook(options.exit_hook);
  set_the_java_vm(the_only_java_vm());
  JavaThread* self = boot_vm(options);
  if (self == nullptr) {
    // As in HotSpot, a VM that cannot boot ends the process: its state cannot be undone. _Exit runs
    // no exit handlers, which could need the VM.
    std::fflush(nullptr);
    std::_Exit(1);
  }
  *java_vm = the_only_java_vm();
  *env = jni_env_of(*self);
  return JNI_OK;
}

}  // namespace
}  // namespace minijvm::vm

using minijvm::vm::VmState;

extern "C" {

JNIEXPORT jint JNICALL JNI_GetDefaultJavaVMInitArgs(void* untyped) {
  // The launcher asks with version 1.1, and reads only the stack size for its main thread from the
  // result.
  struct Jdk1_1InitArgs {
    jint version;
    char** properties;
    jint check_source;
    jint native_stack_bytes;
    jint java_stack_bytes;
  };
  auto* args = static_cast<Jdk1_1InitArgs*>(untyped);
  if (args->version == JNI_VERSION_1_1) {
    args->version = JNI_VERSION_1_2;
    args->java_stack_bytes = minijvm::vm::kLauncherStackBytes;
    return JNI_ERR;
  }
  return minijvm::vm::is_supported_version(args->version) ? JNI_OK : JNI_ERR;
}

JNIEXPORT jint JNICALL JNI_CreateJavaVM(JavaVM** java_vm, void** env, void* untyped) {
  const auto& args = *static_cast<const JavaVMInitArgs*>(untyped);
  if (!minijvm::vm::is_supported_version(args.version)) {
    return JNI_EVERSION;
  }
  // Two threads may call at once: the exchange lets one of them create the VM.
  VmState expected = VmState::kNone;
  if (!minijvm::vm::life.state.compare_exchange_strong(expected, VmState::kCreating)) {
    return expected == VmState::kDestroyed ? JNI_ERR : JNI_EEXIST;
  }
  jint result = minijvm::vm::create(java_vm, env, args);
  // release: pairs with the acquire in attach() and JNI_GetCreatedJavaVMs. After a failure the
  // program may try again.
  minijvm::vm::life.state.store(result == JNI_OK ? VmState::kRunning : VmState::kNone,
                                std::memory_order_release);
  return result;
}

JNIEXPORT jint JNICALL JNI_GetCreatedJavaVMs(JavaVM** java_vms, jsize room, jsize* count) {
  bool running = minijvm::vm::life.state.load(std::memory_order_acquire) == VmState::kRunning;
  *count = running ? 1 : 0;
  if (running && room > 0) {
    java_vms[0] = minijvm::vm::the_java_vm();
  }
  return JNI_OK;
}

}  // extern "C"
