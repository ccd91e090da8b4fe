// Follows an order: what a worker does at ticks and before instructions, up to where it stops.
#include <algorithm>

#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/stepper.h"
#include "tools/stepper/stepper_state.h"
#include "tools/stepper/travel/traveller.h"
#include "vm/java/threads/points.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using runtime::Method;
using What = Seek::What;

namespace {

// A process that runs looks that often whether it is time for a checkpoint: about every
// millisecond.
constexpr std::uint64_t kTicksToLook = 100'000;
constexpr std::int64_t kNsToCheckpoint = 50'000'000;

sync::DeterministicRun& run() { return *sync::thread_model().run(); }

}  // namespace

// --- ticks ---

void Traveller::on_tick(sync::ExecEnv&) { stepper_state.stepper->traveller().tick_reached(); }

void Traveller::await_next_tick() {
  const std::uint64_t now = run().all_ticks();
  std::uint64_t next = now + kTicksToLook;
  if (is_seeking()) {
    for (const std::uint64_t tick : {seek_->from, seek_->until.tick, seek_->until.tick + 1}) {
      if (tick > now)
        next = std::min(next, tick);
    }
  }
  run().call_at(next, on_tick);
}

// A worker that counts makes a checkpoint where it begins to look, since the next order will begin
// there, too.
void Traveller::tick_reached() {
  if (!is_seeking() && stepping_.take_interrupt())
    stop_soon();
  if (ran_ns() - last_checkpoint_ns_ >= kNsToCheckpoint)
    make_checkpoint();
  if (is_seeking() && !is_watching_ && run().all_ticks() >= seek_->from) {
    if (seek_->pick == 0 && last_checkpoint_ != run().all_ticks())
      make_checkpoint();
    // The checkpoint's own worker has an order of its own.
    is_watching_ = is_seeking() && run().all_ticks() >= seek_->from;
  }
  if (is_seeking() && run().all_ticks() >= seek_->until.tick && seek_->until.place.empty() &&
      seek_->pick == 0)
    report_count(true);
  if (is_seeking() && seek_->pick == 0 && run().all_ticks() > seek_->until.tick)
    report_count(false);
  stepping_.apply();
  await_next_tick();
}

void Traveller::stop_soon() {
  seek_.emplace();
  seek_->what = What::kAny;
  seek_->until.tick = 0;
  seek_->pick = 1;
  seek_->kind = seek_->reason = "interrupt";
  order_ = *seek_;
  candidates_ = 0;
  is_watching_ = true;
}

// --- a worker ---

Traveller::Sees Traveller::sees() const {
  if (!is_watching_)
    return Sees::kNothing;
  const bool is_last_tick = run().all_ticks() >= seek_->until.tick;
  if (seek_->in_library || (is_last_tick && seek_->until.in_library))
    return Sees::kAll;
  return seek_->what == What::kStop && !is_last_tick ? Sees::kStops : Sees::kProgram;
}

bool Traveller::is_named(const JavaThread& self) {
  if (self.id() != looked_at_) {
    looked_at_ = self.id();
    is_meant_ = run().name_of(self) == seek_->thread_name;
  }
  return is_meant_;
}

bool Traveller::is_at_end(const JavaThread& self) {
  if (seek_->what == What::kOwnTick)
    return is_named(self) && run().tick() > seek_->own_ticks;
  const Moment& until = seek_->until;
  return run().all_ticks() == until.tick && self.id() == until.thread && !until.place.empty() &&
         until.event.empty() && place_of(self) == until.place;
}

// As Plan::ends_at does: a line counts when another one begins, in this frame or another. The
// worker may begin to look in the middle of a line, so the first one does not count.
bool Traveller::begins_line(const JavaThread& self, const Method& method, std::uint32_t bci) {
  const int number = method.line_number(static_cast<std::int32_t>(bci));
  const runtime::Slot* fp = self.anchor.fp;
  const bool is_same = fp == line_.fp && &method == line_.method && number == line_.number;
  if (is_same || number < 0)
    return false;
  const bool is_known_begin = line_.method != nullptr || seek_->from == 0;
  line_ = {fp, &method, number};
  return is_known_begin;
}

bool Traveller::is_candidate(JavaThread& self, const Method& method, std::uint32_t bci,
                             bool is_stop) {
  switch (seek_->what) {
    case What::kStop:
      return is_stop;
    case What::kAny:
      return !is_library(method) && run().all_ticks() >= seek_->until.tick;
    case What::kMoment:
      return is_at_end(self);
    case What::kOwnTick:
      return !is_library(method) && is_named(self) && run().tick() <= seek_->own_ticks &&
             (seek_->site.empty() ||
              seek_->site == text_of_site(method, static_cast<std::int32_t>(bci)));
    case What::kEnd:
      return false;
    case What::kWrite:
      return writes_.sees(seek_->variable, self, method, bci);
    case What::kInstruction:
      break;
  }
  const bool fits = self.id() == seek_->thread && (seek_->in_library || !is_library(method)) &&
                    depth_of(self, self.anchor.fp) <= seek_->depth;
  return fits && (!seek_->by_line || begins_line(self, method, bci));
}

bool Traveller::arrives_at(JavaThread& self, const Method& method, std::uint32_t bci,
                           bool is_stop) {
  if (!is_watching_)
    return false;
  if (seek_->pick == 0 && is_at_end(self))
    report_count(true);
  return is_candidate(self, method, bci, is_stop) && arrives();
}

bool Traveller::arrives_at_stop() { return is_watching_ && seeks_stops() && arrives(); }

bool Traveller::arrives() {
  ++candidates_;
  last_candidate_ = run().all_ticks();
  if (seek_->what == What::kWrite)
    writes_.keep(candidates_);
  if (candidates_ != seek_->pick)
    return false;
  if (seek_->what == What::kMoment && run().hash() != seek_->until.run)
    report_count(true);
  seek_.reset();
  is_watching_ = false;
  await_next_tick();
  return true;
}

void Traveller::pass_event(const JavaThread& self, const std::string& event) {
  const Moment& until = seek_->until;
  if (is_watching_ && seek_->pick == 0 && event == until.event && self.id() == until.thread &&
      run().all_ticks() == until.tick)
    report_count(true);
}

}  // namespace minijvm::vm::stepper
