// The reason why loading, linking or resolution failed, as a value, because this room neither makes
// nor throws Java exceptions. vm/java/errors/exceptions.h turns the value into the Java error. If
// an upcall ran Java code that threw, the exception stays pending on the thread and the value is
// kPending.
//
//   LinkError{IllegalAccessError, "failed to access class A ...", "JVMS 5.4.4"}
//   LinkError::pending()            self.pending_exception says the rest
// Tested by tests/runtime/resolution_test.cpp and tests/java/linking.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/expected.h"

namespace minijvm::runtime {

// The errors of java.lang that linking can cause, one row each.
// clang-format off
#define MJ_LINK_ERRORS(X)         \
  X(ClassFormatError)             \
  X(UnsupportedClassVersionError) \
  X(ClassCircularityError)        \
  X(NoClassDefFoundError)         \
  X(ClassNotFoundException)       \
  X(LinkageError)                 \
  X(VerifyError)                  \
  X(IncompatibleClassChangeError) \
  X(AbstractMethodError)          \
  X(IllegalAccessError)           \
  X(InstantiationError)           \
  X(NoSuchFieldError)             \
  X(NoSuchMethodError)            \
  X(UnsatisfiedLinkError)         \
  X(SecurityException)            \
  X(OutOfMemoryError)             \
  X(StackOverflowError)           \
  X(InternalError)                \
  X(BootstrapMethodError)
// clang-format on

// One enumerator per row above. kPending means that an upcall threw, and the exception is pending
// on the thread.
enum class LinkErrorKind : std::uint8_t {
  kPending,
#define MJ_LINK_ERROR_ENUM(name) name,
  MJ_LINK_ERRORS(MJ_LINK_ERROR_ENUM)
#undef MJ_LINK_ERROR_ENUM
};

// The exception behind a failure, without the object, because the object would keep its class
// loader alive.
struct LinkErrorCause {
  std::string class_name;  // in internal form
  std::string message;
  bool has_message = false;
};

struct LinkError {
  LinkErrorKind kind;
  // The message in HotSpot's words.
  std::string message;
  const char* clause = "";  // "JVMS 5.3.5", for the log
  // Only a remembered failure has a cause here; a fresh failure may have left its cause pending.
  std::shared_ptr<const LinkErrorCause> cause = {};

  static LinkError pending() { return {LinkErrorKind::kPending, {}, ""}; }
};

// The result of each function in this room that may fail.
template <class T>
using Linked = Expected<T, LinkError>;

// The function is not inlined, so that its callers have lean frames.
[[gnu::noinline, gnu::cold]] inline Unexpected<LinkError> link_failure(LinkErrorKind kind,
                                                                       std::string message,
                                                                       const char* clause = "") {
  return Unexpected<LinkError>(LinkError{kind, std::move(message), clause});
}

}  // namespace minijvm::runtime
