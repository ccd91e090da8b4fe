// Converts a jmethodID to its method and back. An id outlives its class
// (runtime/class/method_id.h), so a stale one can be recognized.
#pragma once

#include <jni.h>

#include "base/check.h"
#include "runtime/class/method_id.h"

namespace minijvm::vm {

inline jmethodID id_or_null(runtime::Method* method) {
  return method == nullptr ? nullptr : reinterpret_cast<jmethodID>(runtime::id_of(*method));
}

// JNI does not ask for checks of ids. An id of an unloaded class ends the process with a message
// instead of corrupting memory.
inline runtime::Method& method_of(jmethodID id) {
  runtime::Method* method = runtime::method_of(reinterpret_cast<const runtime::MethodId*>(id));
  MJ_CHECK(method != nullptr, "the method ID %p is of a class that was unloaded",
           static_cast<void*>(id));
  return *method;
}

}  // namespace minijvm::vm
