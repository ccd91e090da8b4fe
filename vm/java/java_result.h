// JavaResult<T>: a value, or "an exception is pending on this thread". Used in vm only; below it stands base/expected.h.
// Proved by tests/vm/java_result_test.cpp.
//
//   Handle<> name = MJ_TRY(new_string(self, "main"));     // the value, or return with the exception still pending
//   return kPending;                                       // after throw_new(...)
#pragma once

#include <utility>

#include "base/check.h"
#include "base/expected.h"

namespace minijvm::vm {

// The exception is in JavaThread::pending_exception; this value only says that it is there.
struct Pending {};
inline constexpr Pending kPending{};

template <class T>
class [[nodiscard]] JavaResult {
 public:
  JavaResult(T value) : value_(std::move(value)), ok_(true) {}
  JavaResult(Pending) : value_(), ok_(false) {}

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  T take() {
    MJ_DCHECK(ok_, "asked for the value of a call that threw");
    return std::move(value_);
  }
  // For the caller that clears the exception and goes on with a default.
  T value_or(T fallback) { return ok_ ? std::move(value_) : std::move(fallback); }
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
