#include "gc/allocation_sampler.h"

#include <cmath>
#include <limits>

#include "gc/tlab.h"
#include "runtime/object.h"
#include "sync/safepoint.h"

namespace minijvm::gc {

using runtime::JavaThread;
using runtime::Object;

std::atomic<ShowSample> the_sampler{nullptr};

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

std::atomic<std::size_t> interval{kDefaultSamplingInterval};

std::uint64_t allocated_by(const JavaThread& thread) { return thread.allocated_bytes + static_cast<std::uint64_t>(thread.tlab.top - thread.tlab.start); }

// Even in (0, 1], from what is different each time (Steele, Lea, Flood: splitmix64's finalizer).
double draw(const JavaThread& thread) {
  std::uint64_t z = allocated_by(thread) ^ reinterpret_cast<std::uintptr_t>(&thread);
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  constexpr double kBits53 = 9007199254740992.0;
  return (static_cast<double>(z >> 11) + 1) / kBits53;
}

std::uint64_t next_after_now(const JavaThread& thread) {
  double mean = static_cast<double>(interval.load(std::memory_order_relaxed));
  return allocated_by(thread) + static_cast<std::uint64_t>(-std::log(draw(thread)) * mean);
}

// Windows that were handed out before sampling began would hide a part of what is allocated.
class RetireAllWindows final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "SampleAllocations"; }
  void run() override {
    sync::for_each_exec_env([](sync::ExecEnv& env) {
      JavaThread& thread = JavaThread::of(env);
      (void)retire_window(thread);
      thread.next_sample = next_after_now(thread);
    });
  }
};

}  // namespace

void set_sampling_interval(std::size_t bytes) { interval.store(bytes, std::memory_order_relaxed); }

void sample_allocations(ShowSample show) {
  if (the_sampler.exchange(show, std::memory_order_relaxed) == show || show == nullptr) {
    return;
  }
  if (JavaThread* self = runtime::current_java_thread()) {
    RetireAllWindows operation;
    sync::run_at_safepoint(*self, operation);
  }
}

std::size_t room_before_sample(const JavaThread& self) {
  std::uint64_t now = allocated_by(self);
  return self.next_sample <= now ? 0 : align_down(self.next_sample - now, Object::kAlignment);
}

Object* sampled(JavaThread& self, Object* fresh) {
  ShowSample show = the_sampler.load(std::memory_order_relaxed);
  if (show == nullptr || allocated_by(self) < self.next_sample) {
    return fresh;
  }
  self.next_sample = kNever;  // who is shown a sample may allocate
  Object* shown = show(self, fresh);
  self.next_sample = next_after_now(self);
  return shown;
}

}  // namespace minijvm::gc
