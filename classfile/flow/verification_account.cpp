// Prints the lines of -Xlog:verification=info. The verifier calls these functions at each step; the
// log tag is usually off, and then they return at once.
#include "classfile/flow/verification_account.h"

#include <fmt/format.h>

#include "base/log.h"
#include "classfile/class_file.h"
#include "classfile/disassembler.h"
#include "classfile/flow/stack_map_table.h"
#include "classfile/flow/verify_failure.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile::account {
namespace {

// Callers ask this before they make a line, because making one disassembles the instruction and
// prints the frame.
bool is_told() { return log_enabled(LogTag::verification, LogLevel::kInfo); }

void tell(const std::string& line) { MJ_LOG(verification, kInfo, "%s", line.c_str()); }

// Returns the line behind "Reason:" in the message; empty if there is none.
std::string_view reason_of(std::string_view message) {
  constexpr std::string_view kBefore = "  Reason:\n    ";
  const std::size_t at = message.find(kBefore);
  if (at == message.npos)
    return {};
  message.remove_prefix(at + kBefore.size());
  return message.substr(0, message.find('\n'));
}

}  // namespace

void tell_class(const ClassFile& file) {
  if (is_told())
    tell(fmt::format("Verifying class {} by type checking (JVMS 4.10.1)", file.name()));
}

void tell_method(const ClassFile& file, const MethodInfo& method) {
  if (is_told())
    tell(fmt::format("  method {}{}", file.name_of(method), file.descriptor_of(method)));
}

void tell_instruction(const ClassFile& file, const Instruction& instruction,
                      const VerifierFrame& frame, bool at_map) {
  if (!is_told())
    return;
  if (at_map)
    tell("          the stack map's frame holds from here");
  tell(fmt::format("    {:5}: {:<30} {}", instruction.bci,
                   disassemble(file.constant_pool(), instruction), frame.to_line()));
}

void tell_failure(std::uint32_t bci, std::string_view clause, const VerifyFailure& failure) {
  if (!is_told())
    return;
  // Only the first line of the message and its reason are printed.
  const std::string_view message = failure.message;
  const std::string_view reason = reason_of(message);
  tell(fmt::format("    {:5}: refused by JVMS {}: {}{}{}", bci, clause,
                   message.substr(0, message.find('\n')), reason.empty() ? "" : ": ", reason));
}

void tell_verdict(const ClassFile& file, bool accepted) {
  if (is_told())
    tell(fmt::format("Class {} is {}", file.name(), accepted ? "verified" : "refused"));
}

}  // namespace minijvm::classfile::account
