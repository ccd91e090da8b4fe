// The life of a continuation's thread: its first carrier makes it, it runs and ends on its
// coroutine, and its last carrier frees it. All functions run in kInVm.
//
//   run_continuation   begin_thread: JavaThread and coroutine made, listed
//   (carrier)          mount
//   run_first_frame    begin_running, take_over, Continuation.enter, end_thread
//   (coroutine)
//   run_continuation   free_ended
//
// Or a collection finds that the Continuation is dead (runtime::abandon): free_abandoned. Stacks
// lie outside of the heap, so they ask for collections by themselves (make_thread_or_collect).
#include "vm/java/threads/continuations.h"

#include <limits>

#include "base/log.h"
#include "gc/heap/heap.h"
#include "gc/heap/reference_fields.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"
#include "sync/threads/clock.h"
#include "sync/threads/coroutine.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/safepoint.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::HandleScope;
using runtime::Pinned;
using runtime::runtime_state;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// The thread leaves the list when its frames are gone. Its carrier, which goes on then, frees it.
[[noreturn]] void end_thread(JavaThread& self) {
  sync::Coroutine& own = *self.coroutine;
  release_held_monitors(self);
  tell_of_order([&](Observer& observer) { observer.work_passes(self, *self.carrier); });
  {
    NoSafepoint still(self);
    runtime::give_back_at_end(still, self);
  }
  notify(kThreadEvents, [&](Observer& observer) { observer.thread_gone(self); });
  sync::detach(self);
  own.end();
}

// The first frame of the coroutine.
void run_first_frame(sync::ExecEnv& env) {
  JavaThread& self = JavaThread::of(env);
  sync::begin_running(self, sync::ThreadState::kInVm);
  runtime::take_over(self);
  {
    HandleScope scope(self);
    CallArgs args;
    args.push(Handle<>(runtime::root_slot(&self.continuation)));
    args.push_int(0);
    // An exception stays pending, and goes to the carrier.
    (void)call_java(self, *wk().Continuation_enter, args);
  }
  end_thread(self);
}

// Returns null if memory runs out.
JavaThread* make_thread() {
  JavaThread* made = make_java_thread(default_stack_bytes(), JavaThread::StackPlace::kCoroutine);
  if (made == nullptr) {
    return nullptr;
  }
  made->coroutine =
      sync::Coroutine::make(sync::kUserStackBytes, made->coroutine_room(), run_first_frame, *made);
  if (made->coroutine == nullptr) {
    made->destroy();
    return nullptr;
  }
  const sync::StackBounds below = made->coroutine->bounds();
  made->place_stack(below.lowest + below.bytes);
  made->adopt_native_stack();
  return made;
}

// Frees the stacks of dead Continuations when there are many stacks, and before it gives up.
// Returns null if memory runs out.
JavaThread* make_thread_or_collect(JavaThread& self) {
  if (sync::Coroutine::have_doubled()) {
    gc::collect_full(self, gc::GcCause::kContinuationStacks);
    sync::Coroutine::note_count();
  }
  JavaThread* made = make_thread();
  if (made == nullptr && sync::Coroutine::is_search_due()) {
    gc::collect_full(self, gc::GcCause::kContinuationStacks);
    made = make_thread();
  }
  return made;
}

void free_ended(JavaThread& ended, sync::Coroutine& coroutine) {
  if (ended.owns_for_good) {
    ended.retire();
  } else {
    ended.destroy();
  }
  coroutine.recycle();
}

// Makes a listed thread for the Continuation, which blocks until it is mounted. `thread` is the
// virtual thread, or null. Returns null if there is no stack; and the thread that the Continuation
// has, if another one, an agent's or the carrier, was faster.
JavaThread* make_listed_thread(JavaThread& self, Handle<java::Continuation> continuation,
                               Handle<java::Thread> thread) {
  JavaThread* made = make_thread_or_collect(self);
  if (made == nullptr) {
    return nullptr;
  }
  made->is_daemon = true;
  made->comes_and_goes_ = !thread.is_null();
  sync::attach(*made);
  sync::wait_to_begin(*made);
  if (made->comes_and_goes_) {
    runtime::begin_transition(*made);
    if (the_vm.java.threads.suspends_new_virtual.load(std::memory_order_relaxed)) {
      sync::suspend(*made);
    }
  }
  JavaThread* first = nullptr;
  {
    NoSafepoint still(self);
    made->continuation = continuation.raw(still);
    made->thread_object = thread.is_null() ? nullptr : thread.raw(still);
    // acq_rel: the other one sees what the thread is.
    if (continuation.raw(still)->thread_atomic().compare_exchange_strong(
            first, made, std::memory_order_acq_rel)) {
      return made;
    }
  }
  sync::detach_abandoned(self, *made);
  free_ended(*made, *made->coroutine);
  return first;
}

// Returns null if there is no stack. The chunk is not null from the first run on, by which the
// library knows that there was one.
JavaResult<JavaThread*> begin_thread(JavaThread& self, Handle<java::Continuation> continuation,
                                     bool is_virtual) {
  Handle<java::StackChunk> chunk = MJ_TRY(new_instance<java::StackChunk>(self));
  JavaThread* thread = nullptr;
  {
    NoSafepoint still(self);
    thread = continuation.raw(still)->thread();
  }
  if (thread == nullptr) {
    thread = make_listed_thread(self, continuation,
                                is_virtual ? self.thread_handle() : Handle<java::Thread>());
  }
  if (thread != nullptr) {
    NoSafepoint still(self);
    continuation.raw(still)->set_tail(still, chunk.raw(still));
  }
  return thread;
}

