#include "gc/reference_processor.h"

#include <atomic>

#include "base/bits.h"
#include "base/check.h"
#include "base/log.h"
#include "gc/barrier.h"
#include "gc/object_scan.h"
#include "gc/spare_memory.h"
#include "runtime/well_known.h"
#include "sync/clock.h"

namespace minijvm::gc {
namespace {

using runtime::Object;
using runtime::ReferenceKind;

// The world is stopped and both collectors look at cards afterwards: a plain store and the mark.
void store(Object* holder, std::size_t offset, Object* value) {
  Object** slot = slot_at(holder, offset);
  *slot = value;
  mark_card(slot);
}

std::int64_t* soft_clock() {
  const runtime::Class* soft = runtime::wk().java_lang_ref_SoftReference;
  if (soft == nullptr || soft->mirror == nullptr || runtime::wk().SoftReference_clock == 0) {
    return nullptr;
  }
  return reinterpret_cast<std::int64_t*>(slot_at(soft->mirror, runtime::wk().SoftReference_clock));
}

}  // namespace

void ReferenceProcessor::begin(bool clear_all_soft, std::size_t free_bytes, unsigned workers) {
  discovered_.resize(workers);
  // Until the class library's layout is known there is no Reference that Java could have made.
  referent_offset_ = runtime::wk().Reference_referent;
  discovers_ = referent_offset_ != 0;
  added_ = false;
  clear_all_soft_ = clear_all_soft;
  std::int64_t* clock = soft_clock();
  soft_clock_ms_ = clock == nullptr ? 0 : *clock;
  soft_keep_ms_ = static_cast<std::int64_t>(free_bytes / kMiB) * soft_keep_ms_per_mb_;
}

bool ReferenceProcessor::is_given_up(Object* soft) const {
  auto timestamp = soft->load<std::int64_t>(runtime::wk().SoftReference_timestamp);
  return clear_all_soft_ || soft_clock_ms_ - timestamp > soft_keep_ms_;
}

bool ReferenceProcessor::discover(Object* reference, Liveness& liveness, unsigned worker) {
  if (!discovers_ || reference->load_ref(runtime::wk().Reference_next) != nullptr) {
    return false;  // not active: pending or enqueued
  }
  Object* referent = reference->load_ref(referent_offset_);
  if (referent == nullptr || liveness.forwarded_or_null(referent) != nullptr) {
    return false;
  }
  Discovered& own = discovered_[worker];
  switch (class_of(reference)->reference_kind) {
    case ReferenceKind::kSoft:
      if (!is_given_up(reference)) {
        return false;
      }
      own.soft.push_back(reference);
      return true;
    case ReferenceKind::kWeak: own.weak.push_back(reference); return true;
    case ReferenceKind::kFinal: own.final.push_back(reference); return true;
    case ReferenceKind::kPhantom: own.phantom.push_back(reference); return true;
    case ReferenceKind::kNone: break;
  }
  MJ_UNREACHABLE("discovering an object that is no reference");
}

void ReferenceProcessor::make_pending(Object* reference) {
  store(reference, runtime::wk().Reference_discovered, pending_head_);
  pending_head_ = reference;
  added_ = true;
}

// Steps 1 and 3 of reference_processor.h.
void ReferenceProcessor::clear_dead(List Discovered::*kind, ReferenceTracer& tracer) {
  for (Discovered& of_worker : discovered_) {
    for (Object* reference : of_worker.*kind) {
      Object** referent = slot_at(reference, referent_offset_);
      if (tracer.forwarded_or_null(*referent) != nullptr) {
        tracer.keep_alive(referent);
      } else {
        *referent = nullptr;
        make_pending(reference);
      }
    }
    (of_worker.*kind).clear();
  }
}

// Step 2.
void ReferenceProcessor::revive_finalizable(ReferenceTracer& tracer) {
  for (Discovered& of_worker : discovered_) {
    for (Object* reference : of_worker.final) {
      Object** referent = slot_at(reference, referent_offset_);
      bool is_dead = tracer.forwarded_or_null(*referent) == nullptr;
      tracer.keep_alive(referent);
      if (is_dead) {
        store(reference, runtime::wk().Reference_next, reference);
        make_pending(reference);
      }
    }
    of_worker.final.clear();
  }
  tracer.drain();
}

std::size_t ReferenceProcessor::count(List Discovered::*kind) const {
  std::size_t all = 0;
  for (const Discovered& of_worker : discovered_) {
    all += (of_worker.*kind).size();
  }
  return all;
}

void ReferenceProcessor::process(ReferenceTracer& tracer) {
  discovers_ = false;  // what finalizable objects reach is strong this time
  MJ_LOG(gcref, kDebug, "discovered: %zu soft, %zu weak, %zu final, %zu phantom", count(&Discovered::soft), count(&Discovered::weak),
         count(&Discovered::final), count(&Discovered::phantom));
  clear_dead(&Discovered::soft, tracer);
  clear_dead(&Discovered::weak, tracer);
  revive_finalizable(tracer);
  clear_dead(&Discovered::phantom, tracer);
  advance_soft_clock();
}

void ReferenceProcessor::give_back_memory() {
  for (Discovered& of_worker : discovered_) {
    for (List* list : {&of_worker.soft, &of_worker.weak, &of_worker.final, &of_worker.phantom}) {
      free_if_large(*list);
    }
  }
}

void ReferenceProcessor::advance_soft_clock() const {
  if (std::int64_t* clock = soft_clock()) {
    *clock = (sync::monotonic_ns() - clock_start_ns_) / sync::kNanosPerMilli;
  }
}

Object* ReferenceProcessor::take_pending() {
  // Two Java threads may ask together; the collector does not run meanwhile.
  return std::atomic_ref<Object*>(pending_head_).exchange(nullptr, std::memory_order_acq_rel);
}

bool ReferenceProcessor::has_pending() const {
  return std::atomic_ref<Object*>(const_cast<Object*&>(pending_head_)).load(std::memory_order_acquire) != nullptr;
}

}  // namespace minijvm::gc
