// What a LoaderData keeps for runtime's own files: dictionary, class lists, packages, arena.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {

class Class;
class Symbol;

// Bump memory in chunks; zeroed. Callers hold the lock of what they allocate for, or call through LoaderData::allocate.
// Chunks grow with the arena: a loader of one small class needs little, and there may be ten thousand of them.
class Arena {
 public:
  void* allocate(std::size_t bytes, MetadataUse use);
  std::size_t committed() const { return committed_; }
  ~Arena();

 private:
  static constexpr std::size_t kFirstChunkBytes = 2 * 1024;
  static constexpr std::size_t kChunkBytes = 64 * 1024;
  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
  std::vector<std::byte*> chunks_;
  std::size_t committed_ = 0;  // in all chunks
  std::size_t code_ = 0;       // of these, given out for code and for all else
  std::size_t other_ = 0;
};

struct LoaderData::Parts {
  sync::Mutex arena_mutex{sync::LockRank::kArena};
  Arena arena;                                              // guarded by arena_mutex

  sync::Mutex mutex{sync::LockRank::kDictionary};
  // Guarded by mutex:
  std::unordered_map<const Symbol*, Class*> dictionary;     // every class for which this is a recorded initiating loader (JVMS 5.3)
  std::vector<Class*> classes;                              // defined here, and visible; hidden classes and arrays too
  std::vector<Class*> in_making;                            // have a mirror, perhaps, but nobody sees them yet

  std::unordered_map<std::string, std::unique_ptr<PackageEntry>> packages;  // guarded by the module graph's mutex
  std::vector<std::unique_ptr<ModuleEntry>> modules;                        // likewise

  std::string display_name = "'bootstrap'";                 // written before others see the loader
  std::string parent_display_name;
  std::string name;                                         // ClassLoader.name, "" if null
  bool is_platform = false;
  bool is_reflection = false;
  bool is_app = false;
  bool is_parallel_capable = false;
  LoaderData* next = nullptr;                               // list of all loaders, boot first
  std::atomic<std::size_t> metadata_bytes{0};               // arena, classes and class files
};

// Native memory was taken for a loader's classes: class_unloading.h's collectable_metadata_bytes.
void count_metadata(LoaderData& loader, std::size_t bytes);

// The bytes of a class's file came or went: part of class_metadata_size, as they are kept as long as the class.
void count_class_file(std::ptrdiff_t bytes);

// Memory for a Class and its vtable, below 4 GiB, zeroed; null: the range is full.
void* allocate_class_memory(std::size_t bytes);
void free_class_memory(void* memory, std::size_t bytes);

// loader_data.cpp, for class_unloading.cpp: takes the loaders that do not live out of the list of all. REQUIRES: the world is stopped.
std::vector<LoaderData*> take_dead_loaders();

}  // namespace minijvm::runtime
