// Computes the helpful message of a NullPointerException (JEP 358) from the bytecode at the place
// where it was thrown. Called in kInVm by the native of NullPointerException.getExtendedNPEMessage;
// the work itself reads class file data only.
#include "vm/java/errors/npe_message.h"

#include <string_view>

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "vm/java/errors/operand_sources.h"

namespace minijvm::vm {

using classfile::ClassFile;
using classfile::CodeAttribute;
using classfile::ConstantPool;
using classfile::FieldType;
using classfile::Instruction;
using classfile::MethodDescriptor;
using classfile::MethodInfo;
using classfile::Opcode;

namespace {

// Turns "java/util/List" into "java.util.List". As in HotSpot, only Object and String lose their
// package. An array class as the owner of a method keeps its form "[Lpkg.C;".
std::string class_text(std::string_view internal_name) {
  if (internal_name == "java/lang/Object")
    return "Object";
  if (internal_name == "java/lang/String")
    return "String";
  std::string text(internal_name);
  for (char& c : text) {
    if (c == '/')
      c = '.';
  }
  return text;
}

// Returns the type of a parameter as in source code: "int[]", "String".
std::string type_text(FieldType type) {
  if (type.is_array())
    return type_text(type.component()) + "[]";
  if (type.is_reference())
    return class_text(type.class_name());
  return classfile::basic_type_name(type.type());
}

// Returns the text in front of "because", for instructions that refer to no member. Returns null
// for all others.
const char* failed_action(Opcode opcode) {
  switch (opcode) {
    case Opcode::iaload:
      return "Cannot load from int array";
    case Opcode::faload:
      return "Cannot load from float array";
    case Opcode::aaload:
      return "Cannot load from object array";
    case Opcode::baload:
      return "Cannot load from byte/boolean array";
    case Opcode::caload:
      return "Cannot load from char array";
    case Opcode::saload:
      return "Cannot load from short array";
    case Opcode::laload:
      return "Cannot load from long array";
    case Opcode::daload:
      return "Cannot load from double array";
    case Opcode::iastore:
      return "Cannot store to int array";
    case Opcode::fastore:
      return "Cannot store to float array";
    case Opcode::aastore:
      return "Cannot store to object array";
    case Opcode::bastore:
      return "Cannot store to byte/boolean array";
    case Opcode::castore:
      return "Cannot store to char array";
    case Opcode::sastore:
      return "Cannot store to short array";
    case Opcode::lastore:
      return "Cannot store to long array";
    case Opcode::dastore:
      return "Cannot store to double array";
    case Opcode::arraylength:
      return "Cannot read the array length";
    case Opcode::athrow:
      return "Cannot throw exception";
    case Opcode::monitorenter:
      return "Cannot enter synchronized block";
    case Opcode::monitorexit:
      return "Cannot exit synchronized block";
    default:
      return nullptr;
  }
}

// The enumerators of array instructions are consecutive in opcodes.def (JVMS 6.5: 46 to 53 and 79
// to 86).
bool is_array_load(Opcode opcode) { return opcode >= Opcode::iaload && opcode <= Opcode::saload; }
bool is_array_store(Opcode opcode) {
  return opcode >= Opcode::iastore && opcode <= Opcode::sastore;
}
bool is_receiver_call(Opcode opcode) {
  return opcode == Opcode::invokevirtual || opcode == Opcode::invokespecial ||
         opcode == Opcode::invokeinterface;
}

// Builds the message for one method: the action that failed, and the reason.
//
//   Cannot read field "arr"  because "x.m"                is null
//   action_text              cause_text(expression_text)
class MessageBuilder {
 public:
  MessageBuilder(const ClassFile& file, const MethodInfo& method)
      : file_(file),
        pool_(file.constant_pool()),
        method_(method),
        code_(file.code_of(method)),
        sources_(pool_, code_) {}

  std::string message_at(std::int32_t bci) {
    const std::optional<Instruction> at = decode(bci);
    if (!at)
      return {};
    std::string action = action_text(*at);
    return action.empty() ? action
                          : action + cause_text(sources_.source(at->bci, depth_of_null(*at)));
  }

 private:
  // At most this many levels of an expression such as a.b.c[i] are shown.
  static constexpr int kMostDetail = 5;

  // Nothing for a negative bci.
  std::optional<Instruction> decode(std::int32_t bci) const {
    return bci < 0 ? std::nullopt
                   : classfile::decode_instruction(code_.code, static_cast<std::uint32_t>(bci));
  }

  std::string action_text(const Instruction& at) const {
    if (const char* text = failed_action(at.opcode))
      return text;
    if (at.opcode == Opcode::getfield)
      return "Cannot read field \"" + std::string(pool_.member(at.index).name) + '"';
    if (at.opcode == Opcode::putfield)
      return "Cannot assign field \"" + std::string(pool_.member(at.index).name) + '"';
    // No constructor is called on null. An exception at such a call was made by `new
    // NullPointerException()`, and it has no helpful message.
    bool is_call = is_receiver_call(at.opcode) && pool_.member(at.index).name != "<init>";
    return is_call ? "Cannot invoke \"" + call_text(at.index) + '"' : std::string();
  }

  // Returns the number of slots above the operand that must not be null. Examples: an array load
  // has the index above it; lastore has an index and a long, three slots.
  unsigned depth_of_null(const Instruction& at) const {
    if (is_array_load(at.opcode))
      return 1;
    if (at.opcode == Opcode::lastore || at.opcode == Opcode::dastore)
      return 3;
    if (is_array_store(at.opcode))
      return 2;
    return operand_slots(pool_, at);
  }

