// A class file in the archive: what parsing it has found, and its bytes unless the image has them.
// Tested by tests/classfile/archive_test.cpp.
//
//   StoredClass | FieldInfo ... | MethodInfo ... | MethodFacts ... | offsets of the pool |
//   places of codes | questions of the verifier | tags of the pool | entries of the pool |
//   copies of bytecode | outline | bytes
//   behind it: the codes of the methods that were called
//
// A class of the JDK's image has its bytes there, not here. What is read of every class that is
// loaded is here, so that a page of the image is touched only for what is rare: line numbers,
// annotations of members, methods without a stored translation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "classfile/archive/format.h"
#include "classfile/basic_type.h"
#include "classfile/class_file.h"

namespace minijvm::classfile {

class TypeOracle;
struct ParseOptions;

// A VerifierQuestion (verifier_questions.h), with the offsets of its names; 0 for a name that it
// does not have.
struct StoredQuestion {
  std::uint32_t kind;
  std::uint32_t answer;
  std::uint32_t names[3];
};

// The part of a method's descriptor that a call needs, and the head of its Code attribute.
struct MethodFacts {
  std::uint16_t parameter_slots = 0;  // without the receiver
  BasicType return_type = BasicType::kVoid;
  // The VM's byte about the method's annotations (Knowledge::method_marks); 0 for a parsed file.
  std::uint8_t marks = 0;
  std::uint16_t max_stack = 0;
  std::uint16_t max_locals = 0;
  std::uint32_t code_length = 0;  // 0 for a native or abstract method
  // The distance from the record of a copy of the bytecode and the exception table behind it, which
  // a linked call site reads; 0 if there is none.
  std::uint32_t bytecode = 0;
};

// A record as it lies in the archive: its functions find the parts by their distance from it.
class StoredClass {
 public:
  // Returns the bytes of the class file; nothing if they are in the JDK's image.
  Bytes bytes() const { return {at<std::uint8_t>(bytes_), byte_count_}; }
  // Returns the class file without pool, fields and methods.
  Bytes outline() const { return {at<std::uint8_t>(outline_), outline_bytes_}; }
  std::span<const FieldInfo> fields() const { return {at<FieldInfo>(fields_), field_count_}; }
  std::span<const MethodInfo> methods() const { return {at<MethodInfo>(methods_), method_count_}; }
  // Returns one row for each of methods().
  const MethodFacts* facts() const { return at<MethodFacts>(facts_); }
  // Returns a copy of the method's bytecode, with the exception table behind it, by its place in
  // methods(); null if only the class file has it.
  const std::uint8_t* bytecode(std::size_t method) const {
    return facts()[method].bytecode == 0 ? nullptr : at<std::uint8_t>(facts()[method].bytecode);
  }
  // False if no instance field has an annotation that changes the layout.
  bool may_have_contended_fields() const { return may_have_contended_fields_ != 0; }
  // True if the class file was parsed with all format checks.
  bool is_checked() const { return is_checked_ != 0; }
  // True if the boot loader made the class.
  bool is_boot() const { return is_boot_ != 0; }
  // Returns the pool of the class file `bytes`.
  ConstantPool pool(Bytes bytes) const;

  // Returns the text of a Utf8 entry of the pool; null if the archive does not have it as a text.
  const StoredText* text(unsigned utf8_index) const {
    const auto* utf8 = in_archive<std::uint8_t>(at<std::uint32_t>(pool_offsets_)[utf8_index]);
    return utf8[-1] != 0 ? nullptr
                         : reinterpret_cast<const StoredText*>(utf8 - utf8_behind(load_u2(utf8)));
  }
  // True if the verifier has accepted the class, given that each question gets the same answer.
  bool is_verified() const { return is_verified_ != 0; }
  // Asks the oracle, in the order in which the verifier asked. Returns true if all answers are
  // those of the archive. REQUIRES: is_verified().
  bool gets_same_answers(TypeOracle& oracle) const;
  // Returns the stored translation of a method, by its place in methods(). It is empty if there is
  // none, or if its bytes have changed.
  Bytes code(std::size_t method) const;
  // Returns false if the bytes of any translation have changed.
  bool has_whole_codes() const;

 private:
  friend class ArchiveWriter;  // archive_writer.h makes it

  template <class T>
  const T* at(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const std::uint8_t*>(this) + offset);
  }
  template <class T>
  const T* in_archive(std::uint32_t offset) const {
    return reinterpret_cast<const T*>(reinterpret_cast<const std::uint8_t*>(this) - own_offset_ +
                                      offset);
  }

  // The place of this record in the archive, and the bytes of the archive behind it.
  std::uint32_t own_offset_ = 0;
  std::uint32_t bytes_behind_ = 0;
  // These are distances from the record.
  std::uint32_t fields_ = 0;
  std::uint32_t methods_ = 0;
  std::uint32_t facts_ = 0;
  // One word for each entry of the pool: its offset in the archive.
  std::uint32_t pool_offsets_ = 0;
  std::uint32_t codes_ = 0;  // one word for each method: the distance of a StoredCode, or 0
  std::uint32_t questions_ = 0;
  std::uint32_t question_count_ = 0;
  std::uint32_t pool_tags_ = 0;
  std::uint32_t outline_ = 0;
  std::uint32_t outline_bytes_ = 0;
  std::uint32_t bytes_ = 0;
  std::uint32_t byte_count_ = 0;
  std::uint32_t pool_end_ = 0;  // the offset behind the constant pool in the class file
  std::uint16_t pool_count_ = 0;
  std::uint16_t field_count_ = 0;
  std::uint16_t method_count_ = 0;
  std::uint8_t is_checked_ = 0;
  std::uint8_t is_boot_ = 0;
  std::uint8_t is_verified_ = 0;
  std::uint8_t may_have_contended_fields_ = 0;
};

// Returns the facts of a method, by its place in methods(): from the archive, if the file is from
// there. REQUIRES: the method's descriptor is one.
MethodFacts method_facts(const ClassFile& file, std::size_t method);

// The header of a method's translation, which follows it. What it means is known to those who made
// it (vm/interp/cells/stored_code.h).
struct StoredCode {
  std::uint32_t bytes;  // that follow
  std::uint32_t checksum;
};

// Makes the ClassFile of a record, whose class file `bytes` outlive it. Returns nothing if the
// options ask for more than the record knows, or if they refuse this class: then parse_class_file()
// has the answer.
std::optional<ClassFile> restore_class_file(const StoredClass& stored, Bytes bytes,
                                            const ParseOptions& options);

}  // namespace minijvm::classfile
