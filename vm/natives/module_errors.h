// Turns failures of the module graph (runtime/load/module_graph.h) into exceptions.
// Tested by tests/java/library.
#pragma once

#include <type_traits>

#include "runtime/load/module_graph.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {

// Throws the exception that the module graph asks for. An empty message means that the exception
// has none.
template <class T>
JavaResult<T> lift_module(runtime::JavaThread& self, runtime::ModuleResult<T> result) {
  if (!result.ok()) {
    return throw_new(self, result.error().exception_class(),
                     result.error().message.empty() ? nullptr : result.error().message.c_str());
  }
  if constexpr (std::is_void_v<T>) {
    return {};
  } else {
    return result.take();
  }
}

}  // namespace minijvm::vm
