// Makes the class of filler objects and writes fillers. The allocator writes fillers under
// Heap::mutex; the collectors' workers write them, each in its own memory.
#include "gc/heap/filler.h"

#include <cstdint>
#include <new>

#include "base/bits.h"
#include "base/check.h"
#include "base/memory_tracking.h"
#include "base/virtual_memory.h"
#include "gc/gc_state.h"
#include "runtime/class/class.h"

namespace minijvm::gc {
namespace {

// A class word has 32 bits for the class, so classes lie below 4 GiB. The search starts at 16 MiB:
// lower addresses are left free, and Linux keeps the lowest 64 KiB for itself.
constexpr std::uintptr_t kLow = 16 * kMiB;
constexpr std::uintptr_t kHigh = 4 * kGiB;

}  // namespace

bool initialize_filler() {
  // Tests make several heaps; the class is made once.
  if (gc_state.filler_class != nullptr) {
    return true;
  }
  const MemoryPurposeScope purpose(MemoryPurpose::kGc);
  // This memory is never given back.
  auto* memory =
      new VirtualMemory(VirtualMemory::reserve_between(sizeof(runtime::Class), kLow, kHigh));
  if (!memory->ok() || !memory->commit(0, memory->size())) {
    delete memory;
    return false;
  }
  // Java never loads this class: it has no name, no loader and no mirror.
  auto* filler_class = new (memory->base()) runtime::Class();
  filler_class->kind = runtime::ClassKind::kPrimitiveArray;
  filler_class->element_type = runtime::BasicType::kLong;
  filler_class->log2_element = 3;
  gc_state.filler_class = filler_class;
  return true;
}

void write_filler(std::byte* start, std::size_t bytes) {
  MJ_DCHECK(bytes >= kMinFillerBytes && bytes % 8 == 0, "a filler of %zu bytes", bytes);
  // A long array of this length fills the bytes exactly, because the header is a multiple of 8.
  auto length = static_cast<std::int32_t>((bytes - runtime::Object::kHeaderBytes) / 8);
  auto* filler = reinterpret_cast<runtime::Object*>(start);
  filler->class_word_for_gc() = runtime::Object::make_class_word(gc_state.filler_class, length);
  filler->multi_use_word().store(0, std::memory_order_relaxed);
}

bool is_filler(const runtime::Object* object) { return object->klass() == gc_state.filler_class; }

}  // namespace minijvm::gc
