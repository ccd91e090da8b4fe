// Decodes lock words and collects the monitors of all threads. The caller has the floor, and the
// other threads are stopped or held, so the records behind a word stay.
#include "tools/stepper/lock_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "tools/stepper/roster.h"
#include "tools/threads/wait_graph.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::JavaThread;
using runtime::Object;
using sync::LockBits;
using sync::LockState;

// Describes age and hash, of a NEUTRAL word or of the copy in the first lock record.
void describe_neutral(LockBits bits, Json& record) {
  record.set("age", sync::age_of(bits));
  if (sync::hash_of(bits) != 0)
    record.set("hash", fmt::format("{:#x}", sync::hash_of(bits)));
}

// Returns the queued threads in their order, as contender (wants to enter) or waiter (in
// Object.wait).
Json queue_of(const sync::MultiUseWord& word) {
  struct Collect final : sync::QueueVisitor {
    void visit(sync::ExecEnv& queued, bool is_waiter) override {
      queue.add(Json::record()
                    .set("thread", thread_title(queued))
                    .set("as", is_waiter ? "waiter" : "contender"));
    }
    Json queue = Json::list();
  } collect;
  sync::visit_queue(word, collect);
  return collect.queue;
}

// The first record holds the bits that the word had when it was NEUTRAL; in state LOCKED it is the
// owner's.
void describe_records(sync::MultiUseWord& word, LockBits bits, Json& record) {
  sync::LockRecord* first = sync::lock_record(bits);
  record.set("first_record", hex(first)).set("queue_bit", sync::queue_bit(bits));
  if (sync::lock_state(bits) == LockState::LOCKED) {
    record.set("owner", thread_title(*first->owner.load(std::memory_order_relaxed)))
        .set("count", first->lock_count);
  }
  Json stored = Json::record();
  describe_neutral(sync::keeper_of(first)->stored_bits.load(std::memory_order_relaxed), stored);
  record.set("stored", std::move(stored)).set("queue", queue_of(word));
}

Json describe_papers_word(sync::MultiUseWord& word, LockBits bits) {
  Json record = Json::record();
  record.set("word", fmt::format("{:#018x}", bits));
  switch (sync::lock_state(bits)) {
    case LockState::NEUTRAL:
      record.set("state", "NEUTRAL");
      describe_neutral(bits, record);
      break;
    case LockState::LOCKED:
      record.set("state", "LOCKED");
      describe_records(word, bits, record);
      break;
    case LockState::WAITERS:
      record.set("state", "WAITERS");
      describe_records(word, bits, record);
      break;
    // The word holds the last thread in the queue for the meta-lock (I1 of sync/meta_lock.h).
    case LockState::BUSY:
      record.set("state", "BUSY");
      if (const sync::ExecEnv* last = last_in_meta_lock(bits))
        record.set("last", thread_title(*last));
      break;
  }
  return record;
}

// The lock mode itself can read its word.
Json describe_other_word(const sync::MultiUseWord& word, LockBits bits) {
  Json record = Json::record();
  record.set("word", fmt::format("{:#018x}", bits));
  sync::MonitorView view = sync::view_monitor_at_safepoint(word);
  record.set("state", view.owner != nullptr ? "owned" : "free");
  if (view.owner != nullptr)
    record.set("owner", thread_title(*view.owner)).set("count", view.entry_count);
  record.set("queue", queue_of(word));
  return record;
}

// Lists monitors in the order in which they are found, each with the ways in which threads use it.
class MonitorList {
 public:
  explicit MonitorList(const View& view) : view_(view) {}

  // Adds a use once, also if a thread has entered the monitor several times.
  void add(const Object* object, const JavaThread& thread, const char* how) {
    if (object == nullptr)
      return;
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [object](const Row& each) { return each.object == object; });
    if (row == rows_.end())
      row = rows_.insert(rows_.end(), {object, {}});
    std::string what = fmt::format("{} by {}", how, thread_title(thread));
    if (std::find(row->uses.begin(), row->uses.end(), what) == row->uses.end())
      row->uses.push_back(what);
  }

  Json list() const {
    Json out = Json::list();
    for (const Row& row : rows_) {
      Json uses = Json::list();
      for (const std::string& use : row.uses) uses.add(use);
      Json lock = describe_lock(view_, const_cast<Object*>(row.object));
      out.add(Json::record()
                  .set("object", object_text(view_, row.object))
                  .set("uses", uses)
                  .set("lock", lock));
    }
    return out;
  }

 private:
  // Holds an object, and sentences about it such as: locked by 11 "worker".
  struct Row {
    const Object* object;
    std::vector<std::string> uses;
  };
  const View& view_;
  std::vector<Row> rows_;
};

// Looks in three places: synchronized methods in their frames, monitorenter and JNI in
// held_monitors, and the object for which the thread is blocked. A thread in Object.wait appears as
// both locked and waited for.
void add_monitors_of(const JavaThread& thread, MonitorList& list) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    list.add(walk.frame().fp()[runtime::kFrameLock].ref, thread, "locked");
  }
  for (const runtime::HeldMonitor& held : thread.held_monitors)
    list.add(held.object, thread, "locked");
  if (thread.block_kind() == sync::BlockKind::kMonitorEnter)
    list.add(blocked_object(thread), thread, "wanted");
  if (thread.block_kind() == sync::BlockKind::kMonitorWait)
    list.add(blocked_object(thread), thread, "waited for");
}

}  // namespace

bool words_are_the_papers() {
  const sync::LockingMode mode = sync::locking_mode();
  return mode == sync::LockingMode::kMetaFast || mode == sync::LockingMode::kMeta ||
         mode == sync::LockingMode::kTas;
}

const sync::ExecEnv* last_in_meta_lock(LockBits bits) {
  const bool is_known =
      sync::lock_state(bits) == LockState::BUSY && sync::locking_mode() != sync::LockingMode::kTas;
  return is_known ? sync::busy_ee(bits) : nullptr;
}

Object* object_of(sync::MultiUseWord* word) {
  return reinterpret_cast<Object*>(reinterpret_cast<std::byte*>(word) -
                                   Object::kMultiUseWordOffset);
}

Json describe_lock(const View& view, Object* object) {
  sync::MultiUseWord& word = object->multi_use_word();
  // acquire: pairs with the release that published the records behind the word.
  LockBits bits = word.load(std::memory_order_acquire);
  Json record =
      words_are_the_papers() ? describe_papers_word(word, bits) : describe_other_word(word, bits);
  record.set("object", object_text(view, object));
  return record;
}

Json describe_monitors(const View& view, bool all) {
  MonitorList list(view);
  for (const JavaThread* thread : java_threads()) {
    if (all || !is_library_thread(*thread))
      add_monitors_of(*thread, list);
  }
  return list.list();
}

}  // namespace minijvm::vm::stepper
