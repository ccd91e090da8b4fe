// Turns bytes into a ClassFile by parsing and format checking, JVMS 4, which are steps 1 and 2 of
// JVMS 5.3.5.
// Tested by tests/classfile/class_file_parser_test.cpp and, with flipped and cut bytes of real
// classes, tests/classfile/mutation_test.cpp.
//
//   auto parsed = parse_class_file(bytes, {.expected_name = "java/lang/Object"});
//
//   bytes --ByteReader--> PoolParser --> ClassFileParser --> FormatChecker --> ClassFile
//                             \_________________\_______________\_______-----> FormatError
//
// The input is hostile: whatever the bytes, the answer is a ClassFile or a FormatError. The text of
// a FormatError is what `java` 17 prints, so that a user who searches for it finds the known
// answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/expected.h"
#include "classfile/class_file.h"

namespace minijvm::classfile {

// The LinkageError that the JVMS requires, by its class.
enum class FormatErrorKind : std::uint8_t {
  ClassFormatError,
  UnsupportedClassVersionError,
  NoClassDefFoundError,
  IncompatibleClassChangeError
};

// The reason why the bytes are no class file: the first violation that was found.
struct FormatError {
  FormatErrorKind kind = FormatErrorKind::ClassFormatError;
  std::string message;
  // The section of the JVMS, such as "4.4.1".
  const char* clause = "";
};

// 45 is JDK 1.0.2, 61 is Java 17, 69 is Java 25 (JVMS table 4.1-A).
inline constexpr unsigned kMinMajorVersion = 45;
inline constexpr unsigned kMajorVersionJava17 = 61;
inline constexpr unsigned kPreviewMinorVersion = 65535;

// The options say how strict the parser is. The default is what a class of an unknown loader gets.
struct ParseOptions {
  // The name that the caller asked for, in internal form. A file with another name is a
  // NoClassDefFoundError "(wrong name: ...)", JVMS 5.3.5. Without a value any name is accepted.
  std::optional<std::string_view> expected_name = {};
  // If true, the parser checks all of JVMS 4.8: names, descriptors, flags, duplicates. Only classes
  // of the boot loader are read without these checks, as with HotSpot's
  // -XX:-BytecodeVerificationLocal. Structure, and cross references inside the pool, are always
  // checked.
  bool check_format = true;
  // The newest version that is accepted: that of the JDK which runs.
  unsigned newest_major_version = kMajorVersionJava17;
  // If true, files of that version with the minor version 65535 are accepted (--enable-preview).
  bool enable_preview = false;
  // A module-info is no class (JVMS 4.1, ACC_MODULE), so only tools accept one.
  bool allow_module = false;
};

// Parses a copy of the bytes. The time is linear in their number, except for sorting members. Any
// thread may call this, in any state.
Expected<ClassFile, FormatError> parse_class_file(Bytes bytes, const ParseOptions& options);

}  // namespace minijvm::classfile
