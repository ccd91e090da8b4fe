// Why loading, linking or resolution failed, as a value: runtime knows no exceptions.
// vm/java/exceptions.h maps it to the Java class; a Java exception that an upcall left pending stays pending.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/expected.h"

namespace minijvm::runtime {

// The names of java.lang errors; kPending: an upcall threw, the exception is pending on the thread.
#define MJ_LINK_ERRORS(X)                                                                                                     \
  X(ClassFormatError) X(UnsupportedClassVersionError) X(ClassCircularityError) X(NoClassDefFoundError) X(ClassNotFoundException) \
  X(LinkageError) X(VerifyError) X(IncompatibleClassChangeError) X(AbstractMethodError) X(IllegalAccessError)                 \
  X(InstantiationError) X(NoSuchFieldError) X(NoSuchMethodError) X(UnsatisfiedLinkError) X(SecurityException)                 \
  X(OutOfMemoryError) X(StackOverflowError) X(InternalError) X(BootstrapMethodError)

enum class LinkErrorKind : std::uint8_t {
  kPending,
#define MJ_LINK_ERROR_ENUM(name) name,
  MJ_LINK_ERRORS(MJ_LINK_ERROR_ENUM)
#undef MJ_LINK_ERROR_ENUM
};

// The exception behind a failure, as far as it is kept: an object would keep its class loader alive.
struct LinkErrorCause {
  std::string class_name;  // internal
  std::string message;
  bool has_message = false;
};

struct LinkError {
  LinkErrorKind kind;
  std::string message;       // as HotSpot words it
  const char* clause = "";   // "JVMS 5.3.5", for the log
  std::shared_ptr<const LinkErrorCause> cause = {};  // of a remembered failure only; a fresh one may have left its cause pending

  static LinkError pending() { return {LinkErrorKind::kPending, {}, ""}; }
};

template <class T>
using Linked = Expected<T, LinkError>;

inline Unexpected<LinkError> link_failure(LinkErrorKind kind, std::string message, const char* clause = "") {
  return Unexpected<LinkError>(LinkError{kind, std::move(message), clause});
}

}  // namespace minijvm::runtime
