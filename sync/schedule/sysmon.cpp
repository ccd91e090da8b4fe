// The loop of sysmon (class Sysmon). It has no ExecEnv and no P, and never runs Java. It acts on
// threads by their poll words, by the pool and by the poller.
#include "sync/schedule/sysmon.h"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <ctime>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

#include "sync/schedule/models/one_to_one.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::sync {
namespace {

constexpr std::int64_t kTickNs = kNanosPerMilli;
// The time slice is 10 ms.
constexpr unsigned kSliceTicks = 10;
// A thread may stay in one native call for one tick while others wait for its P.
constexpr unsigned kSystemCallTicks = 1;
// Without a backlog sysmon stops ticking after 50 ms.
constexpr unsigned kTicksToDoze = 50;
constexpr std::size_t kStackBytes = 256 * 1024;

// Returns how long the kernel thread has run so far; 0 if it has ended. The clock of a thread of
// this process is made of its number: clock_getcpuclockid(3) and linux/posix-timers.h.
std::int64_t processor_ns(std::int32_t kernel_id) {
  constexpr clockid_t kThreadClock = 6;
  timespec time{};
  clock_gettime(static_cast<clockid_t>(~kernel_id) << 3 | kThreadClock, &time);
  return time.tv_sec * kNanosPerSecond + time.tv_nsec;
}

// Returns what the kernel thread does (proc(5), the state in /proc/self/task/<id>/stat): R, it runs
// or waits for a processor; S, it sleeps until an event or a signal; D, it sleeps for a device.
// Returns ? if the file cannot be opened: the process has no descriptor left, or no /proc.
char kernel_state(std::int32_t kernel_id) {
  std::ifstream stat("/proc/self/task/" + std::to_string(kernel_id) + "/stat");
  std::string line;
  std::getline(stat, line);
  // The name stands in parentheses, and may contain some.
  const std::size_t name_end = line.rfind(") ");
  return name_end == std::string::npos ? '?' : line[name_end + 2];
}

bool sleeps_in_kernel(std::int32_t kernel_id) {
  const char state = kernel_state(kernel_id);
  return state != 'R' && state != '?';
}

// Returns true if the LWP may wait in the kernel for an event. It does not if its thread runs Java
// or is about to (no thread yet), or if another thread has stopped it.
bool may_wait_in_kernel(const Lwp& lwp) {
  constexpr std::uint32_t kStopped = kPollSafepoint | kPollHandshake;
  const ExecEnv* ee = lwp.runs();
  return ee != nullptr && !touches_heap(ee->state()) &&
         (ee->poll_.load(std::memory_order_relaxed) & kStopped) == 0;
}

// Returns true if the kernel lets the P's LWP wait for an event. If the kernel does not say, an LWP
// counts as one that waits if it has not run since the last look, a tick ago or longer.
// OPTIMIZATION: the kernel is asked for the state, which costs a hundred times as much as the
// clock, only if the LWP has run since it last slept. So an LWP that was woken and has not got a
// processor yet may count as one that waits.
bool waits_in_kernel(Place& place, const Lwp& lwp) {
  const std::int32_t kernel_id = lwp.kernel_id();
  // The clock is read first: if the LWP runs between the two, the next look sees another time.
  const std::int64_t ran_ns = processor_ns(kernel_id);
  const bool is_same = std::exchange(place.asked_kernel_id, kernel_id) == kernel_id;
  const bool stood_still = std::exchange(place.asked_processor_ns, ran_ns) == ran_ns && is_same;
  if (!stood_still || !place.was_asleep) {
    const char state = kernel_state(kernel_id);
    place.was_asleep = state == 'S' || (state == '?' && stood_still);
  }
  return place.was_asleep;
}

}  // namespace

bool Sysmon::start() {
  // Sysmon handles no signal. A thread inherits the mask of the thread that makes it.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  bool made = start_kernel_thread(
      kStackBytes, [](void* sysmon) { static_cast<Sysmon*>(sysmon)->run(); }, this);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

void Sysmon::wake_at(UserThread& thread, Deadline until) {
  bool is_next = timers_.add(thread, until);
  // seq_cst: Dekker's pattern with next_wake, which stores the time at which sysmon wakes, and then
  // reads the timers.
  if (is_next && on_machine(until).ns() < sleeps_until_ns_.load(std::memory_order_seq_cst)) {
    poller_.ring();
  }
}

