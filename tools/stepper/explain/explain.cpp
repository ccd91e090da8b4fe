// Fills the sentences of sentences.def with the names that an instruction refers to.
#include "tools/stepper/explain/explain.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/disassembler.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/picture/values.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::Instruction;
using classfile::Opcode;
using runtime::Method;

struct Sentence {
  Opcode opcode;
  std::string_view text;
};
constexpr Sentence kSentences[] = {
#define MJ_SENTENCE(opcode, sentence) {Opcode::opcode, sentence},
#include "tools/stepper/explain/sentences.def"
};

// The index is the opcode's byte; an opcode without a row has an empty text.
constexpr std::array<std::string_view, 256> by_opcode() {
  std::array<std::string_view, 256> texts{};
  for (const Sentence& each : kSentences) texts[static_cast<std::size_t>(each.opcode)] = each.text;
  return texts;
}
constexpr std::array<std::string_view, 256> kTexts = by_opcode();

// Returns whether the rows are those of opcodes.def: as many, and one for each.
consteval bool each_opcode_has_a_sentence() {
  for (std::size_t byte = 0; byte < classfile::kOpcodeCount; ++byte) {
    if (kTexts[byte].empty())
      return false;
  }
  return std::size(kSentences) == classfile::kOpcodeCount;
}
static_assert(each_opcode_has_a_sentence());

// Returns "the local variable x", or "local variable 3" if it has no name.
std::string variable(const Method& method, std::uint32_t slot, std::uint32_t bci) {
  std::string name = variable_name(method, slot, bci);
  if (name == "this")
    return "this";
  return name.starts_with('$') ? fmt::format("local variable {}", slot)
                               : fmt::format("the local variable {}", cut(name));
}

// An array class has its descriptor as its name (JVMS 4.4.1).
std::string class_text(std::string_view name) {
  return cut(name.starts_with('[') ? runtime::external_type(name) : runtime::dotted(name));
}
std::string class_at(const Method& method, std::uint16_t index) {
  return class_text(method.pool->raw().class_name(index));
}

std::string with_article(const std::string& name) {
  const bool is_vowel = std::string_view("AEIOUaeiou").find(name[0]) != std::string_view::npos;
  return (is_vowel ? "an " : "a ") + name;
}

std::string field_at(const Method& method, std::uint16_t index) {
  const classfile::ConstantPool& pool = method.pool->raw();
  const classfile::NameAndType field = pool.member(index);
  return cut(fmt::format("{}.{}: {}", class_text(pool.member_class(index)), field.name,
                         runtime::external_type(field.descriptor)));
}

// An InvokeDynamic has no class.
std::string method_at(const Method& method, const Instruction& at) {
  const classfile::ConstantPool& pool = method.pool->raw();
  const bool is_dynamic = at.opcode == Opcode::invokedynamic;
  const classfile::NameAndType called = pool.member(at.index);
  const std::string text = runtime::external_signature(
      is_dynamic ? "" : class_text(pool.member_class(at.index)), called.name, called.descriptor);
  // The text begins with the return type.
  return cut(text.substr(text.find(' ') + 1));
}

std::string element_type(const Instruction& at) {
  return at.extra >= 4 && at.extra <= 11
             ? classfile::basic_type_name(static_cast<classfile::BasicType>(at.extra))
             : "?";
}

// Returns what stands for a word in braces. A variable is in scope only behind its first store.
std::string replacement(std::string_view word, const Method& method, const Instruction& at) {
  if (word == "loaded")
    return variable(method, at.index, at.bci);
  if (word == "stored")
    return variable(method, at.index, at.next_bci());
  if (word == "number")
    return std::to_string(at.constant);
  if (word == "constant")
    return cut(classfile::constant_to_string(method.pool->raw(), at.index));
  if (word == "field")
    return field_at(method, at.index);
  if (word == "method" || word == "dynamic")
    return method_at(method, at);
  if (word == "class")
    return class_at(method, at.index);
  if (word == "a_class")
    return with_article(class_at(method, at.index));
  if (word == "element")
    return element_type(at);
  if (word == "target")
    return std::to_string(at.target);
  if (word == "count")
    return std::to_string(at.extra);
  return cut(fmt::format("{}.{}", method.holder->external_name(), method.name->text()));
}

}  // namespace

std::string explain_instruction(const Method& method, std::int32_t bci) {
  if (method.bytecode == nullptr || bci < 0)
    return "";
  const std::optional<Instruction> at = classfile::decode_instruction(
      {method.bytecode, method.bytecode_length}, static_cast<std::uint32_t>(bci));
  if (!at)
    return "";
  std::string sentence;
  std::string_view rest = kTexts[static_cast<std::size_t>(at->opcode)];
  while (!rest.empty()) {
    const std::size_t open = rest.find('{');
    sentence += rest.substr(0, open);
    if (open == std::string_view::npos)
      break;
    const std::size_t close = rest.find('}', open);
    sentence += replacement(rest.substr(open + 1, close - open - 1), method, *at);
    rest.remove_prefix(close + 1);
  }
  return fmt::format("{} (JVMS {})", sentence, at->info().anchor);
}

}  // namespace minijvm::vm::stepper
