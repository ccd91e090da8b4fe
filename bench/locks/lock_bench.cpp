// Monitors in C++ alone: what the ideas of the paper's section 7 and 5.2 bring, and how fair each
// lock mode is. bench/locks/variants runs it and makes the tables.
//
//   lock_bench pairs                        NAME,NANOSECONDS: a pair of enter and exit, a notifyAll
//   lock_bench modes                        the columns of kModesHead: each lock mode by the same call,
//                                           and the fast paths of two of them inlined
//   lock_bench releasers MILLIS THREADS     NAME,ENTERS A SECOND,SLOW META-LOCKS OF A THOUSAND
//   lock_bench fairness MILLIS THREADS      the columns of kFairnessHead
//
// Threads have an ExecEnv and no VM around them, as in tests/sync.
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "sync/lock_statistics.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"
#include "sync/sync_state.h"
#include "tests/sync/bare_threads.h"

namespace {

using namespace minijvm::sync;
using minijvm::sync::test::Attached;
using minijvm::sync::test::join;
using minijvm::sync::test::start;

// An object and the slot that names it, on lines of their own.
struct Apart {
  alignas(64) minijvm::sync::test::FakeObject object;
  alignas(64) void* slot = &object;
  alignas(64) char rest = 0;
  LockTarget target() { return LockTarget(&slot); }
};

void enter(ExecEnv& self, Apart& apart) {
  MJ_CHECK(monitor_enter(self, apart.target()) == MonitorResult::kOk, "enter failed");
}
void leave(ExecEnv& self, Apart& apart) {
  MJ_CHECK(monitor_exit(self, apart.target()) == MonitorResult::kOk, "exit failed");
}

// Takes one or two nanoseconds a step.
void work(int steps) {
  volatile int value = 0;
  for (int i = 0; i < steps; ++i) {
    value = value + 1;
  }
}

// --- pairs ---

template <class Step>
double best_ns(int rounds, Step step) {
  double best = 1e9;
  for (int repeat = 0; repeat < 15; ++repeat) {
    std::int64_t begin = machine_ns();
    for (int i = 0; i < rounds; ++i) {
      step();
    }
    best = std::min(best, static_cast<double>(machine_ns() - begin) / rounds);
  }
  return best;
}

// Threads that wait at an object until it is `over`, again after each notification.
class Crowd {
 public:
  Crowd(ExecEnv& self, Apart& apart, int size) : self_(self), apart_(apart) {
    for (int i = 0; i < size; ++i) {
      threads_.push_back(start([this](ExecEnv& each) { wait_until_over(each); }));
    }
    await_all();
  }
  ~Crowd() {
    enter(self_, apart_);
    over_ = true;
    static_cast<void>(monitor_notify_all(self_, apart_.target()));
    leave(self_, apart_);
    for (std::thread& thread : threads_) {
      join(self_, thread);
    }
  }
  // Returns when all of them wait.
  void await_all() {
    for (bool all = false; !all;) {
      std::this_thread::yield();
      enter(self_, apart_);
      all = waiting_ == threads_.size();
      leave(self_, apart_);
    }
  }
  // Notifies all. Returns how long the notifyAll took, in nanoseconds.
  std::int64_t notify_all() {
    enter(self_, apart_);
    waiting_ = 0;
    std::int64_t begin = machine_ns();
    static_cast<void>(monitor_notify_all(self_, apart_.target()));
    std::int64_t taken = machine_ns() - begin;
    leave(self_, apart_);
    await_all();
    return taken;
  }

 private:
  void wait_until_over(ExecEnv& each) {
    enter(each, apart_);
    while (!over_) {
      ++waiting_;
      static_cast<void>(monitor_wait(each, apart_.target(), Deadline::forever()));
    }
    leave(each, apart_);
  }

  ExecEnv& self_;
  Apart& apart_;
  std::vector<std::thread> threads_;
  // The monitor guards these.
  std::size_t waiting_ = 0;
  bool over_ = false;
};

void print_pair(const char* name, double ns) { std::printf("%s,%.2f\n", name, ns); }

void measure_fast_pairs() {
  constexpr int kRounds = 1'000'000;
  Attached me;
  Apart apart;
  MultiUseWord& word = apart.object.word;
  MJ_CHECK(me.self.lock_records_.prepare(me.self), "no memory");
  auto pair = [&] {
    if (!try_fast_enter(me.self, word)) {
      enter(me.self, apart);
    }
    if (!try_fast_exit(me.self, word)) {
      leave(me.self, apart);
    }
  };
  print_pair("pair", best_ns(kRounds, pair));
  print_pair("two nested pairs", best_ns(kRounds, [&] {
               if (!try_fast_enter(me.self, word)) {
                 enter(me.self, apart);
               }
               pair();
               if (!try_fast_exit(me.self, word)) {
                 leave(me.self, apart);
               }
             }));
}

// One thread waits, another locks and unlocks: the word goes from WAITERS to LOCKED and back.
void measure_waiters_pair() {
  Attached me;
  Apart apart;
  Crowd crowd(me.self, apart, 1);
  for (bool by_cas : {false, true}) {
    sync_state.locks.waiters_by_cas.store(by_cas, std::memory_order_relaxed);
    print_pair(by_cas ? "WAITERS by one CAS" : "WAITERS by the meta-lock", best_ns(200'000, [&] {
                 enter(me.self, apart);
                 leave(me.self, apart);
               }));
  }
}

