// Which ranges of addresses the VM has reserved (virtual_memory.h), what for, and how much of each is committed: -XX:NativeMemoryTracking.
// Proved by tests/base/memory_tracking_test.cpp.  Off, it costs one relaxed load for each call to the kernel.
//
//   {
//     MemoryPurposeScope purpose(MemoryPurpose::kGc);
//     memory_ = VirtualMemory::reserve(...);   // belongs to the collector from now on
//   }
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace minijvm {

// Names are those of HotSpot's categories.
#define MJ_MEMORY_PURPOSES(X)                                                                                                          \
  X(kJavaHeap, "Java Heap") X(kClass, "Class") X(kThread, "Thread") X(kCode, "Code") X(kGc, "GC") X(kOther, "Other") X(kSymbol, "Symbol") \
  X(kInternal, "Internal") X(kMetaspace, "Metaspace")

enum class MemoryPurpose : std::uint8_t {
#define MJ_PURPOSE(name, label) name,
  MJ_MEMORY_PURPOSES(MJ_PURPOSE)
#undef MJ_PURPOSE
      kCount
};
inline constexpr std::size_t kMemoryPurposes = static_cast<std::size_t>(MemoryPurpose::kCount);
const char* memory_purpose_name(MemoryPurpose purpose);

enum class MemoryTracking : std::uint8_t { kOff, kSummary, kDetail };  // kDetail: with the callers
// Once, before the first range: ranges of before are not known.
void set_memory_tracking(MemoryTracking tracking);
MemoryTracking memory_tracking();

// What the current thread reserves meanwhile is for `purpose`; else it is kInternal.
class MemoryPurposeScope {
 public:
  explicit MemoryPurposeScope(MemoryPurpose purpose);
  ~MemoryPurposeScope();
  MemoryPurposeScope(const MemoryPurposeScope&) = delete;

 private:
  MemoryPurpose before_;
};

// Return addresses, innermost first, null where there are no more.
inline constexpr int kTrackedCallers = 4;
using MemoryCallers = std::array<void*, kTrackedCallers>;

struct CommittedPart {
  std::uintptr_t base = 0;
  std::uintptr_t end = 0;
  MemoryCallers callers{};
};
struct TrackedRange {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  MemoryPurpose purpose = MemoryPurpose::kInternal;
  MemoryCallers callers{};
  std::vector<CommittedPart> committed;  // by address, without overlap

  std::size_t committed_bytes() const;
};
// By address.
std::vector<TrackedRange> tracked_ranges();

// For virtual_memory.cpp.
void note_reserved(const void* base, std::size_t bytes);
void note_committed(const void* base, std::size_t bytes);
void note_uncommitted(const void* base, std::size_t bytes);
void note_released(const void* base);

}  // namespace minijvm