void Sysmon::note_backlog() {
  // The flag is loaded first, because most calls find sysmon ticking and need no exchange.
  // seq_cst: pairs with tick(), which clears the flag and then looks at the queue, while the caller
  // here has filled the queue and then looks at the flag (Dekker).
  if (!ticking_.load(std::memory_order_seq_cst) &&
      !ticking_.exchange(true, std::memory_order_seq_cst)) {
    poller_.ring();
  }
}

void Sysmon::note_free_place() {
  // seq_cst: Dekker's pattern with leave_descriptors_alone.
  if (looks_away_.load(std::memory_order_seq_cst)) {
    poller_.ring();
  }
}

void Sysmon::note_poller_waiter() {
  // seq_cst: Dekker's pattern with next_wake.
  if (looks_away_.load(std::memory_order_seq_cst)) {
    note_backlog();
  }
}

// Returns true if all Ps are taken. A thread that frees a P afterwards rings (note_free_place). For
// this the flag is stored first, then the Ps are read.
bool Sysmon::leave_descriptors_alone() {
  looks_away_.store(true, std::memory_order_seq_cst);
  if (!pool_.has_free_place()) {
    return true;
  }
  looks_away_.store(false, std::memory_order_relaxed);
  return false;
}

// Returns when sysmon must wake next. While sysmon is awake (sleeps_until_ns_ is 0) no thread needs
// to ring, because sysmon reads the timers before it sleeps.
MachineDeadline Sysmon::next_wake(std::int64_t next_tick_ns) {
  // Sysmon also ticks while it looks away from descriptors that threads wait for.
  bool ticks = ticking_.load(std::memory_order_acquire) ||
               (looks_away_.load(std::memory_order_relaxed) && poller_.has_waiters());
  std::int64_t until = ticks ? next_tick_ns : std::numeric_limits<std::int64_t>::max();
  sleeps_until_ns_.store(until, std::memory_order_seq_cst);
  until = std::min(until, on_machine(timers_.next()).ns());
  return MachineDeadline::at(until);
}

void Sysmon::run() {
  pthread_setname_np(pthread_self(), "sysmon");
  events_.set_owner(kKernelThread | static_cast<std::uint32_t>(gettid()));
  this_kernel_thread.events = &events_;
  std::int64_t next_tick_ns = machine_ns() + kTickNs;
  for (;;) {
    if (leave_descriptors_alone()) {
      // The tick below, and LWPs without work, look at the descriptors.
      poller_.wait_for_ring(next_wake(next_tick_ns));
      looks_away_.store(false, std::memory_order_relaxed);
    } else {
      poller_.wait(next_wake(next_tick_ns), wake_);
    }
    sleeps_until_ns_.store(0, std::memory_order_relaxed);
    fire_timers();
    std::int64_t now_ns = machine_ns();
    if (now_ns >= next_tick_ns) {
      tick();
      next_tick_ns = now_ns + kTickNs;
    }
  }
}

void Sysmon::fire_timers() {
  std::int64_t now_ns = program_ns();
  while (UserThread* expired = timers_.take_expired(now_ns)) {
    wake_(*expired);
  }
}

// Returns true if some thread could use a P: it is queued, its LWP waits to regain one, or it waits
// for descriptors that sysmon does not look at while all Ps are taken.
bool Sysmon::has_backlog() const {
  return pool_.any_queued() || pool_.has_waiters() ||
         (poller_.has_waiters() && !pool_.has_free_place());
}

void Sysmon::tick() {
  collect_ready();
  // LwpPool::queue() relies on this call at each tick (the exception of I2).
  pool_.hire_for_queued();
  bool backlog = has_backlog();
  if (!backlog && ++idle_ticks_ < kTicksToDoze) {
    return;
  }
  idle_ticks_ = 0;
  if (!backlog) {
    ticking_.store(false, std::memory_order_seq_cst);  // pairs with note_backlog()
    // A thread that queued work just now saw sysmon ticking, and did not ring.
    if (has_backlog()) {
      ticking_.store(true, std::memory_order_release);
    }
    return;
  }
  for (const auto& place : pool_.places()) {
    look_at(*place);
  }
  if (pool_.rules().grows) {
    pool_.add_place(waiting_places());
  }
}