void measure_notify_all(MonitorPolicy policy, int waiters) {
  set_monitor_policy(policy);
  {
    Attached me;
    Apart apart;
    Crowd crowd(me.self, apart, waiters);
    std::int64_t best = crowd.notify_all();
    for (int i = 0; i < 10; ++i) {
      best = std::min(best, crowd.notify_all());
    }
    std::printf("notifyAll of %d in %s,%lld\n", waiters,
                policy == MonitorPolicy::kSingle ? "one queue" : "three queues",
                static_cast<long long>(best));
  }
  set_monitor_policy(MonitorPolicy::kSingle);
}

void measure_pairs() {
  measure_fast_pairs();
  measure_waiters_pair();
  for (int waiters : {1, 10, 100}) {
    measure_notify_all(MonitorPolicy::kSingle, waiters);
    measure_notify_all(MonitorPolicy::kThree, waiters);
  }
}

// --- lock modes, like for like ---

// The fast path of mode thin, inlined as the interpreter inlines that of meta-fast. The slow cases
// are left out, as nobody contends here. REQUIRES: self has a thin number, as after one enter.
bool try_thin_enter(ExecEnv& self, MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  std::uint64_t owner = ThinOwnerField::get(bits);
  std::uint64_t count = ThinCountField::get(bits);
  if (lock_state(bits) == LockState::BUSY || (owner != 0 && owner != self.thin_number_) ||
      count == ThinCountField::kMax) {
    return false;
  }
  LockBits locked = ThinCountField::set(ThinOwnerField::set(bits, self.thin_number_), count + 1);
  return word.cas(bits, locked, std::memory_order_acq_rel, std::memory_order_relaxed);
}

bool try_thin_exit(ExecEnv& self, MultiUseWord& word) {
  LockBits bits = word.load(std::memory_order_acquire);
  if (lock_state(bits) == LockState::BUSY || ThinOwnerField::get(bits) != self.thin_number_) {
    return false;
  }
  std::uint64_t count = ThinCountField::get(bits) - 1;
  LockBits left = ThinCountField::set(count == 0 ? ThinOwnerField::set(bits, 0) : bits, count);
  return word.cas(bits, left, std::memory_order_release, std::memory_order_relaxed);
}

// Prints the cost of a pair, and that of two nested pairs.
template <class Enter, class Exit>
void print_pairs(Enter enter_once, Exit exit_once) {
  constexpr int kRounds = 300'000;
  std::printf(",%.2f", best_ns(kRounds, [&] {
                enter_once();
                exit_once();
              }));
  std::printf(",%.2f", best_ns(kRounds, [&] {
                enter_once();
                enter_once();
                exit_once();
                exit_once();
              }));
}

constexpr const char* kModesHead = "mode,pair by call,nested by call,pair inlined,nested inlined";

void measure_mode(const char* name, LockingMode mode) {
  set_locking_mode(mode);
  Attached me;
  ExecEnv& self = me.self;
  Apart apart;
  MultiUseWord& word = apart.object.word;
  std::printf("%s", name);
  print_pairs([&] { enter(self, apart); }, [&] { leave(self, apart); });
  if (mode == LockingMode::kMetaFast) {
    print_pairs([&] { MJ_CHECK(try_fast_enter(self, word), "contended"); },
                [&] { MJ_CHECK(try_fast_exit(self, word), "contended"); });
  } else if (mode == LockingMode::kThin) {
    print_pairs([&] { MJ_CHECK(try_thin_enter(self, word), "contended"); },
                [&] { MJ_CHECK(try_thin_exit(self, word), "contended"); });
  } else {
    std::printf(",0,0");
  }
  std::printf("\n");
}

void measure_modes() {
  std::printf("%s\n", kModesHead);
  measure_mode("meta-fast", LockingMode::kMetaFast);
  measure_mode("thin", LockingMode::kThin);
  measure_mode("meta", LockingMode::kMeta);
  measure_mode("tas", LockingMode::kTas);
  measure_mode("heavy", LockingMode::kHeavy);
  measure_mode("monitorcache", LockingMode::kMonitorCache);
}

