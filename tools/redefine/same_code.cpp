// Compares two bodies instruction by instruction. A redefinition (redefinition.cpp) asks, to tell
// an obsolete version from one whose class file merely has other indexes.
#include "tools/redefine/same_code.h"

#include <cstring>
#include <string_view>

#include "classfile/class_file.h"
#include "classfile/opcodes.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"

namespace minijvm::redefine {
namespace {

using classfile::ClassFile;
using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::Instruction;
using runtime::Method;

// Two class files side by side: `a` is always an index into the first, `b` into the second.
class Comparison {
 public:
  Comparison(const ClassFile& one, const ClassFile& other)
      : one_(one), other_(other), ours_(one.constant_pool()), theirs_(other.constant_pool()) {}

  // Returns true if two entries say the same. Index 0 means "none", as in a catch-all handler.
  bool constants(unsigned a, unsigned b) const {
    if (a == 0 || b == 0)
      return a == b;
    ConstantTag tag = ours_.tag(a);
    if (tag != theirs_.tag(b))
      return false;
    switch (tag) {
      case ConstantTag::Utf8:
        return ours_.utf8(a) == theirs_.utf8(b);
      case ConstantTag::Integer:
      // Bit by bit, so that a NaN equals itself and 0.0 differs from -0.0.
      case ConstantTag::Float:
        return std::memcmp(ours_.info(a), theirs_.info(b), 4) == 0;
      case ConstantTag::Long:
      case ConstantTag::Double:
        return std::memcmp(ours_.info(a), theirs_.info(b), 8) == 0;
      case ConstantTag::Class:
        return ours_.class_name(a) == theirs_.class_name(b);
      case ConstantTag::String:
      case ConstantTag::MethodType:
      case ConstantTag::Module:
      case ConstantTag::Package:
        return ours_.utf8(ours_.utf8_index(a)) == theirs_.utf8(theirs_.utf8_index(b));
      case ConstantTag::Fieldref:
      case ConstantTag::Methodref:
      case ConstantTag::InterfaceMethodref:
        return ours_.member_class(a) == theirs_.member_class(b) && members(a, b);
      case ConstantTag::NameAndType:
        // Names and descriptors are compared as text, and so are classes above: two loaders cannot
        // differ here, since both files belong to one class.
        return same(ours_.name_and_type(a), theirs_.name_and_type(b));
      case ConstantTag::MethodHandle:
        // JVMS 4.4.8: the kind of a method handle, and the member that it refers to.
        return ours_.reference_kind(a) == theirs_.reference_kind(b) &&
               constants(ours_.reference_index(a), theirs_.reference_index(b));
      case ConstantTag::Dynamic:
      case ConstantTag::InvokeDynamic:
        return members(a, b) && bootstraps(ours_.bootstrap_index(a), theirs_.bootstrap_index(b));
      default:
        return false;
    }
  }

  // Same opcode, same operands and same branch offsets; only the index of a constant may differ.
  bool instructions(const Instruction& a, const Instruction& b) const {
    if (a.opcode != b.opcode || a.is_wide != b.is_wide || a.length != b.length ||
        a.extra != b.extra || a.constant != b.constant)
      return false;
    if (a.target != b.target || a.low != b.low || a.cases != b.cases)
      return false;
    if (a.is_switch() && !cases(a, b))
      return false;
    return has_constant(a) ? constants(a.index, b.index) : a.index == b.index;
  }

 private:
  // opcodes.def marks the index of a constant, of one byte or two, by k in the operand format.
  static bool has_constant(const Instruction& at) {
    return std::strchr(at.info().format, 'k') != nullptr;
  }
  static bool cases(const Instruction& a, const Instruction& b) {
    for (std::uint32_t i = 0; i < a.cases; ++i) {
      if (a.case_key(i) != b.case_key(i) || a.case_target(i) != b.case_target(i))
        return false;
    }
    return true;
  }
  static bool same(const classfile::NameAndType& a, const classfile::NameAndType& b) {
    return a.name == b.name && a.descriptor == b.descriptor;
  }
  bool members(unsigned a, unsigned b) const { return same(ours_.member(a), theirs_.member(b)); }
  // Compares two rows of the BootstrapMethods tables. Their arguments may be dynamic constants,
  // whose rows have arguments in turn. A hostile file may build a cycle of them; such a constant
  // fails when it is resolved. Here depth ends the recursion, and the rows count as different.
  bool bootstraps(std::uint16_t a, std::uint16_t b) const {
    if (depth_ > kMaxDepth)
      return false;
    ++depth_;
    // Recursion goes through rows(), constants() and back here.
    bool is_same = rows(one_.bootstrap_methods()[a], other_.bootstrap_methods()[b]);
    --depth_;
    return is_same;
  }
  bool rows(const classfile::BootstrapMethod& a, const classfile::BootstrapMethod& b) const {
    if (a.arguments.size() != b.arguments.size() || !constants(a.method_ref, b.method_ref))
      return false;
    for (std::uint32_t i = 0; i < a.arguments.size(); ++i) {
      if (!constants(a.arguments[i], b.arguments[i]))
        return false;
    }
    return true;
  }

  static constexpr int kMaxDepth = 16;
  const ClassFile& one_;
  const ClassFile& other_;
  const ConstantPool& ours_;
  const ConstantPool& theirs_;
  mutable int depth_ = 0;
};

// JVMS 4.7.3: order, ranges and caught types of the exception table.
bool are_same_handlers(const Comparison& compare, classfile::Table<classfile::ExceptionHandler> a,
                       classfile::Table<classfile::ExceptionHandler> b) {
  if (a.size() != b.size())
    return false;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    classfile::ExceptionHandler ours = a[i];
    classfile::ExceptionHandler theirs = b[i];
    bool is_same = ours.start_pc == theirs.start_pc && ours.end_pc == theirs.end_pc &&
                   ours.handler_pc == theirs.handler_pc;
    if (!is_same || !compare.constants(ours.catch_type, theirs.catch_type))
      return false;
  }
  return true;
}

}  // namespace

bool is_equivalent(const Method& one, const Method& other) {
  if (one.bytecode == nullptr || other.bytecode == nullptr)
    return one.bytecode == other.bytecode;
  if (one.bytecode_length != other.bytecode_length || one.max_stack != other.max_stack ||
      one.max_locals != other.max_locals)
    return false;
  Comparison compare(one.pool->file(), other.pool->file());
  classfile::InstructionCursor ours({one.bytecode, one.bytecode_length});
  classfile::InstructionCursor theirs({other.bytecode, other.bytecode_length});
  // Equal length does not mean equal number of instructions, so both cursors must end together.
  for (; ours.valid() && theirs.valid(); ours.advance(), theirs.advance()) {
    if (!compare.instructions(*ours, *theirs))
      return false;
  }
  return !ours.valid() && !theirs.valid() &&
         are_same_handlers(compare, one.exception_table(), other.exception_table());
}

}  // namespace minijvm::redefine
