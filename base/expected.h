// Expected<T, E>: a value, or the reason why there is none: for failures to be expected in the rooms below vm, which know no Java exceptions.
// Proved by tests/base/expected_test.cpp.
//
//   Expected<ClassFile, FormatError> parsed = parse(bytes);
//   if (!parsed) return Unexpected(parsed.error());
//   use(parsed.value());
//
// MJ_TRY(expr) is the same in one line: its value, or an early return of the error. It works for any result type
// with ok(), take() and propagate(): Expected here, JavaResult in vm.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "base/check.h"

namespace minijvm {

template <class E>
struct Unexpected {
  explicit Unexpected(E reason) : error(std::move(reason)) {}
  E error;
};

template <class T, class E>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  template <class F>
  Expected(Unexpected<F> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return checked(); }
  const T& value() const { return const_cast<Expected*>(this)->checked(); }
  T take() { return std::move(checked()); }
  const E& error() const {
    MJ_DCHECK(!ok(), "asked a success for its error");
    return *std::get_if<1>(&state_);
  }
  Unexpected<E> propagate() { return Unexpected<E>(std::move(*std::get_if<1>(&state_))); }

 private:
  T& checked() {
    MJ_DCHECK(ok(), "asked a failure for its value");
    return *std::get_if<0>(&state_);
  }
  std::variant<T, E> state_;
};

template <class E>
class [[nodiscard]] Expected<void, E> {
 public:
  Expected() = default;
  template <class F>
  Expected(Unexpected<F> failure) : error_(std::move(failure.error)) {}

  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  void take() {}
  const E& error() const { return *error_; }
  Unexpected<E> propagate() { return Unexpected<E>(std::move(*error_)); }

 private:
  std::optional<E> error_;
};

}  // namespace minijvm

// The one visible early return. A GNU statement expression: its value is the last expression's.
#define MJ_TRY(expression)                  \
  __extension__({                           \
    auto mj_result = (expression);          \
    if (__builtin_expect(!mj_result.ok(), 0)) { \
      return mj_result.propagate();         \
    }                                       \
    mj_result.take();                       \
  })
