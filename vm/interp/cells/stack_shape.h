// Finds what the translator must know of a method before it starts: where blocks begin, what is
// reachable, and how deep the operand stack is there. A light pass, with one number for each
// instruction, is enough, since the code is verified.
// Tested by tests/vm/interp_cells_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/opcodes.h"
#include "runtime/class/method.h"
#include "runtime/object/java_value.h"

namespace minijvm::interp {

// Describes the arguments and the result of a call, from its descriptor.
struct CallShape {
  // The receiver's slot is included.
  int argument_slots = 0;
  runtime::BasicType result = runtime::BasicType::kVoid;
};
CallShape call_shape(const runtime::Method& method, const classfile::Instruction& at);
// Returns the type of the field, from its descriptor.
runtime::BasicType field_type(const runtime::Method& method, const classfile::Instruction& at);
// Returns the type of the constant of ldc, ldc_w or ldc2_w.
runtime::BasicType constant_type(const runtime::Method& method, const classfile::Instruction& at);

class StackShape {
 public:
  static constexpr std::int32_t kUnreachable = -1;

  explicit StackShape(const runtime::Method& method);

  // Returns the depth before the instruction, in slots; kUnreachable if no control reaches it.
  std::int32_t depth(std::uint32_t bci) const { return depths_[bci]; }
  bool is_reachable(std::uint32_t bci) const { return depths_[bci] != kUnreachable; }
  // Returns whether a block begins here.
  bool is_leader(std::uint32_t bci) const { return leaders_[bci]; }
  // Returns whether this is an exception handler, or the point behind a jsr.
  bool is_entry(std::uint32_t bci) const { return entries_[bci]; }
  // Returns whether some jump goes back to this bci.
  bool is_loop_head(std::uint32_t bci) const { return loop_heads_[bci]; }
  bool has_monitors() const { return has_monitors_; }

 private:
  void flow_to(std::int64_t target, std::int32_t depth);
  void walk(std::uint32_t bci);
  void leave(const classfile::Instruction& at, std::int32_t depth);

  const runtime::Method& method_;
  std::vector<std::int32_t> depths_;  // by bci
  std::vector<bool> leaders_;
  std::vector<bool> entries_;
  std::vector<bool> loop_heads_;
  std::vector<std::uint32_t> waiting_;
  bool has_monitors_ = false;
};

}  // namespace minijvm::interp
