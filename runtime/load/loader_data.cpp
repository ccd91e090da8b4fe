// Keeps the list of loaders, and the memory of their classes: arenas, and the range below 4 GiB for
// Class structures. LoaderData::of is called in VM for the ClassLoader object of each definition or
// lookup.
#include "runtime/load/loader_data.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/poison.h"
#include "base/virtual_memory.h"
#include "classfile/modified_utf8.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_parts.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_text.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

constexpr LoaderGraph& graph = runtime_state.loaders;

// The memory that a loader takes before it has classes. It is counted, so that many empty loaders
// lead to a collection as well.
constexpr std::size_t kLoaderBytes =
    sizeof(LoaderData) + sizeof(LoaderData::Parts) + sizeof(ModuleEntry);

void append(LoaderData& data) MJ_REQUIRES(graph.mutex) {
  graph.last->parts->next = &data;
  graph.last = &data;
}

}  // namespace

// Allocates Class structures in one range below 4 GiB, so that an object's class word holds an
// address in 32 bits. Freed blocks are kept by size and used again. The range also suits ASan,
// whose memory for applications below 4 GiB ends at 0x7fff7fff.
class ClassSpace {
 public:
  // Returns null if the range is full or the kernel refuses.
  void* allocate(std::size_t bytes) {
    sync::MutexLock lock(mutex_);
    // Only a block of exactly this size is used again. Sizes are multiples of 64, so many classes
    // have the same size.
    auto free = free_.find(bytes);
    if (free != free_.end()) {
      void* memory = free->second;
      free_.erase(free);
      // Callers rely on zeroed memory, and a freed block still has its old contents.
      freed_ -= bytes;
      unpoison_memory(memory, bytes);
      std::memset(memory, 0, bytes);
      return memory;
    }
    if (!reserve() || !commit(used_ + bytes)) {
      return nullptr;
    }
    void* memory = range_.base() + used_;
    used_ += bytes;
    return memory;
  }
  // The block is poisoned, so that ASan reports a use of a dead class.
  void release(void* memory, std::size_t bytes) {
    sync::MutexLock lock(mutex_);
    poison_memory(memory, bytes);
    free_.emplace(bytes, memory);
    freed_ += bytes;
  }
  std::size_t used() {
    sync::MutexLock lock(mutex_);
    return used_ - freed_;
  }
  std::size_t committed() {
    sync::MutexLock lock(mutex_);
    return committed_;
  }

 private:
  // The range is made accessible in steps of this size.
  static constexpr std::size_t kCommitBytes = 256 * kKiB;

  bool reserve() MJ_REQUIRES(mutex_) {
    // At most 512 MiB between 64 MiB and 2 GiB. If no such range is free, half of it is tried, down
    // to 16 MiB.
    constexpr std::uintptr_t kLow = 64 * kMiB;
    constexpr std::uintptr_t kHigh = 2 * kGiB - 64 * kKiB;
    const MemoryPurposeScope purpose(MemoryPurpose::kClass);
    for (std::size_t bytes = 512 * kMiB; !range_.ok() && bytes >= 16 * kMiB; bytes /= 2) {
      range_ = VirtualMemory::reserve_between(bytes, kLow, kHigh);
    }
    return range_.ok();
  }
  // Makes the range accessible up to `needed`. False: it is used up, or the kernel refuses.
  bool commit(std::size_t needed) MJ_REQUIRES(mutex_) {
    while (committed_ < needed) {
      if (committed_ + kCommitBytes > range_.size() || !range_.commit(committed_, kCommitBytes)) {
        return false;
      }
      committed_ += kCommitBytes;
    }
    return true;
  }

