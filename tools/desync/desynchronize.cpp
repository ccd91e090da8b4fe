// Edits a copy of the class file's bytes. The parsed class says where the flags and the
// instructions are.
#include "tools/desync/desynchronize.h"

#include "classfile/opcodes.h"

namespace minijvm::desync {
namespace {

using classfile::ClassFile;
using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::InstructionCursor;
using classfile::MethodInfo;
using classfile::NameAndType;
using classfile::Opcode;

// Returns whether the member is Object's wait, notify or notifyAll, by name and descriptor. The
// class in the reference may be any subclass, so it is not compared.
bool is_monitor_call(const NameAndType& member) {
  if (member.name == "notify" || member.name == "notifyAll") {
    return member.descriptor == "()V";
  }
  return member.name == "wait" && (member.descriptor == "()V" || member.descriptor == "(J)V" ||
                                   member.descriptor == "(JI)V");
}

// ACC_SYNCHRONIZED, 0x0020, is in the second byte of the flags.
void clear_synchronized_flag(const MethodInfo& method, std::vector<std::uint8_t>& bytes) {
  bytes[method.offset + 1] =
      static_cast<std::uint8_t>(bytes[method.offset + 1] & ~classfile::ACC_SYNCHRONIZED);
}

// Returns the number of instructions that were replaced.
unsigned replace_monitor_instructions(const ClassFile& file, const MethodInfo& method,
                                      std::vector<std::uint8_t>& bytes) {
  unsigned count = 0;
  // The code is a span into the file, so its offset is the same in the copy.
  const classfile::Bytes code = file.code_of(method).code;
  std::size_t start = static_cast<std::size_t>(code.data() - file.bytes().data());
  for (InstructionCursor at(code); at.valid(); at.advance()) {
    if (at->opcode == Opcode::monitorenter || at->opcode == Opcode::monitorexit) {
      bytes[start + at.bci()] = static_cast<std::uint8_t>(Opcode::pop);
      ++count;
    }
  }
  return count;
}

}  // namespace

// A look at the constant pool is enough: without a Methodref there is no call.
bool needs_its_monitors(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  for (std::uint16_t index = 1; index < pool.size(); ++index) {
    if (pool.is(index, ConstantTag::Methodref) && is_monitor_call(pool.member(index))) {
      return true;
    }
  }
  return false;
}

// java/lang/ref contains the reference handler and the finalizer.
bool is_excepted(std::string_view name) {
  return name == "java/lang/Thread" || name.starts_with("java/lang/ref/");
}

Desynchronized desynchronize(const ClassFile& file) {
  Desynchronized result;
  result.bytes.assign(file.bytes().begin(), file.bytes().end());
  for (const MethodInfo& method : file.methods()) {
    if ((method.access_flags & classfile::ACC_SYNCHRONIZED) != 0) {
      clear_synchronized_flag(method, result.bytes);
      ++result.methods;
    }
    if (method.has_code()) {
      result.instructions += replace_monitor_instructions(file, method, result.bytes);
    }
  }
  return result;
}

}  // namespace minijvm::desync
