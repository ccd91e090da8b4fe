#include "runtime/loader_data.h"

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
#include "runtime/class.h"
#include "runtime/java_text.h"
#include "runtime/java_thread.h"
#include "runtime/loader_constraints.h"
#include "runtime/loader_parts.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

sync::Mutex loaders_mutex{sync::LockRank::kDictionary};  // the list of loaders, and who has data already
LoaderData* last_loader = nullptr;

// Of all arenas: what they got, and what they gave out.
std::atomic<std::size_t> arena_bytes{0};
std::atomic<std::size_t> arena_code_bytes{0};
std::atomic<std::size_t> arena_class_bytes{0};
std::atomic<std::size_t> class_file_bytes{0};

// What a loader takes before it has classes.
constexpr std::size_t kLoaderBytes = sizeof(LoaderData) + sizeof(LoaderData::Parts) + sizeof(ModuleEntry);

// REQUIRES: loaders_mutex.
void append(LoaderData& data) {
  last_loader->parts->next = &data;
  last_loader = &data;
}

// --- Class memory: one range below 4 GiB. Also low for ASan, whose application memory below 4 GiB ends at 0x7fff7fff. ---
class ClassSpace {
 public:
  void* allocate(std::size_t bytes) {
    sync::MutexLock lock(mutex_);
    auto free = free_.find(bytes);
    if (free != free_.end()) {
      void* memory = free->second;
      free_.erase(free);
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
  static constexpr std::size_t kCommitBytes = 256 * kKiB;

  bool reserve() {
    constexpr std::uintptr_t kLow = 64 * kMiB;
    constexpr std::uintptr_t kHigh = 2 * kGiB - 64 * kKiB;
    const MemoryPurposeScope purpose(MemoryPurpose::kClass);
    for (std::size_t bytes = 512 * kMiB; !range_.ok() && bytes >= 16 * kMiB; bytes /= 2) {
      range_ = VirtualMemory::reserve_between(bytes, kLow, kHigh);
    }
    return range_.ok();
  }
  bool commit(std::size_t needed) {
    while (committed_ < needed) {
      if (committed_ + kCommitBytes > range_.size() || !range_.commit(committed_, kCommitBytes)) {
        return false;
      }
      committed_ += kCommitBytes;
    }
    return true;
  }

  sync::Mutex mutex_{sync::LockRank::kArena};
  VirtualMemory range_;
  std::size_t used_ = 0;
  std::size_t committed_ = 0;
  std::multimap<std::size_t, void*> free_;
  std::size_t freed_ = 0;  // in free_
};

ClassSpace& class_space() {
  static auto& space = *new ClassSpace;
  return space;
}

std::size_t class_block(std::size_t bytes) { return align_up(bytes, 64); }

// What messages need of a ClassLoader object, read while it cannot move.
void describe_loader(LoaderData& data, const sync::NoSafepoint& still) {
  const WellKnown& known = wk();
  Object* loader = data.class_loader;
  LoaderData::Parts& parts = *data.parts;
  parts.is_platform = loader->klass() == known.jdk_internal_loader_ClassLoaders_PlatformClassLoader;
  parts.is_app = loader->klass() == known.jdk_internal_loader_ClassLoaders_AppClassLoader;
  parts.is_reflection = loader->klass() == known.jdk_internal_reflect_DelegatingClassLoader;
  parts.is_parallel_capable = loader->load_ref(known.ClassLoader_parallelLockMap) != nullptr;
  Object* name = loader->load_ref(known.ClassLoader_name);
  Object* name_and_id = loader->load_ref(known.ClassLoader_nameAndId);
  parts.name = name == nullptr ? "" : java_string_text(still, name);
  parts.display_name = name_and_id == nullptr ? loader->klass()->external_name() : java_string_text(still, name_and_id);
  Object* parent = loader->load_ref(known.ClassLoader_parent);
  Object* parent_name = parent == nullptr ? nullptr : parent->load_ref(known.ClassLoader_nameAndId);
  parts.parent_display_name = parent == nullptr ? "'bootstrap'" : parent_name == nullptr ? "" : java_string_text(still, parent_name);
}

}  // namespace

void* allocate_class_memory(std::size_t bytes) { return class_space().allocate(class_block(bytes)); }
void free_class_memory(void* memory, std::size_t bytes) { class_space().release(memory, class_block(bytes)); }

std::string java_string_text(const sync::NoSafepoint&, const Object* string) {
  const WellKnown& known = wk();
  const Object* value = string->load_ref(known.String_value);
  const auto length = static_cast<std::size_t>(value->array_length());
  std::u16string units;
  if (string->load<std::int8_t>(known.String_coder) == 0) {
    const auto* bytes = value->elements<std::uint8_t>();
    units.assign(bytes, bytes + length);
  } else {
    const auto* chars = value->elements<char16_t>();
    units.assign(chars, chars + length / 2);
  }
  return classfile::from_utf16(units);
}

// --- runtime/metadata_size.h ---

void count_class_file(std::ptrdiff_t bytes) { class_file_bytes.fetch_add(static_cast<std::size_t>(bytes), std::memory_order_relaxed); }

MetadataSize class_metadata_size() {
  std::size_t files = class_file_bytes.load(std::memory_order_relaxed);
  std::size_t used = arena_class_bytes.load(std::memory_order_relaxed) + class_space().used() + files;
  std::size_t committed = arena_bytes.load(std::memory_order_relaxed) - arena_code_bytes.load(std::memory_order_relaxed);
  return {used, std::max(used, committed + class_space().committed() + files)};
}

MetadataSize code_size() {
  std::size_t bytes = arena_code_bytes.load(std::memory_order_relaxed);
  return {bytes, bytes};
}

void* Arena::allocate(std::size_t bytes, MetadataUse use) {
  bytes = align_up(bytes, 16);
  (use == MetadataUse::kCode ? code_ : other_) += bytes;
  (use == MetadataUse::kCode ? arena_code_bytes : arena_class_bytes).fetch_add(bytes, std::memory_order_relaxed);
  if (bytes > static_cast<std::size_t>(end_ - top_)) {
    const std::size_t usual = std::clamp(std::bit_floor(committed_), kFirstChunkBytes, kChunkBytes);
    const std::size_t chunk = bytes > usual / 4 ? bytes : usual;
    auto* memory = static_cast<std::byte*>(std::calloc(1, chunk));
    MJ_CHECK(memory != nullptr, "no memory for %zu bytes of class data", chunk);
    chunks_.push_back(memory);
    committed_ += chunk;
    arena_bytes.fetch_add(chunk, std::memory_order_relaxed);
    if (chunk != usual) {
      return memory;
    }
    top_ = memory;
    end_ = memory + chunk;
  }
  std::byte* result = top_;
  top_ += bytes;
  return result;
}

Arena::~Arena() {
  for (std::byte* chunk : chunks_) {
    std::free(chunk);
  }
  arena_bytes.fetch_sub(committed_, std::memory_order_relaxed);
  arena_code_bytes.fetch_sub(code_, std::memory_order_relaxed);
  arena_class_bytes.fetch_sub(other_, std::memory_order_relaxed);
}

Object** ConstantSlots::add(Object* value) {
  std::lock_guard<std::mutex> guard(mutex_);
  if (chunks_.empty() || chunks_.back()->used == std::size(chunks_.back()->slots)) {
    chunks_.push_back(std::make_unique<Chunk>());
  }
  Chunk& chunk = *chunks_.back();
  chunk.slots[chunk.used] = value;
  if (owner_ != nullptr) {
    owner_->touch();
  }
  return &chunk.slots[chunk.used++];
}

LoaderData::LoaderData() : parts(std::make_unique<Parts>()) {}
LoaderData::~LoaderData() {
  if (is_live()) {
    forget_loader(*this);
  }
  if (!is_boot()) {
    delete unnamed_module;
  }
}

LoaderData& LoaderData::boot() {
  static LoaderData& the_boot_loader = *[] {
    auto* data = new LoaderData;
    last_loader = data;
    return data;
  }();
  return the_boot_loader;
}

LoaderData& LoaderData::of(JavaThread& self, Handle<> class_loader) {
  LoaderData& boot_loader = boot();
  if (class_loader.is_null()) {
    return boot_loader;
  }
  sync::NoSafepoint still(self);
  Object* loader = class_loader.raw(still);
  auto field = loader->atomic<std::int64_t>(wk().ClassLoader_loader_data);
  if (std::int64_t known = field.load(std::memory_order_acquire)) {  // acquire: pairs with the release below
    return *reinterpret_cast<LoaderData*>(known);
  }
  sync::MutexLock lock(loaders_mutex);
  if (std::int64_t known = field.load(std::memory_order_relaxed)) {
    return *reinterpret_cast<LoaderData*>(known);
  }
  auto* data = new LoaderData;
  data->class_loader = loader;
  describe_loader(*data, still);
  make_unnamed_module(*data, still);
  count_metadata(*data, kLoaderBytes);
  data->touch();
  append(*data);
  field.store(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data)), std::memory_order_release);
  return *data;
}

