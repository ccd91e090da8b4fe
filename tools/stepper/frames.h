// Reads the frames of a thread that does not run: where they are, their locals with names, their
// operand stacks with types. The class file's tables say what a slot means, and the dataflow of the
// method says what it holds (tools/reports/slot_kinds.h).
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"
#include "tools/reports/slot_kinds.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Describes a local variable in scope, or a slot that is live but has no name.
struct Local {
  // "this", "x", or "$3" for slot 3 without a LocalVariableTable (JVMS 4.7.13).
  std::string name;
  // Empty if the descriptor is not known.
  std::string_view descriptor;
  classfile::SlotKind kind;
  runtime::Slot* slot;
};

// Returns all Java frames, the innermost first.
std::vector<runtime::Frame> frames_of(const runtime::JavaThread& thread);
// Returns the frame of that number, 0 for the innermost; nothing if the stack is not that deep.
std::optional<runtime::Frame> nth_frame(const runtime::JavaThread& thread, std::size_t number);

// Returns the slots of the frame that hold a value, in the order of their numbers.
std::vector<Local> locals_of(SlotKinds& kinds, const runtime::Frame& frame);

// Describes an operand. The slot is null if folded code keeps the value in another place.
struct Operand {
  classfile::SlotKind kind;
  const runtime::Slot* slot;
};
// Returns the operands of a frame of the thread from the bottom up. A long or double is one
// operand.
std::vector<Operand> operands_of(SlotKinds& kinds, const runtime::JavaThread& thread,
                                 const runtime::Frame& frame);

// Holds the lines of one method in the order of their instructions (JVMS 4.7.12), for readers that
// ask for many.
class LineTable {
 public:
  explicit LineTable(const runtime::Method& method);
  // Returns -1 if the instruction has no line.
  int line_at(std::uint32_t bci) const;

 private:
  struct Row {
    std::uint32_t start;
    int line;
  };
  std::vector<Row> rows_;
};

// Returns the name of the local variable in a slot at bci, or "$3" if it has none there.
std::string variable_name(const runtime::Method& method, std::uint32_t slot, std::uint32_t bci);

// Returns a text such as "Point.move(II)V".
std::string short_method_text(const runtime::Method& method);

// Returns a record: class, method, descriptor, bci, file, line, and the instruction at bci as text.
// A native method has {"native": true} instead of the last four.
Json describe_place(const runtime::Method& method, std::int32_t bci);
// Returns a list of records: name, type, value.
Json describe_locals(SlotKinds& kinds, const View& view, const runtime::Frame& frame);
// Returns the operands from the bottom up: type, value.
Json describe_stack(SlotKinds& kinds, const View& view, const runtime::JavaThread& thread,
                    const runtime::Frame& frame);

// Returns the instructions of a method: bci, text; `line` where a line begins, `current` at `bci`.
Json disassemble_method(const runtime::Method& method, std::int32_t bci);

}  // namespace minijvm::vm::stepper
