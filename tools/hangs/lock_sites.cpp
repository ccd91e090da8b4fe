// Follows the control flow of a method once, with the monitors that are held on the way. Nothing
// here stops.
#include "tools/hangs/lock_sites.h"

#include <map>
#include <optional>
#include <utility>

#include "classfile/attributes.h"
#include "classfile/opcodes.h"
#include "runtime/class/method.h"

namespace minijvm::vm::hangs {

using classfile::Instruction;
using classfile::Opcode;

namespace {

using Locks = std::vector<std::int32_t>;

std::span<const std::uint8_t> code_of(const runtime::Method& method) {
  return {method.bytecode, method.bytecode_length};
}

// The locks held before each instruction. JVMS 2.11.10: whichever way leads to an instruction, a
// frame with structured locking holds the same there, so the first way decides.
class LockFlow {
 public:
  explicit LockFlow(const runtime::Method& method)
      : code_(code_of(method)), handlers_(method.exception_table()) {
    reach(0, {});
    while (!unseen_.empty()) {
      const std::int32_t bci = unseen_.back();
      unseen_.pop_back();
      follow(bci);
    }
  }

  Locks before(std::int32_t bci) const {
    auto found = held_.find(bci);
    return found == held_.end() ? Locks() : found->second;
  }

 private:
  void reach(std::int32_t bci, const Locks& held) {
    if (bci >= 0 && held_.try_emplace(bci, held).second) {
      unseen_.push_back(bci);
    }
  }

  void follow(std::int32_t bci) {
    const std::optional<Instruction> at =
        classfile::decode_instruction(code_, static_cast<std::uint32_t>(bci));
    if (!at) {
      return;
    }
    const Locks before = held_[bci];
    for (const auto row : handlers_) {
      if (row.start_pc <= bci && bci < row.end_pc) {
        reach(row.handler_pc, before);
      }
    }
    const Locks after = after_instruction(*at, before);
    if (at->info().has(classfile::kBranch) || at->is_switch()) {
      reach(at->target, after);
    }
    for (std::uint32_t i = 0; i < at->cases; ++i) {
      reach(at->case_target(i), after);
    }
    if (!at->info().has(classfile::kEndsBlock)) {
      reach(static_cast<std::int32_t>(at->next_bci()), after);
    }
  }

  static Locks after_instruction(const Instruction& at, Locks held) {
    if (at.opcode == Opcode::monitorenter) {
      held.push_back(static_cast<std::int32_t>(at.bci));
    } else if (at.opcode == Opcode::monitorexit && !held.empty()) {
      held.pop_back();
    }
    return held;
  }

  std::span<const std::uint8_t> code_;
  classfile::Table<classfile::ExceptionHandler> handlers_;
  std::map<std::int32_t, Locks> held_;
  std::vector<std::int32_t> unseen_;
};

}  // namespace

std::vector<std::int32_t> active_locks(const runtime::Method& method, std::int32_t bci) {
  return method.bytecode == nullptr ? Locks() : LockFlow(method).before(bci);
}

bool is_in_loop(const runtime::Method& method, std::int32_t bci) {
  if (method.bytecode == nullptr) {
    return false;
  }
  const Locks held = active_locks(method, bci);
  const std::int32_t from = held.empty() ? 0 : held.back();
  for (classfile::InstructionCursor at(code_of(method)); at.valid(); at.advance()) {
    if (at->is_backward_branch() && from <= at->target && at->target <= bci &&
        bci <= static_cast<std::int32_t>(at->bci)) {
      return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm::hangs
