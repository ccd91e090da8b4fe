// Decides which loaders live, and takes the dead ones apart. The collector calls this while the
// world is stopped; any thread may call touch() and the counters.
#include "runtime/class/class_unloading.h"

#include <atomic>
#include <vector>

#include "base/check.h"
#include "base/log.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/link/access.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_parts.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "runtime/runtime_state.h"

namespace minijvm::runtime {
namespace {

constexpr Unloading& state = runtime_state.unloading;

// Guarded by observers_mutex while the world runs.

// Returns true for a loader of the JDK's own, which lives as long as the VM.
bool is_permanent(const LoaderData& loader) {
  return loader.host == nullptr && loader.is_built_in();
}

template <class Visit>
void for_each_loader(Visit visit) {
  LoaderData::for_each(
      [](LoaderData& loader, void* context) { (*static_cast<Visit*>(context))(loader); }, &visit);
}

// Logs and counts a class that died. Array classes are left out, because no loader defined them.
void log_death(const Class& klass) {
  if (klass.is_instance_class()) {
    state.unloaded_classes.fetch_add(1, std::memory_order_relaxed);
    MJ_LOG(classunload, kInfo, "unloading class %s 0x%016llx", klass.external_name().c_str(),
           static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(&klass)));
  }
}

}  // namespace

// The private half of LoaderData. It keeps which loaders live, and which were touched.
class LoaderLives {
 public:
  // A class in the making is in no dictionary and may have no instance, so nothing else would keep
  // the loader.
  static bool cannot_die(const LoaderData& loader) {
    return loader.is_boot() || loader.pins_.load(std::memory_order_relaxed) > 0 ||
           !loader.parts->in_making.empty() || !state.on.load(std::memory_order_relaxed);
  }
  static void doubt(LoaderData& loader) { loader.is_live_.store(false, std::memory_order_relaxed); }
  // relaxed: one of many workers wins, and the loader's tables do not change while the world is
  // stopped. The plain read comes first because it avoids the exchange for a loader that is kept
  // already.
  static bool keep(LoaderData& loader) {
    return !loader.is_live() && !loader.is_live_.exchange(true, std::memory_order_relaxed);
  }

  // Pushes the loader unless it is on the stack. is_touched_ prevents a second push, which would
  // lose the rest of the stack.
  static void touch(LoaderData& loader) {
    if (loader.is_touched_.exchange(true, std::memory_order_relaxed)) {
      return;
    }
    LoaderData* head = state.touched_loaders.load(std::memory_order_relaxed);
    do {
      loader.next_touched_ = head;
      // release: pairs with take_touched, which then sees next_touched_ and the new slots.
    } while (!state.touched_loaders.compare_exchange_weak(head, &loader, std::memory_order_release,
                                                          std::memory_order_relaxed));
  }
  // Calls visit(loader) for each touched loader. The mark is cleared before the visit, so the visit
  // may touch the loader again.
  template <class Visit>
  static void take_touched(Visit visit) {
    // acquire: pairs with touch()
    LoaderData* at = state.touched_loaders.exchange(nullptr, std::memory_order_acquire);
    while (at != nullptr) {
      LoaderData& loader = *at;
      // The link is read before is_touched_ is cleared, because afterwards a push may overwrite it.
      at = loader.next_touched_;
      loader.is_touched_.store(false, std::memory_order_relaxed);
      visit(loader);
    }
  }
};

void LoaderData::touch() { LoaderLives::touch(*this); }

void set_class_unloading(bool on) { state.on.store(on, std::memory_order_relaxed); }

void doubt_all_loaders(LoaderTracer& tracer) {
  // There are two passes, because tracing one loader keeps others, which must have been in doubt
  // before.
  for_each_loader([](LoaderData& loader) { LoaderLives::doubt(loader); });
  for_each_loader([&tracer](LoaderData& loader) {
    if (LoaderLives::cannot_die(loader)) {
      tracer.trace_loader(loader);
    }
  });
}

