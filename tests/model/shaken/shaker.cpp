// Delays before accesses to shared fields and wake-ups for no reason, by chance: the tests of tests/sync run once more on real threads that
// lose the processor in the middle of every protocol. MINIJVM_STRESS_SEED replays the choices of one thread, not the order of threads.
#include <sched.h>
#include <time.h>

#include <cstdlib>

// The room's own, under another name.
#define futex_wait futex_wait_undisturbed
#include "sync/threads/futex.cpp"
#undef futex_wait

namespace minijvm::sync {
namespace {

std::uint64_t first_seed() {
  const char* chosen = std::getenv("MINIJVM_STRESS_SEED");
  return chosen == nullptr ? static_cast<std::uint64_t>(machine_ns())
                           : std::strtoull(chosen, nullptr, 10);
}

std::uint32_t chance(std::uint32_t one_in) {
  static const std::uint64_t seed = first_seed();
  static std::atomic<std::uint64_t> threads{0};
  thread_local std::uint64_t state = seed + threads.fetch_add(1) * 0x9e3779b97f4a7c15;
  state = state * 6364136223846793005 + 1442695040888963407;
  return static_cast<std::uint32_t>(state >> 33) % one_in;
}

}  // namespace

void model::before_access(const void*, Access) {
  if (chance(300) != 0) {
    return;
  }
  if (chance(16) != 0) {
    sched_yield();
    return;
  }
  timespec pause{0, 20'000};
  nanosleep(&pause, nullptr);
}

bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected, MachineDeadline until) {
  return chance(4) == 0 || futex_wait_undisturbed(word, expected, until);
}

}  // namespace minijvm::sync
