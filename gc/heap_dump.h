// The heap as a file that heap analysers open: the HPROF binary format, "JAVA PROFILE 1.0.2". Proved by tests/java/memory/HeapDumps.java.
//
//   header   texts (names)   classes   one empty stack trace   segments: roots, class layouts and statics, objects   end
//
// An object's identifier is its address, a class's that of its mirror, a name's that of its symbol. All numbers are big-endian.
#pragma once

#include <cstdint>

#include "runtime/java_thread.h"

namespace minijvm::gc {

struct HeapDumpResult {
  int error = 0;            // errno; 0: all is written
  std::uint64_t bytes = 0;
};

inline constexpr int kNoGzip = 0;

// Makes the file, which must not exist, with the world stopped. only_live: after a full collection. gzip_level: 1, fast, to 9, small.
HeapDumpResult write_heap_dump(runtime::JavaThread& self, const char* path, bool only_live, int gzip_level = kNoGzip);

}  // namespace minijvm::gc
