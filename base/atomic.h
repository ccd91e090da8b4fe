// The atomic type of all rooms. A field is atomic only if threads race for it, and every access
// names its memory order. All of sync, and the parts of gc that tests/model runs, write
// sync::Atomic instead, which the models replace by a type of their own.
#pragma once

#include <atomic>

namespace minijvm {

template <class T>
using Atomic = std::atomic<T>;

}  // namespace minijvm
