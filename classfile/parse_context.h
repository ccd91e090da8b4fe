// The data that all parts of the parser share: the name of the class, for messages, and the first
// failure.
// Tested by tests/classfile/class_file_parser_test.cpp.
//
// Functions of the parser return bool. False means that fail() has been called and that the walk
// ends. Users of the parser see none of this: parse_class_file() returns an Expected.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "classfile/class_file_parser.h"

namespace minijvm::classfile {

class ParseContext {
 public:
  // Until the file's own name is known, messages use the name that was asked for.
  explicit ParseContext(const ParseOptions& options_of_caller)
      : options(options_of_caller), class_name(options.expected_name.value_or("<Unknown>")) {}

  // Records a violation and returns false. The message is a printf format with its values; `clause`
  // is the section of the JVMS that the bytes violate. If no kind is given the error is a
  // ClassFormatError.
  [[gnu::format(printf, 3, 4)]] bool fail(const char* clause, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    fail_with(FormatErrorKind::ClassFormatError, clause, format, values);
    va_end(values);
    return false;
  }
  [[gnu::format(printf, 4, 5)]] bool fail(FormatErrorKind kind, const char* clause,
                                          const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    fail_with(kind, clause, format, values);
    va_end(values);
    return false;
  }
  // Fails because the bytes end in the middle of a structure.
  bool truncated() { return fail("4.8", "Truncated class file"); }

  const char* name() const { return class_name.c_str(); }
  // REQUIRES: fail() was called.
  FormatError take_error() { return std::move(error_); }

  const ParseOptions options;
  std::string class_name;

 private:
  void fail_with(FormatErrorKind kind, const char* clause, const char* format,
                 std::va_list values) {
    // A name may be 64 KiB long, but a message need not be.
    char text[2048];
    std::vsnprintf(text, sizeof text, format, values);
    error_ = FormatError{kind, text, clause};
  }

  FormatError error_;
};

}  // namespace minijvm::classfile
