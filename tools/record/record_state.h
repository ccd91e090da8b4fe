// Holds the state of recordings for the whole process.
// Tested by tests/tools/record.
#pragma once

#include "base/events/event_clock.h"
#include "base/lazy.h"

namespace minijvm::vm::record {

class Recorder;  // recorder.h
class Sampler;   // flight/sampler.h
class Stacks;    // flight/stacks.h

struct RecordState {
  Lazy<Recorder> recorder;
  Lazy<Sampler> sampler;
  Lazy<Stacks> stacks;
  // When the VM started, and whether anybody looks at the clock; both are written once, at start.
  EventMoment first_moment{};
  bool has_period = false;
};
extern constinit RecordState record_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm::record
