// Frames of a thread that stands still: where they are, their locals with names, their operand stack with types. Proved by tests/vm/stepper.
#pragma once

#include <optional>
#include <vector>

#include "runtime/frame.h"
#include "vm/inspect/slot_kinds.h"
#include "vm/inspect/stepper/describe.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm::stepper {

// A local variable in scope, or a slot that lives without a name.
struct Local {
  std::string name;             // "this", "x", or "$3" without a LocalVariableTable (JVMS 4.7.13)
  std::string_view descriptor;  // empty: not known
  classfile::SlotKind kind;
  runtime::Slot* slot;
};

// Innermost first.
std::vector<runtime::Frame> frames_of(const runtime::JavaThread& thread);
// Their number, and that of one.
std::optional<runtime::Frame> nth_frame(const runtime::JavaThread& thread, std::size_t number);

std::vector<Local> locals_of(SlotKinds& kinds, const runtime::Frame& frame);

// "Point.move(II)V".
std::string short_method_text(const runtime::Method& method);

// A record: class, method, descriptor, bci, file, line, and the instruction at bci as text.
Value describe_place(const runtime::Method& method, std::int32_t bci);
Value describe_locals(SlotKinds& kinds, const View& view, const runtime::Frame& frame);
// From the bottom up.
Value describe_stack(SlotKinds& kinds, const View& view, const runtime::Frame& frame);

// The instructions of a method: bci, text, line where one begins, current at `bci`.
Value disassemble_method(const runtime::Method& method, std::int32_t bci);

}  // namespace minijvm::vm::stepper
