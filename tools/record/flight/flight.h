// The sources of a flight recording that timelines have not: stacks of long waits and of
// exceptions, samples of running threads and of allocations.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>

#include "base/events/events.h"
#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "tools/record/recorder.h"
#include "vm/java/java_result.h"

namespace minijvm::vm::record {

// Turns the sources on. They stay on until end_flight_sources(). REQUIRES: kInVm.
JavaResult<void> begin_flight_sources(runtime::JavaThread& self, const RecordingOptions& options);
void end_flight_sources();

// The calling thread has just recorded this event: notes its stack, if a recording wants it.
// `begun` is when its wait began, in ticks; 0 for an event that is no wait.
void note_stack_of(Event event, std::uint64_t begun);
// Records that the sampler of allocations has picked this object.
void note_allocation(runtime::JavaThread& self, runtime::Handle<> object);

}  // namespace minijvm::vm::record
