// Samples allocations for JVMTI's event SampledObjectAlloc: of each thread's objects, about one per
// `interval` bytes is shown to a callback.
// Tested by tests/vm/jvmti.
//
// Allocation costs nothing extra while sampling is off, because samples are taken in the slow path.
// While sampling is on, a TLAB ends where the next sample is due, so that the allocation of that
// object takes the slow path. With an interval of 0 there are no TLABs, and every object is shown.
//
// The distance between two samples is random, with an exponential distribution. A fixed distance
// would miss objects in a program that allocates in a regular pattern.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "gc/gc_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

// Sets the mean distance of samples. Any thread may call this at any time; the next sample that a
// thread plans uses it.
void set_sampling_interval(std::size_t bytes);
// Those who want samples: agents, and flight recordings.
enum class SampleAsker : std::uint8_t { kAgents = 1, kRecording = 2 };
// Switches sampling on or off for one of them; it is on while any of them wants it. REQUIRES: the
// caller is in kInVm, or no Java code has run.
void sample_allocations(SampleAsker asker, bool on);
// Returns the mean distance of samples, in bytes.
std::size_t sampling_interval();

inline bool is_sampling() { return gc_state.sampling.load(std::memory_order_relaxed) != 0; }

// --- for allocate.cpp; REQUIRES: is_sampling() ---

// Returns how many bytes this thread may allocate before a sample is due.
std::size_t room_before_sample(const runtime::JavaThread& self);
// Shows the object to the callback if a sample is due. Returns the object's address afterwards.
runtime::Object* sampled(runtime::JavaThread& self, runtime::Object* fresh);

}  // namespace minijvm::gc
