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

bool is_monitor_call(const NameAndType& member) {
  if (member.name == "notify" || member.name == "notifyAll") {
    return member.descriptor == "()V";
  }
  return member.name == "wait" && (member.descriptor == "()V" || member.descriptor == "(J)V" || member.descriptor == "(JI)V");
}

void clear_synchronized_flag(const MethodInfo& method, std::vector<std::uint8_t>& bytes) {
  // ACC_SYNCHRONIZED, 0x0020, is in the lower byte of the big-endian u2.
  bytes[method.offset + 1] = static_cast<std::uint8_t>(bytes[method.offset + 1] & ~classfile::ACC_SYNCHRONIZED);
}

// Returns how many instructions were replaced.
unsigned replace_monitor_instructions(const ClassFile& file, const MethodInfo& method, std::vector<std::uint8_t>& bytes) {
  unsigned count = 0;
  std::size_t start = static_cast<std::size_t>(method.code->code.data() - file.bytes().data());
  for (InstructionCursor at(method.code->code); at.valid(); at.advance()) {
    if (at->opcode == Opcode::monitorenter || at->opcode == Opcode::monitorexit) {
      bytes[start + at.bci()] = static_cast<std::uint8_t>(Opcode::pop);
      ++count;
    }
  }
  return count;
}

}  // namespace

bool needs_its_monitors(const ClassFile& file) {
  const ConstantPool& pool = file.constant_pool();
  for (std::uint16_t index = 1; index < pool.size(); ++index) {
    if (pool.is(index, ConstantTag::Methodref) && is_monitor_call(pool.member(index))) {
      return true;
    }
  }
  return false;
}

bool is_excepted(std::string_view name) { return name == "java/lang/Thread" || name.starts_with("java/lang/ref/"); }

Desynchronized desynchronize(const ClassFile& file) {
  Desynchronized result;
  result.bytes.assign(file.bytes().begin(), file.bytes().end());
  for (const MethodInfo& method : file.methods()) {
    if ((method.access_flags & classfile::ACC_SYNCHRONIZED) != 0) {
      clear_synchronized_flag(method, result.bytes);
      ++result.methods;
    }
    if (method.code != nullptr) {
      result.instructions += replace_monitor_instructions(file, method, result.bytes);
    }
  }
  return result;
}

}  // namespace minijvm::desync
