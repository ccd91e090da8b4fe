// Pairs causes with effects. An effect belongs to the newest cause that named its thread.
#include "tools/record/timeline/arrows.h"

#include "tools/record/timeline/thread_lanes.h"
#include "tools/record/timeline/vm_lanes.h"

namespace minijvm::vm::record {

// A notify ends a wait in any case: the waiter blocks and goes on, or has blocked already.
void Arrows::remember(std::map<EventOwner, Cause>& causes, const char* kind,
                      const TimedEvent& event) {
  causes[event.record.first] = {kind, event.owner, event.time};
}

// A permit for a thread that runs wakes nobody.
void Arrows::remember_wake_up(const char* kind, const TimedEvent& event,
                              const ThreadLanes& threads) {
  if (threads.blocked_since(static_cast<std::uint32_t>(event.record.first)) >= 0) {
    remember(wake_ups_, kind, event);
  }
}

void Arrows::end_at(std::map<EventOwner, Cause>& causes, EventOwner cause,
                    const TimedEvent& event) {
  const auto found = causes.find(cause);
  if (found != causes.end()) {
    drawn_.push_back({found->second, event.owner, event.time});
    causes.erase(found);
  }
}

void Arrows::take(const TimedEvent& event, const ThreadLanes& threads) {
  switch (event.record.event) {
    case Event::invited:
      remember_wake_up("exit", event, threads);
      break;
    case Event::notified:
      remember(notifies_, "notify", event);
      break;
    case Event::unpark:
      remember_wake_up("unpark", event, threads);
      break;
    case Event::thread_go_on:
      end_at(notifies_, event.owner, event);
      end_at(wake_ups_, event.owner, event);
      break;
    case Event::meta_queue:
    case Event::meta_hand_over:
    case Event::meta_receive:
      take_meta(event);
      break;
    case Event::gang_dispatch:
    case Event::task_begin:
      take_gang(event);
      break;
    default:
      break;
  }
}

void Arrows::take_meta(const TimedEvent& event) {
  if (event.record.event == Event::meta_queue) {
    predecessors_[event.owner] = event.record.extra;
  } else if (event.record.event == Event::meta_hand_over) {
    hand_overs_[event.owner] = {"hand over", event.owner, event.time};
  } else {
    end_at(hand_overs_, predecessors_[event.owner], event);
  }
}

void Arrows::take_gang(const TimedEvent& event) {
  if (event.record.event == Event::gang_dispatch) {
    dispatch_ = {"dispatch", event.owner, event.time};
    answered_.clear();
  } else if (dispatch_.kind != nullptr && event.owner >= kKernelThread &&
             answered_.insert(event.owner).second) {
    drawn_.push_back({dispatch_, event.owner, event.time});
  }
}

void Arrows::add_to(Timeline& timeline, const ThreadLanes& threads, const VmLanes& vm) const {
  const auto track_of = [&](EventOwner owner) {
    return owner < kKernelThread ? threads.track_of(static_cast<std::uint32_t>(owner))
                                 : vm.track_of(owner);
  };
  for (const Drawn& arrow : drawn_) {
    const int from = track_of(arrow.cause.from);
    const int to = track_of(arrow.to);
    if (from >= 0 && to >= 0) {
      timeline.arrows.push_back(
          {timeline.texts.id(arrow.cause.kind), from, arrow.cause.time, to, arrow.time});
    }
  }
}

}  // namespace minijvm::vm::record
