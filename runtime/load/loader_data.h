// A class loader as the VM sees it (JVMS 5.3): its dictionary, packages, arenas and constant slots.
// There is one LoaderData for each java.lang.ClassLoader object, one for the boot loader, and one
// for each hidden class that may die before its loader.
//
//   ClassLoader object --(injected field)--> LoaderData --> dictionary: name -> Class
//          ^                                   |  |   \---> classes, in_making
//          +-----------class_loader------------+  +-------> packages -> modules
//                                                  \------> arena: fields, methods, tables, code
//
// A LoaderData lives as long as its ClassLoader object, and its classes live as long as the
// LoaderData. class_unloading.h finds the dead ones and takes them apart.
// Tested by tests/runtime/loader_data_test.cpp.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/atomic.h"
#include "runtime/class/metadata_size.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// Holds the reference constants of code: strings, method types, appendices of call sites. Code
// holds the address of a slot and never an object. The slots live as long as the code. Only the
// collector writes a slot again, so young collections do not visit a slot whose object has become
// old.
class ConstantSlots {
 public:
  explicit ConstantSlots(LoaderData* owner = nullptr) : owner_(owner) {}
  // Stores `value` in a new slot, which is a root for the collector, and returns the slot's
  // address, which never changes. Takes a lock.
  Object** add(Object* value);
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& chunk : chunks_) {
      for (std::size_t i = 0; i < chunk->used; ++i) {
        visit(&chunk->slots[i]);
      }
    }
  }
  // Calls visit(slot) for each slot that may refer to a young object, for young collections. The
  // visit returns true if the slot still refers to one. Returns true if some slot does. REQUIRES:
  // the world is stopped.
  template <class Visit>
  bool for_each_unsettled(Visit visit) {
    bool has_young = false;
    for (std::size_t at = settled_; at < chunks_.size(); ++at) {
      for (std::size_t i = 0; i < chunks_[at]->used; ++i) {
        has_young = visit(&chunks_[at]->slots[i]) || has_young;
      }
      bool is_full = chunks_[at]->used == std::size(chunks_[at]->slots);
      settled_ = is_full && !has_young ? at + 1 : settled_;
    }
    return has_young;
  }

 private:
  struct Chunk {
    std::size_t used = 0;
    Object* slots[30] = {};
  };
  LoaderData* owner_;
  sync::Mutex mutex_{sync::LockRank::kTable};
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t settled_ = 0;  // the chunks before this one hold no young object
};

class LoaderData {
 public:
  // Returns the boot loader's data, which has no ClassLoader object.
  static LoaderData& boot();
  // Returns the data of a ClassLoader object, and makes it on first use; a null handle stands for
  // the boot loader.
  static LoaderData& of(JavaThread& self, Handle<java::ClassLoader> class_loader);
  // Makes the data for one hidden class of `loader` that may die before the loader. The data is
  // pinned, because no object refers to the class yet.
  static LoaderData& for_hidden_class(LoaderData& loader);
  // Visits every loader that lives, the boot loader first. The data of hidden classes is included.
  // The visit must not stop at a safepoint, because loaders die there.
  static void for_each(void (*visit)(LoaderData&, void*), void* context);

  bool is_boot() const;
  // Returns true for a jdk.internal.loader.ClassLoaders$PlatformClassLoader.
  bool is_platform() const;
  // Returns true for a jdk.internal.reflect.DelegatingClassLoader, the loader of a generated
  // accessor.
  bool is_reflection_loader() const;
  // Returns true for a jdk.internal.loader.ClassLoaders$AppClassLoader.
  bool is_app() const;
  // Returns true if the loader registered itself as parallel capable. The VM then takes no lock
  // when it calls the loader for a class.
  bool is_parallel_capable() const;
  // Returns true for the boot, platform and app loader, which live as long as the VM.
  bool is_built_in() const;
  bool is_boot_or_platform() const { return is_boot() || is_platform(); }
  java::ClassLoader* class_loader_raw() const { return class_loader; }
  // Returns a null handle for the boot loader.
  Handle<java::ClassLoader> class_loader_handle() const {
    return Handle<java::ClassLoader>(&class_loader);
  }
  // Returns the name as in HotSpot's messages: "'bootstrap'", "'app'", "pkg.Loader @1b2c3d".
  std::string display_name() const;

  // Returns memory that lives as long as the loader. It is zeroed, 16-byte aligned and never null.
  void* allocate(std::size_t bytes, MetadataUse use = MetadataUse::kClass);
  template <class T>
  T* allocate_array(std::size_t count) {
    return static_cast<T*>(allocate(count * sizeof(T)));
  }

  // --- life and death (class_unloading.h) ---
  // Returns false for a loader that was not reached, from the marking of a full collection to its
  // end. Every reference to such a loader must be removed.
  bool is_live() const { return is_live_.load(std::memory_order_relaxed); }
  // A pinned loader lives although nothing refers to it. C++ code pins it while it holds a class of
  // the loader to which no object refers yet.
  void pin() { pins_.fetch_add(1, std::memory_order_relaxed); }
  void unpin() { pins_.fetch_sub(1, std::memory_order_relaxed); }
  // Must be called after a reference that may be young was stored here, so that the next young
  // collection visits this loader.
  void touch();

  ConstantSlots constants{this};
  // The ClassLoader object, which is traced when this loader is marked. It is null for the boot
  // loader, and for the data of a hidden class, whose host has it.
  java::ClassLoader* class_loader = nullptr;
  ModuleEntry* unnamed_module = nullptr;
  // The loader of the class, in the data of a hidden class that may die early. Otherwise null.
  LoaderData* host = nullptr;

  // The dictionary, the packages and the arena (loader_parts.h).
  struct Parts;
  std::unique_ptr<Parts> parts;

  LoaderData();
  ~LoaderData();

 private:
  friend class LoaderLives;
  // This changes only while the world is stopped, when several workers of the collector may write
  // it.
  Atomic<bool> is_live_{true};
  Atomic<int> pins_{0};
  // True while the loader is on the stack of touched loaders, with the next one there
  // (class_unloading.cpp).
  Atomic<bool> is_touched_{false};
  LoaderData* next_touched_ = nullptr;
};

}  // namespace minijvm::runtime
