// Writes the heap into a file that heap analysers open, in the HPROF binary format, "JAVA PROFILE
// 1.0.2".
// Tested by tests/java/memory/HeapDumps.java.
//
//   header
//   records   for each class: its names (texts), then the class
//             one empty stack trace
//             segments of items: roots; class layouts and static fields; objects
//             end
//
// An object's identifier is its address, a class's identifier is the address of its mirror, and a
// name's identifier is that of its symbol. All numbers are big-endian.
#pragma once

#include <cstdint>

#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

struct HeapDumpResult {
  // The errno of the failure; 0 if everything was written.
  int error = 0;
  // The length of the file, after compression.
  std::uint64_t bytes = 0;
};

inline constexpr int kNoGzip = 0;

// Makes the file and writes the dump while the world is stopped. The file must not exist (EEXIST).
// With only_live, a full collection runs first. gzip_level is 1 (fast) to 9 (small), or kNoGzip.
// REQUIRES: kInVm; the caller may stop at a safepoint.
HeapDumpResult write_heap_dump(runtime::JavaThread& self, const char* path, bool only_live,
                               int gzip_level = kNoGzip);

}  // namespace minijvm::gc
