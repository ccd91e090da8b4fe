// Objects without a heap: memory with a real class word, as linking looks at ClassLoader and Module objects. Never moved, never freed.
#pragma once

#include <cstdint>

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"

namespace minijvm::runtime::test {

inline Object* fake_object(const Class& klass) {
  auto* words = new std::uint64_t[klass.instance_bytes / 8]();
  words[0] = Object::make_class_word(&klass, 0);
  return reinterpret_cast<Object*>(words);
}

// A handle that needs no scope.
inline Handle<> fake_handle(const Class& klass) {
  return Handle<>(new Object*(fake_object(klass)));
}
template <class T>
Handle<T> fake_handle(const Class& klass) {
  return as<T>(fake_handle(klass));
}

}  // namespace minijvm::runtime::test
