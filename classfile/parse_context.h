// What every part of the parser shares: the class's name for messages, and the first failure.
//
// Parsing functions return bool: false means that fail() was called and the walk ends. The public face of all this is
// parse_class_file(), which returns an Expected.
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
  explicit ParseContext(const ParseOptions& options_of_caller)
      : options(options_of_caller), class_name(options.expected_name.value_or("<Unknown>")) {}

  // Always false. The format is printf's; `clause` is the JVMS section that the bytes violate.
  [[gnu::format(printf, 3, 4)]] bool fail(const char* clause, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    fail_with(FormatErrorKind::ClassFormatError, clause, format, values);
    va_end(values);
    return false;
  }
  [[gnu::format(printf, 4, 5)]] bool fail(FormatErrorKind kind, const char* clause, const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    fail_with(kind, clause, format, values);
    va_end(values);
    return false;
  }
  bool truncated() { return fail("4.8", "Truncated class file"); }

  const char* name() const { return class_name.c_str(); }
  FormatError take_error() { return std::move(error_); }

  const ParseOptions options;
  std::string class_name;

 private:
  void fail_with(FormatErrorKind kind, const char* clause, const char* format, std::va_list values) {
    char text[2048];  // a name may be 64 KiB long: a message need not be
    std::vsnprintf(text, sizeof text, format, values);
    error_ = FormatError{kind, text, clause};
  }

  FormatError error_;
};

}  // namespace minijvm::classfile
