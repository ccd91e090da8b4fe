// The loop of the sampler.
#include "tools/record/flight/sampler.h"

#include <vector>

#include "runtime/thread/java_thread.h"
#include "sync/threads/parker.h"
#include "sync/threads/safepoint.h"
#include "tools/record/flight/stacks.h"
#include "tools/record/record_state.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm::record {
namespace {

using runtime::JavaThread;

// HOTSPOT: so many threads are sampled at most each time.
constexpr std::size_t kMostThreads = 8;

// Notes the stack of a thread that is still in Java code.
class TakeStack final : public sync::HandshakeOperation {
 public:
  void run(sync::ExecEnv& target) override {
    JavaThread& thread = JavaThread::of(target);
    // The sampler itself runs this for a thread that has left Java code meanwhile.
    if (sync::current_exec_env() != &target || thread.anchor.fp == nullptr) {
      return;
    }
    const sync::NoSafepoint still(thread);
    const std::uint32_t stack = record_state.stacks->take(thread, still, thread);
    if (stack != 0) {
      MJ_EVENT(thread.events(), Event::sampled, stack, 0);
    }
  }
};

std::vector<sync::ExecEnv*> running_threads(const JavaThread& self) {
  std::vector<sync::ExecEnv*> running;
  sync::ThreadListLock lock;
  sync::for_each_exec_env([&](sync::ExecEnv& ee) {
    if (&ee != &self && ee.state() == sync::ThreadState::kInJava) {
      running.push_back(&ee);
    }
  });
  return running;
}

void run_sampler(JavaThread& self) { record_state.sampler->run(self); }

}  // namespace

JavaResult<void> Sampler::start(JavaThread& self, std::int64_t period_ns) {
  period_ns_.store(period_ns, std::memory_order_relaxed);
  // acquire: pairs with the release in run().
  if (JavaThread* thread = thread_.load(std::memory_order_acquire)) {
    sync::unpark(*thread);
    return {};
  }
  if (has_thread_.exchange(true, std::memory_order_relaxed)) {
    return {};
  }
  JavaResult<void> started = start_vm_thread(self, "JFR Sampler", run_sampler);
  if (!started.ok()) {
    has_thread_.store(false, std::memory_order_relaxed);
  }
  return started;
}

// The threads take turns if there are many.
void Sampler::run(JavaThread& self) {
  thread_.store(&self, std::memory_order_release);
  std::size_t turn = 0;
  for (;;) {
    const std::int64_t period = period_ns_.load(std::memory_order_relaxed);
    sync::park(self, period == 0 ? sync::Deadline::forever() : sync::Deadline::after_ns(period));
    if (period == 0) {
      continue;
    }
    const std::vector<sync::ExecEnv*> running = running_threads(self);
    for (std::size_t i = 0; i < running.size() && i < kMostThreads; ++i) {
      TakeStack take;
      sync::run_handshake(self, *running[turn++ % running.size()], take);
    }
  }
}

}  // namespace minijvm::vm::record
