// java.lang.ref: decides which referents a collection may clear, and keeps the pending list for the
// ReferenceHandler thread.
// Tested by tests/gc/reference_processor_test.cpp.
//
// While a collector traces, it meets Reference objects. An active one (next == null) whose referent
// is not yet known to live is discovered: it is put on a list, and its referent is not traced.
// After the strong objects have been traced, the lists are processed in this order:
//
//   1 Soft (those that the policy clears), Weak   a dead referent is set to null
//   2 Final                                       a dead referent is traced after all, with
//                                                 everything that it reaches; next = this
//   3 Phantom (Cleaner is one of these)           a dead referent is set to null
//
// In each case a reference with a dead referent becomes pending. If the referent turned out to
// live, the reference stays as it was. Final comes before Phantom, because an object is phantom
// reachable only after its finalization (java.lang.ref, "Reachability").
//
//   pending_head_ -> Reference -- discovered --> Reference -- discovered --> null
//
// Pending references form a list through the field `discovered`; its head is a root. The
// collector's own lists lie outside of the heap, so `discovered` is an ordinary strong field for
// it.
// HOTSPOT: each cleared reference becomes pending, even if it has no queue; the handler drops
// references without a queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gc/heap/roots.h"
#include "runtime/class/class.h"
#include "runtime/object/handle.h"
#include "runtime/object/object.h"
#include "sync/threads/clock.h"

namespace minijvm::gc {

// The functions of a collector that the processor calls.
class ReferenceTracer : public Liveness {
 public:
  // Keeps the object in the slot alive and updates the slot. drain() traces what the object
  // reaches.
  virtual void keep_alive(runtime::Object** slot) = 0;
  virtual void drain() = 0;

 protected:
  ~ReferenceTracer() = default;
};

class ReferenceProcessor {
 public:
  // Sets -XX:SoftRefLRUPolicyMSPerMB: the time that a soft reference lives after its last use, in
  // ms for each MiB that is free.
  void set_soft_keep_ms(unsigned per_mb) { soft_keep_ms_per_mb_ = per_mb; }
  // Starts a collection. `free_bytes` is the room that the heap still has, for the policy of soft
  // references. `workers` is the number of workers that will discover references.
  void begin(bool clear_all_soft, std::size_t free_bytes, unsigned workers = 1);
  // Returns true if the reference was put on a list: the caller must not trace its referent.
  // Returns false if the referent must be treated like any other field. Several workers may call it
  // at once; each has its own lists.
  bool discover(runtime::Object* object, Liveness& liveness, unsigned worker = 0);
  // Does steps 1 to 3. REQUIRES: everything that is strongly reachable has been traced.
  void process(ReferenceTracer& tracer);
  // Returns the offset of Reference.referent; 0 until the class library is loaded.
  std::size_t referent_offset() const { return referent_offset_; }
  // Frees large lists after a collection.
  void give_back_memory();

  // --- the pending list ---
  // Visits the head of the list, which is a root.
  void visit_roots(RootVisitor& visitor) { visitor.visit(runtime::root_slot(&pending_head_)); }
  // Takes the whole list and returns its head, or null. REQUIRES: the caller is in kInVm.
  java::Reference* take_pending();
  bool has_pending() const;
  // Returns true if this collection has added references to the list.
  bool added() const { return added_; }

 private:
  using List = std::vector<java::Reference*>;
  // One worker's lists, on cache lines of its own.
  struct alignas(128) Discovered {
    List soft;
    List weak;
    List final;
    List phantom;
  };
  // Returns true if the policy clears this soft reference: it has not been used for long enough, or
  // all are cleared.
  bool is_given_up(const java::SoftReference& soft) const;
  void clear_dead(List Discovered::*kind, ReferenceTracer& tracer);
  std::size_t count(List Discovered::*kind) const;
  void revive_finalizable(ReferenceTracer& tracer);
  void make_pending(java::Reference* reference);
  void advance_soft_clock() const;

  java::Reference* pending_head_ = nullptr;
  std::vector<Discovered> discovered_{1};  // by worker
  // If false, referents are treated as strong fields.
  bool discovers_ = false;
  bool added_ = false;
  bool clear_all_soft_ = false;
  // SoftReference.clock counts from here. So 0, the value until the first collection, is an
  // ordinary time. HOTSPOT: the clock of HotSpot counts from the machine's start, and the field is
  // set when the VM starts.
  std::int64_t clock_start_ns_ = sync::program_ns();
  // SoftReference.clock when this collection began, in ms.
  std::int64_t soft_clock_ms_ = 0;
  std::int64_t soft_keep_ms_per_mb_ = 1000;
  // The time, in ms, that a soft reference may be unused and still be kept in this collection.
  std::int64_t soft_keep_ms_ = 0;
  std::size_t referent_offset_ = 0;
};

}  // namespace minijvm::gc
