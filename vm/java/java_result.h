// JavaResult<T> is a value, or "an exception is pending on this thread". It is used in vm only;
// rooms below vm know no Java exceptions and use base/expected.h.
// Tested by tests/vm/java_result_test.cpp.
//
//   Handle<> name = MJ_TRY(new_string(self, "main"));  // the value; or return, still pending
//   return kPending;                                       // after throw_new(...)
#pragma once

#include <type_traits>
#include <utility>

#include "base/check.h"
#include "base/expected.h"

namespace minijvm::vm {

// The exception itself is in JavaThread::pending_exception. This value says only that it is there.
struct Pending {};
inline constexpr Pending kPending{};

template <class T>
class [[nodiscard]] JavaResult {
 public:
  JavaResult(T value) : value_(std::move(value)), ok_(true) {}
  // Accepts a handle of a subclass, or the result of a call that makes one.
  template <class U>
  requires std::is_class_v<U> && std::is_convertible_v<U, T> JavaResult(U value)
      : value_(std::move(value)), ok_(true) {}
  template <class U>
  requires std::is_convertible_v<U, T> JavaResult(JavaResult<U> other)
      : value_(other.ok() ? T(other.take()) : T()), ok_(other.ok()) {}
  JavaResult(Pending) : value_(), ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  T take() {
    MJ_DCHECK(ok_, "asked for the value of a call that threw");
    return std::move(value_);
  }
  // For a caller that clears the exception and goes on with a default.
  T value_or(T fallback) { return ok_ ? std::move(value_) : std::move(fallback); }
  // MJ_TRY returns this from the caller's function.
  Pending propagate() const { return {}; }

 private:
  T value_;
  bool ok_;
};

template <>
class [[nodiscard]] JavaResult<void> {
 public:
  JavaResult() : ok_(true) {}
  JavaResult(Pending) : ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  void take() const {}
  Pending propagate() const { return {}; }

 private:
  bool ok_;
};

}  // namespace minijvm::vm
