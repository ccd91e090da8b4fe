// The constant pool as it stands in the class file, JVMS 4.4: unresolved, and read in place. The
// results of resolution at run time are kept elsewhere (runtime/class/run_constant_pool.h).
// Tested by tests/classfile/constant_pool_test.cpp.
//
//   index   tags_        offsets_     bytes of the class file
//     1     Methodref    11  -------> | 0a | 00 02 | 00 03 |
//     2     Class        16  -------> | 07 | 00 04 |
//     3     NameAndType  19  -------> | 0c | 00 05 | 00 06 |
//
// There is one tag byte and one offset per entry; the offset is that of the byte after the tag.
// Values are read from the class file's bytes each time they are asked for. PoolParser has checked
// all tags and each cross reference (JVMS 4.4.1 to 4.4.12), so an accessor only REQUIRES that the
// entry has the tag in its name. Index 0, and the second index of a long or double, have tag None.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/check.h"
#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// The tags of JVMS table 4.4-B.
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
// Returns the tag as javap prints it, such as "Utf8" or "Methodref"; "?" for a byte that is no tag.
const char* constant_tag_name(ConstantTag tag);

// JVMS table 5.4.3.5-A: the kind says what a MethodHandle entry does.
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
// Returns a name such as "REF_getField"; "?" for a byte that is no kind.
const char* reference_kind_name(ReferenceKind kind);

// The name and the descriptor in a NameAndType entry. They are those of the member that a Fieldref,
// Methodref or InterfaceMethodref refers to, or of the call or constant that a Dynamic or
// InvokeDynamic describes.
struct NameAndType {
  std::string_view name;
  std::string_view descriptor;
};

// Belongs to a ClassFile, whose bytes it reads.
class ConstantPool {
 public:
  ConstantPool() = default;
  ConstantPool(ConstantPool&&) noexcept = default;
  ConstantPool& operator=(ConstantPool&&) noexcept = default;

  // Returns constant_pool_count of JVMS 4.1: valid indices are 1 to size() - 1.
  std::uint16_t size() const { return size_; }
  // Returns None for any index outside of the pool, so that parsers may ask about unchecked
  // indices.
  ConstantTag tag(unsigned index) const { return index < size_ ? tags_[index] : ConstantTag::None; }
  bool is(unsigned index, ConstantTag tag_asked) const { return tag(index) == tag_asked; }
  // Returns true if the entry is a Fieldref, Methodref or InterfaceMethodref.
  bool is_member(unsigned index) const {
    return is(index, ConstantTag::Fieldref) || is(index, ConstantTag::Methodref) ||
           is(index, ConstantTag::InterfaceMethodref);
  }
  // Returns true if ldc or ldc2_w can load the entry, so that it can also be a static argument of a
  // bootstrap method: JVMS table 4.4-C.
  bool is_loadable(unsigned index) const;

  // Returns modified UTF-8 (modified_utf8.h), without a terminator.
  std::string_view utf8(unsigned index) const {
    const std::uint8_t* at = info(index, ConstantTag::Utf8);
    return {reinterpret_cast<const char*>(at + 2), load_u2(at)};
  }
  std::int32_t integer(unsigned index) const { return load_s4(info(index, ConstantTag::Integer)); }
  std::int64_t long_(unsigned index) const {
    return static_cast<std::int64_t>(load_u8(info(index, ConstantTag::Long)));
  }
  float float_(unsigned index) const;
  double double_(unsigned index) const;

  // Returns the index of the Utf8 that a Class, String, MethodType, Module or Package refers to.
  std::uint16_t utf8_index(unsigned index) const { return load_u2(info(index)); }
  // Returns the name in internal form, "java/lang/String"; an array's name is its descriptor, "[I".
  std::string_view class_name(unsigned index) const {
    return index == renamed_class_ ? new_name_ : utf8(load_u2(info(index, ConstantTag::Class)));
  }
  // Makes class_name(index) return this name from now on. It is the name of a hidden class, which
  // is not in the file. The name must outlive the pool.
  void rename_class(unsigned index, std::string_view name) {
    renamed_class_ = index;
    new_name_ = name;
  }
  std::string_view string(unsigned index) const {
    return utf8(load_u2(info(index, ConstantTag::String)));
  }
  std::string_view method_type(unsigned index) const {
    return utf8(load_u2(info(index, ConstantTag::MethodType)));
  }

  // REQUIRES: the entry is a NameAndType.
  std::uint16_t name_index(unsigned index) const {
    return load_u2(info(index, ConstantTag::NameAndType));
  }
  std::uint16_t descriptor_index(unsigned index) const {
    return load_u2(info(index, ConstantTag::NameAndType) + 2);
  }
  NameAndType name_and_type(unsigned index) const {
    return {utf8(name_index(index)), utf8(descriptor_index(index))};
  }

  // REQUIRES: the entry is a Fieldref, Methodref or InterfaceMethodref.
  std::uint16_t member_class_index(unsigned index) const { return load_u2(info(index)); }
  std::string_view member_class(unsigned index) const {
    return class_name(member_class_index(index));
  }
  // REQUIRES: the entry is a Fieldref, Methodref, InterfaceMethodref, Dynamic or InvokeDynamic.
  std::uint16_t name_and_type_index(unsigned index) const { return load_u2(info(index) + 2); }
  NameAndType member(unsigned index) const { return name_and_type(name_and_type_index(index)); }

  // REQUIRES: the entry is a MethodHandle.
  ReferenceKind reference_kind(unsigned index) const {
    return static_cast<ReferenceKind>(*info(index, ConstantTag::MethodHandle));
  }
  std::uint16_t reference_index(unsigned index) const {
    return load_u2(info(index, ConstantTag::MethodHandle) + 1);
  }

  // Returns the row of the BootstrapMethods attribute. REQUIRES: the entry is a Dynamic or
  // InvokeDynamic.
  std::uint16_t bootstrap_index(unsigned index) const { return load_u2(info(index)); }

  // Returns the entry's bytes after its tag. REQUIRES: the index is in the pool and has a tag.
  const std::uint8_t* info(unsigned index) const {
    MJ_DCHECK(index < size_ && tags_[index] != ConstantTag::None, "constant pool index %u of %u",
              index, unsigned{size_});
    return bytes_ + offsets_[index];
  }
  // Returns the bytes of all entries, from the first tag on, for JVMTI GetConstantPool.
  Bytes raw() const { return raw_; }

 private:
  friend class PoolParser;   // pool_parser.h fills it
  friend class StoredClass;  // archive/stored_class.h keeps its tables and gives them back
  // Returns the same. Debug builds check that the caller has looked at the tag.
  const std::uint8_t* info(unsigned index, [[maybe_unused]] ConstantTag asked) const {
    MJ_DCHECK(is(index, asked), "constant pool index %u is a %s, asked for a %s", index,
              constant_tag_name(tag(index)), constant_tag_name(asked));
    return bytes_ + offsets_[index];
  }

  std::uint16_t size_ = 0;
  // The whole class file, owned by the ClassFile.
  const std::uint8_t* bytes_ = nullptr;
  Bytes raw_;
  const ConstantTag* tags_ = nullptr;
  // For each index, the offset of the byte after the tag.
  const std::uint32_t* offsets_ = nullptr;
  // The memory of both tables; null if they are in the archive.
  std::unique_ptr<ConstantTag[]> own_tags_;
  std::unique_ptr<std::uint32_t[]> own_offsets_;
  // The index of the entry that has another name than in the file; 0 if none has.
  unsigned renamed_class_ = 0;
  std::string_view new_name_;
};

}  // namespace minijvm::classfile