// HOTSPOT: a virtual thread needs no stack before it yields. Because of an exception the library
// would lose the thread, so here it begins later, when others may have ended.
JavaResult<void> begin_later(JavaThread& carrier, bool is_virtual) {
  if (!is_virtual || !runtime::postpone_virtual_thread(carrier)) {
    return throw_out_of_memory(carrier, kNoNativeThread);
  }
  MJ_LOG(thread, kWarning, "No stack for a virtual thread. It begins later.");
  constexpr std::int64_t kPauseNs = 10 * sync::kNanosPerMilli;
  park_current(carrier, false, kPauseNs);
  return {};
}

}  // namespace

void free_abandoned(JavaThread& self) {
  for (JavaThread* thread : gc::take_abandoned_threads()) {
    notify(kThreadEvents, [&](Observer& observer) { observer.thread_gone(*thread); });
    sync::detach_abandoned(self, *thread);
    free_ended(*thread, *thread->coroutine);
  }
}

void support_continuations(bool support) { the_vm.java.settings.continuations = support; }
bool supports_continuations() { return the_vm.java.settings.continuations; }

JavaResult<void> run_continuation(JavaThread& self, Handle<java::Continuation> continuation,
                                  bool is_virtual) {
  JavaThread* thread = nullptr;
  bool has_run = false;
  {
    NoSafepoint still(self);
    thread = continuation.raw(still)->thread();
    has_run = continuation.raw(still)->tail() != nullptr;
  }
  if (!has_run) {
    thread = MJ_TRY(begin_thread(self, continuation, is_virtual));
  }
  if (thread == nullptr) {
    return begin_later(self, is_virtual);
  }
  sync::Coroutine& coroutine = *thread->coroutine;
  tell_of_order([&](Observer& observer) { observer.work_passes(self, *thread); });
  runtime::mount(self, *thread);
  if (thread->state() == sync::ThreadState::kDead) {
    free_ended(*thread, coroutine);
  } else {
    tell_of_order([&](Observer& observer) { observer.work_passes(*thread, self); });
  }
  if (self.has_pending_exception()) {
    return kPending;
  }
  return {};
}

void make_thread_of_virtual(JavaThread& self, Handle<java::Thread> thread) {
  HandleScope scope(self);
  Handle<java::Continuation> continuation;
  {
    NoSafepoint still(self);
    java::Continuation* raw =
        thread.is_null() ? nullptr : runtime::continuation_without_thread(thread.raw(still));
    if (raw == nullptr) {
      return;
    }
    continuation = runtime::make_handle(self, still, raw);
  }
  (void)make_listed_thread(self, continuation, thread);
}

void suspend_new_virtual_threads(bool on) {
  the_vm.java.threads.suspends_new_virtual.store(on, std::memory_order_relaxed);
}

Pinned yield_continuation(JavaThread& self) {
  if (!runtime::is_continuation(self)) {
    return Pinned::kNative;
  }
  const Pinned why = runtime::why_pinned(self);
  if (why == Pinned::kNot) {
    sync::BlockedOn mark(self, sync::BlockKind::kPark, nullptr);
    runtime::yield(self);
  }
  return why;
}

Pinned why_scope_pinned(JavaThread& self, Handle<> scope) {
  NoSafepoint still(self);
  Pinned why = Pinned::kNot;
  for (const JavaThread* thread = &self; runtime::is_continuation(*thread) && why == Pinned::kNot;
       thread = thread->carrier) {
    why = runtime::why_pinned(*thread);
    if (thread->continuation->scope() == scope.raw(still)) {
      break;
    }
  }
  return why;
}

JavaResult<void> pin_continuation(JavaThread& self) {
  if (!runtime::is_continuation(self)) {
    return {};
  }
  if (self.pins == std::numeric_limits<std::uint32_t>::max()) {
    return throw_new(self, "java/lang/IllegalStateException", "pin overflow");
  }
  ++self.pins;
  return {};
}

JavaResult<void> unpin_continuation(JavaThread& self) {
  if (!runtime::is_continuation(self)) {
    return {};
  }
  if (self.pins == 0) {
    return throw_new(self, "java/lang/IllegalStateException", "pin underflow");
  }
  --self.pins;
  return {};
}

namespace {

// Links the Thread objects of the threads on the stack; null if none of them is alive any more.
java::VirtualThread* link_threads(const NoSafepoint& still, JavaThread* first) {
  java::VirtualThread* list = nullptr;
  while (first != nullptr) {
    JavaThread& thread = *first;
    first = thread.next_called_back;
    // seq_cst: pairs with call_back. A thread that is called back from here on comes again.
    thread.is_called_back.store(false, std::memory_order_seq_cst);
    java::Thread* object = thread.thread_object;
    // The thread may have ended, and may be another one by now, which looks once in vain.
    if (object != nullptr && is_virtual(*object)) {
      auto* next = runtime::as<java::VirtualThread>(object);
      next->set_next(still, list);
      next->onWaitingList_atomic().store(1, std::memory_order_seq_cst);
      list = next;
    }
  }
  return list;
}

}  // namespace

// A park returns at once while the thread is interrupted, so an interrupt is taken before each.
Handle<java::VirtualThread> take_called_back(JavaThread& self) {
  // seq_cst for both: Dekker's pattern with call_back.
  runtime_state.unblocker.store(&self, std::memory_order_seq_cst);
  for (;;) {
    {
      NoSafepoint still(self);
      JavaThread* first = runtime_state.called_back.exchange(nullptr, std::memory_order_seq_cst);
      if (java::VirtualThread* list = link_threads(still, first)) {
        return runtime::make_handle(self, still, list);
      }
      self.thread_object->interrupted_atomic().store(0, std::memory_order_seq_cst);
    }
    park_current(self, false, 0);
  }
}

}  // namespace minijvm::vm
