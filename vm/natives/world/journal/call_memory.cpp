// Fills memory with arrays that nobody uses. The caller is in kInVm.
#include "vm/natives/world/journal/call_memory.h"

#include "gc/heap/allocate.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm {

using runtime::Object;

namespace {

// More than nearly all natives take.
constexpr std::uint64_t kRoom = 8192;
// More than the objects of a replay take that the native does not make: as a rule, and if the
// replay calls the native, too.
constexpr std::uint64_t kMore = 512;
constexpr std::uint64_t kMoreIfCalled = 4096;
// More than any native takes.
constexpr std::uint64_t kMost = std::uint64_t{1} << 26;

// An array is not smaller than its header.
void fill(runtime::JavaThread& self, std::uint64_t bytes) {
  if (bytes >= Object::kElementsOffset && bytes <= kMost) {
    const auto length = static_cast<std::int32_t>(bytes - Object::kElementsOffset);
    (void)gc::allocate_array(self, *runtime::primitive_array_class(runtime::BasicType::kByte),
                             length);
  }
}

}  // namespace

CallMemory::CallMemory(runtime::JavaThread& self) : self_(self) {
  const auto left = static_cast<std::uint64_t>(self.tlab.end - self.tlab.top);
  if (left != 0 && left < kRoom) {
    fill(self, left);
    fill(self, Object::kElementsOffset);
  }
  begin_ = taken();
}

std::uint64_t CallMemory::taken() const {
  return self_.allocated_bytes + static_cast<std::uint64_t>(self_.tlab.top - self_.tlab.start);
}

std::uint64_t CallMemory::take_more(bool is_called_in_replays) {
  if (taken() != begin_) {
    fill(self_, is_called_in_replays ? kMoreIfCalled : kMore);
  }
  return taken() - begin_;
}

void CallMemory::take_up_to(std::uint64_t bytes) {
  const std::uint64_t now = taken() - begin_;
  if (bytes > now) {
    fill(self_, bytes - now);
  }
}

}  // namespace minijvm::vm
