// The loop of a wait. The caller is in kInVm, and in kBlocked while others run.
#include "vm/natives/world/journal/world_wait.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <vector>

#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/thread_state.h"
#include "vm/natives/world/journal/journal.h"
#include "vm/natives/world/journal/journaled_call.h"
#include "vm/natives/world/journal/waiters.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::JavaThread;
using sync::Deadline;

namespace {

Waiters& waiters() { return *the_vm.natives.waiters; }

sync::DeterministicRun& run() { return *sync::thread_model().run(); }

bool replays() { return journal() != nullptr && !journal()->records(); }

bool has_come(Deadline moment) {
  return !moment.is_forever() && sync::virtual_time() >= moment.ns();
}

Deadline sooner(Deadline one, Deadline other) { return one.ns() < other.ns() ? one : other; }

// Returns the next deadline of the program: of a wait for descriptors, or of another one.
Deadline next_deadline() {
  Deadline next = run().next_deadline();
  for (const Waiter* waiter : waiters().all) {
    next = sooner(next, waiter->until);
  }
  return next;
}

int millis_until(Deadline moment) {
  if (moment.is_forever()) {
    return -1;
  }
  const std::int64_t left_ns = std::max<std::int64_t>(moment.ns() - sync::virtual_time(), 0);
  const std::int64_t left_ms = (left_ns + sync::kNanosPerMilli - 1) / sync::kNanosPerMilli;
  return static_cast<int>(std::min<std::int64_t>(left_ms, std::numeric_limits<int>::max()));
}

std::uint32_t ask_kernel(const Waiter& waiter) {
  pollfd asked{waiter.descriptor, static_cast<short>(waiter.events), 0};
  return poll(&asked, 1, 0) > 0 ? static_cast<std::uint16_t>(asked.revents) : 0;
}

// The kernel's answer, or the journal's if the journal has one for this thread at this tick.
std::uint32_t ask(JavaThread& self, const Waiter& waiter) {
  if (!replays()) {
    const std::uint32_t ready = ask_kernel(waiter);
    if (ready != 0 && journal() != nullptr) {
      JournalEntry entry = entry_here(self, EntryKind::kReady);
      entry.value = ready;
      journal()->append(self, entry);
    }
    return ready;
  }
  const JournalEntry here = entry_here(self, EntryKind::kReady);
  const JournalEntry* next = journal()->next(self);
  const bool is_mine = next != nullptr && next->kind == EntryKind::kReady &&
                       next->thread == here.thread && next->tick <= here.tick;
  return is_mine ? static_cast<std::uint32_t>(journal()->take(self, here).value) : 0;
}

// Returns true if the time of the deadline has come before a descriptor was ready.
bool sleep_in_kernel(Deadline until) {
  std::vector<pollfd> asked;
  for (const Waiter* waiter : waiters().all) {
    asked.push_back({waiter->descriptor, static_cast<short>(waiter->events), 0});
  }
  return poll(asked.data(), asked.size(), millis_until(until)) == 0;
}

// No thread could run but those that wait for descriptors.
void rest(JavaThread& self) {
  const Deadline until = next_deadline();
  JournalEntry entry = entry_here(self, EntryKind::kIdle);
  bool passes = false;
  if (replays()) {
    passes = journal()->take(self, entry).value != 0;
  } else {
    {
      sync::VmToBlocked blocked(self);
      passes = sleep_in_kernel(until);
    }
    entry.value = passes ? 1 : 0;
    if (journal() != nullptr) {
      journal()->append(self, entry);
    }
  }
  if (passes && !until.is_forever()) {
    sync::pass_virtual_time_until(until);
  }
}

std::uint32_t wait(JavaThread& self, Waiter& waiter) {
  waiters().all.push_back(&waiter);
  std::uint32_t ready = 0;
  while (!waiter.is_ended && (ready = ask(self, waiter)) == 0 && !has_come(waiter.until)) {
    if (run().others_could_run() < waiters().all.size()) {
      rest(self);
    }
    sync::VmToBlocked blocked(self);
    sync::thread_model().yield(self);
  }
  std::erase(waiters().all, &waiter);
  return ready;
}

}  // namespace

bool waits_for_world() { return sync::thread_model().runs_one_thread(); }

std::uint32_t wait_for_world(JavaThread& self, int descriptor, std::uint32_t events,
                             Deadline until) {
  Waiter waiter{&self, descriptor, events, until};
  JournaledCall* call = journal() == nullptr ? nullptr : journal()->call_of(self);
  if (call == nullptr) {
    return wait(self, waiter);
  }
  call->begin_wait(until.ns());
  const std::uint32_t ready = wait(self, waiter);
  call->end_wait();
  return ready;
}

void replay_world_wait(JavaThread& self, JournaledCall& call, Deadline until) {
  constexpr int kNone = -1;
  Waiter waiter{&self, kNone, 0, until};
  call.begin_wait(until.ns());
  (void)wait(self, waiter);
  call.end_wait();
}

void end_world_wait(const JavaThread& waiter) {
  for (Waiter* each : waiters().all) {
    each->is_ended |= each->thread == &waiter;
  }
}

}  // namespace minijvm::vm
