// Decides when samples are due, and switches sampling on and off. Callers are Java threads in
// kInVm, in the slow path of allocation.
#include "gc/heap/allocation_sampler.h"

#include <cmath>
#include <limits>

#include "gc/gc_state.h"
#include "gc/heap/heap_listener.h"
#include "gc/heap/tlab.h"
#include "runtime/object/object.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {

using runtime::JavaThread;
using runtime::Object;

namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// Returns how many bytes the thread has allocated, with the part in its current TLAB.
std::uint64_t allocated_by(const JavaThread& thread) {
  return thread.allocated_bytes + static_cast<std::uint64_t>(thread.tlab.top - thread.tlab.start);
}

// Returns a number in (0, 1], uniformly distributed, computed from values that differ at each call:
// the thread's allocation and its address. The mixing is the finalizer of splitmix64 (Steele, Lea,
// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
double draw(const JavaThread& thread) {
  std::uint64_t z = allocated_by(thread) ^ reinterpret_cast<std::uintptr_t>(&thread);
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  z ^= z >> 31;
  constexpr double kBits53 = 9007199254740992.0;
  // The upper 53 bits fill the mantissa of a double; adding 1 excludes 0, whose logarithm is
  // infinite.
  return (static_cast<double>(z >> 11) + 1) / kBits53;
}

// If u is uniform in (0, 1], -ln(u) * mean is exponentially distributed with that mean.
std::uint64_t next_after_now(const JavaThread& thread) {
  double mean = static_cast<double>(gc_state.sampling_interval.load(std::memory_order_relaxed));
  return allocated_by(thread) + static_cast<std::uint64_t>(-std::log(draw(thread)) * mean);
}

// A TLAB that was handed out before sampling began may be larger than the distance to the next
// sample. Retiring all TLABs makes each thread take the slow path soon.
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

void set_sampling_interval(std::size_t bytes) {
  gc_state.sampling_interval.store(bytes, std::memory_order_relaxed);
}

std::size_t sampling_interval() {
  return gc_state.sampling_interval.load(std::memory_order_relaxed);
}

void sample_allocations(SampleAsker asker, bool on) {
  const auto bit = static_cast<std::uint32_t>(asker);
  // acq_rel: the later of two callers sees what made the earlier one call.
  const std::uint32_t before = on ? gc_state.sampling.fetch_or(bit, std::memory_order_acq_rel)
                                  : gc_state.sampling.fetch_and(~bit, std::memory_order_acq_rel);
  if (!on || before != 0) {
    return;
  }
  // Without a current thread no Java code has run, so there are no TLABs.
  if (JavaThread* self = runtime::current_java_thread()) {
    RetireAllWindows operation;
    sync::run_at_safepoint(*self, operation);
  }
}

std::size_t room_before_sample(const JavaThread& self) {
  // A TLAB may have this size, so that it ends where the sample is due.
  std::uint64_t now = allocated_by(self);
  return self.next_sample <= now ? 0 : align_down(self.next_sample - now, Object::kAlignment);
}

Object* sampled(JavaThread& self, Object* fresh) {
  HeapListener* listener = heap_listener();
  if (!is_sampling() || listener == nullptr || allocated_by(self) < self.next_sample) {
    return fresh;
  }
  self.next_sample = kNever;  // the listener may allocate
  Object* shown = listener->object_sampled(self, fresh);
  self.next_sample = next_after_now(self);
  return shown;
}

}  // namespace minijvm::gc
