// Where the reference interpreter keeps what its linking instructions found out: one word per two bytes of bytecode, beside the bytecode,
// which itself is never changed. Published with release; racing threads publish equal answers.
#pragma once

#include <new>

#include "runtime/loader_data.h"
#include "vm/interp/state.h"

namespace minijvm::interp {

// The table of a method, made at its first call; it lives in Method::code.
Site* sites_of(Method& method);

template <class T>
inline T* kept(const State& s) {
  return static_cast<T*>(s.site().load(std::memory_order_acquire));  // acquire: pairs with keep()
}
template <class T>
inline void keep(State& s, T* answer) {
  s.site().store(const_cast<void*>(static_cast<const void*>(answer)), std::memory_order_release);
}
// For answers that are values: a copy that lives as long as the class.
template <class T>
inline const T* keep_copy(State& s, const T& answer) {
  const T* copy = new (s.method->holder->home->allocate(sizeof(T))) T(answer);
  keep(s, copy);
  return copy;
}

}  // namespace minijvm::interp
