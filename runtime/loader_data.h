// A class loader as the VM sees it: its dictionary, packages, arenas and constant slots (JVMS 5.3). One per java.lang.ClassLoader object,
// one for the boot loader, and one for each hidden class that may die before its loader. Proved by tests/runtime/loader_data_test.cpp.
//
// It lives as long as its ClassLoader object, and its classes live as long as it does: class_unloading.h finds out, and takes it apart.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "runtime/handle.h"
#include "runtime/link_error.h"
#include "runtime/metadata_size.h"

namespace minijvm::runtime {

class Class;
class Dictionary;
class JavaThread;
class LoaderData;
class ModuleEntry;
class Object;
class PackageTable;
class Symbol;

// Reference constants of code (strings, method types, call-site appendices): code holds slot addresses, never objects. They live as
// long as the code. Nobody but the collector writes a slot again, so what has become old needs no second look by young collections.
class ConstantSlots {
 public:
  explicit ConstantSlots(LoaderData* owner = nullptr) : owner_(owner) {}
  Object** add(Object* value);  // the address stays; a root for gc. Takes a lock.
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& chunk : chunks_) {
      for (std::size_t i = 0; i < chunk->used; ++i) {
        visit(&chunk->slots[i]);
      }
    }
  }
  // For young collections: bool visit(slot) says whether the slot refers to a young object still. True: some slot does.
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
  std::mutex mutex_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
  std::size_t settled_ = 0;  // the chunks before it hold no young object
};

class LoaderData {
 public:
  static LoaderData& boot();
  // The data of a ClassLoader object, made on first use; a null handle means the boot loader.
  static LoaderData& of(JavaThread& self, Handle<> class_loader);
  // For one hidden class of `loader` that may die before it. It comes pinned, since nobody refers to the class yet.
  static LoaderData& for_hidden_class(LoaderData& loader);
  // Every loader that lives, the boot loader first, those of hidden classes too. The visit may not stop at a safepoint: loaders die there.
  static void for_each(void (*visit)(LoaderData&, void*), void* context);

  bool is_boot() const;
  bool is_platform() const;          // jdk.internal.loader.ClassLoaders$PlatformClassLoader
  bool is_reflection_loader() const; // jdk.internal.reflect.DelegatingClassLoader: of a generated accessor
  bool is_app() const;               // jdk.internal.loader.ClassLoaders$AppClassLoader
  bool is_parallel_capable() const;  // registered itself so: the VM takes no lock when it asks for a class
  bool is_built_in() const;          // boot, platform or jdk.internal.loader.ClassLoaders$AppClassLoader
  bool is_boot_or_platform() const { return is_boot() || is_platform(); }
  Object* class_loader_raw() const { return class_loader; }
  Handle<> class_loader_handle() const { return Handle<>(&class_loader); }  // null handle content for boot
  std::string display_name() const;  // "'bootstrap'", "'app'", "pkg.Loader @1b2c3d": as HotSpot's messages name it

  // Memory that lives as long as the loader: zeroed, 16-byte aligned.
  void* allocate(std::size_t bytes, MetadataUse use = MetadataUse::kClass);
  template <class T>
  T* allocate_array(std::size_t count) {
    return static_cast<T*>(allocate(count * sizeof(T)));
  }

  // --- life and death (class_unloading.h) ---
  bool is_live() const { return is_live_.load(std::memory_order_relaxed); }  // false between a full collection's marking and its end: whatever refers to it must go
  // While pinned it lives although nothing refers to it: C++ code holds a class of it that is in nobody's hands yet.
  void pin() { pins_.fetch_add(1, std::memory_order_relaxed); }
  void unpin() { pins_.fetch_sub(1, std::memory_order_relaxed); }
  // A reference was stored here that may be young: the next young collection looks.
  void touch();

  ConstantSlots constants{this};
  Object* class_loader = nullptr;    // found by who marks this loader; null for boot, and for a hidden class of boot
  ModuleEntry* unnamed_module = nullptr;
  LoaderData* host = nullptr;        // of a hidden class that may die earlier: its loader; else null

  struct Parts;                      // dictionary, packages, arenas, constraints: runtime's own
  std::unique_ptr<Parts> parts;

  LoaderData();
  ~LoaderData();

 private:
  friend class LoaderLives;
  std::atomic<bool> is_live_{true};  // changes in a stopped world only, by several of the collector's workers
  std::atomic<int> pins_{0};
  std::atomic<bool> is_touched_{false};
  LoaderData* next_touched_ = nullptr;
};

}  // namespace minijvm::runtime
