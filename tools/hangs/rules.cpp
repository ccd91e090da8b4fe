// The rules that need no history, and the order of all.
#include "tools/hangs/rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/object/object.h"
#include "tools/hangs/fields.h"
#include "tools/hangs/reasons.h"
#include "tools/hangs/synchronizer_texts.h"
#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm::hangs {

using runtime::Object;
using sync::BlockKind;

namespace {

using Group = std::vector<const ThreadSnapshot*>;

void explain_cycles(Reasons& reasons, bool with_lock_cycles) {
  const std::vector<ThreadSnapshot>& threads = reasons.scene.threads;
  for (const ThreadCycle& cycle :
       with_lock_cycles ? find_cycles(threads, WaitEdges::kUntimed) : find_other_cycles(threads)) {
    reasons.add(reasons.texts.cycle(cycle), cycle);
  }
}

// The write lock waits for all readers, and the thread is one.
void explain_upgrades(Reasons& reasons) {
  for (const ThreadSnapshot& thread : reasons.scene.threads) {
    if (upgrades(reasons.scene, thread)) {
      reasons.add(fmt::format("{} waits for itself and cannot go on, since a read lock cannot be "
                              "made a write lock.",
                              reasons.texts.quoted(thread)),
                  {&thread});
    }
  }
}

// Is the task among those of the pool's queue? The two queues that Executors uses are known.
bool is_queued(const Object* pool, const Object* task) {
  const Object* queue = ref_field(pool, "workQueue");
  for (const Object* node = ref_field(queue, "head"); node != nullptr;
       node = ref_field(node, "next")) {
    if (ref_field(node, "item") == task) {
      return true;
    }
  }
  return false;
}

// A worker that waits for the result of a task of its pool's own queue.
bool waits_for_own_queue(const Scene& scene, const ThreadSnapshot& worker) {
  const Object* task = worker.blocker.raw(scene.still);
  return !is_timed(worker) && is_a(task, "java/util/concurrent/FutureTask") &&
         is_queued(pool_of(scene.still, worker), task);
}

// In an ordinary run a pool that is idle is nothing to speak of.
void explain_pool(Reasons& reasons, const Object& pool, const Group& workers) {
  const Scene& scene = reasons.scene;
  const std::string name = reasons.texts.name(pool);
  const bool all_wait = std::all_of(workers.begin(), workers.end(), [&](const auto* worker) {
    return waits_for_own_queue(scene, *worker);
  });
  const bool all_idle = std::all_of(workers.begin(), workers.end(), [&](const auto* worker) {
    return is_idle_worker(scene.still, *worker);
  });
  if (all_wait) {
    reasons.add(fmt::format("All workers of {} ({}) wait for tasks of its own queue, and none is "
                            "left to run them.",
                            name, reasons.quoted(workers)),
                workers);
  } else if (scene.history != nullptr && all_idle &&
             number_field(ref_field(&pool, "ctl"), "value").value_or(0) < 0) {
    reasons.add(fmt::format("All workers of {} ({}) wait for tasks, since nobody has called its "
                            "shutdown().",
                            name, reasons.quoted(workers)),
                workers);
  }
}

// The workers of each pool, in the order of the threads.
void explain_pools(Reasons& reasons) {
  std::vector<std::pair<const Object*, Group>> pools;
  for (const ThreadSnapshot& thread : reasons.scene.threads) {
    const Object* pool = pool_of(reasons.scene.still, thread);
    if (pool == nullptr) {
      continue;
    }
    auto known = std::find_if(pools.begin(), pools.end(),
                              [&](const auto& each) { return each.first == pool; });
    if (known == pools.end()) {
      pools.push_back({pool, {&thread}});
    } else {
      known->second.push_back(&thread);
    }
  }
  for (const auto& [pool, workers] : pools) {
    explain_pool(reasons, *pool, workers);
  }
}

bool waits_for_notification(const ThreadSnapshot& thread) {
  return (thread.block == BlockKind::kMonitorWait && thread.status == kThreadWaiting &&
          thread.wait.kind == WaitsFor::kNothing) ||
         (thread.block == BlockKind::kPark && thread.status == kThreadParked &&
          thread.wait.kind == WaitsFor::kNothing);
}

// Nothing is proved, so later rules may speak about the thread, too.
// A thread waits to be notified and keeps a lock that another one needs. That other one may be the
// one that would notify it.
void explain_nested_locks(Reasons& reasons) {
  for (const ThreadSnapshot& waiter : reasons.scene.threads) {
    const std::string holdings = reasons.texts.holdings(waiter);
    if (holdings.empty() || !waits_for_notification(waiter) || !reasons.is_open(waiter)) {
      continue;
    }
    Group kept_out;
    for (const ThreadSnapshot& other : reasons.scene.threads) {
      if (other.wait.holder == waiter.address && other.wait.kind != WaitsFor::kNothing) {
        kept_out.push_back(&other);
      }
    }
    reasons.sentences.push_back(fmt::format(
        "{} keeps a lock while it waits, so {} cannot go on, and may be what it waits for.",
        reasons.texts.quoted(waiter), reasons.quoted(kept_out)));
  }
}

}  // namespace

std::string Reasons::quoted(const Group& threads) const {
  std::string text;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == threads.size() ? " and " : ", ") + texts.quoted(*threads[i]);
  }
  return text;
}

std::vector<std::string> reasons(const Scene& scene, const WaitTexts& texts,
                                 bool with_lock_cycles) {
  Reasons all{scene, texts, {}, {}};
  explain_cycles(all, with_lock_cycles);
  explain_upgrades(all);
  explain_pools(all);
  explain_nested_locks(all);
  if (scene.history != nullptr) {
    explain_starvation(all);
    explain_interrupts(all);
    explain_notifications(all);
    explain_lost_deeds(all);
  }
  return all.sentences;
}

}  // namespace minijvm::vm::hangs
