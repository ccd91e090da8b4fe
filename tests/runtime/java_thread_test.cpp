// Proves what a JavaThread holds for its life and no longer: handles with their scopes and chunks, the Java stack and its limit.
#include "runtime/thread/java_thread.h"

#include <catch2/catch.hpp>
#include <csignal>
#include <set>
#include <thread>
#include <vector>

#include "base/bits.h"
#include "runtime/object/java_objects.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

Object* object_at(std::uint64_t* words) { return reinterpret_cast<Object*>(words); }

struct FreshThread {
  JavaThread* thread = JavaThread::create(64 * 1024);
  FreshThread() { REQUIRE(thread != nullptr); }
  ~FreshThread() {
    if (thread != nullptr) {
      thread->destroy();
    }
  }
};

}  // namespace

TEST_CASE("handles: a scope takes its handles along, an escaped one lives on",
          "[runtime][handle]") {
  std::uint64_t words[4] = {};
  JavaThread& self = test::linked_jdk();
  HandleScope outer(self);
  const std::size_t before = self.handles.live_slots();
  Handle<> kept;
  {
    HandleScope inner(self);
    Handle<> lost;
    {
      sync::NoSafepoint still(self);
      lost = make_handle(self, still, object_at(words));
      kept = make_handle(self, still, object_at(words + 2));
    }
    CHECK(self.handles.live_slots() == before + 2);
    kept = inner.escape(kept);
    CHECK(self.handles.live_slots() == before + 1);
    CHECK(self.handles.owns(kept.slot()));
  }
  CHECK(self.handles.live_slots() == before + 1);
  CHECK(self.handles.owns(kept.slot()));
  sync::NoSafepoint still(self);
  CHECK(kept.raw(still) == object_at(words + 2));
}

TEST_CASE("handles: null handles and cleared slots are both null", "[runtime][handle]") {
  JavaThread& self = test::linked_jdk();
  HandleScope scope(self);
  Handle<> none;
  CHECK(none.is_null());
  CHECK(scope.escape(none).is_null());
  sync::NoSafepoint still(self);
  CHECK(none.raw(still) == nullptr);
  CHECK_FALSE(make_handle<Object>(self, still, nullptr));
}

TEST_CASE("handles: chunks are added when full, kept when left, and never move a slot",
          "[runtime][handle]") {
  std::uint64_t words[2] = {};
  HandleArea area;
  const HandleArea::Mark empty = area.mark();
  std::vector<Object**> slots;
  for (std::size_t i = 0; i < 3 * HandleArea::kChunkSlots + 5; ++i) {
    slots.push_back(area.push(object_at(words)));
  }
  CHECK(area.live_slots() == slots.size());
  CHECK(std::set<Object**>(slots.begin(), slots.end()).size() == slots.size());
  CHECK(area.owns(slots.front()));
  std::set<Object**> visited;
  area.for_each([&](Object** slot) { visited.insert(slot); });
  CHECK(visited == std::set<Object**>(slots.begin(), slots.end()));

  area.release(empty);
  CHECK(area.live_slots() == 0);
  CHECK_FALSE(area.owns(slots.front()));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    REQUIRE(area.push(nullptr) == slots[i]);  // the same memory again
  }
}

TEST_CASE("handles: a mark at the end of a full chunk is good", "[runtime][handle]") {
  HandleArea area;
  for (std::size_t i = 0; i < HandleArea::kChunkSlots; ++i) {
    area.push(nullptr);
  }
  const HandleArea::Mark full = area.mark();
  Object** beyond = area.push(nullptr);
  CHECK(area.live_slots() == HandleArea::kChunkSlots + 1);
  area.release(full);
  CHECK(area.live_slots() == HandleArea::kChunkSlots);
  CHECK_FALSE(area.owns(beyond));
}

TEST_CASE("handles: a mark above the top brings no slot back", "[runtime][handle]") {
  std::uint64_t words[2] = {};
  HandleArea area;
  const HandleArea::Mark empty = area.mark();
  Object** below = area.push(object_at(words));
  const HandleArea::Mark above = area.mark();
  area.pop_if_top(below);
  area.release(above);
  CHECK(area.live_slots() == 0);

  for (std::size_t i = 0; i <= HandleArea::kChunkSlots; ++i) {
    area.push(object_at(words));
  }
  const HandleArea::Mark in_next_chunk = area.mark();
  area.release(empty);
  area.release(in_next_chunk);
  CHECK(area.live_slots() == 0);
}

