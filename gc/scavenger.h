// The young collection: copies what lives in eden and from-space to to-space or, when old enough, to the old generation.
// Proved by tests/gc/scavenger_test.cpp.
// Source: Cheney, CACM 1970: to-space itself is the queue of objects whose fields are still to be looked at. The promoted part of the
// old generation is a second such queue.  Departure: ages (Ungar, 1984), and objects that find no room anywhere stay where they are
// ("self-forwarded") and wait on a stack; a full collection follows, so none is lost.
// Roots: threads, providers, loaders that were given a reference lately, the pending references, and the dirty cards of old and fixed
// objects. All classes live on: only full collections unload.
#pragma once

#include <vector>

#include "gc/heap_parts.h"
#include "gc/reference_processor.h"
#include "gc/roots.h"

namespace minijvm::gc {

class Scavenger final : public RootVisitor, public ReferenceTracer {
 public:
  Scavenger(Heap& heap, std::size_t free_bytes);

  // REQUIRES: the world is stopped, TLABs are retired, to-space is empty.
  // ENSURES: unless promotion failed, nothing that lives is in eden or from-space.
  ScavengeOutcome run();

  void visit(runtime::Object** slot) override { *slot = evacuated(*slot); }
  runtime::Object* forwarded_or_null(runtime::Object* object) override;
  void keep_alive(runtime::Object** slot) override { process_slot(slot); }
  void drain() override;

 private:
  bool must_move(const runtime::Object* object) const { return heap_.is_young(object) && !heap_.to().contains(object); }
  runtime::Object* evacuated(runtime::Object* object);
  runtime::Object* copy(runtime::Object* object, std::uint64_t class_word);
  runtime::Object* keep_in_place(runtime::Object* object, std::uint64_t class_word);
  // A slot in the heap: also marks its card if an older object now refers to a young one.
  void process_slot(runtime::Object** slot);
  void scan(runtime::Object* object, SlotRange range);
  void scan_dirty_cards();
  void remove_self_forwarding();

  Heap& heap_;
  ReferenceProcessor& references_;
  ScavengeOutcome outcome_;
  unsigned threshold_;
  std::byte* to_scan_;
  std::byte* old_scan_;
  std::vector<runtime::Object*> kept_;      // self-forwarded, fields not yet looked at
  std::vector<runtime::Object*> all_kept_;
};

}  // namespace minijvm::gc
