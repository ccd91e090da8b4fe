// Whether spinning may pay: with one processor it only delays the thread that is waited for.
#pragma once

#include <unistd.h>

namespace minijvm::sync {

inline bool several_processors() {
  static const bool several = sysconf(_SC_NPROCESSORS_ONLN) > 1;
  return several;
}

}  // namespace minijvm::sync