  sync::Mutex mutex_{sync::LockRank::kArena};
  VirtualMemory range_ MJ_GUARDED_BY(mutex_);
  std::size_t used_ MJ_GUARDED_BY(mutex_) = 0;
  std::size_t committed_ MJ_GUARDED_BY(mutex_) = 0;
  // Released blocks by size.
  std::multimap<std::size_t, void*> free_ MJ_GUARDED_BY(mutex_);
  std::size_t freed_ MJ_GUARDED_BY(mutex_) = 0;  // in free_
};

namespace {

ClassSpace& class_space() { return *graph.class_space; }

// Sizes are rounded up, so that freed blocks fit more classes.
std::size_t class_block(std::size_t bytes) { return align_up(bytes, 64); }

// Copies the data that messages and checks need from a ClassLoader object, while the object cannot
// move. These data never change later.
void describe_loader(LoaderData& data, const sync::NoSafepoint& still) {
  const WellKnown& known = wk();
  const java::ClassLoader* loader = data.class_loader;
  LoaderData::Parts& parts = *data.parts;
  parts.is_platform = loader->klass() == known.jdk_internal_loader_ClassLoaders_PlatformClassLoader;
  parts.is_app = loader->klass() == known.jdk_internal_loader_ClassLoaders_AppClassLoader;
  parts.is_reflection = loader->klass() == known.jdk_internal_reflect_DelegatingClassLoader;
  // ClassLoader.parallelLockMap is not null exactly if the loader registered itself as parallel
  // capable.
  parts.is_parallel_capable = loader->parallelLockMap() != nullptr;
  const java::String* name = loader->name();
  const java::String* name_and_id = loader->nameAndId();
  parts.name = name == nullptr ? "" : java_string_text(still, name);
  // ClassLoader.nameAndId is, for example, "'app'" or "pkg.Loader @1b2c3d". Without it the name of
  // the class is used.
  parts.display_name = name_and_id == nullptr ? loader->klass()->external_name()
                                              : java_string_text(still, name_and_id);
  const java::ClassLoader* parent = loader->parent();
  const java::String* parent_name = parent == nullptr ? nullptr : parent->nameAndId();
  // A null parent stands for the boot loader.
  parts.parent_display_name = parent == nullptr        ? "'bootstrap'"
                              : parent_name == nullptr ? ""
                                                       : java_string_text(still, parent_name);
}

}  // namespace

void* allocate_class_memory(std::size_t bytes) {
  return class_space().allocate(class_block(bytes));
}
void free_class_memory(void* memory, std::size_t bytes) {
  class_space().release(memory, class_block(bytes));
}

// In compact strings coder 0 is Latin-1 with one byte per character; any other coder is UTF-16.
std::string java_string_text(const sync::NoSafepoint&, const java::String* string) {
  const java::ByteArray* value = string->value();
  const auto length = static_cast<std::size_t>(value->length());
  std::u16string units;
  if (string->coder() == 0) {
    const auto* bytes = value->elements<std::uint8_t>();
    units.assign(bytes, bytes + length);
  } else {
    const auto* chars = value->elements<char16_t>();
    units.assign(chars, chars + length / 2);
  }
  return classfile::from_utf16(units);
}

// --- runtime/class/metadata_size.h ---

void count_class_file(std::ptrdiff_t bytes) {
  graph.class_file_bytes.fetch_add(static_cast<std::size_t>(bytes), std::memory_order_relaxed);
}

MetadataSize class_metadata_size() {
  std::size_t files = graph.class_file_bytes.load(std::memory_order_relaxed);
  // The sum is everything but code: arenas, Class structures, and class files.
  std::size_t used =
      graph.arena_class_bytes.load(std::memory_order_relaxed) + class_space().used() + files;
  std::size_t committed = graph.arena_bytes.load(std::memory_order_relaxed) -
                          graph.arena_code_bytes.load(std::memory_order_relaxed);
  // Class files are not in an arena, so their bytes in use also count as committed.
  return {used, std::max(used, committed + class_space().committed() + files)};
}

MetadataSize code_size() {
  std::size_t bytes = graph.arena_code_bytes.load(std::memory_order_relaxed);
  return {bytes, bytes};
}

