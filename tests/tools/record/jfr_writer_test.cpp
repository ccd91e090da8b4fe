// The pools and the chunks of a flight recording: values are stored once, a chunk says whether it is
// complete, and a file that cannot be written is reported. That the JDK reads a chunk is tested by
// jfr_writer/run.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "jfr_reader.h"
#include "tools/record/jfr/chunk_writer.h"

using namespace minijvm::vm::record::jfr;
using minijvm::vm::record::jfr::testing::Reader;

TEST_CASE("jfr pools: the same content has the same number", "[record][jfr]") {
  ConstantPools pools;
  const Ref<Symbol> name = pools.symbol("Gate");
  const Ref<Class> gate = pools.add(Class{.name = name});
  CHECK(pools.symbol("Gate") == name);
  CHECK(pools.add(Class{.name = name}) == gate);
  CHECK(pools.add(Class{.name = name, .modifiers = 1}) != gate);
  CHECK(pools.add(Class{.name = name, .hidden = true}) != gate);
  CHECK(pools.symbol("") != name);
}

TEST_CASE("jfr pools: each pool counts for itself, from 1", "[record][jfr]") {
  ConstantPools pools;
  CHECK(pools.symbol("a").number == 1);
  CHECK(pools.symbol("b").number == 2);
  CHECK(pools.add(GCCause{{"a"}}).number == 1);
  CHECK(pools.add(Thread{.javaName = "a"}).number == 1);
}

TEST_CASE("jfr pools: a name that is null is another than an empty one", "[record][jfr]") {
  ConstantPools pools;
  CHECK(pools.add(Thread{.javaName = ""}) != pools.add(Thread{}));
}

TEST_CASE("jfr pools: stacks are equal frame by frame", "[record][jfr]") {
  ConstantPools pools;
  const Ref<Method> move = pools.add(Method{.name = pools.symbol("move")});
  std::vector<StackFrame> frames{{move, 31, 17, kFrameInterpreted}, {move, 3, 0, kFrameNative}};
  const Ref<StackTrace> stack = pools.add(StackTrace{false, frames});
  CHECK(pools.add(StackTrace{false, frames}) == stack);
  CHECK(pools.add(StackTrace{true, frames}) != stack);
  frames[1].bytecodeIndex++;
  CHECK(pools.add(StackTrace{false, frames}) != stack);
  frames.pop_back();
  CHECK(pools.add(StackTrace{false, frames}) != stack);
}

TEST_CASE("jfr pools: fixed values are there from the start", "[record][jfr]") {
  ConstantPools pools;
  CHECK(pools.add(FrameType{{"Native"}}) == kFrameNative);
  CHECK(pools.add(ThreadState{{"STATE_RUNNABLE"}}) == kStateRunnable);
  CHECK(pools.add(GCName{{"ParallelOld"}}) == kParallelOld);
  CHECK(pools.add(GCWhen{{"After GC"}}) == kAfterGc);
}

namespace {
// Reads over the checkpoint. Returns the types of its pools.
std::vector<TypeId> pools_of(std::string_view record) {
  Reader in(record);
  REQUIRE(in.leb128() == 1);
  in.leb128();  // start
  REQUIRE(in.leb128() == 0);
  REQUIRE(in.leb128() == 0);
  REQUIRE(in.byte() == 0);
  std::vector<TypeId> types;
  for (std::uint64_t pools = in.leb128(); pools > 0; pools--) {
    types.push_back(static_cast<TypeId>(in.leb128()));
    const std::uint64_t count = in.leb128();
    REQUIRE(count > 0);
    for (std::uint64_t number = 1; number <= count; number++) {
      REQUIRE(in.leb128() == number);
      in.skip(layout_of(types.back()));
    }
  }
  REQUIRE(in.at_end());
  return types;
}
}  // namespace

