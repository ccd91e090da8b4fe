// Writes down deeds. The caller is the thread that does them, in kInVm; nothing here stops.
#include "tools/hangs/history.h"

#include <algorithm>

#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "tools/code_observers.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/fields.h"
#include "tools/hangs/object_names.h"
#include "tools/threads/program_frames.h"
#include "vm/java/threads/java_threads.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/quiet_code.h"

namespace minijvm::vm::hangs {

using runtime::Frame;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

namespace {

constexpr std::string_view kPermits = "java/util/concurrent/Semaphore$Sync";
// So many notifications of an object are told apart.
constexpr std::size_t kNotificationsKept = 8;

// Returns the frame of the method whose call the observer sees.
Slot* arguments_of(const JavaThread& self) { return runtime::FrameWalk(self).frame().locals(); }

// The number of permits is an argument of its own, or there is none. A time comes before its unit.
std::int64_t count_of(const Method& method, const Slot* arguments) {
  return method.descriptor->text().starts_with("(I") ? arguments[1].as_int() : 1;
}

// A method that answers whether it could take the lock.
bool has_taken(const Slot* result) { return result == nullptr || (result->as_int() & 1) != 0; }

std::uint32_t count_waiters(const Object* condition) {
  std::uint32_t count = 0;
  for (const Object* node = ref_field(condition, "firstWaiter"); node != nullptr;
       node = ref_field(node, "nextWaiter")) {
    ++count;
  }
  return count;
}

struct Contenders final : sync::QueueVisitor {
  void visit(sync::ExecEnv& queued, bool is_waiter) override {
    if (!is_waiter) {
      threads.push_back(&JavaThread::of(queued));
    }
  }
  std::vector<const JavaThread*> threads;
};

void count_overtaking(std::vector<Overtaking>& rows, ThreadNo who, ThreadNo by) {
  for (Overtaking& row : rows) {
    if (row.who == who && row.by == by) {
      ++row.times;
      return;
    }
  }
  rows.push_back({who, by, 1});
}

}  // namespace

const Object& core_of(const Object& object) {
  const Object* core = ref_field(&object, "sync");
  return core == nullptr ? object : *core;
}

void History::begin() {
  gc::add_reference_table(*this);
  observe(*this,
          kThreadEvents | kClassEvents | kMonitorEnterEvents | kUnloadingEvents | kRunEvents);
  // A run that asks at ticks only is not held up at each call of the library that is watched.
  if (points_at() != PointsAt::kOperations) {
    observe_code(*this);
  }
}

// --- threads and objects ---

ThreadNo History::number_of(Still still, const JavaThread& thread) {
  const auto [at, is_new] = by_thread_.try_emplace(&thread, static_cast<ThreadNo>(threads_.size()));
  if (is_new) {
    ThreadStory& story = threads_.emplace_back();
    story.alive = &thread;
    story.name = name_text(still, thread.thread_handle());
  }
  return at->second;
}

const ThreadStory* History::thread_or_null(const JavaThread* thread) const {
  auto found = by_thread_.find(thread);
  return found == by_thread_.end() ? nullptr : &threads_[found->second];
}

ObjectStory& History::story(Still still, const Object& object) {
  std::unique_ptr<ObjectStory>& story = by_object_[&object];
  if (story == nullptr) {
    story = std::make_unique<ObjectStory>();
    story->name = numbered_name(still, object);
  }
  return *story;
}

const ObjectStory* History::story_or_null(const Object& object) const {
  auto found = by_object_.find(&object);
  return found == by_object_.end() ? nullptr : found->second.get();
}

std::vector<const ObjectStory*> History::notified_in_vain() const {
  std::vector<const ObjectStory*> result;
  for (const auto& [object, story] : by_object_) {
    if (story->notifications != 0 && story->last_notifications.back().found == 0) {
      result.push_back(story.get());
    }
  }
  std::sort(result.begin(), result.end(), [](const ObjectStory* a, const ObjectStory* b) {
    return a->last_notifications.back().step < b->last_notifications.back().step;
  });
  return result;
}

std::optional<Deed> History::deed(Still still, const JavaThread& self) {
  runtime::FrameWalk walk(self);
  if (!walk.done() && watched_.role_of(walk.frame().method()) != Role::kNone) {
    walk.next();
  }
  // Mostly the program itself has called the watched method, or enters a monitor.
  if (!walk.done() && is_of_program(walk.frame().method())) {
    return Deed{number_of(still, self), places_.number(walk.frame()), ++step_};
  }
  if (!loud_frame(self)) {
    return std::nullopt;
  }
  const std::optional<Frame> frame = program_frame(self);
  return Deed{number_of(still, self), frame ? places_.number(*frame) : kNoPlace, ++step_};
}

// --- deeds ---

void History::note_notification(Still still, const JavaThread& self, Object& object, bool all,
                                std::uint32_t found) {
  const std::optional<Deed> notification = deed(still, self);
  if (!notification) {
    return;
  }
  ObjectStory& its = story(still, object);
  ++its.notifications;
  its.last_notifications.push_back({*notification, all, found});
  if (its.last_notifications.size() > kNotificationsKept) {
    its.last_notifications.pop_front();
  }
}

void History::note_wait(Still still, const JavaThread& self, const Object& object) {
  const std::optional<Deed> wait = deed(still, self);
  if (!wait) {
    return;
  }
  threads_[wait->by].wait_began = wait->step;
  std::vector<Waiter>& waiters = story(still, object).waiters;
  const bool is_known = std::any_of(waiters.begin(), waiters.end(), [&](const Waiter& waiter) {
    return waiter.who == wait->by && waiter.at == wait->at;
  });
  if (!is_known) {
    waiters.push_back({.who = wait->by, .at = wait->at});
  }
}

void History::note_waking(Still still, const JavaThread& self, const Object& object) {
  const std::optional<Deed> waking = deed(still, self);
  if (!waking) {
    return;
  }
  for (Waiter& waiter : story(still, object).waiters) {
    waiter.wakings += waiter.who == waking->by && waiter.at == waking->at ? 1 : 0;
  }
}

void History::take(Still still, const JavaThread& self, const Object& lock, std::int64_t count,
                   bool shared) {
  const std::optional<Deed> taking = deed(still, self);
  if (!taking) {
    return;
  }
  std::vector<Holding>& holdings = story(still, lock).holdings;
  for (Holding& holding : holdings) {
    if (holding.by == taking->by && holding.shared == shared) {
      holding.count += count;
      return;
    }
  }
  holdings.push_back({*taking, count, shared});
}

// Another thread may give back a permit that this one has taken: then the oldest holder's debt is
// paid. Not so a lock, which the call then does not give back.
void History::give_back(Still still, const JavaThread& self, const Object& lock, std::int64_t count,
                        bool shared) {
  const std::optional<Deed> giving = deed(still, self);
  if (!giving) {
    return;
  }
  std::vector<Holding>& holdings = story(still, lock).holdings;
  std::stable_partition(holdings.begin(), holdings.end(), [&](const Holding& holding) {
    return holding.by == giving->by && holding.shared == shared;
  });
  for (Holding& holding : holdings) {
    const bool is_paid =
        holding.shared == shared && (holding.by == giving->by || is_a(&lock, kPermits));
    const std::int64_t part = is_paid ? std::min(count, holding.count) : 0;
    holding.count -= part;
    count -= part;
  }
  std::erase_if(holdings, [](const Holding& holding) { return holding.count == 0; });
}

void History::note_count_down(Still still, const JavaThread& self, const Object& latch) {
  const std::optional<Deed> down = deed(still, self);
  if (!down) {
    return;
  }
  std::vector<CountDown>& downs = story(still, latch).count_downs;
  for (CountDown& known : downs) {
    if (known.by == down->by) {
      ++known.count;
      return;
    }
  }
  downs.push_back({*down, 1});
}

void History::note_interrupt(Still still, const JavaThread& self, const java::Thread& target) {
  const JavaThread* thread = java_thread_of(&target);
  const std::optional<Deed> interrupt = deed(still, self);
  if (thread != nullptr && interrupt) {
    threads_[number_of(still, *thread)].interrupt = interrupt;
  }
}

// --- what the VM reports ---

void History::method_entered(JavaThread& self, Method& method) {
  const NoSafepoint still(self);
  const Slot* arguments = arguments_of(self);
  const Role role = watched_.role_of(method);
  if (role == Role::kYield) {
    ++yields_;
    return;
  }
  if (role == Role::kSleep) {
    const ThreadNo sleeper = number_of(still, self);
    threads_[sleeper].wait_began = ++step_;
    return;
  }
  Object& receiver = *arguments[0].ref;
  switch (role) {
    case Role::kWait:
    case Role::kAwait:
      return note_wait(still, self, receiver);
    case Role::kNotify:
    case Role::kNotifyAll: {
      const sync::MonitorView view = sync::view_monitor(self, receiver.multi_use_word(), still);
      // Otherwise it throws.
      if (view.owner == &self) {
        note_notification(still, self, receiver, role == Role::kNotifyAll, view.waiters);
      }
      return;
    }
    case Role::kSignal:
    case Role::kSignalAll:
      return note_notification(still, self, receiver, role == Role::kSignalAll,
                               count_waiters(&receiver));
    case Role::kUnlock:
    case Role::kReadUnlock:
      return give_back(still, self, core_of(receiver), count_of(method, arguments),
                       role == Role::kReadUnlock);
    case Role::kCountDown:
      return note_count_down(still, self, core_of(receiver));
    case Role::kInterrupt:
      return note_interrupt(still, self, static_cast<java::Thread&>(receiver));
    default:
      return;
  }
}

void History::method_left(JavaThread& self, Method& method, const Slot* result) {
  const NoSafepoint still(self);
  const Slot* arguments = arguments_of(self);
  const Role role = watched_.role_of(method);
  if ((role == Role::kLock || role == Role::kReadLock) && has_taken(result)) {
    take(still, self, core_of(*arguments[0].ref), count_of(method, arguments),
         role == Role::kReadLock);
  } else if (role == Role::kWait || role == Role::kAwait) {
    note_waking(still, self, *arguments[0].ref);
  }
}

// Threads that are queued for a monitor without an owner were invited, and self is faster.
void History::monitor_enter_begins(JavaThread& self, Handle<> object) {
  const NoSafepoint still(self);
  const std::optional<Deed> entry = deed(still, self);
  if (!entry) {
    return;
  }
  Object& wanted = *object.raw(still);
  ObjectStory& its = story(still, wanted);
  if (sync::view_monitor(self, wanted.multi_use_word(), still).owner != nullptr) {
    return;
  }
  Contenders overtaken;
  sync::visit_queue(wanted.multi_use_word(), overtaken);
  for (const JavaThread* thread : overtaken.threads) {
    count_overtaking(its.overtakings, number_of(still, *thread), entry->by);
  }
}

void History::exception_uncaught(JavaThread& self, Handle<java::Throwable> thrown) {
  const NoSafepoint still(self);
  threads_[number_of(still, self)].died_of = thrown.raw(still)->klass()->external_name();
}

void History::thread_ending(JavaThread& self) {
  const NoSafepoint still(self);
  ThreadStory& its = threads_[number_of(still, self)];
  its.name = name_text(still, self.thread_handle());
  its.alive = nullptr;
}

void History::classes_unloading() { places_.forget_methods(); }

void History::sweep(gc::Liveness& liveness) {
  std::unordered_map<const Object*, std::unique_ptr<ObjectStory>> all;
  all.swap(by_object_);
  for (auto& [object, story] : all) {
    if (const Object* now = liveness.forwarded_or_null(const_cast<Object*>(object))) {
      by_object_[now] = std::move(story);
    }
  }
}

}  // namespace minijvm::vm::hangs
