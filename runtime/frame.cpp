#include "runtime/frame.h"

#include <atomic>

#include "base/check.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"

namespace minijvm::runtime {
namespace {

std::atomic<PcToBci> pc_to_bci{nullptr};

}  // namespace

void set_pc_to_bci(PcToBci translate) { pc_to_bci.store(translate, std::memory_order_release); }

std::int32_t Frame::bci() const {
  if (method().is_native()) {
    return -1;
  }
  PcToBci translate = pc_to_bci.load(std::memory_order_acquire);  // acquire: pairs with set_pc_to_bci
  MJ_CHECK(translate != nullptr, "a bci is asked for before an engine was installed");
  return translate(method(), pc_);
}

Slot* Frame::locals() const { return fp_ - method().max_locals; }

FrameWalk::FrameWalk(const JavaThread& thread) : FrameWalk(thread.anchor) {}

FrameWalk::FrameWalk(FrameAnchor anchor) : pc_(anchor.pc), fp_(anchor.fp) {
  skip_entry_frames();
  crossed_entry_ = false;
}

void FrameWalk::next() {
  MJ_DCHECK(!done(), "walked past the outermost frame");
  const Slot* callee = fp_;
  pc_ = callee[kFrameReturnPc].pointer;
  fp_ = callee[kFrameCaller].frame;
  MJ_DCHECK(fp_ < callee, "a caller's frame lies above its callee's");
  owns_arguments_ = false;
  crossed_entry_ = false;
  skip_entry_frames();
}

// Below an entry frame stands a frame that called C++: what it passed was copied, so its arguments are its own.
void FrameWalk::skip_entry_frames() {
  while (fp_ != nullptr && fp_[kFrameMethod].bits == kEntryFrame) {
    pc_ = fp_[kFrameReturnPc].pointer;
    fp_ = fp_[kFrameCaller].frame;
    owns_arguments_ = true;
    crossed_entry_ = true;
  }
}

}  // namespace minijvm::runtime
