// Shows each event to the parts of the timeline, then lets them put their tracks down in the order
// in which the page shows them.
#include "tools/record/timeline/timeline_builder.h"

#include "tools/record/timeline/arrows.h"
#include "tools/record/timeline/lock_lanes.h"
#include "tools/record/timeline/summaries.h"
#include "tools/record/timeline/thread_lanes.h"
#include "tools/record/timeline/vm_lanes.h"

namespace minijvm::vm::record {

Timeline build_timeline(const RecordedRun& run) {
  Timeline timeline;
  timeline.about = run.about;
  ThreadLanes threads(run, timeline);
  VmLanes vm(run, timeline);
  Arrows arrows;
  for (const TimedEvent& event : run.events) {
    arrows.take(event, threads);
    threads.take(event);
    vm.take(event);
  }
  threads.finish(run.about.duration_ns);
  vm.finish(run.about.duration_ns);
  vm.add_tracks();
  threads.add_tracks();
  const std::vector<LockSummary> locks = add_lock_lanes(run, threads, timeline);
  arrows.add_to(timeline, threads, vm);
  add_findings(run, threads, vm, locks, timeline);
  add_tables(run, threads, vm, locks, timeline);
  return timeline;
}

}  // namespace minijvm::vm::record
