// The attributes of JVMS 4.7: their names, the places and versions in which they mean something,
// and the rows of their tables.
// Tested by tests/classfile/attributes_test.cpp.
//
//   attribute_info   | name: u2 | length: u4 | ... |
//
//   LineNumberTable  | count: u2 | start_pc line | start_pc line | ...
//                                '- Table<LineNumber> points here, and reads row i when asked
//
// Tables of fixed-size rows (line numbers, exception handlers, inner classes) are not copied, so a
// ClassFile costs little more than its bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "classfile/byte_reader.h"

namespace minijvm::classfile {

// The structures that may hold an attribute, JVMS table 4.7-C. An attribute that stands elsewhere
// is ignored (JVMS 4.7.1).
enum AttributePlace : std::uint8_t {
  kInClass = 1,
  kInField = 2,
  kInMethod = 4,
  kInCode = 8,
  kInRecordComponent = 16
};

//       name                                  since major version, places
#define MJ_ATTRIBUTES(X)                                                                   \
  X(ConstantValue, 45, kInField)                                                           \
  X(Code, 45, kInMethod)                                                                   \
  X(StackMapTable, 50, kInCode)                                                            \
  X(Exceptions, 45, kInMethod)                                                             \
  X(InnerClasses, 45, kInClass)                                                            \
  X(EnclosingMethod, 49, kInClass)                                                         \
  X(Synthetic, 45, kInClass | kInField | kInMethod)                                        \
  X(Signature, 49, kInClass | kInField | kInMethod | kInRecordComponent)                   \
  X(SourceFile, 45, kInClass)                                                              \
  X(SourceDebugExtension, 49, kInClass)                                                    \
  X(LineNumberTable, 45, kInCode)                                                          \
  X(LocalVariableTable, 45, kInCode)                                                       \
  X(LocalVariableTypeTable, 49, kInCode)                                                   \
  X(Deprecated, 45, kInClass | kInField | kInMethod)                                       \
  X(RuntimeVisibleAnnotations, 49, kInClass | kInField | kInMethod | kInRecordComponent)   \
  X(RuntimeInvisibleAnnotations, 49, kInClass | kInField | kInMethod | kInRecordComponent) \
  X(RuntimeVisibleParameterAnnotations, 49, kInMethod)                                     \
  X(RuntimeInvisibleParameterAnnotations, 49, kInMethod)                                   \
  X(RuntimeVisibleTypeAnnotations, 52,                                                     \
    kInClass | kInField | kInMethod | kInCode | kInRecordComponent)                        \
  X(RuntimeInvisibleTypeAnnotations, 52,                                                   \
    kInClass | kInField | kInMethod | kInCode | kInRecordComponent)                        \
  X(AnnotationDefault, 49, kInMethod)                                                      \
  X(BootstrapMethods, 51, kInClass)                                                        \
  X(MethodParameters, 52, kInMethod)                                                       \
  X(Module, 53, kInClass)                                                                  \
  X(ModulePackages, 53, kInClass)                                                          \
  X(ModuleMainClass, 53, kInClass)                                                         \
  X(NestHost, 55, kInClass)                                                                \
  X(NestMembers, 55, kInClass)                                                             \
  X(Record, 60, kInClass)                                                                  \
  X(PermittedSubclasses, 61, kInClass)

enum class Attribute : std::uint8_t {
#define MJ_ATTRIBUTE_ENUM(name, since, places) name,
  MJ_ATTRIBUTES(MJ_ATTRIBUTE_ENUM)
#undef MJ_ATTRIBUTE_ENUM
      Unknown
};

// Returns the attribute of that name. The answer is Unknown, which a parser must ignore (JVMS
// 4.7.1), if the name is not one of JVMS 4.7, or if the attribute is not defined at this place or
// in files of this version.
Attribute attribute_named(std::string_view name, AttributePlace place, unsigned major_version);
// Returns the name as it stands in a class file.
const char* attribute_name(Attribute attribute);

// The row of a table that starts at `at`: all of a Row's members are u2, in the file's order.
template <class Row>
Row row_at(const std::uint8_t* at) {
  static_assert(alignof(Row) == 2);
  return [at]<std::size_t... kMembers>(std::index_sequence<kMembers...>) {
    return Row{load_u2(at + 2 * kMembers)...};
  }
  (std::make_index_sequence<sizeof(Row) / 2>());
}

// Rows of a class file's table, decoded one by one when they are asked for. A Row is as long as in
// the file.
template <class Row>
class Table {
 public:
  Table() = default;
  // REQUIRES: `rows` points to `count` rows, which outlive the table.
  Table(const std::uint8_t* rows, std::uint32_t count) : rows_(rows), count_(count) {}

  std::uint32_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  // Returns a value, since there is no Row in memory. REQUIRES: at < size().
  Row operator[](std::uint32_t at) const {
    MJ_DCHECK(at < count_, "row %u of a table of %u", at, count_);
    return row_at<Row>(rows_ + std::size_t{at} * sizeof(Row));
  }

  class Iterator {
   public:
    explicit Iterator(const std::uint8_t* at) : at_(at) {}
    Row operator*() const { return row_at<Row>(at_); }
    Iterator& operator++() {
      at_ += sizeof(Row);
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const std::uint8_t* at_;
  };
  Iterator begin() const { return Iterator(rows_); }
  Iterator end() const { return Iterator(rows_ + std::size_t{count_} * sizeof(Row)); }

 private:
  const std::uint8_t* rows_ = nullptr;
  std::uint32_t count_ = 0;
};

// A counted table, as most attributes have one: a count of two bytes, then that many rows. Empty if
// the reader fails. The product cannot overflow, because the count has 16 bits.
template <class Row>
Table<Row> read_table(ByteReader& reader) {
  const std::uint32_t count = reader.u2();
  const Bytes rows = reader.bytes(count * sizeof(Row));
  return reader.failed() ? Table<Row>() : Table<Row>(rows.data(), count);
}

// A row that is a plain u2, mostly a constant pool index.
struct U2 {
  std::uint16_t value;
  operator std::uint16_t() const { return value; }
};

// JVMS 4.7.3: a handler covers the instructions in [start_pc, end_pc). catch_type is a Class entry;
// 0 catches everything.
struct ExceptionHandler {
  std::uint16_t start_pc, end_pc, handler_pc, catch_type;
};

// JVMS 4.7.12: the code from start_pc on belongs to the source line line_number.
struct LineNumber {
  std::uint16_t start_pc, line_number;
};

// JVMS 4.7.13 and 4.7.14: the variable has a value in [start_pc, start_pc + length). In a
// LocalVariableTypeTable the fourth number is signature_index.
struct LocalVariable {
  std::uint16_t start_pc, length, name_index, descriptor_index, index;
};

// JVMS 4.7.6: if outer_class is 0, the class is not a member of a class; if inner_name is 0, it is
// anonymous.
struct InnerClass {
  std::uint16_t inner_class_info_index, outer_class_info_index, inner_name_index,
      inner_class_access_flags;
};

// JVMS 4.7.24: if name_index is 0, the parameter has no name. The parser does not check the index.
struct MethodParameter {
  std::uint16_t name_index, access_flags;
};

}  // namespace minijvm::classfile