// --- contention ---

// The threads compete for the monitor; for the monitor, where each notifies and every fourth time
// waits for a notify; or for the meta-lock alone.
enum class Prize { kMonitor, kMonitorWithWaits, kMetaLock };

struct Choice {
  const char* name;
  LockingMode mode;
  MonitorPolicy policy = MonitorPolicy::kSingle;
  Prize prize = Prize::kMonitor;
};

void choose(const Choice& choice) {
  set_locking_mode(choice.mode);
  set_monitor_policy(choice.policy);
}

// A thread makes one of these for each of its enters.
struct Entry {
  std::uint32_t arrival;  // the number of enters that had begun before
  std::uint32_t turn;     // the number of enters that had ended before
  std::uint32_t wait_ns;
};

// A contest of several threads, and its results. Each thread works `inside` steps with the lock and
// `outside` steps without it.
struct Contest {
  Contest(std::int64_t millis, Prize a_prize, int steps_inside, int steps_outside)
      : end(machine_ns() + millis * kNanosPerMilli),
        prize(a_prize),
        inside(steps_inside),
        outside(steps_outside) {}

  std::int64_t end;
  Prize prize;
  int inside;
  int outside;
  std::atomic<std::uint32_t> arrivals{0};
  std::atomic<std::int64_t> switches{0};
  Apart apart;
  // The monitor guards this.
  std::uint32_t turns = 0;
};

std::int64_t switches_of_this_thread() {
  rusage usage{};
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_nvcsw + usage.ru_nivcsw;
}

// One critical section. Returns when it began, and sets its turn.
std::int64_t hold_monitor(ExecEnv& self, Contest& contest, std::uint32_t& turn) {
  enter(self, contest.apart);
  turn = contest.turns++;
  std::int64_t begin = machine_ns();
  work(contest.inside);
  if (contest.prize == Prize::kMonitorWithWaits) {
    static_cast<void>(monitor_notify(self, contest.apart.target()));
    if (turn % 4 == 0) {
      // With a deadline, since all the others may have ended.
      static_cast<void>(monitor_wait(self, contest.apart.target(), Deadline::after_ms(1)));
    }
  }
  leave(self, contest.apart);
  return begin;
}

// The same of the meta-lock alone.
std::int64_t hold_meta_lock(ExecEnv& self, Contest& contest, std::uint32_t& turn) {
  NoSafepoint still(self);
  MultiUseWord& word = contest.apart.object.word;
  LockBits bits = get_meta_lock(self, word, still);
  turn = contest.turns++;
  std::int64_t begin = machine_ns();
  work(contest.inside);
  release_meta_lock(self, word, bits, still);
  return begin;
}

void take_part(ExecEnv& self, Contest& contest, std::vector<Entry>& entries) {
  auto hold = contest.prize == Prize::kMetaLock ? hold_meta_lock : hold_monitor;
  std::int64_t switches = switches_of_this_thread();
  for (std::int64_t now = machine_ns(); now < contest.end; now = machine_ns()) {
    Entry entry{};
    entry.arrival = contest.arrivals.fetch_add(1, std::memory_order_relaxed);
    std::int64_t waited = hold(self, contest, entry.turn) - now;
    entry.wait_ns = static_cast<std::uint32_t>(std::min<std::int64_t>(waited, ~std::uint32_t{0}));
    entries.push_back(entry);
    work(contest.outside);
  }
  contest.switches.fetch_add(switches_of_this_thread() - switches, std::memory_order_relaxed);
}

// All enters of `threads` threads, in the order of their turns.
std::vector<Entry> run_contest(Contest& contest, int threads) {
  Attached me;
  std::vector<std::vector<Entry>> of_threads(static_cast<std::size_t>(threads));
  std::vector<std::thread> running;
  for (std::vector<Entry>& entries : of_threads) {
    entries.reserve(1 << 20);
    running.push_back(start([&](ExecEnv& self) { take_part(self, contest, entries); }));
  }
  for (std::thread& thread : running) {
    join(me.self, thread);
  }
  std::vector<Entry> all(contest.turns);
  for (const std::vector<Entry>& entries : of_threads) {
    for (const Entry& entry : entries) {
      all[entry.turn] = entry;
    }
  }
  return all;
}

// For each turn, how many threads overtook: they arrived later and entered earlier. A Fenwick tree
// over the arrivals counts those that have entered.
std::vector<std::uint32_t> overtakings(const std::vector<Entry>& entries) {
  std::vector<std::uint32_t> tree(entries.size() + 1);
  std::vector<std::uint32_t> found;
  for (std::uint32_t turn = 0; turn < entries.size(); ++turn) {
    std::uint32_t earlier_arrivals = 0;
    for (std::uint32_t i = entries[turn].arrival; i > 0; i &= i - 1) {
      earlier_arrivals += tree[i];
    }
    found.push_back(turn - earlier_arrivals);
    for (std::uint32_t i = entries[turn].arrival + 1; i < tree.size(); i += i & -i) {
      ++tree[i];
    }
  }
  return found;
}

