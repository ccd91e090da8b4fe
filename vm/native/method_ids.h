// From a jmethodID to its method and back (runtime/method_id.h).
#pragma once

#include <jni.h>

#include "base/check.h"
#include "runtime/method_id.h"

namespace minijvm::vm {

inline jmethodID id_or_null(runtime::Method* method) { return method == nullptr ? nullptr : reinterpret_cast<jmethodID>(runtime::id_of(*method)); }

// JNI checks no ids: one of a class that was unloaded ends the process.
inline runtime::Method& method_of(jmethodID id) {
  runtime::Method* method = runtime::method_of(reinterpret_cast<const runtime::MethodId*>(id));
  MJ_CHECK(method != nullptr, "the method ID %p is of a class that was unloaded", static_cast<void*>(id));
  return *method;
}

}  // namespace minijvm::vm
