#include "runtime/java_thread.h"

#include <pthread.h>

#include "base/bits.h"
#include "base/check.h"

namespace minijvm::runtime {
namespace {

constexpr std::size_t kGuardBytes = 64 * kKiB;         // above the Java stack: a runaway frame is a SIGSEGV, not somebody's memory
constexpr std::size_t kNativeReserve = 256 * kKiB;     // of the C stack: what a VM function may need below the limit

sync::ExecEnvPool<JavaThread>& pool() {
  static auto& the_pool = *new sync::ExecEnvPool<JavaThread>;
  return the_pool;
}

void arm_or_disarm(sync::ExecEnv& ee, bool armed) { JavaThread::of(ee).arm_stack_limit(armed); }

}  // namespace

JavaThread* JavaThread::create(std::size_t java_stack_bytes) {
  const std::size_t reserve = kReserveSlots * sizeof(Slot);
  const std::size_t usable = align_up(java_stack_bytes, page_size()) + align_up(reserve, page_size());
  VirtualMemory memory = VirtualMemory::reserve(usable + kGuardBytes, page_size());
  if (!memory.ok() || !memory.commit(0, usable)) {
    return nullptr;
  }
  JavaThread* thread = pool().acquire();
  if (thread == nullptr) {
    return nullptr;
  }
  thread->stack_memory_ = std::move(memory);
  thread->stack_base = reinterpret_cast<Slot*>(thread->stack_memory_.base());
  thread->stack_end = thread->stack_base + usable / sizeof(Slot);
  thread->true_stack_limit = thread->stack_end - kReserveSlots;
  thread->stack_limit.store(thread->true_stack_limit, std::memory_order_relaxed);
  thread->jni_env.thread = thread;
  thread->set_poll_hook(arm_or_disarm);
  return thread;
}

void JavaThread::destroy() {
  MJ_CHECK(anchor.fp == nullptr, "thread %u ends with Java frames", id());
  stack_limit.store(nullptr, std::memory_order_relaxed);
  stack_base = stack_end = true_stack_limit = nullptr;
  stack_memory_ = VirtualMemory();
  anchor = {};
  handles.~HandleArea();
  new (&handles) HandleArea();
  pending_exception = nullptr;
  thread_object = nullptr;
  held_monitors.clear();
  tlab = {};
  allocated_bytes = 0;
  wait_counts = {};
  native_stack_limit = 0;
  jni_env = {};
  jni_critical_depth = 0;
  jni_frames = nullptr;
  class_loads = nullptr;
  is_daemon = is_attached_native = is_vm_internal = false;
  pool().release(*this);
}

void JavaThread::adopt_native_stack() {
  pthread_attr_t attributes;
  void* base = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return;
  }
  pthread_attr_getstack(&attributes, &base, &bytes);
  pthread_attr_destroy(&attributes);
  native_stack_limit = reinterpret_cast<std::uintptr_t>(base) + (bytes > 2 * kNativeReserve ? kNativeReserve : bytes / 4);
}

void JavaThread::arm_stack_limit(bool poll_requested) {
  stack_limit.store(poll_requested ? nullptr : true_stack_limit, std::memory_order_relaxed);
}

JavaThread* current_java_thread() { return static_cast<JavaThread*>(sync::current_exec_env()); }

}  // namespace minijvm::runtime
