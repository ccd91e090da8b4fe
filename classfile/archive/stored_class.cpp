// Finds the parts of a record. Called when a class is made and when a method is first called, by
// any thread, in any state; nothing in a record ever changes.
#include "classfile/archive/stored_class.h"

#include "base/checksum.h"
#include "classfile/archive/verifier_questions.h"
#include "classfile/descriptor.h"

namespace minijvm::classfile {

MethodFacts method_facts(const ClassFile& file, std::size_t method) {
  if (file.stored() != nullptr)
    return file.stored()->facts()[method];
  const MethodInfo& info = file.methods()[method];
  const MethodDescriptor descriptor(file.descriptor_of(info));
  MethodFacts facts;
  facts.parameter_slots = static_cast<std::uint16_t>(descriptor.parameter_slots());
  facts.return_type = descriptor.return_type().type();
  if (info.has_code()) {
    ByteReader code(file.bytes().subspan(info.code_offset));
    facts.max_stack = code.u2();
    facts.max_locals = code.u2();
    facts.code_length = code.u4();
  }
  return facts;
}

ConstantPool StoredClass::pool(Bytes bytes) const {
  ConstantPool pool;
  pool.size_ = pool_count_;
  pool.bytes_ = in_archive<std::uint8_t>(0);
  // JVMS 4.1: the pool begins behind magic, versions and its count.
  pool.raw_ = bytes.subspan(10, pool_end_ - 10);
  pool.tags_ = at<ConstantTag>(pool_tags_);
  pool.offsets_ = at<std::uint32_t>(pool_offsets_);
  return pool;
}

bool StoredClass::gets_same_answers(TypeOracle& oracle) const {
  const auto name = [&](std::uint32_t offset) {
    return offset == 0 ? std::string_view() : in_archive<StoredText>(offset)->view();
  };
  for (std::uint32_t i = 0; i < question_count_; ++i) {
    const StoredQuestion& stored = at<StoredQuestion>(questions_)[i];
    const AskedQuestion asked{
        static_cast<VerifierQuestion::Kind>(stored.kind),
        {name(stored.names[0]), name(stored.names[1]), name(stored.names[2])}};
    const auto expected = stored.answer != 0 ? TypeOracle::Answer::kYes : TypeOracle::Answer::kNo;
    if (ask(oracle, asked) != expected)
      return false;
  }
  return true;
}

bool StoredClass::has_whole_codes() const {
  for (std::size_t method = 0; method < method_count_; ++method) {
    if (at<std::uint32_t>(codes_)[method] != 0 && code(method).empty())
      return false;
  }
  return true;
}

Bytes StoredClass::code(std::size_t method) const {
  const std::uint32_t distance = at<std::uint32_t>(codes_)[method];
  if (distance == 0)
    return {};
  const auto* header = at<StoredCode>(distance);
  // A code is not part of its record's checksum. So its length may be wrong as well.
  if (header->bytes > bytes_behind_ - distance - sizeof *header)
    return {};
  const Bytes code{reinterpret_cast<const std::uint8_t*>(header + 1), header->bytes};
  return block_checksum(code.data(), code.size()) == header->checksum ? code : Bytes();
}

}  // namespace minijvm::classfile
