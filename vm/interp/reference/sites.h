// Keeps what the reference interpreter's linking instructions have found out: one word for each two
// bytes of bytecode, beside the bytecode, which itself never changes. A word is published with
// release; racing threads publish equal answers.
// Tested by tests/java/linking.
#pragma once

#include <new>

#include "runtime/load/loader_data.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

// Returns the table of a method, made at its first call; its address is in Method::code.
Site* sites_of(Method& method);

// Returns the answer at the instruction in progress; null if there is none yet. acquire: pairs with
// keep().
template <class T>
inline T* kept(const State& s) {
  return static_cast<T*>(s.site().load(std::memory_order_acquire));  // acquire: pairs with keep()
}
// release: publishes the data that the answer points at before its address.
template <class T>
inline void keep(State& s, T* answer) {
  s.site().store(const_cast<void*>(static_cast<const void*>(answer)), std::memory_order_release);
}
// For an answer that is a value, keeps a copy that lives as long as the class.
template <class T>
inline const T* keep_copy(State& s, const T& answer) {
  const T* copy = new (s.method->holder->home->allocate(sizeof(T))) T(answer);
  keep(s, copy);
  return copy;
}

}  // namespace minijvm::interp
