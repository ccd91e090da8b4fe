#include "gc/filler.h"

#include <cstdint>
#include <new>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/virtual_memory.h"
#include "runtime/class.h"

namespace minijvm::gc {
namespace {

// Classes must lie below 4 GiB; the lowest MiB belongs to nobody, and Linux keeps 64 KiB of it.
constexpr std::uintptr_t kLow = 16 * kMiB;
constexpr std::uintptr_t kHigh = 4 * kGiB;

VirtualMemory filler_memory;
runtime::Class* filler_class = nullptr;

}  // namespace

bool initialize_filler() {
  if (filler_class != nullptr) {
    return true;
  }
  const MemoryPurposeScope purpose(MemoryPurpose::kGc);
  filler_memory = VirtualMemory::reserve_between(sizeof(runtime::Class), kLow, kHigh);
  if (!filler_memory.ok() || !filler_memory.commit(0, filler_memory.size())) {
    return false;
  }
  filler_class = new (filler_memory.base()) runtime::Class();
  filler_class->kind = runtime::ClassKind::kPrimitiveArray;
  filler_class->element_type = runtime::BasicType::kLong;
  filler_class->log2_element = 3;
  return true;
}

void write_filler(std::byte* start, std::size_t bytes) {
  MJ_DCHECK(bytes >= kMinFillerBytes && bytes % 8 == 0, "a filler of %zu bytes", bytes);
  auto length = static_cast<std::int32_t>((bytes - runtime::Object::kHeaderBytes) / 8);
  auto* filler = reinterpret_cast<runtime::Object*>(start);
  filler->class_word_for_gc() = runtime::Object::make_class_word(filler_class, length);
  filler->multi_use_word().store(0, std::memory_order_relaxed);
}

bool is_filler(const runtime::Object* object) { return object->klass() == filler_class; }

}  // namespace minijvm::gc
