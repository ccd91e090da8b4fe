// Makes a call that is replayed take as much memory of the heap as the one that was recorded, where
// a native method made objects that a replay does not. So collections come at the same allocations
// of the program, and a thread has as much room left in its TLAB: whether a leaf function finds
// room decides whether the bytecode that it stands for takes ticks.
//
//   recording   room is made if little is left   the native's objects and some more, D bytes
//   replay      the same                         the objects that it makes, and a filler: D bytes
//
// A native that needs more than the room gets another TLAB in the middle; then the two may differ.
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"

namespace minijvm::vm {

class CallMemory {
 public:
  // Makes room. REQUIRES: kInVm.
  explicit CallMemory(runtime::JavaThread& self);
  // Takes some more if the call has taken any, since a replay may need it. Returns how many bytes
  // were taken since the beginning.
  std::uint64_t take_more(bool is_called_in_replays);
  // Takes what is missing.
  void take_up_to(std::uint64_t bytes);

 private:
  std::uint64_t taken() const;

  runtime::JavaThread& self_;
  std::uint64_t begin_ = 0;
};

}  // namespace minijvm::vm
