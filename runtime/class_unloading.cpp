#include "runtime/class_unloading.h"

#include <atomic>
#include <vector>

#include "base/check.h"
#include "base/log.h"
#include "runtime/access.h"
#include "runtime/class.h"
#include "runtime/class_tables.h"
#include "runtime/loader_constraints.h"
#include "runtime/loader_parts.h"
#include "runtime/module_graph.h"
#include "runtime/oop_map_cache.h"

namespace minijvm::runtime {
namespace {

std::atomic<bool> unloads{true};
std::atomic<std::size_t> collectable_bytes{0};
std::atomic<std::uint64_t> unloaded_classes{0};
std::vector<LoaderData*> dead_loaders;  // between unlink_dead_loaders and free_dead_loaders

// The loaders in which a young reference may stand: a stack onto which any thread pushes, and which the collector takes as a whole.
std::atomic<LoaderData*> touched_loaders{nullptr};

sync::Mutex observers_mutex{sync::LockRank::kLeaf};
// Guarded by observers_mutex while the world runs.
std::vector<UnloadObserver*>& observers() {
  static auto& all = *new std::vector<UnloadObserver*>;
  return all;
}

// A loader of the JDK's own, which lives as long as the VM.
bool is_permanent(const LoaderData& loader) {
  return loader.host == nullptr && loader.is_built_in();
}

template <class Visit>
void for_each_loader(Visit visit) {
  LoaderData::for_each([](LoaderData& loader, void* context) { (*static_cast<Visit*>(context))(loader); }, &visit);
}

void log_death(const Class& klass) {
  if (klass.is_instance_class()) {
    unloaded_classes.fetch_add(1, std::memory_order_relaxed);
    MJ_LOG(classunload, kInfo, "unloading class %s 0x%016llx", klass.external_name().c_str(), static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(&klass)));
  }
}

}  // namespace

// The private half of LoaderData: who lives, and who was touched.
class LoaderLives {
 public:
  static bool cannot_die(const LoaderData& loader) {
    return loader.is_boot() || loader.pins_.load(std::memory_order_relaxed) > 0 || !loader.parts->in_making.empty() ||
           !unloads.load(std::memory_order_relaxed);
  }
  static void doubt(LoaderData& loader) { loader.is_live_.store(false, std::memory_order_relaxed); }
  static bool keep(LoaderData& loader) {
    // relaxed: one of many workers wins; it finds the loader's tables as they were when the world stopped.
    return !loader.is_live() && !loader.is_live_.exchange(true, std::memory_order_relaxed);
  }

  static void touch(LoaderData& loader) {
    if (loader.is_touched_.exchange(true, std::memory_order_relaxed)) {
      return;
    }
    LoaderData* head = touched_loaders.load(std::memory_order_relaxed);
    do {
      loader.next_touched_ = head;
    } while (!touched_loaders.compare_exchange_weak(head, &loader, std::memory_order_release, std::memory_order_relaxed));
  }
  // visit(loader) for each, after which it is untouched.
  template <class Visit>
  static void take_touched(Visit visit) {
    LoaderData* at = touched_loaders.exchange(nullptr, std::memory_order_acquire);  // acquire: pairs with touch()
    while (at != nullptr) {
      LoaderData& loader = *at;
      at = loader.next_touched_;
      loader.is_touched_.store(false, std::memory_order_relaxed);
      visit(loader);
    }
  }
};

void LoaderData::touch() { LoaderLives::touch(*this); }

void set_class_unloading(bool on) { unloads.store(on, std::memory_order_relaxed); }

void doubt_all_loaders(LoaderTracer& tracer) {
  for_each_loader([](LoaderData& loader) { LoaderLives::doubt(loader); });
  for_each_loader([&tracer](LoaderData& loader) {
    if (LoaderLives::cannot_die(loader)) {
      tracer.trace_loader(loader);
    }
  });
}

bool keep_loader(LoaderData& loader) { return LoaderLives::keep(loader); }

void trace_loader(LoaderData& loader, LoaderTracer& tracer) {
  tracer.trace_slot(&loader.class_loader);
  loader.constants.for_each([&tracer](Object** slot) { tracer.trace_slot(slot); });
  for_each_module_slot_of(loader, [&tracer](Object** slot) { tracer.trace_slot(slot); });
  for (auto* list : {&loader.parts->classes, &loader.parts->in_making}) {
    for (Class* klass : *list) {
      if (klass->mirror != nullptr) {
        tracer.trace_mirror(klass->mirror);
      }
      if (Class* host = klass->nest_host.load(std::memory_order_relaxed)) {
        tracer.trace_loader(*host->home);
      }
    }
  }
  for (auto& [name, klass] : loader.parts->dictionary) {
    tracer.trace_loader(*klass->home);
  }
  if (loader.host != nullptr) {
    tracer.trace_loader(*loader.host);
  }
}

bool unlink_dead_loaders() {
  MJ_CHECK(dead_loaders.empty(), "%zu dead loaders were not freed", dead_loaders.size());
  dead_loaders = take_dead_loaders();
  if (dead_loaders.empty()) {
    return false;
  }
  for (LoaderData* loader : dead_loaders) {
    for (Class* klass : loader->parts->classes) {
      log_death(*klass);
      forget_oop_maps(*klass);
    }
  }
  forget_dead_constraints();
  forget_dead_modules();
  forget_dead_nest_failures();
  LoaderLives::take_touched([](LoaderData& loader) {
    if (loader.is_live()) {
      loader.touch();
    }
  });
  for (UnloadObserver* observer : observers()) {
    observer->forget_dead_classes();
  }
  return true;
}

void free_dead_loaders() {
  for (LoaderData* loader : dead_loaders) {
    for (Class* klass : loader->parts->classes) {
      free_class(*klass);
    }
    if (!is_permanent(*loader)) {
      collectable_bytes.fetch_sub(loader->parts->metadata_bytes.load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    delete loader;
  }
  dead_loaders.clear();
}

void add_unload_observer(UnloadObserver& observer) {
  sync::MutexLock lock(observers_mutex);
  observers().push_back(&observer);
}
void forget_unload_observers() { observers().clear(); }

void for_each_young_loader_slot(bool (*visit)(Object** slot, void* context), void* context) {
  LoaderLives::take_touched([&](LoaderData& loader) {
    bool has_young = loader.constants.for_each_unsettled([&](Object** slot) { return visit(slot, context); });
    has_young = visit(&loader.class_loader, context) || has_young;
    for_each_module_slot_of(loader, [&](Object** slot) { has_young = visit(slot, context) || has_young; });
    if (has_young) {
      loader.touch();
    }
  });
}

void count_metadata(LoaderData& loader, std::size_t bytes) {
  loader.parts->metadata_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (!is_permanent(loader)) {
    collectable_bytes.fetch_add(bytes, std::memory_order_relaxed);
  }
}

std::size_t collectable_metadata_bytes() { return collectable_bytes.load(std::memory_order_relaxed); }
std::uint64_t unloaded_class_count() { return unloaded_classes.load(std::memory_order_relaxed); }

}  // namespace minijvm::runtime
