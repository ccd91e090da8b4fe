// Discovers references during tracing and decides about them afterwards. discover() runs on each
// worker of the gang, process() on the coordinator while the world is stopped, and take_pending()
// and has_pending() on Java threads in kInVm.
#include "gc/references/reference_processor.h"

#include <atomic>

#include "base/bits.h"
#include "base/check.h"
#include "base/log.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/reference_fields.h"
#include "gc/heap/spare_memory.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {
namespace {

using runtime::Object;
using runtime::ReferenceKind;

using sync::NoSafepoint;

// Returns true once the class library has booted so far that the static field SoftReference.clock
// exists. Its value is the time of the last collection in ms; SoftReference.get() copies it into
// the reference.
bool has_soft_clock() {
  const runtime::Class* soft = runtime::wk().java_lang_ref_SoftReference;
  return soft != nullptr && soft->mirror != nullptr && java::SoftReference::timestamp_offset() != 0;
}

}  // namespace

void ReferenceProcessor::begin(bool clear_all_soft, std::size_t free_bytes, unsigned workers) {
  discovered_.resize(workers);
  // Until the layout of java.lang.ref.Reference is known, Java code cannot have made any.
  referent_offset_ = java::Reference::referent_offset();
  discovers_ = referent_offset_ != 0;
  added_ = false;
  clear_all_soft_ = clear_all_soft;
  soft_clock_ms_ = has_soft_clock() ? java::SoftReference::get_clock() : 0;
  // The more memory is free, the longer an unused soft reference lives.
  soft_keep_ms_ = static_cast<std::int64_t>(free_bytes / kMiB) * soft_keep_ms_per_mb_;
}

bool ReferenceProcessor::is_given_up(const java::SoftReference& soft) const {
  return clear_all_soft_ || soft_clock_ms_ - soft.timestamp() > soft_keep_ms_;
}

bool ReferenceProcessor::discover(Object* object, Liveness& liveness, unsigned worker) {
  auto* reference = static_cast<java::Reference*>(object);
  // A reference with a `next` is inactive: Java code or an earlier collection has made it pending
  // or put it into its queue.
  if (!discovers_ || reference->next() != nullptr) {
    return false;
  }
  Object* referent = reference->referent();
  // There is nothing to decide if the referent is null, or is known to live already.
  if (referent == nullptr || liveness.forwarded_or_null(referent) != nullptr) {
    return false;
  }
  Discovered& own = discovered_[worker];
  switch (class_of(reference)->reference_kind) {
    case ReferenceKind::kSoft:
      if (!is_given_up(*static_cast<java::SoftReference*>(reference))) {
        // A soft reference that the policy keeps counts as a strong one in this collection.
        return false;
      }
      own.soft.push_back(reference);
      return true;
    case ReferenceKind::kWeak:
      own.weak.push_back(reference);
      return true;
    case ReferenceKind::kFinal:
      own.final.push_back(reference);
      return true;
    case ReferenceKind::kPhantom:
      own.phantom.push_back(reference);
      return true;
    case ReferenceKind::kNone:
    case ReferenceKind::kContinuation:
      break;
  }
  MJ_UNREACHABLE("discovering an object that is no reference");
}

void ReferenceProcessor::make_pending(java::Reference* reference) {
  reference->set_discovered(NoSafepoint::in_stopped_world(), pending_head_);
  pending_head_ = reference;
  added_ = true;
}

// Steps 1 and 3 of reference_processor.h: decides about each discovered reference of one kind.
void ReferenceProcessor::clear_dead(List Discovered::*kind, ReferenceTracer& tracer) {
  for (Discovered& of_worker : discovered_) {
    for (java::Reference* reference : of_worker.*kind) {
      Object** referent = slot_at(reference, referent_offset_);
      // The referent became reachable after the reference was discovered. The slot is updated,
      // because it may hold the object's old address.
      if (tracer.forwarded_or_null(*referent) != nullptr) {
        tracer.keep_alive(referent);
      } else {
        // No card is marked, because null is not a young object.
        *referent = nullptr;
        make_pending(reference);
      }
    }
    (of_worker.*kind).clear();
  }
}

// Does step 2. All final references are handled before the revived objects are traced. So an object
// that is reachable only from another finalizable object is finalized in the same collection.
void ReferenceProcessor::revive_finalizable(ReferenceTracer& tracer) {
  for (Discovered& of_worker : discovered_) {
    for (java::Reference* reference : of_worker.final) {
      Object** referent = slot_at(reference, referent_offset_);
      bool is_dead = tracer.forwarded_or_null(*referent) == nullptr;
      // The finalizer will use the object, so it lives in either case.
      tracer.keep_alive(referent);
      if (is_dead) {
        reference->set_next(NoSafepoint::in_stopped_world(), reference);
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
  // While finalizable objects are traced, every referent is strong.
  discovers_ = false;
  MJ_LOG(gcref, kDebug, "discovered: %zu soft, %zu weak, %zu final, %zu phantom",
         count(&Discovered::soft), count(&Discovered::weak), count(&Discovered::final),
         count(&Discovered::phantom));
  clear_dead(&Discovered::soft, tracer);
  clear_dead(&Discovered::weak, tracer);
  revive_finalizable(tracer);
  clear_dead(&Discovered::phantom, tracer);
  // Soft references that are used from now on get the time of this collection.
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
  if (has_soft_clock()) {
    java::SoftReference::set_clock((sync::program_ns() - clock_start_ns_) / sync::kNanosPerMilli);
  }
}

java::Reference* ReferenceProcessor::take_pending() {
  return std::atomic_ref<java::Reference*>(pending_head_)
      // acq_rel: two Java threads may ask at once, and the list goes to one of them. The collector
      // does not run meanwhile.
      .exchange(nullptr, std::memory_order_acq_rel);
}

bool ReferenceProcessor::has_pending() const {
  return std::atomic_ref<java::Reference*>(const_cast<java::Reference*&>(pending_head_))
             .load(std::memory_order_acquire) != nullptr;
}

}  // namespace minijvm::gc