TEST_CASE("handles: only the slot on top is given back early", "[runtime][handle]") {
  HandleArea area;
  Object** below = area.push(nullptr);
  Object** top = area.push(nullptr);
  area.pop_if_top(below);
  CHECK(area.live_slots() == 2);
  area.pop_if_top(top);
  area.pop_if_top(below);
  CHECK(area.live_slots() == 0);
  area.pop_if_top(below);
  CHECK(area.live_slots() == 0);
}

TEST_CASE("threads: the stack has what was asked for below its limit, and the reserve above",
          "[runtime][java_thread]") {
  FreshThread fresh;
  JavaThread& thread = *fresh.thread;
  CHECK(static_cast<std::size_t>(thread.true_stack_limit.load() - thread.stack_base) * sizeof(Slot) >=
        64 * 1024);
  CHECK(thread.stack_end - thread.true_stack_limit.load() == JavaThread::kReserveSlots);
  thread.stack_base->bits = 1;
  (thread.stack_end - 1)->bits = 1;  // all of it is there
  CHECK(thread.jni_env.thread == &thread);
}

TEST_CASE("threads: a requested poll makes every method entry look", "[runtime][java_thread]") {
  FreshThread fresh;
  JavaThread& thread = *fresh.thread;
  CHECK(thread.stack_limit.load() == thread.true_stack_limit.load());
  thread.poll_changed(true);
  CHECK(thread.stack_limit.load() == nullptr);
  thread.poll_changed(false);
  CHECK(thread.stack_limit.load() == thread.true_stack_limit.load());
}

TEST_CASE("threads: a life leaves nothing to the next one", "[runtime][java_thread]") {
  std::uint64_t words[2] = {};
  FreshThread first;
  JavaThread& thread = *first.thread;
  thread.handles.push(object_at(words));
  thread.pending_exception = object_at(words);
  thread.thread_object = reinterpret_cast<java::Thread*>(object_at(words));
  thread.held_monitors.push_back({object_at(words), nullptr});
  thread.is_daemon = true;
  thread.allocated_bytes = 7;
  first.thread->destroy();
  first.thread = nullptr;

  FreshThread second;
  REQUIRE(second.thread == &thread);  // ExecEnvs are for ever, and come back
  CHECK(thread.handles.live_slots() == 0);
  CHECK_FALSE(thread.has_pending_exception());
  CHECK(thread.thread_object == nullptr);
  CHECK(thread.held_monitors.empty());
  CHECK_FALSE(thread.is_daemon);
  CHECK(thread.allocated_bytes == 0);
  CHECK(thread.anchor.fp == nullptr);
}

TEST_CASE("threads: the C stack's limit leaves room below the caller", "[runtime][java_thread]") {
  FreshThread fresh;
  fresh.thread->adopt_native_stack();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  CHECK(fresh.thread->native_stack_limit != 0);
  CHECK(fresh.thread->native_stack_limit < here);
  CHECK_FALSE(fresh.thread->is_native_stack_overflow(here));
  CHECK(fresh.thread->is_native_stack_overflow(fresh.thread->native_stack_limit - 1));
}

TEST_CASE("threads: faults are handled on a stack that comes and goes with the thread",
          "[runtime][java_thread]") {
  std::thread([] {
    stack_t before{};
    stack_t during{};
    stack_t after{};
    sigaltstack(nullptr, &before);
    {
      FreshThread fresh;
      fresh.thread->adopt_native_stack();
      sigaltstack(nullptr, &during);
    }
    sigaltstack(nullptr, &after);
    CHECK((during.ss_flags & SS_DISABLE) == 0);
    if ((before.ss_flags & SS_DISABLE) == 0) {  // a sanitizer's, which stays
      CHECK(during.ss_sp == before.ss_sp);
      CHECK(after.ss_sp == before.ss_sp);
      return;
    }
    CHECK(during.ss_size >= 64 * kKiB);
    CHECK((after.ss_flags & SS_DISABLE) != 0);
  }).join();
}

}  // namespace minijvm::runtime
