// What the translator must know of a method before it starts: where blocks begin, what is reachable, and how deep the operand stack is
// there. A light pass: one number per instruction, since the code is verified. Proved by tests/vm/interp_cells_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/opcodes.h"
#include "runtime/java_value.h"
#include "runtime/method.h"

namespace minijvm::interp {

// A call, as its descriptor says.
struct CallShape {
  int argument_slots = 0;  // with the receiver
  runtime::BasicType result = runtime::BasicType::kVoid;
};
CallShape call_shape(const runtime::Method& method, const classfile::Instruction& at);
runtime::BasicType field_type(const runtime::Method& method, const classfile::Instruction& at);
// Of ldc and its kin.
runtime::BasicType constant_type(const runtime::Method& method, const classfile::Instruction& at);

class StackShape {
 public:
  static constexpr std::int32_t kUnreachable = -1;

  explicit StackShape(const runtime::Method& method);

  std::int32_t depth(std::uint32_t bci) const { return depths_[bci]; }
  bool is_reachable(std::uint32_t bci) const { return depths_[bci] != kUnreachable; }
  bool is_leader(std::uint32_t bci) const { return leaders_[bci]; }
  bool is_entry(std::uint32_t bci) const { return entries_[bci]; }  // a handler or the point behind a jsr
  bool is_loop_head(std::uint32_t bci) const { return loop_heads_[bci]; }  // some jump goes back to it
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
