// Tells what a frame's slots hold before an instruction, by the dataflow of its method
// (classfile/flow/slot_flow.h). A method is analysed once. Tools that show frames to people use it.
// Tested by tests/vm/bytecode_trace and tests/vm/stepper.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "classfile/flow/slot_flow.h"
#include "runtime/class/class_unloading.h"
#include "runtime/fwd.h"
#include "sync/threads/vm_mutex.h"
#include "vm/observer.h"

namespace minijvm::vm {

struct FrameKinds {
  std::vector<classfile::SlotKind> locals;
  std::vector<classfile::SlotKind> stack;  // from the bottom up
};

class SlotKinds final : public Observer {
 public:
  // Makes an object that lives as long as the process, since it observes the unloading of classes.
  static SlotKinds& make();

  // Returns the kinds before the instruction at `bci`. Where jsr makes several frames possible,
  // they are those of the last one. Empty if the instruction cannot be reached. REQUIRES: the
  // method has bytecode.
  FrameKinds before(const runtime::Method& method, std::uint32_t bci);

  void classes_unloading() override;

 private:
  SlotKinds() = default;
  // REQUIRES: mutex_ is held.
  classfile::SlotFlow& flow_of(const runtime::Method& method);

  sync::Mutex mutex_{sync::LockRank::kLeaf};
  struct Body {
    const runtime::Class* holder;
    std::unique_ptr<classfile::SlotFlow> flow;
  };
  // The key is the bytecode, since a redefined method has another one. Guarded by mutex_.
  std::unordered_map<const std::uint8_t*, Body> bodies_;
};

}  // namespace minijvm::vm
