// Finds functions of the JDK's libraries that this VM's own natives stand in front of.
// Tested by tests/vm/world.
#pragma once

#include <dlfcn.h>

#include "vm/natives/native_registry.h"

namespace minijvm::vm {

template <class Function>
Function* of_java(const char* symbol) {
  return reinterpret_cast<Function*>(dlsym(java_library(), symbol));
}

// REQUIRES: a class whose static initializer loads the library is initialized. RTLD_NOLOAD never
// loads a second one.
template <class Function>
Function* of_library(const char* file, const char* symbol) {
  void* library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(dlsym(library, symbol));
}

template <class Function>
Function* of_nio(const char* symbol) {
  return of_library<Function>("libnio.so", symbol);
}

}  // namespace minijvm::vm
