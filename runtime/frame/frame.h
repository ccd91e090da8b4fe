// The Java stack and its frames. Each thread has one contiguous stack that grows upwards, and
// frames overlap: the outgoing arguments of a caller are the locals of its callee.
//
//   lower addresses                                                           higher addresses
//
//   | local 0 .. n-1 | return pc | caller fp | method | lock | S0 S1 .. | arguments |
//                    ^ fp                                    ^ operand  |           |
//                                                              stack    | local 0 ..| return pc|..
//                                                                       | of callee ^ callee's fp
//
//   local i            fp[i - max_locals]             known when code is translated,
//   operand stack d    fp[kFrameHeaderSlots + d]      so one base register is enough
//
// The result of a call is written to the callee's local 0, which is the slot where the caller
// expects it. `lock` holds the object that a synchronized method has locked, because local 0 may be
// overwritten; in other methods it is null.
//
// An entry frame stands where C++ called Java (call_java). Its method slot is kEntryFrame, and it
// leads to the frame below it:
//
//   | previous pc | previous fp | kEntryFrame | unused | arguments = locals of the callee
//   ^ fp     fp[0] and fp[1]: the thread's anchor at the time of the call; a null previous fp means
//            that no Java frame is below
//
// A pc that a frame saves denotes the instruction in progress, which is the call. Its form is the
// running engine's own; FrameDecoder translates it to a bci.
//
// Why not one C++ frame per Java frame: a contiguous stack can be walked without unwind tables,
// grows without C++ recursion, and passes arguments without copying.
// Tested by tests/runtime/frame_test.cpp.
#pragma once

#include <cstdint>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

// Offsets of the frame's header, in slots from fp.
inline constexpr int kFrameReturnPc = 0;
inline constexpr int kFrameCaller = 1;
inline constexpr int kFrameMethod = 2;
inline constexpr int kFrameLock = 3;
inline constexpr int kFrameHeaderSlots = 4;

// The value in the method slot of an entry frame. No Method has this address.
inline constexpr std::uintptr_t kEntryFrame = 1;

// The position of a thread's Java code. The engine publishes it before each call that may stop at a
// safepoint or read the stack. A null fp means that the thread runs no Java code.
struct FrameAnchor {
  const void* pc = nullptr;
  Slot* fp = nullptr;
};

// One Java frame of a stopped thread or of the calling thread itself. It is a view: it is valid as
// long as the frame stays on the stack.
class Frame {
 public:
  Frame(Slot* fp, const void* pc, bool owns_arguments)
      : fp_(fp), pc_(pc), owns_arguments_(owns_arguments) {}

  Method& method() const {
    return *static_cast<Method*>(const_cast<void*>(fp_[kFrameMethod].pointer));
  }
  Slot* fp() const { return fp_; }
  const void* pc() const { return pc_; }
  // The bci of the instruction in progress; -1 in a native method. REQUIRES: set_frame_decoder was
  // called.
  std::int32_t bci() const;
  Slot* locals() const;
  Slot* stack() const { return fp_ + kFrameHeaderSlots; }
  // Returns true if the outgoing arguments on top of this operand stack belong to this frame. If
  // the result is false, the frame above was called from here, and the arguments are that frame's
  // locals.
  bool owns_arguments() const { return owns_arguments_; }

 private:
  Slot* fp_;
  const void* pc_;
  bool owns_arguments_;
};

// Walks the Java frames of a thread from the innermost outwards and skips entry frames.
//   for (FrameWalk walk(thread); !walk.done(); walk.next()) use(walk.frame());
// REQUIRES: the thread is stopped, or is the calling thread.
class FrameWalk {
 public:
  explicit FrameWalk(const JavaThread& thread);
  FrameWalk(FrameAnchor anchor);
  bool done() const { return frame_.fp() == nullptr; }
  // The reference follows the walk; a copy of the frame does not.
  const Frame& frame() const { return frame_; }
  // Goes to the caller's frame. REQUIRES: !done().
  void next();
  // Returns true if the last next() crossed an entry frame, which is a call from C++.
  bool crossed_entry() const { return crossed_entry_; }

 private:
  void skip_entry_frames();
  Frame frame_;
  bool crossed_entry_ = false;
};

// Door: what only the running engine knows about the frames that it makes. The engine that the boot
// chooses (vm/interp/engine.h) implements it.
class FrameDecoder {
 public:
  // Translates a pc of a method with bytecode to the bci of its instruction.
  virtual std::int32_t pc_to_bci(const Method& method, const void* pc) const = 0;
  // Returns whether an operand stack slot, counted from the bottom, holds its value in memory. The
  // collector does not visit a slot whose value the engine keeps elsewhere.
  virtual bool is_materialised(const Frame& /*frame*/, std::uint32_t /*stack_slot*/) const {
    return true;
  }
  // An engine may call a method handle without the adapter method of java.lang.invoke. The frame of
  // the adapter is then missing between `caller` and `callee`, yet a walk that shows hidden frames
  // must list it. Returns the adapter, or null if none is missing.
  virtual Method* left_out_adapter(const Frame& /*caller*/, const Method& /*callee*/) const {
    return nullptr;
  }

 protected:
  ~FrameDecoder() = default;
};
// Before any Java code runs.
void set_frame_decoder(const FrameDecoder& decoder);
// REQUIRES: set_frame_decoder was called.
const FrameDecoder& frame_decoder();

}  // namespace minijvm::runtime
