// The VM's constants as enumerators, for tools/gdb/minijvm_gdb.py. A compiler drops constexpr
// variables from the debug information when nothing takes their address; the enumerators of a type
// that is used stay. Nothing in the program reads them. Tested by tests/gdb.
#include <cstdint>

#include "runtime/frame/frame.h"
#include "runtime/object/well_known.h"
#include "sync/multi_use_word.h"

namespace minijvm::vm {

// The frame's header (runtime/frame/frame.h), then the fields of the multi-use word and of the thin
// locks (sync/multi_use_word.h).
enum class GdbConstant : std::uint64_t {
  kFrameReturnPc = runtime::kFrameReturnPc,
  kFrameCaller = runtime::kFrameCaller,
  kFrameMethod = runtime::kFrameMethod,
  kEntryFrame = runtime::kEntryFrame,
  kFrameHeaderSlots = runtime::kFrameHeaderSlots,
  kLockStateMask = sync::kLockStateMask,
  kQueueBit = sync::kQueueBit,
  kAgeMask = sync::AgeField::kMask,
  kHashMask = sync::HashField::kMask,
  kThinOwnerMask = sync::ThinOwnerField::kMask,
  kThinCountMask = sync::ThinCountField::kMask,
};

// A variable of the type, so that the type is used.
extern const GdbConstant gdb_constant_type;
[[gnu::used]] const GdbConstant gdb_constant_type = GdbConstant::kEntryFrame;

}  // namespace minijvm::vm
