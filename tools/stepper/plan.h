// Says how far a thread must run: to the next instruction or line, into calls or over them, or out
// of a frame. A Java stack grows upwards, so a frame pointer greater than the first one's belongs
// to a callee.
//
//   command     Kind      ends
//   step        kStep     at the next instruction, also in a callee
//   next        kNext     at the next instruction of this frame or of a caller
//   finish      kFinish   at the next instruction of a caller
//   play        kTurn     after so many instructions of the program's own code, or points of a lock
//
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::vm::stepper {

struct Plan {
  enum class Kind : std::uint8_t { kNone, kStep, kNext, kFinish, kTurn };

  Kind kind = Kind::kNone;
  // The plan is for this thread; no other thread ends it.
  const runtime::JavaThread* thread = nullptr;
  // The frame in which the plan began; null if the thread had none. By lines: the frame of the last
  // line.
  const runtime::Slot* fp = nullptr;
  // The method of that frame.
  const runtime::Method* method = nullptr;
  // By lines: the line in which the plan began, then the last one that was counted.
  int line = -1;
  bool by_line = false;
  // True if the plan began at a named point; then the next point that the thread reaches ends it,
  // too.
  bool from_point = false;
  // True if the plan began in the class library, or the user asked to enter it.
  bool into_library = false;
  // The number of instructions or lines that are still to come.
  int count = 1;

  // Counts a step of a turn, before ends_at is asked. Returns whether the turn is over.
  bool turn_ends() {
    count -= kind == Kind::kTurn ? 1 : 0;
    return is_turn_over();
  }
  bool is_turn_over() const { return kind == Kind::kTurn && count <= 0; }

  bool concerns(const runtime::JavaThread& self) const {
    return kind != Kind::kNone && thread == &self;
  }
  // Returns whether the plan ends at this instruction. It counts down, so it must be called once
  // for each instruction of the thread.
  bool ends_at(const runtime::Slot* at_fp, const runtime::Method& at_method, std::uint32_t bci);
};

// Returns true for code that is not the program's own: what the boot or the platform loader defines
// and, if a source file is run, the rest of the JDK's image.
bool is_library(const runtime::Class& klass);
bool is_library(const runtime::Method& method);

}  // namespace minijvm::vm::stepper