bool keep_loader(LoaderData& loader) { return LoaderLives::keep(loader); }

void trace_loader(LoaderData& loader, LoaderTracer& tracer) {
  // The slots are traced first, then everything that the class structures refer to.
  tracer.trace_slot(root_slot(&loader.class_loader));
  loader.constants.for_each([&tracer](Object** slot) { tracer.trace_slot(slot); });
  for_each_module_slot_of(loader, [&tracer](Object** slot) { tracer.trace_slot(slot); });
  for (auto* list : {&loader.parts->classes, &loader.parts->in_making}) {
    for (Class* klass : *list) {
      // The mirror is null while the VM boots, and for a class in the making that has none yet.
      if (klass->mirror != nullptr) {
        tracer.trace_mirror(klass->mirror);
      }
      // The nest host was resolved, but perhaps by set_nest_host and not through the dictionary.
      if (Class* host = klass->nest_host.load(std::memory_order_relaxed)) {
        tracer.trace_loader(*host->home);
      }
    }
  }
  // JVMS 5.3: the loader has initiated these classes, so its code may refer to them at any time.
  for (auto& [name, klass] : loader.parts->dictionary) {
    tracer.trace_loader(*klass->home);
  }
  if (loader.host != nullptr) {
    tracer.trace_loader(*loader.host);
  }
}

bool unlink_dead_loaders() {
  std::vector<LoaderData*>& dead_loaders = *state.dead_loaders;
  MJ_CHECK(dead_loaders.empty(), "%zu dead loaders were not freed", dead_loaders.size());
  // From here on LoaderData::for_each finds only living loaders.
  dead_loaders = take_dead_loaders();
  if (dead_loaders.empty()) {
    return false;
  }
  for (LoaderData* loader : *state.dead_loaders) {
    // The classes are still readable, so their deaths are logged and their oop maps dropped now.
    for (Class* klass : loader->parts->classes) {
      log_death(*klass);
      forget_oop_maps(*klass);
    }
  }
  // These are the tables of runtime that refer to classes or loaders.
  forget_dead_constraints();
  forget_dead_modules();
  forget_dead_nest_failures();
  // The stack of touched loaders is rebuilt without the dead ones.
  LoaderLives::take_touched([](LoaderData& loader) {
    if (loader.is_live()) {
      loader.touch();
    }
  });
  return true;
}

void free_dead_loaders() {
  for (LoaderData* loader : *state.dead_loaders) {
    for (Class* klass : loader->parts->classes) {
      free_class(*klass);
    }
    // Only bytes of loaders that may die were counted (count_metadata).
    if (!is_permanent(*loader)) {
      state.collectable_bytes.fetch_sub(
          loader->parts->metadata_bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    delete loader;
  }
  state.dead_loaders->clear();
}

void for_each_young_loader_slot(bool (*visit)(Object** slot, void* context), void* context) {
  LoaderLives::take_touched([&](LoaderData& loader) {
    // All slots of the loader are visited, since a touch does not say which of them changed.
    bool has_young =
        loader.constants.for_each_unsettled([&](Object** slot) { return visit(slot, context); });
    // `visit` must run for every slot, so it stands before the `||`.
    has_young = visit(root_slot(&loader.class_loader), context) || has_young;
    for_each_module_slot_of(loader,
                            [&](Object** slot) { has_young = visit(slot, context) || has_young; });
    // The next young collection must visit this loader again.
    if (has_young) {
      loader.touch();
    }
  });
}

void count_metadata(LoaderData& loader, std::size_t bytes) {
  loader.parts->metadata_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (!is_permanent(loader)) {
    state.collectable_bytes.fetch_add(bytes, std::memory_order_relaxed);
  }
}

std::size_t collectable_metadata_bytes() {
  return state.collectable_bytes.load(std::memory_order_relaxed);
}
std::uint64_t unloaded_class_count() {
  return state.unloaded_classes.load(std::memory_order_relaxed);
}

}  // namespace minijvm::runtime
