// Tests the table of words that `java` does not have: what each takes, and for whom it is.
#include "vm/boot/launcher/own_words.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

namespace minijvm::vm {

TEST_CASE("own words: each has help that fits into a line, and a reader", "[vm][own_words]") {
  constexpr std::size_t kMostHelp = 66;
  std::set<std::string> words;
  for (const OwnWords& part : own_words()) {
    CHECK_FALSE(part.heading.empty());
    for (const OwnWord& word : part.rows) {
      INFO(word.word);
      CHECK(word.word.starts_with('-'));
      CHECK(word.readers != 0);
      CHECK_FALSE(word.help.empty());
      CHECK(word.help.size() <= kMostHelp);
      // Of two rows with one word and one reader, the second would never be found.
      for (std::uint32_t reader = 1; reader <= kGuide; reader <<= 1U) {
        if ((word.readers & reader) != 0) {
          CHECK(words.insert(std::string(word.word) + ' ' + std::to_string(reader)).second);
        }
      }
    }
  }
}

TEST_CASE("own words: a value is the next word, or stands behind its character",
          "[vm][own_words]") {
  CHECK(find_own_word("--runs", kExplore)->value == "N");
  CHECK(find_own_word("--runs=5", kExplore)->takes_next_word());
  CHECK(find_own_word("--runs=5", kCompare)->help != find_own_word("--runs", kExplore)->help);
  CHECK(find_own_word("--runsome", kExplore) == nullptr);
  CHECK(find_own_word("--same-output=x", kExplore) == nullptr);
  CHECK(find_own_word("--explore=pct", kExplore)->word == "--explore");
  CHECK_FALSE(find_own_word("--explore", kExplore)->takes_next_word());
  CHECK_FALSE(find_own_word("--compare=locks", kCompare)->takes_next_word());
  CHECK(find_own_word("--step=dap:5006", kDap)->word == "--step=dap");
  CHECK(find_own_word("--step=dap=5006", kDap) == nullptr);
  CHECK(find_own_word("-o", kRecord) != nullptr);
  CHECK(find_own_word("-o=x", kRecord) == nullptr);
  CHECK(find_own_word("-o", kWeb) == nullptr);
}

TEST_CASE("own words: the launcher knows which word names no class", "[vm][own_words]") {
  for (const char* word : {"-cp", "--module-path", "--break", "--seed", "--replay"}) {
    INFO(word);
    CHECK(takes_next_word(word));
  }
  for (const char* word : {"--step", "--break=A.b", "-Xmx1g", "--runs", "-o", "Main"}) {
    INFO(word);
    CHECK_FALSE(takes_next_word(word));
  }
  for (const char* word : {"--runs", "-o", "--session", "--port", "--report"}) {
    INFO(word);
    CHECK(takes_next_word_of_program(word));
  }
  for (const char* word : {"--same-output", "--runs=5", "--compare", "--open", "--doctor"}) {
    INFO(word);
    CHECK_FALSE(takes_next_word_of_program(word));
  }
}

}  // namespace minijvm::vm
