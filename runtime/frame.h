// The Java stack and its frames. One contiguous stack per thread, growing up; frames overlap: a callee's locals
// are its caller's outgoing arguments. Proved by tests/runtime/frame_test.cpp.
//
//   local 0 .. local n-1 | return pc | caller fp | method | lock | S0 S1 ... | outgoing args = locals of the callee
//                        ^ fp                                                             | return pc | caller fp | ...
//
//   Locals are fp[n - max_locals], operand stack slots fp[kFrameHeaderSlots + d]: all static, one base register.
//   The result of a call is written to the callee's local 0, which is the caller's own stack slot for it.
//   `lock` holds the object a synchronized method has locked (local 0 may be overwritten), else null.
//
// Entry frames stand where C++ called Java (call_java): method is kEntryFrame, and they lead on to the frame below:
//
//   previous pc | previous fp | kEntryFrame | unused | arguments = locals of the callee
//   ^ fp: fp[0], fp[1] are the thread's anchor at the time of the call (null fp: no Java below)
//
// A pc saved in a frame denotes the instruction in progress (the call), in the running engine's own form; PcToBci translates it.
#pragma once

#include <cstdint>

#include "runtime/java_value.h"

namespace minijvm::runtime {

class JavaThread;
class Method;

inline constexpr int kFrameReturnPc = 0;
inline constexpr int kFrameCaller = 1;
inline constexpr int kFrameMethod = 2;
inline constexpr int kFrameLock = 3;
inline constexpr int kFrameHeaderSlots = 4;

inline constexpr std::uintptr_t kEntryFrame = 1;  // in the method slot

// Where a thread's Java code stands: published before anything that may stop at a safepoint or look at the stack.
struct FrameAnchor {
  const void* pc = nullptr;
  Slot* fp = nullptr;
};

// The bci of the instruction that a pc denotes; installed by the engine. Natives have none: -1.
using PcToBci = std::int32_t (*)(const Method& method, const void* pc);
void set_pc_to_bci(PcToBci translate);

// One Java frame of a stopped thread, or of the thread itself.
class Frame {
 public:
  Frame(Slot* fp, const void* pc, bool owns_arguments) : fp_(fp), pc_(pc), owns_arguments_(owns_arguments) {}

  Method& method() const { return *static_cast<Method*>(const_cast<void*>(fp_[kFrameMethod].pointer)); }
  Slot* fp() const { return fp_; }
  const void* pc() const { return pc_; }
  std::int32_t bci() const;  // -1 in a native method
  Slot* locals() const;
  Slot* stack() const { return fp_ + kFrameHeaderSlots; }
  // False: the frame above was called from here and owns the arguments on top of this operand stack.
  bool owns_arguments() const { return owns_arguments_; }

 private:
  Slot* fp_;
  const void* pc_;
  bool owns_arguments_;
};

// Walks a thread's Java frames from the innermost outwards, entry frames skipped.
//   for (FrameWalk walk(thread); !walk.done(); walk.next()) use(walk.frame());
class FrameWalk {
 public:
  explicit FrameWalk(const JavaThread& thread);
  FrameWalk(FrameAnchor anchor);
  bool done() const { return fp_ == nullptr; }
  Frame frame() const { return {fp_, pc_, owns_arguments_}; }
  void next();
  // Was an entry frame (a call from C++) crossed by the last next()?
  bool crossed_entry() const { return crossed_entry_; }

 private:
  void skip_entry_frames();
  const void* pc_;
  Slot* fp_;
  bool owns_arguments_ = true;
  bool crossed_entry_ = false;
};

}  // namespace minijvm::runtime
