// java.lang.ref: which referents a collection may clear, and the list it hands to the ReferenceHandler thread.
// Proved by tests/gc/reference_processor_test.cpp.
//
//   While tracing, an active Reference (next == null) whose referent is not known to live is discovered: its referent is not traced.
//   Afterwards, in this order:
//     1. Soft (those the policy gives up), Weak   referent dead: referent = null, pending
//     2. Final                                    referent dead: traced after all, next = this, pending; then everything it reaches
//     3. Phantom (Cleaner is one)                 referent dead: referent = null, pending
//   Pending references hang together through `discovered`; the head is a root. The collector's own lists are outside of the heap, so
//   `discovered` is an ordinary strong field for it.
// HOTSPOT: like there, every cleared reference is listed, whatever its queue; the handler drops those without one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/roots.h"
#include "runtime/class.h"
#include "runtime/object.h"
#include "sync/clock.h"

namespace minijvm::gc {

// What a collector can do for the processor.
class ReferenceTracer : public Liveness {
 public:
  // The object in the slot lives from now on; the slot is updated. drain() traces what it reaches.
  virtual void keep_alive(runtime::Object** slot) = 0;
  virtual void drain() = 0;

 protected:
  ~ReferenceTracer() = default;
};

class ReferenceProcessor {
 public:
  // How long a soft reference lives after its last use, for each MiB that is free (-XX:SoftRefLRUPolicyMSPerMB).
  void set_soft_keep_ms(unsigned per_mb) { soft_keep_ms_per_mb_ = per_mb; }
  // free_bytes: how far the heap is from full, for the soft references' policy. workers: how many will discover.
  void begin(bool clear_all_soft, std::size_t free_bytes, unsigned workers = 1);
  // True: the reference is on a list, do not trace its referent. False: treat the referent as any field. Each worker has lists of its own.
  bool discover(runtime::Object* reference, Liveness& liveness, unsigned worker = 0);
  void process(ReferenceTracer& tracer);
  std::size_t referent_offset() const { return referent_offset_; }
  // After a collection.
  void give_back_memory();

  // --- the pending list ---
  void visit_roots(RootVisitor& visitor) { visitor.visit(&pending_head_); }
  runtime::Object* take_pending();
  bool has_pending() const;
  // Has this collection added to the list? For waking the handler.
  bool added() const { return added_; }

 private:
  using List = std::vector<runtime::Object*>;
  struct alignas(128) Discovered {
    List soft;
    List weak;
    List final;
    List phantom;
  };
  bool is_given_up(runtime::Object* soft) const;
  void clear_dead(List Discovered::*kind, ReferenceTracer& tracer);
  std::size_t count(List Discovered::*kind) const;
  void revive_finalizable(ReferenceTracer& tracer);
  void make_pending(runtime::Object* reference);
  void advance_soft_clock() const;

  runtime::Object* pending_head_ = nullptr;
  std::vector<Discovered> discovered_{1};  // by worker
  bool discovers_ = false;
  bool added_ = false;
  bool clear_all_soft_ = false;
  // SoftReference.clock counts from here, so that 0, which it is until the first collection, is a time like any other.
  // HOTSPOT: counts from the machine's start, and sets the field when the VM starts.
  std::int64_t clock_start_ns_ = sync::monotonic_ns();
  std::int64_t soft_clock_ms_ = 0;
  std::int64_t soft_keep_ms_per_mb_ = 1000;
  std::int64_t soft_keep_ms_ = 0;
  std::size_t referent_offset_ = 0;
};

}  // namespace minijvm::gc