// Returns how many LWPs with a P wait in the kernel; 0 if another one does not, or if there is a
// free P. Sysmon looks, because the LWP that blocks last cannot tell that it does: most system
// calls are made by natives that the VM does not know. So the pool grows by one LWP a tick at most.
// The clocks are asked only if no thread runs Java, because a large pool has many of them.
std::size_t Sysmon::waiting_places() {
  if (pool_.has_free_place() || world_is_stopped()) {
    return 0;
  }
  for (const auto& place : pool_.places()) {
    const Lwp* lwp = place->lwp.load(std::memory_order_acquire);
    if (lwp != nullptr && !may_wait_in_kernel(*lwp)) {
      return 0;
    }
  }
  std::size_t waiting = 0;
  for (const auto& place : pool_.places()) {
    const Lwp* lwp = place->lwp.load(std::memory_order_acquire);
    // A P without an LWP is retired, or passes from one LWP to another (then add_place sees it).
    if (lwp == nullptr) {
      continue;
    }
    // The thread may have gone on since the first look.
    if (!may_wait_in_kernel(*lwp) || !waits_in_kernel(*place, *lwp)) {
      return 0;
    }
    ++waiting;
  }
  return waiting;
}

// Returns true if the rules let a thread that is in native code lose its P. Even if LWPs do not
// hand off, a bound thread must lose it while it runs the program that embeds the VM, and no native
// method: it may never come back.
bool Sysmon::may_take_from(const Lwp& lwp, const ExecEnv& ee) const {
  return pool_.rules().hands_off || (lwp.is_bound() && !is_pinned(ee));
}

// Returns true if the thread sleeps in the kernel while it is in Java, as in a page fault, and arms
// it. A thread that slept after it was armed sees the bit at its next poll, and it cannot leave its
// LWP before. Until then it runs without a P, so a model with one P, where one thread runs at a
// time, lets all wait.
bool Sysmon::faults_in_java(const Lwp& lwp, ExecEnv& ee) const {
  if (pool_.places().size() == 1 || !pool_.rules().hands_off ||
      ee.state() != ThreadState::kInJava || !sleeps_in_kernel(lwp.kernel_id())) {
    return false;
  }
  arm_poll(ee, kPollPlace);
  return sleeps_in_kernel(lwp.kernel_id());
}

// Checks if the P's LWP has run the same thread since the last look. If the thread's slice is used
// up, the thread yields at its next poll. If the thread is still in the same native call, or sleeps
// in a page fault, its LWP loses the P to an LWP that can use it.
void Sysmon::look_at(Place& place) {
  // LWPs and user threads are never freed, so a stale pointer is harmless.
  Lwp* lwp = place.lwp.load(std::memory_order_acquire);
  ExecEnv* ee = lwp == nullptr ? nullptr : lwp->runs();
  if (ee == nullptr) {
    place.seen_thread = nullptr;
    return;
  }
  std::uint64_t calls = ee->native_calls_.load(std::memory_order_relaxed);
  // The thread is the same, and was not unmounted and mounted again meanwhile.
  bool same = place.seen_thread == ee && place.seen_mounts == lwp->mounts();
  bool same_call = same && place.seen_calls == calls && ee->state() == ThreadState::kInNative;
  // Only faults_in_java needs the clock.
  const std::int64_t ran_ns = pool_.rules().hands_off ? processor_ns(lwp->kernel_id()) : 0;
  const bool has_run = std::exchange(place.seen_processor_ns, ran_ns) != ran_ns;
  place.seen_thread = ee;
  place.seen_mounts = lwp->mounts();
  place.seen_calls = calls;
  place.ticks_mounted = same ? place.ticks_mounted + 1 : 0;
  // The thread has been in one native call since the last look, or longer.
  if (same_call && may_take_from(*lwp, *ee)) {
    if (++place.ticks_in_call < kSystemCallTicks) {
      return;
    }
    // The thread is armed first: from here on the thread cannot come back without asking for its P.
    arm_poll(*ee, kPollPlace);
    pool_.take_place(*lwp, *ee, ThreadState::kInNative);
    return;
  }
  place.ticks_in_call = 0;
  // The clock is asked first, because it costs a tenth of the other question.
  if (same && !has_run && faults_in_java(*lwp, *ee)) {
    pool_.take_place(*lwp, *ee, ThreadState::kInJava);
    return;
  }
  if (pool_.rules().has_slices && place.ticks_mounted >= kSliceTicks) {
    place.ticks_mounted = 0;
    const ThreadState state = ee->state();
    // A thread that waits together with its P has no slice to end.
    if (pool_.rules().grows && (state == ThreadState::kBlocked || same_call)) {
      return;
    }
    // In the VM or in native there is no poll, so the slice ends later. -XX:+PrintThreadModel
    // prints the count.
    if (state != ThreadState::kInJava) {
      deferrals_.fetch_add(1, std::memory_order_relaxed);
    }
    arm_poll(*ee, kPollYield);
  }
}

}  // namespace minijvm::sync
