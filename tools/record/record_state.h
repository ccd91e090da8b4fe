// Holds the state of recordings for the whole process.
// Tested by tests/tools/record.
#pragma once

#include "base/atomic.h"
#include "base/lazy.h"

namespace minijvm::vm::record {

class Recorder;  // recorder.h
class Sampler;   // flight/sampler.h
class Stacks;    // flight/stacks.h

struct RecordState {
  Lazy<Recorder> recorder;
  Lazy<Sampler> sampler;
  Lazy<Stacks> stacks;
  // Measured when the sources of a flight recording begin.
  Atomic<double> ticks_per_ns{1};
  // True if somebody looks at the clock; written once, at start.
  bool has_period = false;
};
extern constinit RecordState record_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm::record
