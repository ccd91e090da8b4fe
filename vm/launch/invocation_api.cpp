// The JNI invocation API: JNI_CreateJavaVM and its kin, and the JavaVM function table (JNI specification, chapter 5).
// Proved by tests/vm/embedding (a C program) and every Java test.
#include <jni.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "gc/heap.h"
#include "runtime/java_thread.h"
#include "sync/safepoint.h"
#include "vm/inspect/jvmti/life_cycle.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/signals_door.h"
#include "vm/launch/boot.h"
#include "vm/launch/options.h"
#include "vm/launch/statistics.h"
#include "vm/native/java_vm.h"
#include "vm/native/jni_handles.h"
#include "runtime/well_known.h"

namespace minijvm::vm {
namespace {

// The launcher's main thread runs Java and its natives on this much C stack.
constexpr jint kLauncherStackBytes = 8 * 1024 * 1024;

enum class VmState { kNone, kCreating, kRunning, kDestroyed };
std::atomic<VmState> vm_state{VmState::kNone};
void (*exit_hook)(jint) = nullptr;

bool is_supported_version(jint version) {
  switch (version) {
    case JNI_VERSION_1_2:
    case JNI_VERSION_1_4:
    case JNI_VERSION_1_6:
    case JNI_VERSION_1_8:
    case JNI_VERSION_9:
    case JNI_VERSION_10: return true;
    default: return false;
  }
}

class ExitNow final : public sync::SafepointOperation {
 public:
  explicit ExitNow(int code) : code_(code) {}
  const char* name() const override { return "Exit"; }
  // The world stays stopped while the C library runs its exit handlers: no thread may see what they take down.
  void run() override {
    gc::print_gang_statistics();
    std::fflush(nullptr);
    if (exit_hook != nullptr) {
      exit_hook(code_);
    }
    std::exit(code_);
  }

