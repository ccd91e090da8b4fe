// Sampled allocations (JVMTI, event SampledObjectAlloc): of each thread about one object in `interval` bytes is shown to somebody above.
// Proved by tests/vm/jvmti.
//
// Nobody pays while nobody asks: a sample is taken in the slow path. While sampling is on, a TLAB ends where the next sample is due; an
// interval of 0 leaves no TLAB at all, and every object is shown.
// The distance between samples is exponentially distributed, so that no regular pattern of a program is overlooked.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/bits.h"
#include "runtime/java_thread.h"

namespace minijvm::gc {

// Door: shows a fresh, still zeroed object. May stop, and run Java. Returns where the object is then.
using ShowSample = runtime::Object* (*)(runtime::JavaThread& self, runtime::Object* fresh);

inline constexpr std::size_t kDefaultSamplingInterval = 512 * kKiB;  // JVMTI, SetHeapSamplingInterval
void set_sampling_interval(std::size_t bytes);
// Null: sampling is off. REQUIRES: kInVm, or no Java has run.
void sample_allocations(ShowSample show);

extern std::atomic<ShowSample> the_sampler;
inline bool is_sampling() { return the_sampler.load(std::memory_order_relaxed) != nullptr; }

// --- for allocate.cpp; REQUIRES: is_sampling ---

// What this thread may allocate until a sample is due.
std::size_t room_before_sample(const runtime::JavaThread& self);
// Shows the object if a sample is due.
runtime::Object* sampled(runtime::JavaThread& self, runtime::Object* fresh);

}  // namespace minijvm::gc
