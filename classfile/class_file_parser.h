// Bytes to ClassFile, JVMS 4 and 5.3.5 steps 1 and 2. Input is hostile: whatever the bytes, the answer is a ClassFile or a
// FormatError whose text is the one `java` 17 prints. Proved by tests/classfile/class_file_parser_test.cpp and, with
// flipped and cut bytes of real classes, tests/classfile/mutation_test.cpp.
//
//   Expected<ClassFile, FormatError> parsed = parse_class_file(bytes, {.expected_name = "java/lang/Object"});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/expected.h"
#include "classfile/class_file.h"

namespace minijvm::classfile {

// The LinkageError that the JVMS names for it.
enum class FormatErrorKind : std::uint8_t { ClassFormatError, UnsupportedClassVersionError, NoClassDefFoundError, IncompatibleClassChangeError };
// "java/lang/ClassFormatError".
const char* format_error_class(FormatErrorKind kind);

struct FormatError {
  FormatErrorKind kind = FormatErrorKind::ClassFormatError;
  std::string message;
  const char* clause = "";  // of the JVMS: "4.4.1"
};

struct ParseOptions {
  // Internal form. None: any name will do. Otherwise another name is a NoClassDefFoundError "(wrong name: ...)".
  std::optional<std::string_view> expected_name = {};
  // JVMS 4.8 in full (names, descriptors, flags, duplicates). Off only for classes of the boot loader, as HotSpot's
  // -XX:-BytecodeVerificationLocal; structure and pool cross references are checked always.
  bool check_format = true;
  bool enable_preview = false;
  // A module-info is no class (JVMS 4.1, ACC_MODULE); only tools want one.
  bool allow_module = false;
};

inline constexpr unsigned kMinMajorVersion = 45;
inline constexpr unsigned kMaxMajorVersion = 61;
inline constexpr unsigned kPreviewMinorVersion = 65535;

Expected<ClassFile, FormatError> parse_class_file(Bytes bytes, const ParseOptions& options);

}  // namespace minijvm::classfile