 private:
  int code_;
};

// JVM_Halt. REQUIRES: kInVm.
void halt(int code) {
  JavaThread& self = *runtime::current_java_thread();
  jvmti::begin_dead_phase(self);
  print_statistics(self);
  ExitNow exit_now(code);
  sync::run_at_safepoint(self, exit_now);
}

// After DestroyJavaVM daemon threads must not run on under the process's exit handlers. A thread of the VM's own stops the world, says so,
// and never lets it go on.
std::atomic<bool> world_stopped_for_good{false};

class StopForGood final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "DestroyJavaVM"; }
  void run() override {
    gc::print_gang_statistics();
    sync::Parker& parker = runtime::current_java_thread()->parker();
    world_stopped_for_good.store(true, std::memory_order_release);
    world_stopped_for_good.notify_all();
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

// An env for a thread that is attached already, or attaches it.
jint attach(void** env, const JavaVMAttachArgs* args, bool daemon) {
  if (vm_state.load(std::memory_order_acquire) != VmState::kRunning) {
    return JNI_ERR;
  }
  if (JavaThread* attached = runtime::current_java_thread()) {
    *env = jni_env_of(*attached);
    return JNI_OK;
  }
  // HOTSPOT: where the specification says JNI_EVERSION, it attaches as if there were no arguments.
  if (args != nullptr && !is_supported_version(args->version)) {
    args = nullptr;
  }
  JavaThread* self = attach_kernel_thread();
  if (self == nullptr) {
    return JNI_ENOMEM;
  }
  runtime::Handle<> group = args == nullptr || args->group == nullptr ? runtime::Handle<>() : handle_of(args->group);
  if (!create_attached_thread_object(*self, args == nullptr ? nullptr : args->name, group, daemon).ok()) {
    self->pending_exception = nullptr;
    end_current_thread(*self);
    return JNI_ERR;
  }
  sync::change_state(*self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  *env = jni_env_of(*self);
  return JNI_OK;
}

jint JNICALL AttachCurrentThread(JavaVM*, void** env, void* args) { return attach(env, static_cast<JavaVMAttachArgs*>(args), false); }

jint JNICALL AttachCurrentThreadAsDaemon(JavaVM*, void** env, void* args) { return attach(env, static_cast<JavaVMAttachArgs*>(args), true); }

jint JNICALL DetachCurrentThread(JavaVM*) {
  if (world_stopped_for_good.load(std::memory_order_acquire)) {
    return JNI_ERR;  // a library detaches from its thread's last destructor: nobody would ever let it into the VM again
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
  if (world_stopped_for_good.load(std::memory_order_acquire)) {
    if (self != nullptr && self->is_agent) {
      self->parker().park(sync::Deadline::forever());  // an agent's thread would take the answer for a failure, and say so
    }
    return JNI_EDETACHED;
  }
  constexpr jint kInterfaceMask = 0x70000000;  // 0x3...: JVMTI
  if ((version & kInterfaceMask) != 0) {
    *env = extra_environment(version);
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
  jvmti::begin_dead_phase(self);
  print_statistics(self);
  vm_state.compare_exchange_strong(expected, VmState::kDestroyed);
  bool stopping = start_vm_thread(self, "VM Exit", stop_for_good).ok();
  self.pending_exception = nullptr;
  sync::change_state(self, sync::ThreadState::kInVm, sync::ThreadState::kInNative);
  if (stopping) {
    world_stopped_for_good.wait(false, std::memory_order_acquire);
  }
  std::fflush(nullptr);
  return JNI_OK;
}

const JNIInvokeInterface_ kInvokeInterface = {
    nullptr, nullptr, nullptr, DestroyJavaVM, AttachCurrentThread, DetachCurrentThread, GetEnv, AttachCurrentThreadAsDaemon,
};
JavaVM_ java_vm_instance = {&kInvokeInterface};

jint create(JavaVM** java_vm, void** env, const JavaVMInitArgs& args) {
  Expected<Options, std::string> parsed = parse_options(args);
  if (!parsed.ok()) {
    if (!parsed.error().empty()) {  // empty: said already
      std::fprintf(stderr, "%s%s", parsed.error().c_str(), parsed.error().ends_with(' ') ? "" : "\n");
    }
    return JNI_EINVAL;
  }
  Options options = parsed.take();
  exit_hook = options.exit_hook;
  set_the_java_vm(&java_vm_instance);
  set_halt_door(halt);
  JavaThread* self = boot_vm(options);
  if (self == nullptr) {
    // As HotSpot: a VM that cannot boot leaves nothing that could go on.
    std::fflush(nullptr);
    std::_Exit(1);
  }
  *java_vm = &java_vm_instance;
  *env = jni_env_of(*self);
  return JNI_OK;
}

}  // namespace
}  // namespace minijvm::vm

using minijvm::vm::VmState;

extern "C" {

JNIEXPORT jint JNICALL JNI_GetDefaultJavaVMInitArgs(void* untyped) {
  // The launcher asks with version 1.1 and reads only the stack size it should give its main thread.
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
  VmState expected = VmState::kNone;
  if (!minijvm::vm::vm_state.compare_exchange_strong(expected, VmState::kCreating)) {
    return expected == VmState::kDestroyed ? JNI_ERR : JNI_EEXIST;
  }
  jint result = minijvm::vm::create(java_vm, env, args);
  minijvm::vm::vm_state.store(result == JNI_OK ? VmState::kRunning : VmState::kNone, std::memory_order_release);
  return result;
}

JNIEXPORT jint JNICALL JNI_GetCreatedJavaVMs(JavaVM** java_vms, jsize room, jsize* count) {
  bool running = minijvm::vm::vm_state.load(std::memory_order_acquire) == VmState::kRunning;
  *count = running ? 1 : 0;
  if (running && room > 0) {
    java_vms[0] = minijvm::vm::the_java_vm();
  }
  return JNI_OK;
}

}  // extern "C"