double mean(const std::vector<std::uint32_t>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

constexpr const char* kFairnessHead =
    "locks,threads,enters a second,longest wait us,99.9 % wait us,overtaken mean,overtaken most,"
    "switches of a thousand";

void measure_fairness(const Choice& choice, std::int64_t millis, int threads) {
  choose(choice);
  // The lock is held most of the time, so that threads queue for it; the meta-lock for short times.
  bool is_short = choice.prize == Prize::kMetaLock;
  Contest contest(millis, choice.prize, is_short ? 100 : 5000, is_short ? 20 : 1000);
  std::vector<Entry> entries = run_contest(contest, threads);
  std::vector<std::uint32_t> waits;
  for (const Entry& entry : entries) {
    waits.push_back(entry.wait_ns);
  }
  std::sort(waits.begin(), waits.end());
  std::vector<std::uint32_t> overtaken = overtakings(entries);
  double count = static_cast<double>(entries.size());
  std::printf("%s,%d,%.0f,%.1f,%.1f,%.2f,%u,%.2f\n", choice.name, threads,
              count * 1000 / static_cast<double>(millis), waits.back() / 1e3,
              waits[waits.size() - 1 - waits.size() / 1000] / 1e3, mean(overtaken),
              *std::max_element(overtaken.begin(), overtaken.end()),
              1000 * static_cast<double>(contest.switches.load()) / count);
}

void measure_all_fairness(std::int64_t millis, int threads) {
  const Choice choices[] = {
      {"meta-fast", LockingMode::kMetaFast},
      {"meta-fast, three queues", LockingMode::kMetaFast, MonitorPolicy::kThree},
      {"meta (hand-off)", LockingMode::kMeta},
      {"meta, three queues", LockingMode::kMeta, MonitorPolicy::kThree},
      {"tas", LockingMode::kTas},
      {"thin", LockingMode::kThin},
      {"heavy", LockingMode::kHeavy},
      {"meta-fast, with waits", LockingMode::kMetaFast, MonitorPolicy::kSingle,
       Prize::kMonitorWithWaits},
      {"meta-fast, three queues, with waits", LockingMode::kMetaFast, MonitorPolicy::kThree,
       Prize::kMonitorWithWaits},
      {"the meta-lock alone, hand-off", LockingMode::kMeta, MonitorPolicy::kSingle,
       Prize::kMetaLock},
      {"the meta-lock alone, tas", LockingMode::kTas, MonitorPolicy::kSingle, Prize::kMetaLock}};
  std::printf("%s\n", kFairnessHead);
  for (const Choice& choice : choices) {
    measure_fairness(choice, millis, threads);
  }
}

std::uint64_t gets(bool slow) {
  LockCounters sum;
  sum_lock_counters(sum);
  return slow ? sum.get_meta_lock_slow.load() : sum.get_meta_lock.load();
}

void measure_releasers(std::int64_t millis, int threads) {
  for (const Choice& choice :
       {Choice{"meta-fast", LockingMode::kMetaFast}, Choice{"meta", LockingMode::kMeta}}) {
    choose(choice);
    for (bool preferred : {false, true}) {
      prefer_releasers(preferred);
      std::uint64_t all = gets(false);
      std::uint64_t slow = gets(true);
      Contest contest(millis, Prize::kMonitor, 20, 40);
      double count = static_cast<double>(run_contest(contest, threads).size());
      all = gets(false) - all;
      slow = gets(true) - slow;
      std::printf(
          "%s%s,%.0f,%.2f\n", choice.name, preferred ? " releasers preferred" : "",
          count * 1000 / static_cast<double>(millis),
          1000 * static_cast<double>(slow) / static_cast<double>(std::max(all, std::uint64_t{1})));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  std::int64_t millis = argc > 2 ? std::atoi(argv[2]) : 300;
  int threads = argc > 3 ? std::atoi(argv[3]) : 4;
  if (std::strcmp(what, "pairs") == 0) {
    measure_pairs();
  } else if (std::strcmp(what, "modes") == 0) {
    measure_modes();
  } else if (std::strcmp(what, "releasers") == 0) {
    measure_releasers(millis, threads);
  } else if (std::strcmp(what, "fairness") == 0) {
    measure_all_fairness(millis, threads);
  } else {
    std::fprintf(stderr,
                 "lock_bench pairs | modes | releasers MILLIS THREADS | fairness MILLIS THREADS\n");
    return 2;
  }
}
