// Decodes multi-use words for a picture. The caller has the floor, and the other threads are
// stopped or held, so the records behind a word stay.
#include "tools/stepper/picture/lock_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_set>

#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/lock_words.h"
#include "tools/stepper/roster.h"
#include "tools/threads/wait_graph.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::JavaThread;
using runtime::Object;
using sync::ExecEnv;
using sync::LockBits;
using sync::LockRecord;
using sync::LockState;

constexpr std::size_t kMostLocks = 100;
constexpr std::size_t kMostQueued = 100;

const char* state_name(LockState state) {
  static constexpr const char* kNames[] = {"NEUTRAL", "LOCKED", "WAITERS", "BUSY"};
  return kNames[static_cast<std::size_t>(state)];
}

std::string hash_text(LockBits neutral) {
  return sync::hash_of(neutral) == 0 ? "-" : fmt::format("{:#x}", sync::hash_of(neutral));
}

// Returns one field of the word: its place, its bits in binary or, if it is long, in hexadecimal,
// and their meaning.
Json word_field(const char* name, LockBits bits, int high, int low, std::string text) {
  const int width = high - low + 1;
  const LockBits value = (bits >> low) & (width == 64 ? ~LockBits{0} : (LockBits{1} << width) - 1);
  return Json::record()
      .set("name", name)
      .set("high", high)
      .set("low", low)
      .set("bits", width <= 8 ? fmt::format("{:0{}b}", value, width) : fmt::format("{:#x}", value))
      .set("text", std::move(text));
}

// The fields are those of the drawing in sync/multi_use_word.h, from the left to the right. A
// test-and-set meta-lock leaves the address in a BUSY word zero (sync/modes/meta_lock_tas.h).
Json fields_of(LockBits bits) {
  Json fields = Json::list();
  const LockState state = sync::lock_state(bits);
  if (state == LockState::NEUTRAL) {
    fields.add(word_field("unused", bits, 63, 39, "zero"))
        .add(word_field("hash", bits, 38, 8,
                        sync::hash_of(bits) == 0 ? "not computed yet" : hash_text(bits)))
        .add(word_field("unused", bits, 7, 7, "zero"))
        .add(word_field("age", bits, 6, 3, std::to_string(sync::age_of(bits))))
        .add(word_field("unused", bits, 2, 2, "zero"));
  } else if (state == LockState::BUSY) {
    const bool is_named = last_in_meta_lock(bits) != nullptr;
    fields.add(is_named ? word_field("ExecEnv", bits, 63, 2, hex(sync::busy_ee(bits)))
                        : word_field("unused", bits, 63, 2, "zero"));
  } else {
    fields.add(word_field("LockRecord", bits, 63, 3, hex(sync::lock_record(bits))))
        .add(word_field(
            "Q", bits, 2, 2,
            sync::queue_bit(bits) ? "the fast unlock is forbidden" : "the fast unlock is allowed"));
  }
  return fields.add(word_field("state", bits, 1, 0, state_name(state)));
}

// Collects the rows of a queue, and the threads that they mention.
class Queue final : public sync::QueueVisitor {
 public:
  void add(const ExecEnv& thread, const char* as, std::uint32_t count) {
    threads_.push_back(&thread);
    if (rows_.items().size() == kMostQueued) {
      ++left_out_;
    } else {
      Json row = Json::record();
      row.set("thread", thread.id()).set("as", as);
      if (count != 0)
        row.set("count", count);
      rows_.add(std::move(row));
    }
  }
  // A thread that was notified in Object.wait queues as a contender until it owns the monitor.
  void visit(ExecEnv& queued, bool is_waiter) override {
    const bool is_awakened = !is_waiter && is_relocking(JavaThread::of(queued));
    add(queued, is_waiter ? "waiter" : is_awakened ? "awakened" : "contender", 0);
  }
  // The thread has to do with the lock, but does not queue for the monitor.
  void mention(const ExecEnv& thread) { threads_.push_back(&thread); }
  const Json& rows() const { return rows_; }
  std::int64_t left_out() const { return left_out_; }
  const std::vector<const ExecEnv*>& threads() const { return threads_; }