TEST_CASE("jfr pools: an empty pool is left out", "[record][jfr]") {
  ConstantPools pools;
  Encoder before;
  pools.encode_checkpoint(before, 5);
  const std::vector<TypeId> fixed{TypeId::kFrameType, TypeId::kThreadState, TypeId::kGCName,
                                  TypeId::kGCWhen};
  CHECK(pools_of(Reader(before.bytes()).record()) == fixed);
  pools.symbol("");
  Encoder after;
  pools.encode_checkpoint(after, 5);
  CHECK(pools_of(Reader(after.bytes()).record()).size() == fixed.size() + 1);
}

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kOpenSize = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kHeaderSize = 68;
constexpr ChunkStart kStart{1'700'000'000'000'000'000, 1000, 1'000'000'000};

// A file without a name.
class File {
 public:
  File() : file_(std::tmpfile(), &std::fclose) { REQUIRE(file_ != nullptr); }
  int number() const { return fileno(file_.get()); }

  std::string bytes() const {
    std::string all(static_cast<std::size_t>(lseek(number(), 0, SEEK_END)), '\0');
    REQUIRE(pread(number(), all.data(), all.size(), 0) == static_cast<ssize_t>(all.size()));
    return all;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

struct Header {
  std::string magic;
  std::uint64_t version, size, checkpoint, metadata, start_nanos, duration, start_ticks, frequency,
      features;
};

Header header_of(std::string_view chunk) {
  Reader in(chunk);
  Header header{};
  header.magic = in.raw(4);
  header.version = in.big_endian(4);
  for (std::uint64_t* field :
       {&header.size, &header.checkpoint, &header.metadata, &header.start_nanos, &header.duration,
        &header.start_ticks, &header.frequency}) {
    *field = in.big_endian(8);
  }
  header.features = in.big_endian(4);
  return header;
}

// The records between the header and the end, without their sizes.
std::vector<std::string> records_of(std::string_view chunk) {
  Reader in(chunk);
  in.go_to(kHeaderSize);
  std::vector<std::string> records;
  while (!in.at_end()) {
    records.push_back(in.record());
  }
  return records;
}

TypeId type_of(std::string_view record) { return static_cast<TypeId>(Reader(record).leb128()); }

}  // namespace

TEST_CASE("jfr chunk: while it is open its header says so", "[record][jfr]") {
  const File file;
  ChunkWriter out(file.number(), kStart);
  out.add(LostEvents{{1000}, 1});
  const Header header = header_of(file.bytes());
  CHECK(header.magic == std::string("FLR\0", 4));
  CHECK(header.version == 0x00020001);
  CHECK(header.size == kOpenSize);
  CHECK(header.checkpoint == 0);
  CHECK(header.metadata == 0);
  CHECK(header.duration == 0);
  CHECK(out.error() == 0);
}

TEST_CASE("jfr chunk: at the end its header is complete", "[record][jfr]") {
  const File file;
  ChunkWriter out(file.number(), kStart);
  out.add(LostEvents{{1000}, 1});
  const ChunkResult result = out.finish(2000, 1000);
  const std::string chunk = file.bytes();
  const Header header = header_of(chunk);
  CHECK(result.error == 0);
  CHECK(result.bytes == chunk.size());
  CHECK(header.size == chunk.size());
  CHECK(header.start_nanos == static_cast<std::uint64_t>(kStart.nanoseconds_since_1970));
  CHECK(header.duration == 1000);
  CHECK(header.start_ticks == kStart.ticks);
  CHECK(header.frequency == kStart.ticks_per_second);
  CHECK(header.features == 1);
  CHECK(type_of(Reader(chunk.substr(header.metadata)).record()) == TypeId::kMetadata);
  Reader checkpoint(chunk.substr(header.checkpoint));
  CHECK(type_of(checkpoint.record()) == TypeId::kCheckpoint);
  CHECK(checkpoint.at_end());
}

TEST_CASE("jfr chunk: metadata, the events in order, one checkpoint", "[record][jfr]") {
  const File file;
  ChunkWriter out(file.number(), kStart);
  constexpr std::uint64_t kEvents = 50'000;  // more than the buffer holds
  for (std::uint64_t i = 0; i < kEvents; i++) {
    out.add(LostEvents{{kStart.ticks + i}, i});
  }
  REQUIRE(out.finish(kMost, 1).error == 0);
  const std::vector<std::string> records = records_of(file.bytes());
  REQUIRE(records.size() == kEvents + 2);
  CHECK(type_of(records.front()) == TypeId::kMetadata);
  CHECK(type_of(records.back()) == TypeId::kCheckpoint);
  for (std::uint64_t i = 0; i < kEvents; i++) {
    Reader in(records[i + 1]);
    REQUIRE(static_cast<TypeId>(in.leb128()) == TypeId::kLostEvents);
    REQUIRE(in.leb128() == kStart.ticks + i);
    REQUIRE(in.leb128() == i);
    REQUIRE(in.at_end());
  }
}

TEST_CASE("jfr chunk: an event may be longer than the buffer", "[record][jfr]") {
  const File file;
  ChunkWriter out(file.number(), kStart);
  const std::string dump(3'000'000, 'x');
  out.add(ThreadDump{{1000}, dump});
  REQUIRE(out.finish(2000, 1000).error == 0);
  Reader in(records_of(file.bytes()).at(1));
  in.leb128();
  in.leb128();
  const bool is_same = in.text() == dump;  // Catch2 would take minutes to print them
  REQUIRE(is_same);
}

TEST_CASE("jfr chunk: the next chunk of a file begins where the last one ends", "[record][jfr]") {
  const File file;
  for (int i = 0; i < 2; i++) {
    ChunkWriter out(file.number(), kStart);
    out.add(LostEvents{{1000}, 1});
    REQUIRE(out.finish(2000, 1000).error == 0);
  }
  const std::string both = file.bytes();
  const bool is_same = both.substr(0, both.size() / 2) == both.substr(both.size() / 2);
  REQUIRE(is_same);
  REQUIRE(header_of(both).size == both.size() / 2);
}

TEST_CASE("jfr chunk: a writer begins where its file stands", "[record][jfr]") {
  const File file;
  REQUIRE(write(file.number(), "before", 6) == 6);
  ChunkWriter out(file.number(), kStart);
  const ChunkResult result = out.finish(2000, 1000);
  REQUIRE(result.bytes == file.bytes().size() - 6);
  REQUIRE(file.bytes().starts_with("beforeFLR"));
}

namespace {
// The writer returns this errno for a file that cannot be written.
int error_of(int file) {
  ChunkWriter out(file, kStart);
  out.add(ThreadDump{{1000}, "lost"});
  const ChunkResult result = out.finish(2000, 1000);
  CHECK(result.error == out.error());
  return result.error;
}

struct Open {
  explicit Open(const char* path) : number(open(path, O_WRONLY)) { REQUIRE(number >= 0); }
  ~Open() { close(number); }
  int number;
};
}  // namespace

TEST_CASE("jfr errors: a full disk", "[record][jfr]") {
  const Open full("/dev/full");
  REQUIRE(error_of(full.number) == ENOSPC);
}

TEST_CASE("jfr errors: a file that is closed, and one that is a pipe", "[record][jfr]") {
  CHECK(error_of(-1) == EBADF);
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  CHECK(error_of(ends[1]) == ESPIPE);
  close(ends[0]);
  close(ends[1]);
}

TEST_CASE("jfr errors: a file that grows too large stays open, and the first error is kept",
          "[record][jfr]") {
  const File file;
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ChunkWriter out(file.number(), kStart);
  REQUIRE(out.error() == 0);
  const rlimit limit{100'000, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  out.add(ThreadDump{{1000}, std::string(200'000, 'x')});
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  std::signal(SIGXFSZ, handler);
  CHECK(out.error() == EFBIG);
  const std::size_t size = file.bytes().size();
  out.add(ThreadDump{{1000}, std::string(200'000, 'x')});
  CHECK(out.finish(2000, 1000).error == EFBIG);
  CHECK(file.bytes().size() == size);
  CHECK(header_of(file.bytes()).size == kOpenSize);
}
