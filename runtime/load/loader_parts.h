// The part of a LoaderData for runtime's own files: dictionary, lists of classes, packages, arena.
// Tested by tests/runtime/loader_data_test.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/atomic.h"
#include "runtime/fwd.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// Allocates zeroed memory by bumping a pointer through chunks, and frees it as a whole. Callers
// hold the lock that guards the arena, or call LoaderData::allocate. Chunks grow with the arena,
// from 2 to 64 KiB: a loader of one small class needs little, and there may be ten thousand of
// them.
class Arena {
 public:
  // The memory is 16-byte aligned and never null, because the VM ends if memory runs out.
  void* allocate(std::size_t bytes, MetadataUse use);
  std::size_t committed() const { return committed_; }
  std::size_t chunk_count() const { return chunks_.size(); }
  // The bytes handed out for this use.
  std::size_t used(MetadataUse use) const { return use == MetadataUse::kCode ? code_ : other_; }
  ~Arena();
  // The size of the chunks of an arena that has become large.
  static constexpr std::size_t kChunkBytes = 64 * 1024;

 private:
  static constexpr std::size_t kFirstChunkBytes = 2 * 1024;
  // The free rest of the newest chunk is top_ to end_.
  std::byte* top_ = nullptr;
  std::byte* end_ = nullptr;
  std::vector<std::pair<std::byte*, std::size_t>> chunks_;  // with their sizes
  std::size_t committed_ = 0;                               // in all chunks
  // The bytes handed out for code, and for all other uses.
  std::size_t code_ = 0;
  std::size_t other_ = 0;
};

// Lets a map from names be searched for a std::string_view.
struct NameHash : std::hash<std::string_view> {
  using is_transparent = void;
};

// The fields that headers of other rooms do not need.
struct LoaderData::Parts {
  sync::Mutex arena_mutex{sync::LockRank::kArena};
  Arena arena MJ_GUARDED_BY(arena_mutex);

  sync::Mutex mutex{sync::LockRank::kDictionary};
  // The mutex guards the dictionary and the two lists.
  // The dictionary has every class for which this is a recorded initiating loader (JVMS 5.3).
  std::unordered_map<const Symbol*, Class*> dictionary;
  // Classes that were defined here and are visible, hidden classes and arrays included.
  std::vector<Class*> classes;
  // The classes that are being defined. They may have a mirror, but no other thread can find them
  // yet.
  std::vector<Class*> in_making;

  // The mutex of the module graph guards the packages.
  std::unordered_map<std::string, std::unique_ptr<PackageEntry>, NameHash, std::equal_to<>>
      packages;
  std::vector<std::unique_ptr<ModuleEntry>> modules;  // guarded by the same mutex

  // The texts and flags below are written before any other thread sees the loader.
  std::string display_name = "'bootstrap'";
  std::string parent_display_name;
  std::string name;  // ClassLoader.name, "" if null
  bool is_platform = false;
  bool is_reflection = false;
  bool is_app = false;
  bool is_parallel_capable = false;
  // The next loader in the list of all, in which the boot loader is the first.
  LoaderData* next = nullptr;
  // The number of bytes of arena, classes and class files.
  Atomic<std::size_t> metadata_bytes{0};
};

// Adds native memory that was taken for a loader's classes, in bytes (class_unloading.h,
// collectable_metadata_bytes).
void count_metadata(LoaderData& loader, std::size_t bytes);

// Adds the bytes of a new class file (positive) or of one that was freed (negative). They are part
// of class_metadata_size, because a class keeps its file.
void count_class_file(std::ptrdiff_t bytes);

// Returns memory for a Class and its vtable, below 4 GiB and zeroed. The result is null if the
// range is full.
void* allocate_class_memory(std::size_t bytes);
void free_class_memory(void* memory, std::size_t bytes);

// Takes the loaders that are not live out of the list of all, for class_unloading.cpp. REQUIRES:
// the world is stopped.
std::vector<LoaderData*> take_dead_loaders();

}  // namespace minijvm::runtime
