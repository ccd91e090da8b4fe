// Names of tags and kinds, and the accessors of constants that are too long for the header.
#include "classfile/constant_pool.h"

#include <bit>

namespace minijvm::classfile {

// The switch has no default, so that the compiler warns about a new tag.
const char* constant_tag_name(ConstantTag tag) {
  switch (tag) {
    case ConstantTag::None:
      return "None";
    case ConstantTag::Utf8:
      return "Utf8";
    case ConstantTag::Integer:
      return "Integer";
    case ConstantTag::Float:
      return "Float";
    case ConstantTag::Long:
      return "Long";
    case ConstantTag::Double:
      return "Double";
    case ConstantTag::Class:
      return "Class";
    case ConstantTag::String:
      return "String";
    case ConstantTag::Fieldref:
      return "Fieldref";
    case ConstantTag::Methodref:
      return "Methodref";
    case ConstantTag::InterfaceMethodref:
      return "InterfaceMethodref";
    case ConstantTag::NameAndType:
      return "NameAndType";
    case ConstantTag::MethodHandle:
      return "MethodHandle";
    case ConstantTag::MethodType:
      return "MethodType";
    case ConstantTag::Dynamic:
      return "Dynamic";
    case ConstantTag::InvokeDynamic:
      return "InvokeDynamic";
    case ConstantTag::Module:
      return "Module";
    case ConstantTag::Package:
      return "Package";
  }
  return "?";
}

const char* reference_kind_name(ReferenceKind kind) {
  // The index is the number of the kind; kind 0 does not exist.
  static constexpr const char* kNames[] = {"?",
                                           "REF_getField",
                                           "REF_getStatic",
                                           "REF_putField",
                                           "REF_putStatic",
                                           "REF_invokeVirtual",
                                           "REF_invokeStatic",
                                           "REF_invokeSpecial",
                                           "REF_newInvokeSpecial",
                                           "REF_invokeInterface"};
  const unsigned at = static_cast<unsigned>(kind);
  return at <= 9 ? kNames[at] : "?";
}

// JVMS table 4.4-C lists these tags.
bool ConstantPool::is_loadable(unsigned index) const {
  switch (tag(index)) {
    case ConstantTag::Integer:
    case ConstantTag::Float:
    case ConstantTag::Long:
    case ConstantTag::Double:
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodHandle:
    case ConstantTag::MethodType:
    case ConstantTag::Dynamic:
      return true;
    default:
      return false;
  }
}

// JVMS 4.4.4 and 4.4.5: the entry holds the IEEE 754 bits, big-endian. A NaN keeps its bits.
float ConstantPool::float_(unsigned index) const {
  return std::bit_cast<float>(load_u4(info(index, ConstantTag::Float)));
}

double ConstantPool::double_(unsigned index) const {
  return std::bit_cast<double>(load_u8(info(index, ConstantTag::Double)));
}

}  // namespace minijvm::classfile