 private:
  Json rows_ = Json::list();
  std::int64_t left_out_ = 0;
  std::vector<const ExecEnv*> threads_;
};

std::string queue_sentence(const Queue& queue, const ExecEnv* owner) {
  const std::size_t queued = queue.threads().size() - (owner == nullptr ? 0 : 1);
  if (queued == 0)
    return "nobody is queued";
  return queued == 1 ? "one thread is queued" : fmt::format("{} threads are queued", queued);
}

void set_owner(const ExecEnv& owner, std::uint32_t count, Queue& queue, Json& row) {
  row.set("owner", owner.id()).set("count", count);
  queue.add(owner, "owner", count);
}

// The word holds the address of the first lock record; in state LOCKED it is the owner's. The bits
// that the word had when it was NEUTRAL are stored in a record.
void set_record(sync::MultiUseWord& word, LockBits bits, Queue& queue, Json& row) {
  LockRecord* first = sync::lock_record(bits);
  const bool is_locked = sync::lock_state(bits) == LockState::LOCKED;
  // relaxed: the threads that write it are held.
  const ExecEnv* owner = is_locked ? first->owner.load(std::memory_order_relaxed) : nullptr;
  if (owner != nullptr)
    set_owner(*owner, first->lock_count, queue, row);
  sync::visit_queue(word, queue);
  const LockBits stored = sync::keeper_of(first)->stored_bits.load(std::memory_order_relaxed);
  row.set("stored", Json::record().set("hash", hash_text(stored)).set("age", sync::age_of(stored)));
  row.set("text", owner != nullptr
                      ? fmt::format("thread {} owns it, count {}; {}", thread_title(*owner),
                                    first->lock_count, queue_sentence(queue, owner))
                      : fmt::format("nobody owns it; {}", queue_sentence(queue, nullptr)));
}

// --- the meta-lock ---

using Standings = std::vector<std::pair<const ExecEnv*, Standing>>;

Json standing_row(const ExecEnv& thread, const Standing& standing) {
  Json row = Json::record();
  row.set("thread", thread.id());
  if (standing.is_at_point) {
    row.set("point", event_name(standing.point))
        .set("what", point_meaning(event_name(standing.point)));
  }
  if (standing.predecessor != nullptr)
    row.set("behind", standing.predecessor->id());
  return row.set("gate", standing.is_in_gate).set("hands_over", standing.is_handing_over);
}

void set_meta(const Standings& standings, const sync::MultiUseWord& word, LockBits bits,
              Queue& queue, Json& row) {
  Json rows = Json::list();
  for (const auto& [thread, standing] : standings) {
    if (standing.word != &word)
      continue;
    rows.add(standing_row(*thread, standing));
    queue.mention(*thread);
  }
  Json meta = Json::record();
  if (const ExecEnv* last = last_in_meta_lock(bits))
    meta.set("last", last->id());
  if (meta.has("last") || !rows.items().empty())
    row.set("meta", meta.set("standings", std::move(rows)));
}

// --- rows ---

// The word holds the last thread in the queue for the meta-lock (I1 of sync/meta_lock.h).
std::string busy_text(LockBits bits) {
  const ExecEnv* last = last_in_meta_lock(bits);
  return last == nullptr ? "a thread is in the meta-lock"
                         : fmt::format("the meta-lock is taken; thread {} came to it last",
                                       thread_title(*last));
}

void describe_papers_word(sync::MultiUseWord& word, LockBits bits, Queue& queue, Json& row) {
  row.set("fields", fields_of(bits)).set("state", state_name(sync::lock_state(bits)));
  switch (sync::lock_state(bits)) {
    case LockState::NEUTRAL:
      row.set("text",
              fmt::format("nobody owns it, nobody is queued; age {}, {}", sync::age_of(bits),
                          sync::hash_of(bits) == 0 ? "no hash" : "hash " + hash_text(bits)));
      break;
    case LockState::LOCKED:
    case LockState::WAITERS:
      set_record(word, bits, queue, row);
      break;
    case LockState::BUSY:
      row.set("text", busy_text(bits));
      break;
  }
}