namespace {

// glibc makes the memory of a thread's arena accessible page by page, with a system call each. So
// chunks of the full size, which the boot loader has many of, are mapped.
bool is_mapped(std::size_t chunk_bytes) { return chunk_bytes >= Arena::kChunkBytes; }

// Returns zeroed memory, or null.
std::byte* new_chunk(std::size_t bytes) {
  if (!is_mapped(bytes))
    return static_cast<std::byte*>(std::calloc(1, bytes));
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<std::byte*>(memory);
}

void free_chunk(std::byte* memory, std::size_t bytes) {
  if (is_mapped(bytes))
    (void)munmap(memory, bytes);
  else
    std::free(memory);
}

}  // namespace

// The statistics are updated first: they count the bytes that callers use, not those that are lost
// at the end of a chunk.
void* Arena::allocate(std::size_t bytes, MetadataUse use) {
  bytes = align_up(bytes, 16);
  (use == MetadataUse::kCode ? code_ : other_) += bytes;
  (use == MetadataUse::kCode ? graph.arena_code_bytes : graph.arena_class_bytes)
      .fetch_add(bytes, std::memory_order_relaxed);
  if (bytes > static_cast<std::size_t>(end_ - top_)) {
    // The next chunk is about as large as all chunks so far. An allocation of more than a quarter
    // of it gets a chunk of its own, and the current chunk is still used afterwards.
    const std::size_t usual = std::clamp(std::bit_floor(committed_), kFirstChunkBytes, kChunkBytes);
    const bool is_apart = bytes > usual / 4;
    std::size_t chunk = is_apart ? bytes : usual;
    std::byte* memory = new_chunk(chunk);
    if (memory == nullptr)  // the kernel has none; malloc may have some
      memory = new_chunk(chunk = std::max(bytes, kFirstChunkBytes));
    MJ_CHECK(memory != nullptr, "no memory for %zu bytes of class data", chunk);
    chunks_.push_back({memory, chunk});
    committed_ += chunk;
    graph.arena_bytes.fetch_add(chunk, std::memory_order_relaxed);
    if (is_apart) {
      return memory;
    }
    top_ = memory;
    end_ = memory + chunk;
  }
  std::byte* result = top_;
  top_ += bytes;
  return result;
}

// Frees all chunks at once, and takes this arena out of the sums.
Arena::~Arena() {
  for (const auto& [memory, bytes] : chunks_) free_chunk(memory, bytes);
  graph.arena_bytes.fetch_sub(committed_, std::memory_order_relaxed);
  graph.arena_code_bytes.fetch_sub(code_, std::memory_order_relaxed);
  graph.arena_class_bytes.fetch_sub(other_, std::memory_order_relaxed);
}

Object** ConstantSlots::add(Object* value) {
  // Threads that resolve constants of one loader may add slots at the same time.
  sync::MutexLock guard(mutex_);
  if (chunks_.empty() || chunks_.back()->used == std::size(chunks_.back()->slots)) {
    chunks_.push_back(std::make_unique<Chunk>());
  }
  Chunk& chunk = *chunks_.back();
  // A new slot is always in the last chunk, because a chunk never shrinks.
  chunk.slots[chunk.used] = value;
  // The value may be young, so the next young collection must visit this loader.
  if (owner_ != nullptr) {
    owner_->touch();
  }
  return &chunk.slots[chunk.used++];
}

// Parts is a struct of its own, so that only runtime's files see its fields.
LoaderData::LoaderData() : parts(std::make_unique<Parts>()) {}
LoaderData::~LoaderData() {
  // forget_dead_constraints has already taken a dead loader out of the constraints.
  if (is_live()) {
    forget_loader(*this);
  }
  // The boot loader's unnamed module belongs to the module graph.
  if (!is_boot()) {
    delete unnamed_module;
  }
}

