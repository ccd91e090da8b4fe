// Walks over the heap for the verifier, before and after a collection, while the world is stopped.
// The mark bitmap, which is clear then, remembers where objects start.
#include "gc/heap/heap_verifier.h"

#include <unordered_set>

#include "base/check.h"
#include "gc/heap/filler.h"
#include "gc/heap/heap_parts.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/root_tasks.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {
namespace {

using runtime::Object;

// The walk has two passes. The first notes the start of each object and checks its class word; the
// second checks that each reference leads to one of these starts.
class Verifier final : public RootVisitor, public runtime::ClassVisitor {
 public:
  Verifier(Heap& heap, const char* when) : heap_(heap), when_(when) {}

  void run() {
    runtime::for_each_class(*this);
    note_starts(heap_.old.space());
    for (Space* space : {&heap_.from(), &heap_.to(), &heap_.eden}) {
      note_starts(*space);
    }
    visit_all_roots(*this);
    check_dormant_threads();
    heap_.references.visit_roots(*this);
    heap_.fixed.for_each([this](Object* mirror) { check_fields(mirror, true); });
    // Old and fixed objects need dirty cards for references to young objects; objects in young
    // spaces do not.
    check_space(heap_.old.space(), true);
    check_offsets();
    for (Space* space : {&heap_.from(), &heap_.to(), &heap_.eden}) {
      check_space(*space, false);
    }
    // The full collector expects a clear bitmap.
    heap_.marks.clear();
  }

  // Collects the classes of all loaders; a class that is not among them is dead.
  void visit(runtime::Class& klass) override { classes_.insert(&klass); }
  // Checks a root.
  void visit(Object** slot) override {
    MJ_CHECK(is_object_or_null(*slot), "%s: %s holds %p, which is no object", when_,
             root_text(slot).c_str(), static_cast<void*>(*slot));
  }

 private:
  // Mirrors are not in the bitmap; the fixed space's own index knows them.
  bool is_object_or_null(const Object* object) const {
    if (object == nullptr) {
      return true;
    }
    return heap_.marks.covers(object) ? heap_.marks.is_marked(object)
                                      : heap_.fixed.is_object_start(object);
  }

  // Young collections pass over dormant threads (sync/threads/safepoint.h, S5).
  void check_dormant_threads() {
    struct NoYoungRoot final : RootVisitor {
      explicit NoYoungRoot(const Verifier& a_verifier) : verifier(a_verifier) {}
      void visit(Object** slot) override {
        MJ_CHECK(!verifier.heap_.is_young(*slot), "%s: %s of a dormant thread holds the young %p",
                 verifier.when_, root_text(slot).c_str(), static_cast<void*>(*slot));
      }
      const Verifier& verifier;
    } no_young_root(*this);
    sync::for_each_exec_env([&](sync::ExecEnv& thread) {
      if (sync::is_dormant(thread)) {
        visit_thread_roots(runtime::JavaThread::of(thread), no_young_root);
      }
    });
  }

  void check_class_word(const Object* object) const {
    // Outside of a collection no forwarding bit may be set.
    std::uint64_t word = object->class_word();
    MJ_CHECK(object->klass() != nullptr && (word & 7) == 0, "%s: %p has the class word %#llx",
             when_, static_cast<const void*>(object), static_cast<unsigned long long>(word));
    // Classes that unit tests make by hand are in no loader's list, so this check waits until
    // java.lang.Object is loaded.
    MJ_CHECK(runtime::wk().java_lang_Object == nullptr || is_filler(object) ||
                 classes_.contains(object->klass()),
             "%s: the class %p of %p is dead", when_, static_cast<const void*>(object->klass()),
             static_cast<const void*>(object));
    MJ_CHECK(object->klass()->kind != runtime::ClassKind::kPrimitive,
             "%s: %p is an instance of a primitive type", when_, static_cast<const void*>(object));
  }

  // Checks each object's class word and sets its first word's bit in the mark bitmap. An object
  // whose size leads beyond the top stops the walk.
  void note_starts(const Space& space) {
    for (std::byte* at = space.base(); at != space.top();) {
      auto* object = reinterpret_cast<Object*>(at);
      check_class_word(object);
      heap_.marks.mark_start(object);
      at += young_or_old_bytes(object);
      MJ_CHECK(at <= space.top(), "%s: %p reaches beyond its space", when_,
               static_cast<void*>(object));
    }
  }

  // Checks that the offset table leads from each card of the old generation to the start of an
  // object at or before it. Otherwise a young collection would misread dirty cards.
  void check_offsets() {
    const Space& old = heap_.old.space();
    for (std::byte* card = old.base(); card < old.top(); card += kCardBytes) {
      std::byte* start = heap_.old.offsets().walk_start(card);
      MJ_CHECK(start >= old.base() && start <= card && heap_.marks.is_marked(start),
               "%s: the card of %p leads to %p, which is no object", when_,
               static_cast<void*>(card), static_cast<void*>(start));
    }
  }

  void check_space(const Space& space, bool has_cards) {
    Heap::walk(space, [&](Object* object) { check_fields(object, has_cards); });
  }

  // The static fields of a class lie in its mirror.
  void check_fields(Object* object, bool has_cards) {
    auto check = [&](Object** slot) { check_slot(object, slot, has_cards); };
    for_each_slot(object, {}, check);
    if (heap_.fixed.space().contains(object)) {
      for_each_static_slot(object, {}, check);
    }
  }

  void check_slot(const Object* holder, Object** slot, bool has_cards) {
    Object* value = *slot;
    MJ_CHECK(is_object_or_null(value), "%s: %p+%td holds %p, which is no object", when_,
             static_cast<const void*>(holder),
             reinterpret_cast<const std::byte*>(slot) - reinterpret_cast<const std::byte*>(holder),
             static_cast<void*>(value));
    // Invariant 2 of gc/README.md: a slot of an old or fixed object that refers to a young object
    // lies on a dirty card.
    bool needs_card = has_cards && heap_.is_young(value);
    MJ_CHECK(!needs_card || CardTable::is_dirty(slot),
             "%s: %p+%td holds the young %p on a clean card", when_,
             static_cast<const void*>(holder),
             reinterpret_cast<const std::byte*>(slot) - reinterpret_cast<const std::byte*>(holder),
             static_cast<void*>(value));
  }

  Heap& heap_;
  const char* when_;
  std::unordered_set<const runtime::Class*> classes_;
};

}  // namespace

void verify_heap(Heap& heap, const char* when) { Verifier(heap, when).run(); }

}  // namespace minijvm::gc
