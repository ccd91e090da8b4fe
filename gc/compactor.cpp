#include "gc/compactor.h"

#include <sched.h>

#include <cstring>
#include <new>

namespace minijvm::gc {
namespace {

using runtime::Object;

// Short at first: the one who is waited for moves one stripe, if the kernel lets him.
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

// All that lay there is evacuated, but for the stripe's own objects.
bool Compactor::place_is_free(std::size_t number) const {
  const Stripe& stripe = plan_.stripes()[number];
  CompactionPlan::Range others = plan_.stripes_over(stripe.to, stripe.place, stripe.place_end(), number);
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

// Null: no memory for one. The stripe then waits.
std::byte* Compactor::shadow_of(unsigned worker) {
  std::unique_ptr<std::byte[]>& shadow = shadows_[worker];
  if (shadow == nullptr) {
    shadow.reset(new (std::nothrow) std::byte[kShadowBytes]);
  }
  return shadow.get();
}

// Run by run of live words: objects that lie side by side move together.
void Compactor::copy_live(const Stripe& stripe, std::byte* to) const {
  std::byte* run = stripe.first;
  while (run < stripe.end) {
    std::byte* run_end = heap_.marks.next_clear(run, stripe.end);
    auto bytes = static_cast<std::size_t>(run_end - run);
    std::memmove(to, run, bytes);
    to += bytes;
    run = heap_.marks.next_marked(run_end, stripe.end);
  }
}

void Compactor::move(std::size_t number, unsigned worker) {
  const Stripe& stripe = plan_.stripes()[number];
  auto evacuated = [&] { heap_.stripes.set_evacuated(number); };
  if (stripe.stays()) {
    evacuated();
    return;
  }
  bool needs_shadow = stripe.live_bytes <= kShadowBytes && !place_is_free(number);
  if (std::byte* shadow = needs_shadow ? shadow_of(worker) : nullptr) {
    copy_live(stripe, shadow);
    shadowed_.fetch_add(1, std::memory_order_relaxed);
    evacuated();
    wait_for_place(number);
    std::memcpy(stripe.place, shadow, stripe.live_bytes);
  } else {
    wait_for_place(number);
    copy_live(stripe, stripe.place);
    evacuated();
  }
  record_objects(stripe);
}

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

void Compactor::finish() {
  for (const Stripe& stripe : plan_.stripes()) {
    if (stripe.to == CompactionPlan::kOld && !stripe.stays()) {
      heap_.old.record_start_of_stretch(stripe.place);
    }
  }
}

}  // namespace minijvm::gc
