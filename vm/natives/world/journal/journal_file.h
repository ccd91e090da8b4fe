// The file of a journal: what came in from the world during a run, in the order of the run, so that
// a replay can give it again.
//
//   "minijvm-journal 1\n"      a line by which the file says what it is, and in which version
//   frame, frame, ...          each appended by one write, so a recording that is killed is good
//                              up to its last whole frame
//
//   frame:  4 bytes length | 4 bytes CRC-32C of the payload | payload      (little-endian)
//
// The first frame is the header: lines of text, each a word and its value. Each later frame is an
// entry, whose first byte says its kind.
// Tested by tests/vm/native/journal_file_test.cpp, tests/vm/journal.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/expected.h"
#include "base/open_file.h"

namespace minijvm::vm {

inline constexpr std::string_view kJournalMagic = "minijvm-journal 1\n";
// The first lines of all versions begin so.
inline constexpr std::string_view kAnyJournal = "minijvm-journal ";
inline constexpr std::size_t kMostFrameBytes = std::size_t{1} << 30;

// The facts that a run must have in common with the one that was recorded.
struct JournalHeader {
  std::string program;                 // the main class and its arguments
  std::vector<std::string> classpath;  // of each element a digest of its files, and its name
  std::string vm;
  std::string jdk;
  std::vector<std::string> flags;  // "Seed=7", "+SpuriousWakeups": as behind -XX:
  std::string schedule;            // the text of the schedule that the run followed, or empty

  bool operator==(const JournalHeader&) const = default;
};

std::string print_header(const JournalHeader& header);
Expected<JournalHeader, std::string> parse_header(std::string_view text);

// A journal that was read. `frames` points into `bytes`.
struct JournalContent {
  std::string bytes;
  JournalHeader header;
  std::vector<std::string_view> frames;  // without the header
  // The bytes behind the last whole frame, which are none: the recording was killed, or the disk
  // was full.
  std::size_t torn_bytes = 0;
};

// The error says what is wrong: "it is no journal", "it is damaged at byte 117". Bytes at the end
// that are the beginning of a frame are no error.
Expected<JournalContent, std::string> parse_journal(std::string bytes);
Expected<JournalContent, std::string> read_journal(const std::string& path);

class JournalFile {
 public:
  // Makes the file, or empties it, and writes the header. The error is errno's text.
  static Expected<JournalFile, std::string> create(const std::string& path,
                                                   const JournalHeader& header);
  // Returns an empty text, or errno's if the frame could not be written whole. Then the file is cut
  // to what it was before.
  std::string append(std::string_view payload);

 private:
  explicit JournalFile(OpenFile file) : file_(std::move(file)) {}
  std::string write_whole(const std::string& bytes);

  OpenFile file_;
  std::uint64_t bytes_ = 0;
};

}  // namespace minijvm::vm
