// Expected<T, E> is a value, or the reason why there is none. The rooms below vm know no Java
// exceptions, so a function there that may fail (for example for a malformed class file) returns
// one.
// The reason lies on the C++ heap: a frame has room for a pointer only, and classes that load their
// superclasses nest many such frames.
// Tested by tests/base/expected_test.cpp.
//
//   Expected<ClassFile, FormatError> parsed = parse(bytes);
//   if (!parsed) return Unexpected(parsed.error());
//   use(parsed.value());
//
// MJ_TRY(expr) does the same in one line: its value is the result, and an error makes the enclosing
// function return early. It works for any result type with ok(), take() and propagate(): Expected
// here, JavaResult in vm.
// Rejected: C++ exceptions. They leave a function at places that the reader cannot see, and the
// rooms are compiled with -fno-exceptions.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/check.h"

namespace minijvm {

template <class E>
// Wraps the reason, so that an Expected<T, T> can be made from either without ambiguity.
struct Unexpected {
  explicit Unexpected(E reason) : error(std::make_unique<E>(std::move(reason))) {}
  explicit Unexpected(std::unique_ptr<E> reason) : error(std::move(reason)) {}

  // Gives the reason to an Expected whose reason is an F, for example a text made of a literal.
  template <class F>
  std::unique_ptr<F> release() {
    if constexpr (std::is_same_v<E, F>) {
      return std::move(error);
    } else {
      return std::make_unique<F>(std::move(*error));
    }
  }
  std::unique_ptr<E> error;
};

// Either a T or an E. The conversions are implicit, so that a function can `return value;` or
// `return Unexpected(reason);`.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  template <class F>
  Expected(Unexpected<F> failure) : state_(std::in_place_index<1>, failure.template release<E>()) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return checked(); }
  const T& value() const { return const_cast<Expected*>(this)->checked(); }
  // Moves the value out. REQUIRES: ok(). The Expected is then good for nothing but its destructor.
  T take() { return std::move(checked()); }
  // REQUIRES: !ok().
  const E& error() const {
    MJ_DCHECK(!ok(), "asked a success for its error");
    return **std::get_if<1>(&state_);
  }
  // Moves the error out, for an early return from a function whose result has another T.
  Unexpected<E> propagate() { return Unexpected<E>(std::move(*std::get_if<1>(&state_))); }

 private:
  T& checked() {
    MJ_DCHECK(ok(), "asked a failure for its value");
    return *std::get_if<0>(&state_);
  }
  std::variant<T, std::unique_ptr<E>> state_;
};

// The result of an operation without a value is success, or the reason for its failure.
template <class E>
class [[nodiscard]] Expected<void, E> {
 public:
  Expected() = default;
  template <class F>
  Expected(Unexpected<F> failure) : error_(failure.template release<E>()) {}

  bool ok() const { return error_ == nullptr; }
  explicit operator bool() const { return ok(); }
  void take() {}
  const E& error() const { return *error_; }
  Unexpected<E> propagate() { return Unexpected<E>(std::move(error_)); }

 private:
  std::unique_ptr<E> error_;
};

}  // namespace minijvm

// The one early return in this code that is not the keyword `return`. A GNU statement expression:
// its value is that of its last expression.
#define MJ_TRY(expression)                      \
  __extension__({                               \
    auto mj_result = (expression);              \
    if (__builtin_expect(!mj_result.ok(), 0)) { \
      return mj_result.propagate();             \
    }                                           \
    mj_result.take();                           \
  })
