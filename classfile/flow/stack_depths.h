// Where blocks start and how deep the stack is: what the translator to register code asks of the slot flow.
// Proved by tests/classfile/flow/flow_oop_map_builder_test.cpp.
//
// Per bci: stack depth in slots (a long or double is two), or kUnreachable; and whether it is a leader, a branch target, a handler.
// At leaders also the kind of each stack slot. Under jsr a slot that differs between callers is kDead there, as it is to the verifier.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "classfile/flow/slot_flow.h"

namespace minijvm::classfile {

class StackDepths {
 public:
  static constexpr std::int32_t kUnreachable = -1;

  // REQUIRES: flow.run() was true; flow outlives this.
  explicit StackDepths(const SlotFlow& flow);

  // kUnreachable also for a bci inside an instruction.
  std::int32_t depth(std::uint32_t bci) const { return depths_[bci]; }
  bool is_reachable(std::uint32_t bci) const { return depths_[bci] != kUnreachable; }
  bool is_leader(std::uint32_t bci) const { return flow_.is_leader(bci); }
  bool is_branch_target(std::uint32_t bci) const { return flow_.is_branch_target(bci); }
  bool is_handler_entry(std::uint32_t bci) const { return flow_.is_handler_entry(bci); }
  // One per stack slot, bottom first. REQUIRES: is_leader(bci).
  std::span<const SlotKind> kinds_at(std::uint32_t leader) const;

 private:
  void record(std::uint32_t bci, const SlotFrame& frame);

  const SlotFlow& flow_;
  std::vector<std::int32_t> depths_;       // by bci
  std::vector<std::uint32_t> kinds_from_;  // by bci: first slot in kinds_, for leaders
  std::vector<SlotKind> kinds_;
};

}  // namespace minijvm::classfile
