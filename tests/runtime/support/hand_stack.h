// A Java stack built by hand, as an engine and call_java build it (runtime/frame/frame.h).
#pragma once

#include <vector>

#include "runtime/class/method.h"
#include "runtime/frame/frame.h"

namespace minijvm::runtime::test {

class HandStack {
 public:
  FrameAnchor anchor;

  Slot& push(std::uint64_t bits = 0) {
    top_->bits = bits;
    return *top_++;
  }
  // A Java call: the callee's arguments are what lies on top. `return_pc`: of the call, in the caller.
  Slot* call(Method& callee, const void* return_pc) {
    Slot* fp = top_ - callee.arg_slots + callee.max_locals;
    fp[kFrameReturnPc].pointer = return_pc;
    fp[kFrameCaller].frame = anchor.fp;
    fp[kFrameMethod].pointer = &callee;
    fp[kFrameLock].bits = 0;
    anchor = {nullptr, fp};
    top_ = fp + kFrameHeaderSlots;
    return fp;
  }
  // C++ calls Java: what was running stands at `pc`.
  Slot* enter(const void* pc) {
    Slot* fp = top_;
    fp[kFrameReturnPc].pointer = pc;
    fp[kFrameCaller].frame = anchor.fp;
    fp[kFrameMethod].bits = kEntryFrame;
    anchor = {nullptr, fp};
    top_ += kFrameHeaderSlots;
    return fp;
  }

 private:
  std::vector<Slot> slots_ = std::vector<Slot>(512);
  Slot* top_ = slots_.data();
};

// The engine's part: a pc is the address of the instruction's bytecode.
struct AddressPcs : FrameDecoder {
  std::int32_t pc_to_bci(const Method& method, const void* pc) const override {
    return static_cast<std::int32_t>(static_cast<const std::uint8_t*>(pc) - method.bytecode);
  }
};
inline void install_address_pcs() {
  static const AddressPcs decoder;
  set_frame_decoder(decoder);
}

}  // namespace minijvm::runtime::test
