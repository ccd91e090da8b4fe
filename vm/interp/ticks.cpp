// Finds out which methods take a tick at their entry. Called when a method is translated, or at a
// call by the reference interpreter, in kInJava.
#include "vm/interp/ticks.h"

#include <string_view>

#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/vm.h"

namespace minijvm::interp {

using classfile::Instruction;
using runtime::Method;

namespace {

bool is_call(classfile::Opcode op) {
  return op >= classfile::Opcode::invokevirtual && op <= classfile::Opcode::invokedynamic;
}

// A subroutine's end goes back to the jsr, which is before it as a rule.
bool jumps_back(const Instruction& at) {
  const auto here = static_cast<std::int32_t>(at.bci);
  if (at.is_backward_branch() || at.opcode == classfile::Opcode::ret)
    return true;
  if (at.is_switch() && at.target <= here)
    return true;
  for (std::uint32_t i = 0; i < at.cases; ++i) {
    if (at.case_target(i) <= here)
      return true;
  }
  return false;
}

bool calls_or_loops(const Method& method) {
  std::span<const std::uint8_t> code(method.bytecode, method.bytecode_length);
  for (std::uint32_t bci = 0; bci < code.size();) {
    const std::optional<Instruction> at = classfile::decode_instruction(code, bci);
    // Unreachable bytes need not be instructions.
    if (at && (is_call(at->opcode) || jumps_back(*at)))
      return true;
    bci = at ? at->next_bci() : bci + 1;
  }
  return false;
}

// A linked call of a method handle leaves out the methods that only pass it on. Those are hidden,
// or are helpers of the same package.
bool may_be_left_out(const Method& method) {
  return method.is_hidden || (method.holder->loader->is_boot() &&
                              method.holder->name->text().starts_with("java/lang/invoke/"));
}

}  // namespace

bool counts_ticks() { return vm::the_vm.interp.counts_ticks; }

std::uint8_t entry_ticks(const Method& method) {
  const bool is_counted = method.bytecode != nullptr && !may_be_left_out(method) &&
                          leaf_function_of(method) < 0 && calls_or_loops(method);
  return is_counted ? 1 : 0;
}

CallFacts call_facts(Method& method) {
  // The word is the leaf function's number plus one, and the ticks, and kKnown.
  constexpr std::uint32_t kKnown = 1;
  std::uint32_t word = method.call_facts.load(std::memory_order_relaxed);
  if (word == 0) {
    word = static_cast<std::uint32_t>(leaf_function_of(method) + 1) << 2 |
           std::uint32_t{entry_ticks(method)} << 1 | kKnown;
    method.call_facts.store(word, std::memory_order_relaxed);
  }
  return {static_cast<std::uint8_t>(word >> 1 & 1), static_cast<int>(word >> 2) - 1};
}

}  // namespace minijvm::interp
