// Makes and resets JavaThreads: their Java stack, guard, fault stack and limits. The room above
// (vm/java/threads) attaches them to sync and to java.lang.Thread.
#include "runtime/thread/java_thread.h"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/stack_guard.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/continuation.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {
namespace {

// The guard lies above the Java stack. A frame that grows beyond the stack causes a SIGSEGV and
// does not reach other memory.
constexpr std::size_t kGuardBytes = 64 * kKiB;
// The fault stack lies above the guard. Handlers of faults run on it, because the C stack itself
// may have overflowed.
constexpr std::size_t kFaultStackBytes = 64 * kKiB;
// At most this many stacks of dead threads are kept, with the first kKeptBytes of each. Most
// threads touch no more.
constexpr std::size_t kKeptStacks = 64;
constexpr std::size_t kKeptBytes = 16 * kKiB;
// A process has addresses of 47 bits, so no larger stack can be had. Sums of sizes below it do not
// overflow. Thread's constructor takes any long.
constexpr std::size_t kMostStackBytes = std::size_t{1} << 46;
// call_java refuses to go deeper when less than this is left of the C stack. HOTSPOT: a native
// function may use 80 KiB there. The frames of the VM are larger in a build with checks.
#if defined(MINIJVM_DEBUG) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kNativeReserve = 192 * kKiB;
#else
constexpr std::size_t kNativeReserve = 96 * kKiB;
#endif

}  // namespace

// Keeps stacks of dead threads for later threads, because a new mapping takes longer than the rest
// of a thread's start.
class KeptStacks {
 public:
  // The result is not ok() if no kept stack has this size. Only the last one is tested, because
  // nearly all threads have stacks of one size.
  VirtualMemory take(std::size_t bytes) {
    sync::MutexLock guard(mutex_);
    if (stacks_.empty() || stacks_.back().size() != bytes) {
      return {};
    }
    VirtualMemory last = std::move(stacks_.back());
    stacks_.pop_back();
    return last;
  }

  void keep(VirtualMemory memory) {
    // Pages beyond the first few go back to the kernel, so that a kept stack takes 16 KiB at most.
    // This happens outside of the lock, since the kernel may take long.
    const std::size_t usable = memory.size() - kGuardBytes - kFaultStackBytes;
    if (usable > kKeptBytes) {
      memory.zero_pages(kKeptBytes, usable - kKeptBytes);
    }
    sync::MutexLock guard(mutex_);
    if (stacks_.size() < kKeptStacks) {
      stacks_.push_back(std::move(memory));
    }
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kTable};
  std::vector<VirtualMemory> stacks_ MJ_GUARDED_BY(mutex_);
};

namespace {

KeptStacks& kept_stacks() { return *runtime_state.kept_stacks; }

// JavaThread objects are never freed: another thread may still read one during a lock hand-off.
sync::ExecEnvPool<JavaThread>& pool() { return *runtime_state.threads; }

// Makes the three parts accessible. For a 1:1 thread the guard stays reserved and inaccessible. In
// a model that switches user threads there may be tens of thousands of stacks, and the kernel
// limits the mappings of a process; there the three parts are one mapping, and the guard is
// installed inside of it (base/stack_guard.h).
bool make_accessible(VirtualMemory& memory, std::size_t usable) {
  if (!sync::thread_model().switches_user_threads()) {
    return memory.commit(0, usable) && memory.commit(usable + kGuardBytes, kFaultStackBytes);
  }
  keep_small_pages(memory.base(), memory.size());
  return memory.commit(0, memory.size()) &&
         install_stack_guard(memory.base() + usable, kGuardBytes);
}

}  // namespace

JavaThread* JavaThread::create(std::size_t java_stack_bytes, StackPlace place) {
  if (java_stack_bytes > kMostStackBytes) {
    return nullptr;
  }
  // The stack that the user asked for does not include the reserve.
  const std::size_t reserve = kReserveSlots * sizeof(Slot);
  const std::size_t usable =
      align_up(java_stack_bytes, page_size()) + align_up(reserve, page_size());
  JavaThread* thread = pool().acquire();
  if (thread == nullptr) {
    return nullptr;
  }
  thread->place_ = place;
  if (place == StackPlace::kFirstFrame) {
    thread->room_ = usable + kFaultStackBytes;
  } else if (place == StackPlace::kUserStack || place == StackPlace::kCoroutine) {
    // It handles faults on the stack of the kernel thread that runs it.
    thread->room_ = usable;
  } else if (!thread->make_stack(usable)) {
    // There is no memory for a stack. The JavaThread itself goes back to the pool, where it can be
    // used again.
    pool().release(*thread);
    return nullptr;
  }
  thread->jni_env.thread = thread;
  return thread;
}

