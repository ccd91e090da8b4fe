// Makes the second half of a VerifyError's message, "Exception Details", in the form of `java` 17:
// place, reason, frames, bytes, handlers and stack maps. This runs once for a class that fails.
#include "classfile/flow/verify_failure.h"

#include <fmt/format.h>

#include "classfile/class_file.h"
#include "classfile/flow/stack_map_table.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {
namespace {

// Returns a line such as " p/C.m(I)V @5: iadd".
std::string location(const ClassFile& file, const MethodInfo& method, Bytes code,
                     std::uint32_t bci) {
  const char* mnemonic = "<invalid>";
  if (bci < code.size())
    mnemonic = is_defined(code[bci]) ? kOpInfo[code[bci]].mnemonic : "<illegal>";
  return fmt::format("    {}.{}{} @{}: {}\n", file.name(), file.name_of(method),
                     file.descriptor_of(method), bci, mnemonic);
}

// Returns a hex dump, sixteen bytes a line in pairs. HOTSPOT: the last line may have no bytes at
// all.
std::string bytecode(Bytes code) {
  std::string text = "  Bytecode:\n";
  for (std::size_t line = 0; line <= code.size(); line += 16) {
    text += fmt::format("    {:07x}:", line);
    for (std::size_t at = line; at < line + 16 && at < code.size(); ++at) {
      text += fmt::format("{}{:02x}", (at - line) % 2 == 0 ? " " : "", code[at]);
    }
    // HOTSPOT: a short line is filled up with spaces.
    const std::size_t absent = line + 16 > code.size() ? line + 16 - code.size() : 0;
    text += std::string(absent * 2 + absent / 2, ' ') + "\n";
  }
  return text;
}

// Returns the exception table as text; empty if there is none.
std::string handlers(const CodeAttribute& code) {
  if (code.exception_table.empty())
    return "";
  std::string text = "  Exception Handler Table:\n";
  for (const ExceptionHandler& row : code.exception_table) {
    text +=
        fmt::format("    bci [{}, {}] => handler: {}\n", row.start_pc, row.end_pc, row.handler_pc);
  }
  return text;
}

// Returns verification types by their tags, as "Integer,Object[#7]".
std::string raw_types(ByteReader& in, unsigned count) {
  static constexpr const char* kNames[] = {"Top",  "Integer",          "Float", "Double", "Long",
                                           "Null", "UninitializedThis"};
  std::string text;
  for (unsigned i = 0; i != count && !in.failed(); ++i) {
    const unsigned tag = in.u1();
    if (i != 0)
      text += ",";
    if (tag < std::size(kNames)) {
      text += kNames[tag];
    } else if (tag == 7) {
      text += fmt::format("Object[#{}]", in.u2());
    } else if (tag == 8) {
      text += fmt::format("Uninitialized[#{}]", in.u2());
    } else {
      text += fmt::format("BAD:{}", tag);
    }
  }
  return text;
}

// Returns one entry of the StackMapTable as the class file has it. The fault may be in the table,
// so nothing in it has to be valid; the reader stays within its bytes.
std::string raw_frame(ByteReader& in, std::int64_t* bci) {
  const unsigned type = in.u1();
  // stack_map_table.cpp explains the ranges of frame_type.
  *bci += 1 + (type >= 247 ? in.u2() : type % 64);
  if (type < 64)
    return fmt::format("same_frame(@{})", *bci);
  if (type < 128)
    return fmt::format("same_locals_1_stack_item_frame(@{},{})", *bci, raw_types(in, 1));
  if (type < 247)
    return fmt::format("reserved_frame({})", type);
  if (type == 247)
    return fmt::format("same_locals_1_stack_item_extended(@{},{})", *bci, raw_types(in, 1));
  if (type < 251)
    return fmt::format("chop_frame(@{},{})", *bci, 251 - type);
  if (type == 251)
    return fmt::format("same_frame_extended(@{})", *bci);
  if (type < 255)
    return fmt::format("append_frame(@{},{})", *bci, raw_types(in, type - 251));
  const std::string locals = raw_types(in, in.u2());
  const std::string stack = raw_types(in, in.u2());
  return fmt::format("full_frame(@{},{{{}}},{{{}}})", *bci, locals, stack);
}

// Returns all entries, or those before the place where the table ends too early.
std::string stack_map(const CodeAttribute& code) {
  if (!code.has_stack_map)
    return "";
  std::string text = "  Stackmap Table:\n";
  ByteReader in(code.stack_map_table);
  const unsigned count = in.u2();
  std::int64_t bci = -1;
  for (unsigned i = 0; i != count && !in.failed() && !in.at_end(); ++i) {
    const std::string frame = raw_frame(in, &bci);
    if (in.failed())
      return text + "    " + frame.substr(0, frame.find_first_of(",)")) +
             "), output truncated, Stackmap exceeds table size.";
    text += "    " + frame + "\n";
  }
  return text;
}

}  // namespace

// HOTSPOT: the words are HotSpot's.
std::string TypeOrigin::to_string() const {
  switch (from) {
    case From::kNowhere:
      return type.to_string();
    case From::kLocal:
      return fmt::format("{} (current frame, locals[{}])", type.to_string(), index);
    case From::kStack:
      return fmt::format("{} (current frame, stack[{}])", type.to_string(), index);
    case From::kMapLocal:
      return fmt::format("{} (stack map, locals[{}])", type.to_string(), index);
    case From::kMapStack:
      return fmt::format("{} (stack map, stack[{}])", type.to_string(), index);
    case From::kPool:
      return fmt::format("{} (constant pool {})", type.to_string(), index);
    case From::kSignature:
      return type.to_string() + " (from method signature)";
  }
  return "?";
}

std::string invalid_type(const TypeOrigin& type) { return "Invalid type: " + type.to_string(); }

std::string not_assignable(const TypeOrigin& from, const TypeOrigin& to) {
  return fmt::format("Type {} is not assignable to {}", from.to_string(), to.to_string());
}

std::string format_details(const ClassFile& file, const MethodInfo& method,
                           const FailureDetails& details) {
  const CodeAttribute code = file.code_of(method);
  std::string text =
      "\nException Details:\n  Location:\n" + location(file, method, code.code, details.bci);
  text += "  Reason:\n    " + details.reason + "\n";
  if (details.current != nullptr)
    text += "  Current Frame:\n" +
            details.current->to_string(details.current_bci.value_or(details.bci), "    ");
  if (details.map != nullptr)
    text += "  Stackmap Frame:\n" + details.map->to_string(details.map_bci, "    ");
  text += bytecode(code.code) + handlers(code) + stack_map(code);
  return text;
}

}  // namespace minijvm::classfile
