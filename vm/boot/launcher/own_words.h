// Lists the words of minijvm that `java` does not have: --step, --explore and all that goes with
// them. They stand before the main class. Each has a row, which all readers of a command line take:
// the launcher, to know which words have a value behind them, and the programs beside it
// (tools/explore, compare, desk, guide), to know which words are theirs. So does whoever tells
// people: --help-learning, the manual page and the completion of shells (tools/guide).
// Tested by tests/vm/own_words_test.cpp and tests/tools/guide.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace minijvm::vm {

// Names those that read a word. The launcher hands the words of kRun to the VM; each of the others
// is a program, or a front of the desk.
enum Reader : std::uint32_t {
  kRun = 1U << 0U,
  kExplore = 1U << 1U,
  kDiff = 1U << 2U,
  kCompare = 1U << 3U,
  kWeb = 1U << 4U,
  kRecord = 1U << 5U,
  kPlay = 1U << 6U,
  kDap = 1U << 7U,
  kGuide = 1U << 8U,
};

struct OwnWord {
  std::string_view word;
  // The value that follows: "N" is the next word, or stands behind '='; "=SET" stands behind '='
  // only; "[=LIST]" and "[:PORT]" may be left out; "" is none.
  std::string_view value;
  std::uint32_t readers;
  std::string_view help;

  constexpr bool takes_next_word() const {
    return !value.empty() && value[0] != '[' && value[0] != '=';
  }
};

// The rows of one heading, as people read them.
struct OwnWords {
  std::string_view heading;
  std::span<const OwnWord> rows;
};

std::span<const OwnWords> own_words();

// Returns the row of "--runs", or of "--runs=5", for one of these readers; null if there is none.
const OwnWord* find_own_word(std::string_view given, std::uint32_t readers);

// Returns true for an option of `java`, or a word that the launcher hands to the VM, whose value is
// the next word. That word is no main class, even if it has no dash.
bool takes_next_word(const std::string& option);
// The same for the words of the programs beside the launcher.
bool takes_next_word_of_program(const std::string& option);

}  // namespace minijvm::vm