void set_thread_status(const sync::NoSafepoint&, java::Thread* thread, ThreadStatus status) {
  // While the first thread boots, it has no Thread object; while its constructor runs, no facts.
  java::ThreadFacts* facts = thread == nullptr ? nullptr : runtime::facts_of(thread);
  if (facts != nullptr) {
    facts->threadStatus_atomic().store(status, std::memory_order_relaxed);
  }
}

std::uint32_t JavaThread::class_of(void* const* slot) const {
  return static_cast<std::uint32_t>(static_cast<const Object*>(*slot)->class_word());
}

// A thread that is queued for a monitor counts as blocked; a waiter from the moment of the notify
// on.
void JavaThread::must_enter(const sync::NoSafepoint& still) {
  if (comes_and_goes_) {
    note_notified(still, *this);
  }
  set_thread_status(still, status_object(), kThreadBlockedOnEnter);
  ++wait_counts.blocked;
}

void JavaThread::has_entered(const sync::NoSafepoint& still) {
  set_thread_status(still, status_object(), kThreadRunnable);
}

// A kept stack if there is one of this size, else a new mapping. Returns false if there is no
// memory.
bool JavaThread::make_stack(std::size_t usable) {
  const std::size_t bytes = usable + kGuardBytes + kFaultStackBytes;
  VirtualMemory memory = kept_stacks().take(bytes);
  if (!memory.ok()) {
    if (!has_addresses_for_stack(bytes)) {
      return false;
    }
    const MemoryPurposeScope purpose(MemoryPurpose::kThread);
    memory = VirtualMemory::reserve(bytes, page_size());
    if (!memory.ok() || !make_accessible(memory, usable)) {
      return false;
    }
  }
  stack_memory_ = std::move(memory);
  set_stack(stack_memory_.base(), usable, stack_memory_.end() - kFaultStackBytes);
  // relaxed: no other thread knows this thread yet.
  stack_limit.store(true_stack_limit.load(std::memory_order_relaxed), std::memory_order_relaxed);
  return true;
}

void JavaThread::set_stack(std::byte* base, std::size_t usable, std::byte* fault_stack) {
  stack_base = reinterpret_cast<Slot*>(base);
  stack_end = stack_base + usable / sizeof(Slot);
  // relaxed: a thread that reads the old value makes this one poll once more.
  true_stack_limit.store(stack_end - kReserveSlots, std::memory_order_relaxed);
  fault_stack_ = fault_stack;
}

// Other threads may request a poll meanwhile. So stack_limit stays null: the first method entry
// polls and then sets it.
void JavaThread::place_stack(void* frame_room) {
  if (place_ == StackPlace::kMapping) {
    return;
  }
  auto* base = static_cast<std::byte*>(frame_room);
  std::size_t usable = room_ - kFaultStackBytes;
  if (place_ == StackPlace::kCoroutine) {
    usable = room_;
  } else if (place_ == StackPlace::kUserStack) {
    const std::optional<sync::StackBounds> below = sync::thread_model().stack_of(*this);
    MJ_CHECK(below.has_value(), "thread %u is no user thread", id());
    base = below->lowest + below->bytes;
    usable = room_;
  }
  const MemoryPurposeScope purpose(MemoryPurpose::kThread);
  note_reserved(base, room_);
  note_committed(base, room_);
  set_stack(base, usable, base + usable);
}

void JavaThread::retire() {
  note_released(stack_base);
  stack_base = stack_end = nullptr;
  true_stack_limit.store(nullptr, std::memory_order_relaxed);
  handles.~HandleArea();
  new (&handles) HandleArea();
  coroutine = nullptr;
}

