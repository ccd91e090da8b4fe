// Walks the Java stack frame by frame. The collector, stack traces and debuggers all use this walk.
// The thread of the frames is stopped, or is the caller itself.
#include "runtime/frame/frame.h"

#include <atomic>

#include "base/check.h"
#include "runtime/class/method.h"
#include "runtime/runtime_state.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {

void set_frame_decoder(const FrameDecoder& decoder) {
  // release: pairs with frame_decoder()
  runtime_state.doors.frame_decoder.store(&decoder, std::memory_order_release);
}

const FrameDecoder& frame_decoder() {
  // acquire: pairs with set_frame_decoder()
  const FrameDecoder* decoder = runtime_state.doors.frame_decoder.load(std::memory_order_acquire);
  MJ_CHECK(decoder != nullptr, "a frame is decoded before an engine was chosen");
  return *decoder;
}

std::int32_t Frame::bci() const {
  if (method().is_native()) {
    return -1;
  }
  return frame_decoder().pc_to_bci(method(), pc_);
}

Slot* Frame::locals() const { return fp_ - method().max_locals; }

FrameWalk::FrameWalk(const JavaThread& thread) : FrameWalk(thread.anchor) {}

// Entry frames on top of the stack are skipped as well: C++ called Java, and the Java code has not
// yet made a frame. They do not count as crossed, since no Java frame is inside of them.
FrameWalk::FrameWalk(FrameAnchor anchor) : frame_(anchor.fp, anchor.pc, true) {
  skip_entry_frames();
  crossed_entry_ = false;
}

void FrameWalk::next() {
  MJ_DCHECK(!done(), "walked past the outermost frame");
  const Slot* callee = frame_.fp();
  // The callee's locals are the top of this frame's operand stack, unless an entry frame is between
  // the two.
  frame_ = {callee[kFrameCaller].frame, callee[kFrameReturnPc].pointer, false};
  // The stack grows upwards, so a walk outwards must always go down. A damaged frame fails this
  // check instead of causing an endless walk.
  MJ_DCHECK(frame_.fp() < callee, "a caller's frame lies above its callee's");
  crossed_entry_ = false;
  skip_entry_frames();
}

// The frame below an entry frame called C++. The arguments of the C++ call were copied into the
// entry frame, so the frame below still owns the arguments on its operand stack.
void FrameWalk::skip_entry_frames() {
  while (frame_.fp() != nullptr && frame_.fp()[kFrameMethod].bits == kEntryFrame) {
    const Slot* entry = frame_.fp();
    frame_ = {entry[kFrameCaller].frame, entry[kFrameReturnPc].pointer, true};
    crossed_entry_ = true;
  }
}

}  // namespace minijvm::runtime
