// The constant pool as the class file has it, JVMS 4.4: unresolved, read in place. Proved by tests/classfile/constant_pool_test.cpp.
//
// One tag byte and one offset per entry; every value is read from the class file's bytes when asked. The parser has
// checked all seventeen tags and each cross reference (JVMS 4.4.1-4.4.12), so accessors only state what they REQUIRE:
// the tag in their name. Index 0 and the second half of a long or double have tag None.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// JVMS table 4.4-B.
enum class ConstantTag : std::uint8_t {
  None = 0,
  Utf8 = 1,
  Integer = 3,
  Float = 4,
  Long = 5,
  Double = 6,
  Class = 7,
  String = 8,
  Fieldref = 9,
  Methodref = 10,
  InterfaceMethodref = 11,
  NameAndType = 12,
  MethodHandle = 15,
  MethodType = 16,
  Dynamic = 17,
  InvokeDynamic = 18,
  Module = 19,
  Package = 20,
};
// "Utf8", "Methodref", as javap prints them; "?" for a byte that is no tag.
const char* constant_tag_name(ConstantTag tag);

// JVMS table 5.4.3.5-A.
enum class ReferenceKind : std::uint8_t {
  REF_getField = 1,
  REF_getStatic = 2,
  REF_putField = 3,
  REF_putStatic = 4,
  REF_invokeVirtual = 5,
  REF_invokeStatic = 6,
  REF_invokeSpecial = 7,
  REF_newInvokeSpecial = 8,
  REF_invokeInterface = 9,
};
const char* reference_kind_name(ReferenceKind kind);

// A Fieldref, Methodref or InterfaceMethodref, or the call half of a Dynamic or InvokeDynamic.
struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

class ConstantPool {
 public:
  ConstantPool() = default;
  ConstantPool(ConstantPool&&) noexcept = default;
  ConstantPool& operator=(ConstantPool&&) noexcept = default;

  // constant_pool_count: valid indices are 1 to size() - 1.
  std::uint16_t size() const { return size_; }
  ConstantTag tag(unsigned index) const { return index < size_ ? tags_[index] : ConstantTag::None; }
  bool is(unsigned index, ConstantTag tag_asked) const { return tag(index) == tag_asked; }
  bool is_member(unsigned index) const {
    return is(index, ConstantTag::Fieldref) || is(index, ConstantTag::Methodref) || is(index, ConstantTag::InterfaceMethodref);
  }
  // ldc, ldc2_w, bootstrap arguments: JVMS table 4.4-C.
  bool is_loadable(unsigned index) const;

  std::string_view utf8(unsigned index) const {
    const std::uint8_t* at = info(index, ConstantTag::Utf8);
    return {reinterpret_cast<const char*>(at + 2), load_u2(at)};
  }
  std::int32_t integer(unsigned index) const { return load_s4(info(index, ConstantTag::Integer)); }
  std::int64_t long_(unsigned index) const { return static_cast<std::int64_t>(load_u8(info(index, ConstantTag::Long))); }
  float float_(unsigned index) const;
  double double_(unsigned index) const;

  // Index of the Utf8 that a Class, String, MethodType, Module or Package holds.
  std::uint16_t utf8_index(unsigned index) const { return load_u2(info(index)); }
  std::string_view class_name(unsigned index) const {
    return index == renamed_class_ ? new_name_ : utf8(load_u2(info(index, ConstantTag::Class)));
  }
  // From now on the Class entry has this name, which is not in the file and must live as long: a hidden class's own.
  void rename_class(unsigned index, std::string_view name) {
    renamed_class_ = index;
    new_name_ = name;
  }
  std::string_view string(unsigned index) const { return utf8(load_u2(info(index, ConstantTag::String))); }
  std::string_view method_type(unsigned index) const { return utf8(load_u2(info(index, ConstantTag::MethodType))); }
  std::string_view module_name(unsigned index) const { return utf8(load_u2(info(index, ConstantTag::Module))); }
  std::string_view package_name(unsigned index) const { return utf8(load_u2(info(index, ConstantTag::Package))); }

  // NameAndType.
  std::uint16_t name_index(unsigned index) const { return load_u2(info(index, ConstantTag::NameAndType)); }
  std::uint16_t descriptor_index(unsigned index) const { return load_u2(info(index, ConstantTag::NameAndType) + 2); }
  NameAndType name_and_type(unsigned index) const { return {utf8(name_index(index)), utf8(descriptor_index(index))}; }

  // Fieldref, Methodref, InterfaceMethodref.
  std::uint16_t member_class_index(unsigned index) const { return load_u2(info(index)); }
  std::string_view member_class(unsigned index) const { return class_name(member_class_index(index)); }
  // Fieldref, Methodref, InterfaceMethodref, Dynamic, InvokeDynamic.
  std::uint16_t name_and_type_index(unsigned index) const { return load_u2(info(index) + 2); }
  NameAndType member(unsigned index) const { return name_and_type(name_and_type_index(index)); }

  // MethodHandle.
  ReferenceKind reference_kind(unsigned index) const { return static_cast<ReferenceKind>(*info(index, ConstantTag::MethodHandle)); }
  std::uint16_t reference_index(unsigned index) const { return load_u2(info(index, ConstantTag::MethodHandle) + 1); }

  // Dynamic, InvokeDynamic: row of the BootstrapMethods attribute.
  std::uint16_t bootstrap_index(unsigned index) const { return load_u2(info(index)); }

  // The entry's bytes after its tag.
  const std::uint8_t* info(unsigned index) const {
    MJ_DCHECK(index < size_ && tags_[index] != ConstantTag::None, "constant pool index %u of %u", index, unsigned{size_});
    return bytes_ + offsets_[index];
  }
  // All entries from the first tag on, for JVMTI GetConstantPool.
  Bytes raw() const { return raw_; }

 private:
  friend class PoolParser;  // pool_parser.h fills it
  const std::uint8_t* info(unsigned index, [[maybe_unused]] ConstantTag asked) const {
    MJ_DCHECK(is(index, asked), "constant pool index %u is a %s, asked for a %s", index, constant_tag_name(tag(index)), constant_tag_name(asked));
    return bytes_ + offsets_[index];
  }

  std::uint16_t size_ = 0;
  const std::uint8_t* bytes_ = nullptr;  // of the whole class file, owned by ClassFile
  Bytes raw_;
  std::unique_ptr<ConstantTag[]> tags_;
  std::unique_ptr<std::uint32_t[]> offsets_;
  unsigned renamed_class_ = 0;  // 0: none
  std::string_view new_name_;
};

}  // namespace minijvm::classfile
