// How far a thread is to run: one instruction or one line, into calls or over them, or out of a frame. Java stacks grow upwards, so a frame
// pointer beyond the first one's is a callee's. Proved by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string_view>

#include "runtime/java_value.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm::stepper {

struct Plan {
  enum class Kind : std::uint8_t { kNone, kStep, kNext, kFinish };

  Kind kind = Kind::kNone;
  const runtime::JavaThread* thread = nullptr;
  const runtime::Slot* fp = nullptr;         // the frame at its begin; null: the thread had none
  const runtime::Method* method = nullptr;   // likewise
  int line = -1;                             // by lines: the one it begins in
  bool by_line = false;
  bool from_point = false;                   // it begins at a named point: the next one ends it as well
  bool into_library = false;                 // it began in the class library, or is told to enter it
  int count = 1;

  bool concerns(const runtime::JavaThread& self) const { return kind != Kind::kNone && thread == &self; }
  // Is the instruction at bci of this frame where it ends? Counts down.
  bool ends_at(const runtime::Slot* at_fp, const runtime::Method& at_method, std::uint32_t bci);
};

// Of the boot or the platform loader: not the program's own.
bool is_library(const runtime::Class& klass);
bool is_library(const runtime::Method& method);

}  // namespace minijvm::vm::stepper
