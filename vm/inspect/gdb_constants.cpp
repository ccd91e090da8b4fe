// The VM's constants as enumerators, for minijvm_gdb.py: a compiler leaves constexpr variables out of the debug information as soon as
// nobody takes their address, enumerators of a type that is used stay. Proved by tests/gdb.
#include <cstdint>

#include "runtime/frame.h"
#include "runtime/well_known.h"
#include "sync/multi_use_word.h"

namespace minijvm::vm {

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

extern const GdbConstant gdb_constant_type;
[[gnu::used]] const GdbConstant gdb_constant_type = GdbConstant::kEntryFrame;

// Offsets of fields that are in no class file.
extern const runtime::WellKnown* const gdb_well_known;
[[gnu::used]] const runtime::WellKnown* const gdb_well_known = &runtime::wk();

}  // namespace minijvm::vm
