// A T that is made at its first use and never destroyed, for objects that live as long as the
// process: other threads still run while the process exits. It is a member of a room's state, where
// a debugger finds it; a static variable of a function would be hidden.
// Tested by tests/base/lazy_test.cpp.
#pragma once

#include <mutex>

#include "base/atomic.h"

namespace minijvm {

template <class T>
class Lazy {
 public:
  constexpr Lazy() = default;
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;

  // Makes the T with its default constructor, if this is the first use.
  T& operator*() {
    return get([] { return new T; });
  }
  T* operator->() { return &**this; }

  // The first caller makes the T with `make`; callers that come meanwhile wait for it.
  template <class Make>
  T& get(Make make) {
    // acquire: pairs with the release below, so the T is seen complete
    if (T* made = made_.load(std::memory_order_acquire)) {
      return *made;
    }
    return make_first(make);
  }

  // Returns null if there has been no use yet.
  T* if_made() const { return made_.load(std::memory_order_acquire); }

 private:
  template <class Make>
  [[gnu::noinline, gnu::cold]] T& make_first(Make& make) {
    // release: pairs with the acquire in get() and if_made()
    std::call_once(once_, [&] { made_.store(make(), std::memory_order_release); });
    return *made_.load(std::memory_order_relaxed);
  }

  Atomic<T*> made_{nullptr};
  std::once_flag once_;
};

}  // namespace minijvm