LoaderData& LoaderData::boot() {
  // Without the mutex: no other thread has seen the list before the boot loader is in it.
  return graph.boot.get([]() MJ_THREAD_SAFETY(no_thread_safety_analysis) {
    auto* data = new LoaderData;
    graph.last = data;
    return data;
  });
}

LoaderData& LoaderData::of(JavaThread& self, Handle<java::ClassLoader> class_loader) {
  LoaderData& boot_loader = boot();
  if (class_loader.is_null()) {
    return boot_loader;
  }
  sync::NoSafepoint still(self);
  java::ClassLoader* loader = class_loader.raw(still);
  // The injected field of ClassLoader holds the address of its data; 0 means that there is none
  // yet.
  auto field = loader->loader_data_atomic();
  // acquire: pairs with the release below
  if (LoaderData* known = field.load(std::memory_order_acquire)) {
    return *known;
  }
  // The test is made once more under the lock, because another thread may have made the data
  // meanwhile. There is no safepoint before this, so `loader` stays valid.
  sync::MutexLock lock(graph.mutex);
  if (LoaderData* known = field.load(std::memory_order_relaxed)) {
    return *known;
  }
  auto* data = new LoaderData;
  data->class_loader = loader;
  describe_loader(*data, still);
  make_unnamed_module(*data, still);
  count_metadata(*data, kLoaderBytes);
  // class_loader and the module may be young, so the next young collection must visit them.
  data->touch();
  // The data becomes visible to for_each first, and then to LoaderData::of.
  append(*data);
  field.store(data, std::memory_order_release);
  return *data;
}

LoaderData& LoaderData::for_hidden_class(LoaderData& loader) {
  auto* data = new LoaderData;
  // The hidden class keeps its host alive (trace_loader); class_loader stays null.
  data->host = &loader;
  data->pin();
  data->parts->display_name = loader.parts->display_name;
  count_metadata(*data, kLoaderBytes);
  sync::MutexLock lock(graph.mutex);
  append(*data);
  return *data;
}

std::vector<LoaderData*> take_dead_loaders() {
  std::vector<LoaderData*> dead;
  sync::MutexLock lock(graph.mutex);
  LoaderData* last = &LoaderData::boot();
  // This relinks the living loaders in their order and collects the others.
  for (LoaderData* at = last->parts->next; at != nullptr; at = at->parts->next) {
    if (at->is_live()) {
      last->parts->next = at;
      last = at;
    } else {
      dead.push_back(at);
    }
  }
  last->parts->next = nullptr;
  graph.last = last;
  return dead;
}

void LoaderData::for_each(void (*visit)(LoaderData&, void*), void* context) {
  LoaderData* data = &boot();
  while (data != nullptr) {
    // The lock is not held during a visit. The list may grow meanwhile, but no loader leaves it,
    // because the visit does not stop at a safepoint.
    visit(*data, context);
    sync::MutexLock lock(graph.mutex);
    data = data->parts->next;
  }
}

bool LoaderData::is_boot() const { return this == &boot(); }
bool LoaderData::is_platform() const { return parts->is_platform; }
bool LoaderData::is_built_in() const { return is_boot_or_platform() || parts->is_app; }
bool LoaderData::is_reflection_loader() const { return parts->is_reflection; }
bool LoaderData::is_app() const { return parts->is_app; }
bool LoaderData::is_parallel_capable() const { return parts->is_parallel_capable; }
std::string LoaderData::display_name() const { return parts->display_name; }

void* LoaderData::allocate(std::size_t bytes, MetadataUse use) {
  sync::MutexLock lock(parts->arena_mutex);
  // Only new chunks count for the collector's policy.
  const std::size_t before = parts->arena.committed();
  void* memory = parts->arena.allocate(bytes, use);
  if (parts->arena.committed() != before) {
    count_metadata(*this, parts->arena.committed() - before);
  }
  return memory;
}

}  // namespace minijvm::runtime
