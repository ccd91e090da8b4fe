// One function for each class that is known here. The park's blocker tells most of them; those that
// wait by a condition of their own are told by the object that the program has called.
#include "tools/hangs/synchronizer_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/fields.h"
#include "tools/threads/program_frames.h"
#include "vm/java/strings.h"

namespace minijvm::vm::hangs {

using runtime::Object;

namespace {

// The parts of the sentence of one thread.
struct Parked {
  const Scene& scene;
  const WaitTexts& texts;
  const ThreadSnapshot& thread;
  const Object* blocker;
  const Object* called;

  // "<Semaphore#1> (A.java:7)"
  std::string at(const Object& object) const {
    return texts.name(object) + texts.place(thread) + limit_text(thread);
  }
};

std::int64_t number_of(const Object* object, const char* field) {
  return number_field(object, field).value_or(0);
}

std::string plural(std::int64_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string semaphore_text(const Parked& parked) {
  const std::int64_t left = number_of(parked.blocker, "state");
  return fmt::format("needs permits of {}, which has {}", parked.at(*parked.blocker),
                     left == 0 ? "none left" : fmt::format("only {} left", left));
}

std::string latch_text(const Parked& parked) {
  return fmt::format("waits until {} is counted down, which still stands at {}",
                     parked.at(*parked.blocker), number_of(parked.blocker, "state"));
}

// The read locks that the history knows.
std::vector<Holding> readers_of(const Scene& scene, const Object& lock) {
  const ObjectStory* story =
      scene.history == nullptr ? nullptr : scene.history->story_or_null(lock);
  std::vector<Holding> readers;
  for (const Holding& holding : story == nullptr ? std::vector<Holding>() : story->holdings) {
    if (holding.shared) {
      readers.push_back(holding);
    }
  }
  return readers;
}

std::string readers_text(const Parked& parked) {
  std::string text;
  for (const Holding& holding : readers_of(parked.scene, *parked.blocker)) {
    const ThreadStory& reader = parked.scene.history->thread(holding.by);
    text += fmt::format("{}{} ({})", text.empty() ? "which is held for reading by " : " and ",
                        reader.alive == parked.thread.address ? "itself" : '"' + reader.name + '"',
                        parked.scene.history->place(holding.at).text);
  }
  if (!text.empty()) {
    return text;
  }
  return "which is held for reading " +
         plural(number_of(parked.blocker, "state") >> 16, "time", "times") +
         (upgrades(parked.scene, parked.thread) ? ", also by itself" : "");
}

// The write lock's owner is an edge of the wait graph, which names it.
std::string read_write_text(const Parked& parked) {
  return fmt::format("needs {} for writing, {}", parked.at(*parked.blocker), readers_text(parked));
}

std::string barrier_text(const Parked& parked) {
  return fmt::format("waits at {} for {} of its {}", parked.at(*parked.called),
                     number_of(parked.called, "count"),
                     plural(number_of(parked.called, "parties"), "thread", "threads"));
}

// The method of the queue: the last frame before the program's.
std::string called_method(const ThreadSnapshot& thread) {
  std::string name;
  for (const TracePoint& frame : thread.frames) {
    if (is_of_program(*frame.method)) {
      break;
    }
    name = frame.method->name->text();
  }
  return name;
}

std::string condition_text(const Parked& parked) {
  if (is_idle_worker(parked.scene.still, parked.thread)) {
    return fmt::format("waits for a task of {}",
                       parked.texts.name(*pool_of(parked.scene.still, parked.thread)));
  }
  if (is_a(parked.called, "java/util/concurrent/CyclicBarrier")) {
    return barrier_text(parked);
  }
  const Object* lock = ref_field(parked.blocker, "this$0");
  if (lock == nullptr) {
    return "";
  }
  if (parked.called != nullptr && parked.called != parked.blocker) {
    return fmt::format("waits in {}() of {}", called_method(parked.thread),
                       parked.at(*parked.called));
  }
  return fmt::format("waits to be signalled on {}, a condition of {}", parked.at(*parked.blocker),
                     parked.texts.name(*lock));
}

std::string task_text(const Parked& parked) {
  const auto* runner = static_cast<java::Thread*>(ref_field(parked.blocker, "runner"));
  const std::string who =
      runner == nullptr
          ? "no thread has begun to run"
          : fmt::format("\"{}\" runs", to_modified_utf8(parked.scene.still, runner->name()));
  return fmt::format("waits for the result of {}, which {}", parked.at(*parked.blocker), who);
}

std::string completable_text(const Parked& parked) {
  if (!is_a(parked.called, "java/util/concurrent/CompletableFuture")) {
    return "";
  }
  return fmt::format("waits until {} is completed", parked.at(*parked.called));
}

// Phaser.state: the low 16 bits count the parties that have not arrived, the next 16 all parties.
std::string phaser_text(const Parked& parked) {
  const Object* phaser = ref_field(parked.blocker, "phaser");
  if (phaser == nullptr) {
    return "";
  }
  const std::int64_t state = number_of(phaser, "state");
  return fmt::format("waits at {} for {} of its {}", parked.at(*phaser), state & 0xffff,
                     plural((state >> 16) & 0xffff, "party", "parties"));
}

struct Row {
  const char* blocker;
  std::string (*text)(const Parked&);
};
constexpr Row kRows[] = {
    {"java/util/concurrent/Semaphore$Sync", semaphore_text},
    {"java/util/concurrent/CountDownLatch$Sync", latch_text},
    {"java/util/concurrent/locks/ReentrantReadWriteLock$Sync", read_write_text},
    {"java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", condition_text},
    {"java/util/concurrent/FutureTask", task_text},
    {"java/util/concurrent/CompletableFuture$Signaller", completable_text},
    {"java/util/concurrent/Phaser$QNode", phaser_text},
};

}  // namespace

std::string synchronizer_text(const Scene& scene, const WaitTexts& texts,
                              const ThreadSnapshot& thread) {
  const Parked parked{scene, texts, thread, thread.blocker.raw(scene.still),
                      thread.called.raw(scene.still)};
  for (const Row& row : kRows) {
    if (is_a(parked.blocker, row.blocker)) {
      return row.text(parked);
    }
  }
  return "";
}

// Without a history only the library's note of the first reader tells.
bool upgrades(const Scene& scene, const ThreadSnapshot& thread) {
  const Object* lock = thread.blocker.raw(scene.still);
  if (is_timed(thread) || thread.wait.kind != WaitsFor::kNothing ||
      !is_a(lock, "java/util/concurrent/locks/ReentrantReadWriteLock$Sync")) {
    return false;
  }
  const std::vector<Holding> readers = readers_of(scene, *lock);
  return ref_field(lock, "firstReader") == thread.thread.raw(scene.still) ||
         std::any_of(readers.begin(), readers.end(), [&](const Holding& holding) {
           return scene.history->thread(holding.by).alive == thread.address;
         });
}

const Object* pool_of(const sync::NoSafepoint& still, const ThreadSnapshot& thread) {
  const Object* worker = ref_field(thread.thread.raw(still), "target");
  return is_a(worker, "java/util/concurrent/ThreadPoolExecutor$Worker")
             ? ref_field(worker, "this$0")
             : nullptr;
}

bool is_idle_worker(const sync::NoSafepoint& still, const ThreadSnapshot& thread) {
  if (pool_of(still, thread) == nullptr) {
    return false;
  }
  for (const TracePoint& frame : thread.frames) {
    if (frame.method->name->text() == "getTask") {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm::hangs
