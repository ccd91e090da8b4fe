// What a frame's slots hold before an instruction, as its method's dataflow says (classfile/flow/slot_flow.h). Analysed once a method, for
// who shows frames to people. Proved by tests/vm/bytecode_trace and tests/vm/stepper.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "classfile/flow/slot_flow.h"
#include "runtime/class_unloading.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
class Class;
class Method;
}

namespace minijvm::vm {

struct FrameKinds {
  std::vector<classfile::SlotKind> locals;
  std::vector<classfile::SlotKind> stack;  // from the bottom up
};

class SlotKinds final : public runtime::UnloadObserver {
 public:
  // For ever: it is told of classes that die.
  static SlotKinds& make();

  // Where jsr makes several frames possible, of the last. Empty where no path leads. REQUIRES: the method has bytecode.
  FrameKinds before(const runtime::Method& method, std::uint32_t bci);

  void forget_dead_classes() override;

 private:
  SlotKinds() = default;
  // REQUIRES: mutex_.
  classfile::SlotFlow& flow_of(const runtime::Method& method);

  sync::Mutex mutex_{sync::LockRank::kLeaf};
  struct Body {
    const runtime::Class* holder;
    std::unique_ptr<classfile::SlotFlow> flow;
  };
  std::unordered_map<const std::uint8_t*, Body> bodies_;  // by bytecode: a redefined method has another. Guarded by mutex_
};

}  // namespace minijvm::vm
