// Finds functions of the JDK's libraries that this VM's own natives stand in front of.
// Tested by tests/vm/world.
#pragma once

#include <dlfcn.h>

#include "vm/natives/native_registry.h"

namespace minijvm::vm {

// Finds a function of a library, by its name in JDK 17 or the one that it got later.
inline void* symbol_of(void* library, const char* symbol, const char* later) {
  void* found = dlsym(library, symbol);
  return found == nullptr && later != nullptr ? dlsym(library, later) : found;
}

template <class Function>
Function* of_java(const char* symbol, const char* later = nullptr) {
  return reinterpret_cast<Function*>(symbol_of(java_library(), symbol, later));
}

// REQUIRES: a class whose static initializer loads the library is initialized. RTLD_NOLOAD never
// loads a second one.
template <class Function>
Function* of_library(const char* file, const char* symbol, const char* later = nullptr) {
  void* library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(symbol_of(library, symbol, later));
}

template <class Function>
Function* of_nio(const char* symbol, const char* later = nullptr) {
  return of_library<Function>("libnio.so", symbol, later);
}

}  // namespace minijvm::vm
