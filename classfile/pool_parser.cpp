// Reads and checks the constant pool. First it reads every entry in the order of the bytes; then it
// checks the references between entries, since an entry may refer to a later one.
#include "classfile/pool_parser.h"

#include <algorithm>

#include "classfile/modified_utf8.h"

namespace minijvm::classfile {

unsigned payload_size(unsigned tag) {
  // The numbers are those of the structures in JVMS 4.4.1 to 4.4.12.
  switch (static_cast<ConstantTag>(tag)) {
    case ConstantTag::Utf8:
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::Module:
    case ConstantTag::Package:
      return 2;
    case ConstantTag::MethodHandle:
      return 3;
    case ConstantTag::Integer:
    case ConstantTag::Float:
    case ConstantTag::Fieldref:
    case ConstantTag::Methodref:
    case ConstantTag::InterfaceMethodref:
    case ConstantTag::NameAndType:
    case ConstantTag::Dynamic:
    case ConstantTag::InvokeDynamic:
      return 4;
    case ConstantTag::Long:
    case ConstantTag::Double:
      return 8;
    default:
      return 0;
  }
}

namespace {

// HOTSPOT: in files below this version a character may be encoded longer than necessary.
constexpr unsigned kShortestFormVersion = 48;

// JVMS table 4.4-B: returns the version of class files that introduced a tag.
unsigned introduced_in(ConstantTag tag) {
  switch (tag) {
    case ConstantTag::MethodHandle:
    case ConstantTag::MethodType:
    case ConstantTag::InvokeDynamic:
      return 51;
    case ConstantTag::Module:
    case ConstantTag::Package:
      return 53;
    case ConstantTag::Dynamic:
      return 55;
    default:
      return 45;
  }
}

}  // namespace

// JVMS 4.1: constant_pool_count is one more than the number of the highest index.
bool PoolParser::parse(ByteReader& reader) {
  const unsigned count = reader.u2();
  if (reader.failed())
    return context_.truncated();
  if (count == 0)
    return context_.fail("4.1", "Illegal constant pool size %u in class file %s", count,
                         context_.name());
  pool_.size_ = static_cast<std::uint16_t>(count);
  pool_.bytes_ = file_.data();
  // Both arrays are zero at first, so index 0 and the second index of a long have tag None.
  pool_.own_tags_ = std::make_unique<ConstantTag[]>(count);
  pool_.own_offsets_ = std::make_unique<std::uint32_t[]>(count);
  pool_.tags_ = pool_.own_tags_.get();
  pool_.offsets_ = pool_.own_offsets_.get();
  // ConstantPool::raw() starts here.
  const std::size_t start = reader.position();
  for (unsigned index = 1; index < count;) {
    if (!read_entry(reader, &index))
      return false;
  }
  pool_.raw_ = file_.subspan(start, reader.position() - start);
  return check_references();
}

// Reads one entry. The tag must exist, and must be allowed in a file of this version.
bool PoolParser::read_entry(ByteReader& reader, unsigned* index) {
  const unsigned tag = reader.u1();
  if (reader.failed())
    return context_.truncated();
  const unsigned size = payload_size(tag);
  // JVMS 4.8: an unknown tag cannot be skipped, because its length is unknown.
  if (size == 0)
    return context_.fail("4.4", "Unknown constant tag %u in class file %s", tag, context_.name());
  const ConstantTag known = static_cast<ConstantTag>(tag);
  const bool is_module_tag = known == ConstantTag::Module || known == ConstantTag::Package;
  if (!is_tag_supported(known)) {
    // HOTSPOT: a class never has a Module or Package entry, so the message does not mention their
    // version.
    if (is_module_tag)
      return context_.fail("4.4", "Unknown constant tag %u in class file %s", tag, context_.name());
    return context_.fail("4.4",
                         "Class file version does not support constant tag %u in class file %s",
                         tag, context_.name());
  }
  // It is not known yet whether the file is a module-info, because its flags follow the pool.
  if (is_module_tag)
    module_tag_seen_ = tag;
  // The payload is only remembered, not decoded.
  pool_.own_tags_[*index] = known;
  pool_.own_offsets_[*index] = static_cast<std::uint32_t>(reader.position());
  const Bytes payload = reader.bytes(size);
  if (reader.failed())
    return context_.truncated();
  // The text follows its length.
  if (known == ConstantTag::Utf8) {
    const Bytes text = reader.bytes(load_u2(payload.data()));
    if (reader.failed())
      return context_.truncated();
    // JVMS 4.4.7: the text must be modified UTF-8.
    if (context_.options.check_format &&
        !is_valid_modified_utf8({reinterpret_cast<const char*>(text.data()), text.size()},
                                major_version_ >= kShortestFormVersion)) {
      return context_.fail("4.4.7", "Illegal UTF8 string in constant pool in class file %s",
                           context_.name());
    }
  }
  if (size == 8) {
    // JVMS 4.4.5: a long or double takes two indices, and the second must exist.
    if (*index + 1 >= pool_.size_)
      return context_.fail("4.4.5", "Invalid constant pool entry %u in class file %s", *index,
                           context_.name());
    *index += 1;
  }
  *index += 1;
  return true;
}

bool PoolParser::is_tag_supported(ConstantTag tag) const {
  return major_version_ >= introduced_in(tag);
}

bool PoolParser::check_references() {
  for (unsigned index = 1; index < pool_.size_; index++) {
    if (!check_entry(index))
      return false;
  }
  return true;
}

// JVMS 4.4.1 to 4.4.12: each index in an entry refers to an entry of the right tag.
bool PoolParser::check_entry(unsigned index) {
  const ConstantTag tag = pool_.tag(index);
  switch (tag) {
    // These have one index, to a Utf8.
    case ConstantTag::Class:
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::Module:
    case ConstantTag::Package:
      return check_reference(pool_.utf8_index(index), ConstantTag::Utf8);
    // These refer to a class, and to the member's name and descriptor.
    case ConstantTag::Fieldref:
    case ConstantTag::Methodref:
    case ConstantTag::InterfaceMethodref:
      return check_reference(pool_.member_class_index(index), ConstantTag::Class) &&
             check_reference(pool_.name_and_type_index(index), ConstantTag::NameAndType);
    case ConstantTag::NameAndType:
      return check_reference(pool_.name_index(index), ConstantTag::Utf8) &&
             check_reference(pool_.descriptor_index(index), ConstantTag::Utf8);
    case ConstantTag::MethodHandle:
      return check_method_handle(index);
    case ConstantTag::Dynamic:
    case ConstantTag::InvokeDynamic:
      // JVMS 4.4.10: the row cannot be checked before the BootstrapMethods attribute has been read.
      bootstrap_rows_needed_ = std::max(bootstrap_rows_needed_, pool_.bootstrap_index(index) + 1u);
      return check_reference(pool_.name_and_type_index(index), ConstantTag::NameAndType);
    default:
      return true;
  }
}

// tag() is None for an index outside of the pool, so this checks the range as well.
bool PoolParser::check_reference(unsigned index, ConstantTag wanted) {
  if (pool_.is(index, wanted))
    return true;
  return context_.fail("4.4", "Invalid constant pool index %u in class file %s", index,
                       context_.name());
}

// JVMS 4.4.8: the kind decides which entry may be referred to. HOTSPOT: the order of the checks and
// the messages are HotSpot's.
bool PoolParser::check_method_handle(unsigned index) {
  // Kinds 1 to 4 refer to fields, 5 to 9 to methods.
  const unsigned kind = static_cast<unsigned>(pool_.reference_kind(index));
  const unsigned target = pool_.reference_index(index);
  if (kind < 1 || kind > 9) {
    return context_.fail("4.4.8",
                         "Bad method handle kind at constant pool index %u in class file %s", index,
                         context_.name());
  }
  // HOTSPOT: an index outside of the pool has a message without the kind.
  const ConstantTag tag = pool_.tag(target);
  if (tag == ConstantTag::None && (target == 0 || target >= pool_.size_)) {
    return context_.fail("4.4.8", "Invalid constant pool index %u in class file %s", target,
                         context_.name());
  }
  switch (static_cast<ReferenceKind>(kind)) {
    case ReferenceKind::REF_getField:
    case ReferenceKind::REF_getStatic:
    case ReferenceKind::REF_putField:
    case ReferenceKind::REF_putStatic:
      if (tag == ConstantTag::Fieldref)
        return true;
      return context_.fail("4.4.8", "Invalid constant pool index %u in class file %s (not a field)",
                           target, context_.name());
    case ReferenceKind::REF_invokeInterface:
      if (tag == ConstantTag::InterfaceMethodref)
        return true;
      return context_.fail(
          "4.4.8", "Invalid constant pool index %u in class file %s (not an interface method)",
          target, context_.name());
    // From Java 8 on, interfaces have static and private methods.
    case ReferenceKind::REF_invokeStatic:
    case ReferenceKind::REF_invokeSpecial:
      if (tag == ConstantTag::InterfaceMethodref && major_version_ >= 52)
        return true;
      [[fallthrough]];
    // REF_invokeVirtual and REF_newInvokeSpecial come here too, since they refer to methods of
    // classes.
    default:
      if (tag == ConstantTag::Methodref)
        return true;
      return context_.fail("4.4.8",
                           "Invalid constant pool index %u in class file %s (not a method)", target,
                           context_.name());
  }
}

}  // namespace minijvm::classfile
