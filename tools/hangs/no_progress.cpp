// Hashes the states and compares them. The caller is the one thread that runs.
#include "tools/hangs/no_progress.h"

#include <fmt/format.h>

#include <bit>
#include <span>

#include "gc/heap/allocate.h"
#include "gc/heap/heap.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/user_thread.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_list.h"
#include "tools/hangs/history.h"

namespace minijvm::vm::hangs {

using runtime::JavaThread;
using enum runtime::ThreadStatus;
using sync::UserState;
using sync::UserThread;

namespace {

constexpr std::uint64_t kFirstPoint = 10'000;
// Reading the heap takes about a millisecond, and ends allocation windows (TLABs).
constexpr unsigned kMostReads = 4;

// Each word counts, and so does its place.
class Hash {
 public:
  void add(std::uint64_t word) { hash_ = (std::rotl(hash_, 7) ^ word) * 0x9e37'79b9'7f4a'7c15U; }
  void add(const void* start, std::size_t bytes) {
    for (std::uint64_t word : std::span(static_cast<const std::uint64_t*>(start), bytes / 8)) {
      add(word);
    }
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 1;
};

std::uint64_t bits_of(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

const UserThread* user_thread_of(const JavaThread& thread) {
  return thread.user_thread_.load(std::memory_order_relaxed);
}

// Calls visit(JavaThread&) for the threads that are the program's business. One thread runs at a
// time, so the list of threads stands still.
template <class Visit>
void for_each_of_program(Visit visit) {
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    JavaThread& thread = JavaThread::of(env);
    const UserThread* user = user_thread_of(thread);
    if (user != nullptr && !user->keeps_house) {
      visit(thread);
    }
  });
}

bool could_run(const JavaThread& thread) {
  return user_thread_of(thread)->state.load(std::memory_order_relaxed) != UserState::kParked;
}

// The contents of the Java stack up to the end of the innermost frame, and what else decides how
// the thread goes on.
void add_thread(Hash& hash, JavaThread& thread) {
  hash.add(bits_of(&thread));
  hash.add(bits_of(thread.anchor.pc));
  hash.add(bits_of(thread.tlab.top));
  hash.add(thread.allocated_bytes);
  hash.add((thread.interrupted() ? 1U : 0U) + (thread.parker().has_permit() ? 2U : 0U) +
           (thread.monitor_parker().has_permit() ? 4U : 0U) + (could_run(thread) ? 8U : 0U));
  const runtime::FrameWalk top(thread);
  if (!top.done()) {
    const runtime::Slot* end =
        top.frame().fp() + runtime::kFrameHeaderSlots + top.frame().method().max_stack;
    hash.add(thread.stack_base, static_cast<std::size_t>(end - thread.stack_base) * 8);
  }
}

std::uint64_t hash_of_stacks() {
  Hash hash;
  for_each_of_program([&](JavaThread& thread) { add_thread(hash, thread); });
  return hash.value();
}

class HashHeap final : public sync::SafepointOperation, gc::ObjectVisitor, runtime::ClassVisitor {
 public:
  const char* name() const override { return "NoProgress"; }
  void run() override {
    gc::for_each_object(*this);
    runtime::for_each_class(*this);
  }
  std::uint64_t value() const { return hash_.value(); }

 private:
  void visit(runtime::Object* object) override { hash_.add(object, gc::object_bytes(object)); }
  void visit(runtime::Class& klass) override {
    if (klass.mirror != nullptr) {
      hash_.add(klass.mirror, klass.mirror_bytes);
    }
  }

  Hash hash_;
};

std::uint64_t hash_of_heap(JavaThread& self) {
  HashHeap operation;
  sync::run_at_safepoint(self, operation);
  return operation.value();
}

// Its wait ends by itself.
bool waits_for_time(const JavaThread& thread) {
  const java::Thread* object = thread.thread_object;
  const java::ThreadFacts* facts = object == nullptr ? nullptr : runtime::facts_of(object);
  const std::int32_t status = facts == nullptr ? kThreadRunnable : facts->threadStatus();
  return status == kThreadSleeping || status == kThreadTimedWaiting || status == kThreadTimedParked;
}

}  // namespace

// The clock counts ticks, yields and looks. REQUIRES: a deterministic run.
std::int64_t NoProgress::looks_at_clock() const {
  const sync::RunFigures figures = sync::thread_model().run()->figures();
  const auto ticks = static_cast<std::int64_t>(figures.ticks);
  return (static_cast<std::int64_t>(figures.ns) - ticks * sync::tick_ns()) / sync::kLookNs -
         history_.yields();
}

void NoProgress::drop_anchor(const JavaThread& self) {
  anchor_ = Anchor();
  anchor_.thread = &self;
  anchor_.pc = self.anchor.pc;
  anchor_.fp = self.anchor.fp;
  anchor_.point = points_;
  anchor_.stacks = hash_of_stacks();
}

bool NoProgress::is_at_anchor(const JavaThread& self) const {
  return &self == anchor_.thread && self.anchor.pc == anchor_.pc && self.anchor.fp == anchor_.fp &&
         anchor_.reads < kMostReads && hash_of_stacks() == anchor_.stacks;
}

// A thread that was started and has not run yet has no user thread of its own, and could run.
bool NoProgress::had_all_turns() const {
  bool all = true;
  {
    sync::ThreadListLock lock;
    sync::for_each_exec_env(
        [&](sync::ExecEnv& env) { all &= user_thread_of(JavaThread::of(env)) != nullptr; });
  }
  for_each_of_program([&](const JavaThread& thread) {
    all &= !waits_for_time(thread) && (!could_run(thread) || anchor_.had_turn.contains(&thread));
  });
  return all;
}

std::optional<std::string> NoProgress::at_point(JavaThread& self) {
  ++points_;
  if (points_ < kFirstPoint) {
    return std::nullopt;
  }
  if (std::has_single_bit(points_) || anchor_.thread == nullptr) {
    drop_anchor(self);
    return std::nullopt;
  }
  anchor_.had_turn.insert(&self);
  if (points_ > anchor_.point + anchor_.point / 2 || !is_at_anchor(self) || !had_all_turns()) {
    return std::nullopt;
  }
  const std::uint64_t heap = hash_of_heap(self);
  const std::int64_t looks = looks_at_clock();
  ++anchor_.reads;
  if (anchor_.heap == heap && anchor_.looks == looks) {
    return fmt::format(
        "No progress: the run is in the same state as {} operations ago, and each "
        "thread that could run had turns meanwhile.",
        points_ - anchor_.point);
  }
  anchor_.heap = heap;
  anchor_.looks = looks;
  // Reading the heap has ended the threads' allocation windows.
  anchor_.stacks = hash_of_stacks();
  anchor_.point = points_;
  anchor_.had_turn.clear();
  return std::nullopt;
}

}  // namespace minijvm::vm::hangs