LoaderData& LoaderData::for_hidden_class(LoaderData& loader) {
  auto* data = new LoaderData;
  data->host = &loader;
  data->pin();
  data->parts->display_name = loader.parts->display_name;
  count_metadata(*data, kLoaderBytes);
  sync::MutexLock lock(loaders_mutex);
  append(*data);
  return *data;
}

std::vector<LoaderData*> take_dead_loaders() {
  std::vector<LoaderData*> dead;
  sync::MutexLock lock(loaders_mutex);
  LoaderData* last = &LoaderData::boot();
  for (LoaderData* at = last->parts->next; at != nullptr; at = at->parts->next) {
    if (at->is_live()) {
      last->parts->next = at;
      last = at;
    } else {
      dead.push_back(at);
    }
  }
  last->parts->next = nullptr;
  last_loader = last;
  return dead;
}

void LoaderData::for_each(void (*visit)(LoaderData&, void*), void* context) {
  LoaderData* data = &boot();
  while (data != nullptr) {
    visit(*data, context);
    sync::MutexLock lock(loaders_mutex);
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
  const std::size_t before = parts->arena.committed();
  void* memory = parts->arena.allocate(bytes, use);
  if (parts->arena.committed() != before) {
    count_metadata(*this, parts->arena.committed() - before);
  }
  return memory;
}

}  // namespace minijvm::runtime