void JavaThread::destroy() {
  // Frames left on the stack would refer to memory that is given back now.
  MJ_CHECK(anchor.fp == nullptr, "thread %u ends with Java frames", id());
  give_up_fault_stack();
  stack_limit.store(nullptr, std::memory_order_relaxed);
  // The fault stack has been given up, so no signal handler can run on this memory any more.
  if (stack_memory_.ok()) {
    kept_stacks().keep(std::move(stack_memory_));
  } else {
    note_released(stack_base);
  }
  stack_base = stack_end = nullptr;
  true_stack_limit.store(nullptr, std::memory_order_relaxed);
  room_ = 0;
  anchor = {};
  // The area is destroyed and made again, which frees its chunks: a later thread starts with one
  // chunk.
  handles.~HandleArea();
  new (&handles) HandleArea();
  pending_exception = nullptr;
  async_exception = nullptr;
  scoped_value_cache = nullptr;
  thread_object = carrier_object = nullptr;
  continuation = nullptr;
  coroutine = nullptr;
  carrier = nullptr;
  pins = 0;
  has_yielded = false;
  comes_and_goes_ = false;
  in_transition = false;
  held_monitors.clear();
  tlab = {};
  allocated_bytes = 0;
  allocated_before = 0;
  defined_classes = 0;
  next_sample = 0;
  allocation_share = 0;
  wait_counts = {};
  awaited_class = nullptr;
  started_ns = 0;
  kernel_id.store(0, std::memory_order_relaxed);
  native_stack_limit = 0;
  jni_env = {};
  drop_jni_frames(nullptr);
  // An agent's data must go with its thread, or the next thread that uses this JavaThread would
  // inherit it.
  MJ_CHECK(debug_data.load(std::memory_order_relaxed) == nullptr,
           "thread %u leaves with what an agent keeps of it", id());
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
  if (coroutine != nullptr) {
    const sync::StackBounds own = coroutine->bounds();
    native_stack_limit = reinterpret_cast<std::uintptr_t>(own.lowest) + kNativeReserve;
    return;
  }
  // A user thread runs on a C stack of its own, whose bounds the thread model knows. Half of a
  // small stack is enough as reserve.
  if (const std::optional<sync::StackBounds> own = sync::thread_model().stack_of(*this)) {
    native_stack_limit =
        reinterpret_cast<std::uintptr_t>(own->lowest) + std::min(kNativeReserve, own->bytes / 2);
    return;
  }
  // Otherwise the thread has its kernel thread's stack.
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
  // The launcher makes the main thread's C stack as small as -Xss says, so the reserve must not be
  // larger than half of it.
  native_stack_limit =
      reinterpret_cast<std::uintptr_t>(lowest) + std::min(kNativeReserve, bytes / 2);
}

bool JavaThread::is_native_stack_overflow(std::uintptr_t address) const {
  // A frame may be large, and so may the guard below the stack: a fault this far below the reserve
  // still counts as an overflow.
  constexpr std::uintptr_t kBeyond = 1024 * kKiB;
  return native_stack_limit != 0 && address < native_stack_limit &&
         native_stack_limit - address < kNativeReserve + kBeyond;
}

// A thread that already has an alternate signal stack, for example one attached by a host program,
// keeps its own.
void JavaThread::adopt_fault_stack() {
  stack_t present{};
  if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) {
    return;
  }
  stack_t own{};
  own.ss_sp = fault_stack_;
  own.ss_size = kFaultStackBytes;
  has_fault_stack_ = sigaltstack(&own, nullptr) == 0;
}

// Gives the alternate signal stack up. The thread itself must call this, before the memory is kept
// or unmapped, because an alternate signal stack belongs to the kernel thread that set it.
void JavaThread::give_up_fault_stack() {
  if (!has_fault_stack_) {
    return;
  }
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
  has_fault_stack_ = false;
}

// relaxed: the poll word carries the request. A thread that reads the old limit finds the request
// at its next entry or back-branch.
void JavaThread::arm_stack_limit(bool poll_requested) {
  stack_limit.store(poll_requested ? nullptr : true_stack_limit.load(std::memory_order_relaxed),
                    std::memory_order_relaxed);
}

JavaThread* current_java_thread() { return static_cast<JavaThread*>(sync::current_exec_env()); }

}  // namespace minijvm::runtime
