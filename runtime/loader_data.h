// A class loader as the VM sees it: its dictionary, packages, arenas and constant slots (JVMS 5.3). One per java.lang.ClassLoader object,
// and one for the boot loader. Proved by tests/runtime/loader_data_test.cpp.
#pragma once

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
class ModuleEntry;
class Object;
class PackageTable;
class Symbol;

// Reference constants of code (strings, method types, call-site appendices): code holds slot addresses, never objects.
class ConstantSlots {
 public:
  Object** add(Object* value);  // the address stays; a root for gc. Takes a lock.
  template <class Visit>
  void for_each(Visit visit) {
    for (auto& chunk : chunks_) {
      for (std::size_t i = 0; i < chunk->used; ++i) {
        visit(&chunk->slots[i]);
      }
    }
  }

 private:
  struct Chunk {
    std::size_t used = 0;
    Object* slots[126] = {};
  };
  std::mutex mutex_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

class LoaderData {
 public:
  static LoaderData& boot();
  // The data of a ClassLoader object, made on first use; a null handle means the boot loader.
  static LoaderData& of(JavaThread& self, Handle<> class_loader);
  // Every loader that lives, the boot loader first.
  static void for_each(void (*visit)(LoaderData&, void*), void* context);

  bool is_boot() const;
  bool is_platform() const;          // jdk.internal.loader.ClassLoaders$PlatformClassLoader
  bool is_parallel_capable() const;  // registered itself so: the VM takes no lock when it asks for a class
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

  ConstantSlots constants;
  Object* class_loader = nullptr;    // a root (weak once loaders can die); null for boot
  ModuleEntry* unnamed_module = nullptr;

  struct Parts;                      // dictionary, packages, arenas, constraints: runtime's own
  std::unique_ptr<Parts> parts;

  LoaderData();
  ~LoaderData();
};

}  // namespace minijvm::runtime
