// Counts JNI global and weak global references, for thread dumps. The tables are in
// jni_handles.cpp.
#pragma once

#include <cstddef>

namespace minijvm::vm {

struct JniRefCounts {
  std::size_t globals = 0;
  // Cleared references are not counted.
  std::size_t weaks = 0;
};
// REQUIRES: the world is stopped, since the tables are walked without their locks.
JniRefCounts jni_ref_counts();

}  // namespace minijvm::vm
