// Writes one chunk of a flight recording, the file that `jfr`, JDK Mission Control and converters
// to flame graphs read. A file may hold several chunks, one behind the other.
// Tested by tests/tools/record/jfr_writer_test.cpp, and with the JDK's reader by
// tests/tools/record/jfr_writer/run.
//
//   header       68 bytes, written twice: at the start and, with what is known then, at the end
//   metadata     which types there are (metadata.h)
//   events       size, type, fields (values.h)
//   checkpoint   the constant pools (constant_pools.h)
//
//   header, big-endian    while the chunk is open     at the end
//    0  "FLR\0"
//    4  u16 2, u16 1      version 2.1
//    8  i64 size          too large                   of the chunk
//   16  i64 offset        0                           of the checkpoint
//   24  i64 offset        0                           of the metadata
//   32  i64 start         nanoseconds since 1970
//   40  i64 duration      0                           nanoseconds
//   48  i64 start         ticks
//   56  i64               ticks per second
//   64  i32               1: numbers are compressed (LEB128)
//
// A file whose writer died says that it is longer than it is, so a reader refuses it instead of
// showing a part of it.
// Not safe for several threads.
#pragma once

#include <cstdint>

#include "tools/record/jfr/constant_pools.h"
#include "tools/record/jfr/encoding.h"
#include "tools/record/jfr/values.h"

namespace minijvm::vm::record::jfr {

// The moment at which a chunk starts, and how its ticks run.
struct ChunkStart {
  std::int64_t nanoseconds_since_1970 = 0;
  Ticks ticks = 0;
  std::uint64_t ticks_per_second = 1'000'000'000;
};

// The outcome of a chunk.
struct ChunkResult {
  // The errno of the first failure; 0 if everything was written.
  int error = 0;
  // The length of the chunk.
  std::uint64_t bytes = 0;
};

class ChunkWriter {
 public:
  // Writes the chunk at the place where this file stands. The file must be one that can be written
  // at any place: not a pipe, not opened to append. It stays the caller's to close.
  ChunkWriter(int file, const ChunkStart& start);
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;

  ConstantPools& pools() { return pools_; }

  // Adds an event (events.def). Its time must not be before that of the chunk, and what it refers
  // to must be in pools().
  template <class Event>
  void add(const Event& event) {
    record_.clear();
    record_.leb128(static_cast<std::uint32_t>(Event::kType));
    encode(record_, event);
    add_record();
  }

  // The errno of the first failure so far, or 0. After a failure nothing more is written.
  int error() const { return error_; }
  // Returns how many bytes the chunk has so far, for a caller that starts a new one at some size.
  std::uint64_t size() const { return written_ + buffer_.size(); }

  // Writes the pools, and completes the header. Nothing may be added afterwards.
  [[nodiscard]] ChunkResult finish(Ticks now, std::int64_t duration_nanoseconds);

 private:
  void add_record();
  void flush();

  int file_;
  ChunkStart start_;
  std::int64_t place_ = 0;     // of the chunk in the file
  std::uint64_t written_ = 0;  // of the chunk, in the file
  int error_ = 0;
  ConstantPools pools_;
  Encoder record_;
  Encoder buffer_;
};

}  // namespace minijvm::vm::record::jfr
