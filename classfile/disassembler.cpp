// Prints constants and instructions, in the manner of `javap -c -v`. Used for people only: by the
// verifier's account and by tools that show code. Nothing here is fast.
#include "classfile/disassembler.h"

#include <fmt/format.h>

#include "classfile/descriptor.h"

namespace minijvm::classfile {
namespace {

std::string member_to_string(const ConstantPool& pool, unsigned index) {
  return std::string(pool.member_class(index)) + "." + pair_to_string(pool.member(index));
}

// All cases on one line: "{ 1: 20, 2: 30, default: 40 }".
void append_switch(std::string* out, const Instruction& at) {
  *out += " {";
  for (std::uint32_t i = 0; i < at.cases; i++)
    *out += fmt::format(" {}: {},", at.case_key(i), at.case_target(i));
  *out += fmt::format(" default: {} }}", at.target);
}

// By the operand letters of opcodes.def, from the left.
void append_operands(std::string* out, const ConstantPool& pool, const Instruction& at) {
  const std::string_view format = at.info().format;
  if (at.is_switch())
    return append_switch(out, at);
  for (std::size_t i = 1; i < format.size(); i++) {
    // The second byte of a number.
    if (format[i] == format[i - 1])
      continue;
    switch (format[i]) {
      case 'k':
        *out += fmt::format(" #{}", at.index);
        break;
      case 'i':
        *out += fmt::format(" {}", at.index);
        break;
      case 'c':
        *out += fmt::format(" {}", at.constant);
        break;
      case 'o':
        *out += fmt::format(" {}", at.target);
        break;
      case 'n':
      case 'd':
        *out += fmt::format(", {}", at.extra);
        break;
      // A type code that JVMS 6.5.newarray does not have is shown as a question mark.
      case 't':
        *out += at.extra >= 4 && at.extra <= 11
                    ? std::string(" ") + basic_type_name(static_cast<BasicType>(at.extra))
                    : " ?";
        break;
      default:
        break;
    }
  }
  // The constant that the index names follows as text.
  if (format.size() > 1 && format[1] == 'k')
    *out += "  // " + constant_to_string(pool, at.index);
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      // Bytes from 0x80 on are parts of longer characters, so they are printed unchanged.
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          out += c;
        }
    }
  }
  return out;
}

std::string pair_to_string(NameAndType pair) {
  const std::string name =
      pair.name.starts_with('<') ? "\"" + std::string(pair.name) + "\"" : std::string(pair.name);
  return name + ":" + std::string(pair.descriptor);
}

// A constant as javap's comments show it. Digits are as many as are needed to read the same float
// or double again.
std::string constant_to_string(const ConstantPool& pool, unsigned index) {
  const ConstantTag tag = pool.tag(index);
  std::string out = constant_tag_name(tag);
  switch (tag) {
    case ConstantTag::None:
      return "invalid constant";
    case ConstantTag::Utf8:
      return out + " " + escaped(pool.utf8(index));
    case ConstantTag::Integer:
      return out + fmt::format(" {}", pool.integer(index));
    case ConstantTag::Float:
      return out + fmt::format(" {:.9g}f", pool.float_(index));
    case ConstantTag::Long:
      return out + fmt::format(" {}l", pool.long_(index));
    case ConstantTag::Double:
      return out + fmt::format(" {:.17g}d", pool.double_(index));
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::Module:
    case ConstantTag::Package:
      return out + " " + escaped(pool.utf8(pool.utf8_index(index)));
    case ConstantTag::Fieldref:
      return "Field " + member_to_string(pool, index);
    case ConstantTag::Methodref:
      return "Method " + member_to_string(pool, index);
    case ConstantTag::InterfaceMethodref:
      return "InterfaceMethod " + member_to_string(pool, index);
    case ConstantTag::NameAndType:
      return out + " " + pair_to_string(pool.name_and_type(index));
    case ConstantTag::MethodHandle:
      return std::string(reference_kind_name(pool.reference_kind(index))) + " " +
             member_to_string(pool, pool.reference_index(index));
    case ConstantTag::Dynamic:
    case ConstantTag::InvokeDynamic:
      return out + fmt::format(" #{}:", pool.bootstrap_index(index)) +
             pair_to_string(pool.member(index));
  }
  return out;
}

// A wide instruction has its own mnemonic with _w, although the JVMS has no such instruction.
std::string disassemble(const ConstantPool& pool, const Instruction& instruction) {
  std::string out = instruction.info().mnemonic;
  if (instruction.is_wide)
    out += "_w";
  append_operands(&out, pool, instruction);
  return out;
}

}  // namespace minijvm::classfile
