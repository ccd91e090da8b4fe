#include "runtime/java_thread.h"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <mutex>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/stack_guard.h"
#include "sync/schedule/scheduler.h"

namespace minijvm::runtime {
namespace {

constexpr std::size_t kGuardBytes = 64 * kKiB;         // above the Java stack: a runaway frame is a SIGSEGV, not somebody's memory
constexpr std::size_t kFaultStackBytes = 64 * kKiB;    // beyond the guard: where signal handlers of faults run
constexpr std::size_t kKeptStacks = 64;                // at most, of dead threads
constexpr std::size_t kKeptBytes = 16 * kKiB;          // of each: what most threads touch
constexpr std::size_t kNativeReserve = 192 * kKiB;     // call_java refuses to go deeper than this far from the end of the C stack

// Stacks of dead threads, for those to come: a mapping costs more than the rest of a thread's start.
class KeptStacks {
 public:
  // Not ok(): there is none of this size.
  VirtualMemory take(std::size_t bytes) {
    std::lock_guard<std::mutex> guard(mutex_);
    if (stacks_.empty() || stacks_.back().size() != bytes) {
      return {};
    }
    VirtualMemory last = std::move(stacks_.back());
    stacks_.pop_back();
    return last;
  }

  void keep(VirtualMemory memory) {
    const std::size_t usable = memory.size() - kGuardBytes - kFaultStackBytes;
    if (usable > kKeptBytes) {
      memory.zero_pages(kKeptBytes, usable - kKeptBytes);
    }
    std::lock_guard<std::mutex> guard(mutex_);
    if (stacks_.size() < kKeptStacks) {
      stacks_.push_back(std::move(memory));
    }
  }

 private:
  std::mutex mutex_;  // a leaf
  std::vector<VirtualMemory> stacks_;
};

KeptStacks& kept_stacks() {
  static auto& the_stacks = *new KeptStacks;
  return the_stacks;
}

sync::ExecEnvPool<JavaThread>& pool() {
  static auto& the_pool = *new sync::ExecEnvPool<JavaThread>;
  return the_pool;
}

// The usable part, the guard above it, and the stack for faults. Where user threads switch there may be tens of thousands of them, and the guard must
// not cost mappings; elsewhere the kernel ends sooner.
bool make_accessible(VirtualMemory& memory, std::size_t usable) {
  if (!sync::thread_model().switches_user_threads()) {
    return memory.commit(0, usable) && memory.commit(usable + kGuardBytes, kFaultStackBytes);
  }
  keep_small_pages(memory.base(), memory.size());
  return memory.commit(0, memory.size()) && install_stack_guard(memory.base() + usable, kGuardBytes);
}

void arm_or_disarm(sync::ExecEnv& ee, bool armed) { JavaThread::of(ee).arm_stack_limit(armed); }

}  // namespace

JavaThread* JavaThread::create(std::size_t java_stack_bytes) {
  const std::size_t reserve = kReserveSlots * sizeof(Slot);
  const std::size_t usable = align_up(java_stack_bytes, page_size()) + align_up(reserve, page_size());
  JavaThread* thread = pool().acquire();
  if (thread == nullptr) {
    return nullptr;
  }
  if (!thread->make_stack(usable)) {
    pool().release(*thread);
    return nullptr;
  }
  thread->stack_base = reinterpret_cast<Slot*>(thread->stack_memory_.base());
  thread->stack_end = thread->stack_base + usable / sizeof(Slot);
  thread->true_stack_limit = thread->stack_end - kReserveSlots;
  thread->stack_limit.store(thread->true_stack_limit, std::memory_order_relaxed);
  thread->jni_env.thread = thread;
  thread->set_poll_hook(arm_or_disarm);
  return thread;
}

// False: no memory.
bool JavaThread::make_stack(std::size_t usable) {
  const std::size_t bytes = usable + kGuardBytes + kFaultStackBytes;
  VirtualMemory memory = kept_stacks().take(bytes);
  if (!memory.ok()) {
    const MemoryPurposeScope purpose(MemoryPurpose::kThread);
    memory = VirtualMemory::reserve(bytes, page_size());
    if (!memory.ok() || !make_accessible(memory, usable)) {
      return false;
    }
  }
  stack_memory_ = std::move(memory);
  return true;
}

void JavaThread::destroy() {
  MJ_CHECK(anchor.fp == nullptr, "thread %u ends with Java frames", id());
  give_up_fault_stack();
  stack_limit.store(nullptr, std::memory_order_relaxed);
  stack_base = stack_end = true_stack_limit = nullptr;
  kept_stacks().keep(std::move(stack_memory_));
  anchor = {};
  handles.~HandleArea();
  new (&handles) HandleArea();
  pending_exception = nullptr;
  async_exception = nullptr;
  thread_object = nullptr;
  held_monitors.clear();
  tlab = {};
  allocated_bytes = 0;
  allocated_before = 0;
  next_sample = 0;
  allocation_share = 0;
  wait_counts = {};
  native_stack_limit = 0;
  jni_env = {};
  jni_critical_depth = 0;
  drop_jni_frames(nullptr);
  MJ_CHECK(debug_data.load(std::memory_order_relaxed) == nullptr, "thread %u leaves with what an agent keeps of it", id());
  class_loads = nullptr;
  is_daemon = is_attached_native = is_vm_internal = is_agent = false;
  pool().release(*this);
}

void JavaThread::drop_jni_frames(const void* outermost) {
  while (jni_frames != nullptr && jni_frames != outermost) {
    delete std::exchange(jni_frames, jni_frames->outer);
  }
}

void JavaThread::adopt_native_stack() {
  sync::StackBounds own;
  if (sync::thread_model().stack_of(*this, &own)) {
    native_stack_limit = reinterpret_cast<std::uintptr_t>(own.lowest) + std::min(kNativeReserve, own.bytes / 2);
    return;
  }
  adopt_fault_stack();
  adopt_kernel_threads_stack();
}

void JavaThread::adopt_kernel_threads_stack() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return;
  }
  pthread_attr_getstack(&attributes, &lowest, &bytes);
  pthread_attr_destroy(&attributes);
  // The launcher makes the main thread's C stack as small as -Xss says.
  native_stack_limit = reinterpret_cast<std::uintptr_t>(lowest) + std::min(kNativeReserve, bytes / 2);
}

bool JavaThread::is_native_stack_overflow(std::uintptr_t address) const {
  constexpr std::uintptr_t kBeyond = 1024 * kKiB;  // a frame may be large, a guard too
  return native_stack_limit != 0 && address < native_stack_limit && native_stack_limit - address < kNativeReserve + kBeyond;
}

// A thread that came with such a stack of its own keeps it.
void JavaThread::adopt_fault_stack() {
  stack_t present{};
  if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) {
    return;
  }
  stack_t own{};
  own.ss_sp = stack_memory_.end() - kFaultStackBytes;
  own.ss_size = kFaultStackBytes;
  has_fault_stack_ = sigaltstack(&own, nullptr) == 0;
}

void JavaThread::give_up_fault_stack() {
  if (!has_fault_stack_) {
    return;
  }
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  has_fault_stack_ = false;
}

void JavaThread::arm_stack_limit(bool poll_requested) {
  stack_limit.store(poll_requested ? nullptr : true_stack_limit, std::memory_order_relaxed);
}

JavaThread* current_java_thread() { return static_cast<JavaThread*>(sync::current_exec_env()); }

}  // namespace minijvm::runtime
