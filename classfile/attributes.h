// The attributes of JVMS 4.7: their names, where and since which version they mean something, and their table rows.
// Proved by tests/classfile/attributes_test.cpp.
//
// Tables of fixed-size rows (line numbers, exception handlers, inner classes) are not copied: a Table<Row> reads row i
// from the class file's bytes when asked, so a ClassFile costs little more than its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// Where an attribute may stand, JVMS table 4.7-C. Attributes elsewhere are ignored (JVMS 4.7.1).
enum AttributePlace : std::uint8_t { kInClass = 1, kInField = 2, kInMethod = 4, kInCode = 8, kInRecordComponent = 16 };

//      name                                  since major version, places
#define MJ_ATTRIBUTES(X)                                                                               \
  X(ConstantValue,                        45, kInField)                                                \
  X(Code,                                 45, kInMethod)                                               \
  X(StackMapTable,                        50, kInCode)                                                 \
  X(Exceptions,                           45, kInMethod)                                               \
  X(InnerClasses,                         45, kInClass)                                                \
  X(EnclosingMethod,                      49, kInClass)                                                \
  X(Synthetic,                            45, kInClass | kInField | kInMethod)                         \
  X(Signature,                            49, kInClass | kInField | kInMethod | kInRecordComponent)    \
  X(SourceFile,                           45, kInClass)                                                \
  X(SourceDebugExtension,                 49, kInClass)                                                \
  X(LineNumberTable,                      45, kInCode)                                                 \
  X(LocalVariableTable,                   45, kInCode)                                                 \
  X(LocalVariableTypeTable,               49, kInCode)                                                 \
  X(Deprecated,                           45, kInClass | kInField | kInMethod)                         \
  X(RuntimeVisibleAnnotations,            49, kInClass | kInField | kInMethod | kInRecordComponent)    \
  X(RuntimeInvisibleAnnotations,          49, kInClass | kInField | kInMethod | kInRecordComponent)    \
  X(RuntimeVisibleParameterAnnotations,   49, kInMethod)                                               \
  X(RuntimeInvisibleParameterAnnotations, 49, kInMethod)                                               \
  X(RuntimeVisibleTypeAnnotations,        52, kInClass | kInField | kInMethod | kInCode | kInRecordComponent) \
  X(RuntimeInvisibleTypeAnnotations,      52, kInClass | kInField | kInMethod | kInCode | kInRecordComponent) \
  X(AnnotationDefault,                    49, kInMethod)                                               \
  X(BootstrapMethods,                     51, kInClass)                                                \
  X(MethodParameters,                     52, kInMethod)                                               \
  X(Module,                               53, kInClass)                                                \
  X(ModulePackages,                       53, kInClass)                                                \
  X(ModuleMainClass,                      53, kInClass)                                                \
  X(NestHost,                             55, kInClass)                                                \
  X(NestMembers,                          55, kInClass)                                                \
  X(Record,                               60, kInClass)                                                \
  X(PermittedSubclasses,                  61, kInClass)

enum class Attribute : std::uint8_t {
#define MJ_ATTRIBUTE_ENUM(name, since, places) name,
  MJ_ATTRIBUTES(MJ_ATTRIBUTE_ENUM)
#undef MJ_ATTRIBUTE_ENUM
      Unknown
};

// Unknown: not one of JVMS 4.7, or not defined at this place or before this version, hence to be ignored.
Attribute attribute_named(std::string_view name, AttributePlace place, unsigned major_version);
const char* attribute_name(Attribute attribute);

// Rows read in place. Row has kSize and read(const uint8_t*).
template <class Row>
class Table {
 public:
  Table() = default;
  // REQUIRES: count * Row::kSize bytes.
  Table(const std::uint8_t* rows, std::uint32_t count) : rows_(rows), count_(count) {}

  std::uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  Row operator[](std::uint32_t at) const {
    MJ_DCHECK(at < count_, "row %u of a table of %u", at, count_);
    return Row::read(rows_ + std::size_t{at} * Row::kSize);
  }

  class Iterator {
   public:
    explicit Iterator(const std::uint8_t* at) : at_(at) {}
    Row operator*() const { return Row::read(at_); }
    Iterator& operator++() {
      at_ += Row::kSize;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const std::uint8_t* at_;
  };
  Iterator begin() const { return Iterator(rows_); }
  Iterator end() const { return Iterator(rows_ + std::size_t{count_} * Row::kSize); }

 private:
  const std::uint8_t* rows_ = nullptr;
  std::uint32_t count_ = 0;
};

// A plain u2 row: an index, mostly.
struct U2 {
  static constexpr std::size_t kSize = 2;
  std::uint16_t value;
  static U2 read(const std::uint8_t* at) { return {load_u2(at)}; }
  operator std::uint16_t() const { return value; }
};

// JVMS 4.7.3. Covers [start_pc, end_pc); catch_type 0 catches all.
struct ExceptionHandler {
  static constexpr std::size_t kSize = 8;
  std::uint16_t start_pc, end_pc, handler_pc, catch_type;
  static ExceptionHandler read(const std::uint8_t* at) { return {load_u2(at), load_u2(at + 2), load_u2(at + 4), load_u2(at + 6)}; }
};

// JVMS 4.7.12.
struct LineNumber {
  static constexpr std::size_t kSize = 4;
  std::uint16_t start_pc, line_number;
  static LineNumber read(const std::uint8_t* at) { return {load_u2(at), load_u2(at + 2)}; }
};

// JVMS 4.7.13 and 4.7.14: descriptor_index is signature_index in a LocalVariableTypeTable.
struct LocalVariable {
  static constexpr std::size_t kSize = 10;
  std::uint16_t start_pc, length, name_index, descriptor_index, index;
  static LocalVariable read(const std::uint8_t* at) {
    return {load_u2(at), load_u2(at + 2), load_u2(at + 4), load_u2(at + 6), load_u2(at + 8)};
  }
};

// JVMS 4.7.6. outer_class 0: not a member; inner_name 0: anonymous.
struct InnerClass {
  static constexpr std::size_t kSize = 8;
  std::uint16_t inner_class_info_index, outer_class_info_index, inner_name_index, inner_class_access_flags;
  static InnerClass read(const std::uint8_t* at) { return {load_u2(at), load_u2(at + 2), load_u2(at + 4), load_u2(at + 6)}; }
};

// JVMS 4.7.24. name_index 0: no name.
struct MethodParameter {
  static constexpr std::size_t kSize = 4;
  std::uint16_t name_index, access_flags;
  static MethodParameter read(const std::uint8_t* at) { return {load_u2(at), load_u2(at + 2)}; }
};

// JVMS 4.7.25, requires and exports without their `to` lists: see ModuleAttribute in class_file.h.
struct ModuleRequires {
  static constexpr std::size_t kSize = 6;
  std::uint16_t requires_index, flags, version_index;
  static ModuleRequires read(const std::uint8_t* at) { return {load_u2(at), load_u2(at + 2), load_u2(at + 4)}; }
};

}  // namespace minijvm::classfile
