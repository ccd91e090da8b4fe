// Moves stripes, in step 4 of a full collection. move() runs on several workers of the gang at the
// same time; finish() runs on the coordinator.
#include "gc/old/compactor.h"

#include <sched.h>

#include <cstring>
#include <new>

namespace minijvm::gc {
namespace {

using runtime::Object;

// Spins first, because the other worker needs only the time to move one stripe. Later it yields the
// core, because the other worker may be waiting for a core.
void wait_a_little(unsigned round) {
  constexpr unsigned kSpinRounds = 100;
  if (round < kSpinRounds) {
    sync::spin_pause();
  } else {
    sched_yield();
  }
}

}  // namespace

Compactor::Compactor(Heap& heap, const CompactionPlan& plan, unsigned workers)
    : heap_(heap), plan_(plan), shadows_(workers) {}

// Returns true if every other stripe that had objects in this stripe's place is evacuated. The
// stripe's own objects may lie there: they move down, in ascending order (copy_live).
bool Compactor::place_is_free(std::size_t number) const {
  const Stripe& stripe = plan_.stripes()[number];
  // Only stripes with lower numbers can lie in the way (F1).
  CompactionPlan::Range others =
      plan_.stripes_over(stripe.to, stripe.place, stripe.place_end(), number);
  for (std::size_t other = others.first; other < others.end; ++other) {
    if (!is_evacuated(other)) {
      return false;
    }
  }
  return true;
}

void Compactor::wait_for_place(std::size_t number) const {
  for (unsigned round = 0; !place_is_free(number); ++round) {
    wait_a_little(round);
  }
}

// Returns the worker's shadow, and makes it at its first use. The result is null if there is no
// memory for it; the stripe then waits for its place (M2 still holds).
std::byte* Compactor::shadow_of(unsigned worker) {
  std::unique_ptr<std::byte[]>& shadow = shadows_[worker];
  if (shadow == nullptr) {
    shadow.reset(new (std::nothrow) std::byte[kShadowBytes]);
  }
  return shadow.get();
}

// Copies the live words run by run: objects that lie side by side move together. It uses memmove,
// because a run may overlap its own new place.
void Compactor::copy_live(const Stripe& stripe, std::byte* to) const {
  std::byte* run = stripe.first;
  while (run < stripe.end) {
    std::byte* run_end = heap_.marks.next_clear(run, stripe.end);
    auto bytes = static_cast<std::size_t>(run_end - run);
    std::memmove(to, run, bytes);
    heap_.access_shadow.follow(to, run, bytes);
    to += bytes;
    run = heap_.marks.next_marked(run_end, stripe.end);
  }
}

void Compactor::move(std::size_t number, unsigned worker) {
  const Stripe& stripe = plan_.stripes()[number];
  auto evacuated = [&] { heap_.stripes.set_evacuated(number); };
  // Nothing moves, so the offset table is right already. No other stripe uses the place, so only
  // place_is_free() needs the flag.
  if (stripe.stays()) {
    evacuated();
    return;
  }
  // A stripe whose place is free is moved directly, because a shadow would cost a second copy. One
  // worker alone finds each place free, so the heap's own shadow never goes that way (move).
  bool needs_shadow = stripe.live_bytes <= kShadowBytes && !place_is_free(number);
  if (std::byte* shadow = needs_shadow ? shadow_of(worker) : nullptr) {
    copy_live(stripe, shadow);
    shadowed_.fetch_add(1, std::memory_order_relaxed);
    // From here on, stripes that need this one's old place may go on (M1).
    evacuated();
    wait_for_place(number);
    std::memcpy(stripe.place, shadow, stripe.live_bytes);
  } else {
    // Without a shadow the stripe stays where it is until its place is free.
    wait_for_place(number);
    copy_live(stripe, stripe.place);
    evacuated();
  }
  record_objects(stripe);
}

// The offset table needs each object's start. Only the old generation has an offset table.
void Compactor::record_objects(const Stripe& stripe) {
  if (stripe.to != CompactionPlan::kOld) {
    return;
  }
  for (std::byte* at = stripe.place; at < stripe.place_end();) {
    std::size_t bytes = young_or_old_bytes(reinterpret_cast<Object*>(at));
    heap_.old.record_in_stretch(stripe.place, at, bytes);
    at += bytes;
  }
}

// The entry of a card on which a stripe begins is written last, in address order, because the
// stripe before it may have objects on the same card (OffsetTable::record_in_stretch).
void Compactor::finish() {
  for (const Stripe& stripe : plan_.stripes()) {
    if (stripe.to == CompactionPlan::kOld && !stripe.stays()) {
      heap_.old.record_start_of_stretch(stripe.place);
    }
  }
}

}  // namespace minijvm::gc
