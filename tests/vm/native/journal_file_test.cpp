// Proves that a journal's bytes come back as they were written, that a file which ends anywhere is
// read up to its last whole entry, and that the readers go over no end, whatever the bytes say.
#include "vm/natives/world/journal/journal_file.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "vm/natives/world/journal/journal_entries.h"

namespace minijvm::vm {
namespace {

JournalHeader some_header() {
  return {.program = "Main 100%\nand a line",
          .classpath = {"5c1f a b", "77ab c"},
          .vm = "0.9",
          .jdk = "17.0.9",
          .flags = {"Seed=7"},
          .schedule = "minijvm-schedule 1\nprogram Main\nend ticks=1 events=2\n"};
}

// Writes two entries into a file, and returns its bytes.
std::string some_journal() {
  char path[] = "/tmp/minijvm-journal-XXXXXX";
  close(mkstemp(path));
  {
    auto file = JournalFile::create(path, some_header());
    REQUIRE(file.ok());
    REQUIRE(file.value().append("first").empty());
    REQUIRE(file.value().append("").empty());
  }
  std::ifstream in(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(in), {});
  unlink(path);
  return bytes;
}

}  // namespace

TEST_CASE("journal: numbers and texts come back", "[journal]") {
  const std::uint64_t numbers[] = {0, 1, 127, 128, 300, std::numeric_limits<std::uint64_t>::max()};
  const std::int64_t signed_numbers[] = {0, -1, 1, std::numeric_limits<std::int64_t>::min(),
                                         std::numeric_limits<std::int64_t>::max()};
  JournalWriter out;
  for (const std::uint64_t number : numbers) {
    out.number(number);
  }
  for (const std::int64_t number : signed_numbers) {
    out.signed_number(number);
  }
  out.text("a\0b");
  JournalReader in(out.bytes());
  for (const std::uint64_t number : numbers) {
    CHECK(in.number() == number);
  }
  for (const std::int64_t number : signed_numbers) {
    CHECK(in.signed_number() == number);
  }
  CHECK(in.text() == std::string_view("a\0b"));
  CHECK(in.is_complete());
}

TEST_CASE("journal: a reader that has failed gives nothing more", "[journal]") {
  for (const std::string_view bytes : {std::string_view(), std::string_view("\x80", 1),
                                       std::string_view("\x05"
                                                        "abc",
                                                        4),
                                       std::string_view("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                                                        "x",
                                                        11)}) {
    JournalReader in(bytes);
    CHECK(in.text().empty());
    CHECK_FALSE(in.is_good());
    CHECK(in.number() == 0);
    CHECK(in.byte() == 0);
    CHECK_FALSE(in.is_complete());
  }
  JournalReader in("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
  CHECK(in.number() == 0);
  CHECK_FALSE(in.is_good());
}

TEST_CASE("journal: a header comes back", "[journal]") {
  auto parsed = parse_header(print_header(some_header()));
  REQUIRE(parsed.ok());
  CHECK(parsed.value() == some_header());
  CHECK_FALSE(parse_header("program").ok());
  CHECK_FALSE(parse_header("program x").ok());
  CHECK_FALSE(parse_header("colour blue\n").ok());
}

TEST_CASE("journal: a file that ends anywhere is read up to its last whole frame", "[journal]") {
  const std::string whole = some_journal();
  std::size_t most = 0;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    auto content = parse_journal(whole.substr(0, size));
    if (!content.ok()) {
      CHECK(most == 0);
      continue;
    }
    most = std::max(most, content.value().frames.size());
    CHECK(content.value().frames.size() == most);
    CHECK(content.value().header == some_header());
  }
  CHECK(most == 2);
}

TEST_CASE("journal: each byte that changes is noticed", "[journal]") {
  const std::string whole = some_journal();
  const std::vector<std::string_view> frames = parse_journal(whole).value().frames;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    auto content = parse_journal(changed);
    // A length that has become greater looks like a torn end.
    CHECK((!content.ok() || content.value().frames.size() < 2));
  }
}

TEST_CASE("journal: entries come back, and name threads and natives once", "[journal]") {
  EntryWriter writer;
  EntryParser parser;
  JournalEntry call{.kind = EntryKind::kCall,
                    .thread = "main/1",
                    .tick = 70,
                    .native = "a.B.read0()I",
                    .digest = ~std::uint64_t{0},
                    .rest = "what came"};
  JournalEntry ready{.kind = EntryKind::kReady, .thread = "main/1", .tick = 71, .value = -1};
  std::size_t first = 0;
  for (const JournalEntry& entry : {call, ready, call}) {
    const std::string bytes = writer.print(entry);
    JournalEntry parsed;
    REQUIRE(parser.parse(bytes, &parsed));
    CHECK(parsed.text() == entry.text());
    CHECK(parsed.digest == entry.digest);
    CHECK(parsed.value == entry.value);
    CHECK(parsed.rest == entry.rest);
    first = first == 0 ? bytes.size() : first;
  }
  CHECK(writer.print(call).size() == first - std::string_view("_main/1_a.B.read0()I").size());
  CHECK(call.text() == "main/1 calls a.B.read0 at tick 70");
}

TEST_CASE("journal: an entry that is cut is none", "[journal]") {
  EntryWriter writer;
  const std::string bytes = writer.print(
      {.kind = EntryKind::kWait, .thread = "main", .tick = 300, .native = "a.B.c()V", .value = 5});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EntryParser parser;
    JournalEntry parsed;
    CHECK_FALSE(parser.parse(std::string_view(bytes).substr(0, size), &parsed));
  }
  EntryParser parser;
  JournalEntry parsed;
  CHECK_FALSE(parser.parse(bytes + "x", &parsed));
  CHECK_FALSE(parser.parse("Q", &parsed));
}

}  // namespace minijvm::vm
