// Remembers which ranges of addresses the VM has reserved (virtual_memory.h), for which purpose,
// and which parts of each are committed. -XX:NativeMemoryTracking turns it on. While it is off, it
// costs one relaxed load for each call to the kernel.
// Tested by tests/base/memory_tracking_test.cpp.
//
//   {
//     MemoryPurposeScope purpose(MemoryPurpose::kGc);
//     memory_ = VirtualMemory::reserve(...);   // this range belongs to the collector
//   }
//
//   TrackedRange   base |####committed####|.........|##committed##|......| base + bytes
//                        callers A                   callers B
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace minijvm {

// HOTSPOT: the names are those of HotSpot's categories, so that scripts can read the report.
// clang-format does not lay out such lists in the same way each time.
// clang-format off
#define MJ_MEMORY_PURPOSES(X) \
  X(kJavaHeap, "Java Heap") \
  X(kClass, "Class") \
  X(kThread, "Thread") \
  X(kCode, "Code") \
  X(kGc, "GC") \
  X(kOther, "Other") \
  X(kSymbol, "Symbol") \
  X(kInternal, "Internal") \
  X(kMetaspace, "Metaspace")
// clang-format on

enum class MemoryPurpose : std::uint8_t {
#define MJ_PURPOSE(name, label) name,
  MJ_MEMORY_PURPOSES(MJ_PURPOSE)
#undef MJ_PURPOSE
      kCount
};
inline constexpr std::size_t kMemoryPurposes = static_cast<std::size_t>(MemoryPurpose::kCount);
// Returns the name as -XX:NativeMemoryTracking and jcmd print it: "Java Heap".
const char* memory_purpose_name(MemoryPurpose purpose);

// The level says what is remembered: nothing, ranges, or ranges with the call stacks that made
// them.
enum class MemoryTracking : std::uint8_t { kOff, kSummary, kDetail };
// REQUIRES: no range has been reserved yet. A range that was reserved before the call stays
// unknown.
void set_memory_tracking(MemoryTracking tracking);
MemoryTracking memory_tracking();

// Ranges that the current thread reserves while the scope lives have this purpose. Outside of any
// scope the purpose is kInternal. Scopes nest: the innermost counts.
class MemoryPurposeScope {
 public:
  explicit MemoryPurposeScope(MemoryPurpose purpose);
  ~MemoryPurposeScope();
  MemoryPurposeScope(const MemoryPurposeScope&) = delete;

 private:
  // The purpose of the enclosing scope, which the destructor restores.
  MemoryPurpose before_;
};

// Return addresses of a call stack, innermost first; null where there are no more.
inline constexpr int kTrackedCallers = 4;
using MemoryCallers = std::array<void*, kTrackedCallers>;

// Addresses [base, end) that were committed by one call stack.
struct CommittedPart {
  std::uintptr_t base = 0;
  std::uintptr_t end = 0;
  MemoryCallers callers{};
};
// One call of VirtualMemory::reserve or reserve_between.
struct TrackedRange {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
  MemoryPurpose purpose = MemoryPurpose::kInternal;
  MemoryCallers callers{};
  // Ordered by address, without overlap.
  std::vector<CommittedPart> committed;

  std::size_t committed_bytes() const;
};
// Returns a copy of all ranges, ordered by address.
std::vector<TrackedRange> tracked_ranges();

// virtual_memory.cpp calls these and reports each change to the kernel's mappings; a thread reports
// the Java stack that it has on its C stack. Addresses outside of every known range are ignored.
void note_reserved(const void* base, std::size_t bytes);
void note_committed(const void* base, std::size_t bytes);
void note_uncommitted(const void* base, std::size_t bytes);
void note_released(const void* base);

}  // namespace minijvm
