// Writes a chunk through a buffer, and its header once more at the end (chunk_writer.h). It calls
// the kernel, so a caller that has a thread state must be one that may block.
// Tested by tests/tools/record/jfr_writer_test.cpp.
#include "tools/record/jfr/chunk_writer.h"

#include <unistd.h>

#include <cerrno>
#include <limits>

#include "tools/record/jfr/metadata.h"

namespace minijvm::vm::record::jfr {

namespace {

constexpr std::size_t kFlushAt = 64 * 1024;

constexpr std::size_t kHeaderSize = 68;
constexpr std::string_view kMagic{"FLR\0", 4};
constexpr std::uint16_t kMajor = 2;
constexpr std::uint16_t kMinor = 1;
constexpr std::uint32_t kCompressedNumbers = 1;

// The part of the header that is not known before the end.
struct Outcome {
  std::uint64_t size;
  std::uint64_t checkpoint;
  std::uint64_t metadata;
  std::int64_t duration;
};
constexpr Outcome kOpen{std::numeric_limits<std::int64_t>::max(), 0, 0, 0};

Encoder header_of(const ChunkStart& start, const Outcome& outcome) {
  Encoder header;
  header.raw(kMagic);
  header.big_endian16(kMajor);
  header.big_endian16(kMinor);
  header.big_endian64(outcome.size);
  header.big_endian64(outcome.checkpoint);
  header.big_endian64(outcome.metadata);
  header.big_endian64(static_cast<std::uint64_t>(start.nanoseconds_since_1970));
  header.big_endian64(static_cast<std::uint64_t>(outcome.duration));
  header.big_endian64(start.ticks);
  header.big_endian64(start.ticks_per_second);
  header.big_endian32(kCompressedNumbers);
  return header;
}

// Writes all bytes at this place of the file. Returns the errno, or 0.
int write_at(int file, std::int64_t place, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(file, bytes.data(), bytes.size(), place);
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return count < 0 ? errno : EIO;
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
    place += count;
  }
  return 0;
}

}  // namespace

ChunkWriter::ChunkWriter(int file, const ChunkStart& start) : file_(file), start_(start) {
  place_ = lseek(file, 0, SEEK_CUR);
  if (place_ < 0) {
    error_ = errno;
  }
  buffer_.raw(header_of(start, kOpen).bytes());
  encode_metadata(buffer_, start.ticks);
  flush();
}

void ChunkWriter::add_record() {
  if (error_ != 0) {
    return;
  }
  buffer_.record(record_.bytes());
  if (buffer_.size() >= kFlushAt) {
    flush();
  }
}

ChunkResult ChunkWriter::finish(Ticks now, std::int64_t duration_nanoseconds) {
  const std::uint64_t checkpoint = size();
  pools_.encode_checkpoint(buffer_, now);
  flush();
  if (error_ == 0) {
    const Outcome outcome{written_, checkpoint, kHeaderSize, duration_nanoseconds};
    error_ = write_at(file_, place_, header_of(start_, outcome).bytes());
  }
  // The next chunk begins where this one ends.
  if (error_ == 0 && lseek(file_, place_ + static_cast<std::int64_t>(written_), SEEK_SET) < 0) {
    error_ = errno;
  }
  return {error_, written_};
}

void ChunkWriter::flush() {
  if (error_ == 0) {
    const std::int64_t place = place_ + static_cast<std::int64_t>(written_);
    error_ = write_at(file_, place, buffer_.bytes());
  }
  if (error_ == 0) {
    written_ += buffer_.size();
  }
  buffer_.clear();
}

}  // namespace minijvm::vm::record::jfr
