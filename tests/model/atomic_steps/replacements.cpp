// The model replaces sync/threads/clock.cpp, futex.cpp and schedule by these functions: time passes only while a thread waits for it,
// and the scheduler sees each wait.
#include <algorithm>

#include "scheduler.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/clock.h"
#include "sync/threads/futex.h"

namespace minijvm::sync {
namespace {

thread_local ExecEnv* current_of_this_thread = nullptr;

class ModelThreads final : public ThreadModel {
 public:
  bool spawn(std::size_t, std::size_t, ThreadEntry, void*) override { return false; }
  bool park(ExecEnv&, Atomic<std::uint32_t>& word, std::uint32_t expected,
            Deadline until) override {
    return model::wait_while_equal(word, expected, until.ns(), true);
  }
  void unpark(ExecEnv&, Atomic<std::uint32_t>&) override {}  // the scheduler looks at the word
  void yield(ExecEnv&) override {}
  const char* name() const override { return "model"; }
};

}  // namespace

ThreadModel& thread_model() {
  static ModelThreads threads;
  return threads;
}
ExecEnv* current_exec_env() { return current_of_this_thread; }
void set_current_exec_env(ExecEnv* ee) { current_of_this_thread = ee; }

// A safepoint's waits look again after a while, in case they were told nothing; here that is the last resort.
bool futex_wait(Atomic<std::uint32_t>& word, std::uint32_t expected, MachineDeadline until) {
  return model::wait_while_equal(word, expected, until.ns(), false);
}
void futex_wake_one(Atomic<std::uint32_t>&) {}
std::uint32_t futex_wake_some(Atomic<std::uint32_t>&, std::uint32_t) { return 0; }
void futex_wake_all(Atomic<std::uint32_t>&) {}

std::int64_t machine_ns() { return model::model_time(); }
std::int64_t program_ns() { return model::model_time(); }
template <Clock kClock>
DeadlineOn<kClock> DeadlineOn<kClock>::after_ns(std::int64_t nanos) {
  return at(model::model_time() + std::max<std::int64_t>(nanos, 0));
}
template <Clock kClock>
DeadlineOn<kClock> DeadlineOn<kClock>::after_ms(std::int64_t millis) {
  return after_ns(millis * kNanosPerMilli);
}
template class DeadlineOn<Clock::kProgram>;
template class DeadlineOn<Clock::kMachine>;
MachineDeadline on_machine(Deadline until) { return MachineDeadline::at(until.ns()); }

}  // namespace minijvm::sync
