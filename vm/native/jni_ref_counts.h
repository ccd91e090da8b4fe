// How many JNI global and weak global references there are, for thread dumps (jni_handles.h has the tables).
#pragma once

#include <cstddef>

namespace minijvm::vm {

struct JniRefCounts {
  std::size_t globals = 0;
  std::size_t weaks = 0;  // cleared ones not counted
};
// REQUIRES: the world is stopped.
JniRefCounts jni_ref_counts();

}  // namespace minijvm::vm