  // Returns " because ... is null"; empty if the source of the null is unknown or has no text.
  std::string cause_text(std::int32_t source) const {
    std::string text = expression_text(source, kMostDetail);
    const std::optional<Instruction> at = decode(source);
    if (text.empty() || !at)
      return {};
    const char* what =
        at->info().has(classfile::kInvoke) ? " because the return value of \"" : " because \"";
    return what + text + "\" is null";
  }

  // Returns the source text of the value that the instruction at bci pushed, as far as the bytecode
  // contains it. Returns an empty text if there is none, as for a computed index.
  std::string expression_text(std::int32_t bci, int detail) const {
    const std::optional<Instruction> found = decode(bci);
    if (detail <= 0 || !found)
      return {};
    const Instruction& at = *found;
    if (at.info().has(classfile::kLoad))
      return local_text(at.bci, at.index);
    if (is_array_load(at.opcode))
      return element_text(at, detail);
    switch (at.opcode) {
      case Opcode::aconst_null:
        return "null";
      case Opcode::iconst_m1:
      case Opcode::iconst_0:
      case Opcode::iconst_1:
      case Opcode::iconst_2:
      case Opcode::iconst_3:
      case Opcode::iconst_4:
      case Opcode::iconst_5:
        // iconst_m1 to iconst_5 are consecutive, with iconst_m1 below iconst_0.
        return std::to_string(static_cast<int>(at.opcode) - static_cast<int>(Opcode::iconst_0));
      case Opcode::bipush:
      case Opcode::sipush:
        return std::to_string(at.constant);
      case Opcode::getstatic:
        return class_text(pool_.member_class(at.index)) + "." +
               std::string(pool_.member(at.index).name);
      case Opcode::getfield:
        return field_text(at, detail);
      case Opcode::invokevirtual:
      case Opcode::invokespecial:
      case Opcode::invokestatic:
      case Opcode::invokeinterface:
        return call_text(at.index);
      default:
        return {};
    }
  }

  // If the object cannot be described, the name of the field stands alone.
  std::string field_text(const Instruction& at, int detail) const {
    std::string object = expression_text(sources_.source(at.bci, 0), detail - 1);
    std::string name(pool_.member(at.index).name);
    return object.empty() ? name : object + "." + name;
  }

  // An index costs no level: only the array's expression counts.
  std::string element_text(const Instruction& at, int detail) const {
    std::string array = expression_text(sources_.source(at.bci, 1), detail - 1);
    std::string index = expression_text(sources_.source(at.bci, 0), detail);
    return (array.empty() ? "<array>" : array) + "[" + (index.empty() ? "..." : index) + "]";
  }

  // Returns a text such as "pkg.Owner.name(int, String)".
  std::string call_text(std::uint16_t pool_index) const {
    classfile::NameAndType member = pool_.member(pool_index);
    std::string text =
        class_text(pool_.member_class(pool_index)) + "." + std::string(member.name) + "(";
    const char* comma = "";
    for (FieldType parameter : MethodDescriptor(member.descriptor)) {
      text += comma + type_text(parameter);
      comma = ", ";
    }
    return text + ")";
  }

  // Returns the local's name: from the LocalVariableTable if the class was compiled with -g, else
  // by position: this, <parameter1>, <local4>.
  std::string local_text(std::uint32_t bci, unsigned local) const {
    for (const auto& table : code_.local_variables) {
      for (classfile::LocalVariable row : table) {
        bool in_scope = bci >= row.start_pc && bci < std::uint32_t{row.start_pc} + row.length;
        if (row.index == local && in_scope)
          return std::string(pool_.utf8(row.name_index));
      }
    }
    return local_by_position(bci, local);
  }

  // A local that has been written no longer holds the caller's argument, so it is shown as
  // <localN>.
  std::string local_by_position(std::uint32_t bci, unsigned local) const {
    bool is_static = (method_.access_flags & classfile::ACC_STATIC) != 0;
    bool as_passed = !sources_.is_written(bci, local);
    if (as_passed && !is_static && local == 0)
      // Without ACC_STATIC, local 0 is the receiver.
      return "this";
    unsigned slot = is_static ? 0 : 1;
    int position = 1;
    for (FieldType parameter : MethodDescriptor(file_.descriptor_of(method_))) {
      bool is_this_one = local >= slot && local < slot + parameter.slots();
      if (as_passed && is_this_one)
        return "<parameter" + std::to_string(position) + ">";
      slot += parameter.slots();
      ++position;
    }
    return "<local" + std::to_string(local) + ">";
  }

  const ClassFile& file_;
  const ConstantPool& pool_;
  const MethodInfo& method_;
  const CodeAttribute code_;
  OperandSources sources_;
};

}  // namespace

std::string npe_message(const ClassFile& file, const MethodInfo& method, std::int32_t bci) {
  return method.has_code() ? MessageBuilder(file, method).message_at(bci) : std::string();
}

// A native method has no bytecode, and bci is negative if the version that threw has been freed.
std::string npe_message(const runtime::Method& method, std::int32_t bci) {
  if (method.info == nullptr || method.bytecode == nullptr || bci < 0)
    return {};
  return npe_message(method.pool->file(), *method.info, bci);
}

}  // namespace minijvm::vm