// The lock mode itself can read its word.
void describe_other_word(const sync::MultiUseWord& word, Queue& queue, Json& row) {
  sync::MonitorView view = sync::view_monitor_at_safepoint(word);
  row.set("fields", Json::list()).set("state", view.owner != nullptr ? "owned" : "free");
  if (view.owner != nullptr)
    set_owner(*view.owner, view.entry_count, queue, row);
  sync::visit_queue(word, queue);
  row.set("text", view.owner != nullptr
                      ? fmt::format("thread {} owns it, count {}; {}", thread_title(*view.owner),
                                    view.entry_count, queue_sentence(queue, view.owner))
                      : fmt::format("nobody owns it; {}", queue_sentence(queue, nullptr)));
}

Json lock_row(const PictureSources& sources, const Standings& standings, Object* object,
              std::vector<const ExecEnv*>* threads) {
  sync::MultiUseWord& word = object->multi_use_word();
  // acquire: pairs with the release that published the records behind the word.
  const LockBits bits = word.load(std::memory_order_acquire);
  Queue queue;
  Json row = Json::record();
  row.set("object", sources.values.number(object)).set("word", fmt::format("{:#018x}", bits));
  if (words_are_the_papers()) {
    describe_papers_word(word, bits, queue, row);
  } else {
    describe_other_word(word, queue, row);
  }
  row.set("queue", queue.rows());
  if (queue.left_out() != 0)
    row.set("more_queue", queue.left_out());
  set_meta(standings, word, bits, queue, row);
  threads->insert(threads->end(), queue.threads().begin(), queue.threads().end());
  return row;
}

// Returns whether the word tells more than the age, which the object's own row has.
bool has_something_to_tell(Object* object) {
  if (!words_are_the_papers())
    return false;
  const LockBits bits = object->multi_use_word().load(std::memory_order_relaxed);
  return sync::lock_state(bits) != LockState::NEUTRAL || sync::hash_of(bits) != 0;
}

}  // namespace

std::vector<Object*> objects_with_locks(const PictureSources& sources,
                                        const std::vector<JavaThread*>& threads) {
  std::vector<Object*> objects;
  std::unordered_set<const Object*> known;
  auto add = [&](Object* object) {
    if (object == nullptr || !known.insert(object).second)
      return;
    objects.push_back(object);
    sources.values.number(object);
  };
  for (const JavaThread* thread : threads) {
    for (runtime::FrameWalk walk(*thread); !walk.done(); walk.next())
      add(walk.frame().fp()[runtime::kFrameLock].ref);
    for (const runtime::HeldMonitor& held : thread->held_monitors) add(held.object);
    add(blocked_object(*thread));
  }
  for (const auto& [thread, standing] : sources.stage.standings()) {
    if (standing.word != nullptr)
      add(object_of(standing.word));
  }
  return objects;
}

std::vector<const ExecEnv*> set_locks(const PictureSources& sources,
                                      const std::vector<Object*>& locked,
                                      const std::vector<Object*>& shown, Json& picture) {
  std::vector<Object*> objects = locked;
  const std::unordered_set<const Object*> known(locked.begin(), locked.end());
  std::copy_if(shown.begin(), shown.end(), std::back_inserter(objects), [&known](Object* object) {
    return !known.contains(object) && has_something_to_tell(object);
  });
  std::vector<const ExecEnv*> threads;
  const Standings standings = sources.stage.standings();
  Json rows = Json::list();
  const std::size_t most = std::min(objects.size(), kMostLocks);
  for (Object* object : std::span(objects).first(most))
    rows.add(lock_row(sources, standings, object, &threads));
  picture.set("locks", std::move(rows));
  if (objects.size() != most)
    picture.set("more_locks", static_cast<std::int64_t>(objects.size() - most));
  return threads;
}

}  // namespace minijvm::vm::stepper
