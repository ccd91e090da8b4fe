// Proves which words are the explorer's, which are java's, and what is said of a wrong one.
#include "tools/explore/search/settings.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string_view>

#include "vm/boot/launcher/own_words.h"

using namespace minijvm;
using namespace minijvm::explore;

TEST_CASE("the explorer's words are taken, java's are passed on") {
  auto parsed = parse_settings({"--explore=pct,bound", "--runs", "7", "--jobs=2", "-cp", "a b",
                                "--same-output", "--reduce", "yes", "--minimize-for", "9",
                                "-XX:StepLimit=2k", "-XX:PreemptAt=access", "Main", "--runs", "9"});
  REQUIRE(parsed.ok());
  const Settings settings = parsed.take();
  CHECK(settings.policies == std::vector{decide::PolicyKind::kPct});
  CHECK(settings.searches_bounded);
  CHECK(settings.runs == 7);
  CHECK(settings.jobs == 2);
  CHECK(settings.same_output);
  CHECK(settings.reduces_searches);
  CHECK(settings.minimising_seconds == 9);
  CHECK(settings.steps == 2048);
  CHECK(settings.asks_at_accesses);
  CHECK_FALSE(settings.asks_at_operations);
  CHECK(settings.program == "Main");
  CHECK(settings.java_words == std::vector<std::string>{"-cp", "a b", "-XX:StepLimit=2k",
                                                        "-XX:PreemptAt=access", "Main", "--runs",
                                                        "9"});
}

TEST_CASE("feedback needs pos or random") {
  auto alone = parse_settings({"--explore=feedback", "Main"});
  REQUIRE(alone.ok());
  CHECK(alone.value().uses_feedback);
  CHECK(alone.value().policies == std::vector{decide::PolicyKind::kPos});
  auto with_random = parse_settings({"--explore=random,feedback", "Main"});
  REQUIRE(with_random.ok());
  CHECK(with_random.value().policies == std::vector{decide::PolicyKind::kRandom});
  CHECK(parse_settings({"--explore=feedback", "--shard", "1/2", "Main"}).error() ==
        "--explore=feedback has no parts");
}

TEST_CASE("a schedule's header has what its run depends on, in the order of the words") {
  auto parsed = parse_settings({"-XX:FairTicks=7", "-XX:TickNanos=3", "-XX:-QuietLibrary",
                                "-XX:+QuietLibrary", "-XX:+SpuriousWakeups",
                                "-XX:VirtualEpoch=2024-02-29T12:00:00Z", "Main"});
  REQUIRE(parsed.ok());
  CHECK(parsed.value().schedule_flags ==
        std::vector<std::string>{"FairTicks=7", "TickNanos=3", "-QuietLibrary", "+QuietLibrary",
                                 "+SpuriousWakeups", "VirtualEpoch=2024-02-29T12:00:00Z"});
}

TEST_CASE(
    "with PreemptAt=races a race is no failure, and the VM that serves runs has the detector") {
  auto parsed = parse_settings({"--explore", "--races", "-XX:PreemptAt=races", "Main"});
  REQUIRE(parsed.ok());
  const Settings settings = parsed.take();
  CHECK(settings.asks_at_races);
  CHECK(settings.asks_at_accesses);
  CHECK_FALSE(settings.asks_at_operations);
  CHECK_FALSE(settings.fails_on_race);
  CHECK(settings.java_words == std::vector<std::string>{"-XX:+DetectRaces", "Main"});
}

TEST_CASE("a part of a search") {
  auto parsed = parse_settings({"--explore", "--shard", "2/3", "Main"});
  REQUIRE(parsed.ok());
  CHECK(parsed.value().shard == 2);
  CHECK(parsed.value().shards == 3);
}

TEST_CASE("each word of the table is the explorer's, so java does not get it") {
  const std::map<std::string_view, std::string> values = {{"N", "5"},
                                                          {"SECONDS", "5"},
                                                          {"LIST", "exit"},
                                                          {"FILE", "/dev/null"},
                                                          {"yes|no", "no"},
                                                          {"PLACE", "A.b"},
                                                          {"SIZE", "1m"},
                                                          {"I/N", "1/2"},
                                                          {"json:FILE|junit:FILE", "json:x"}};
  for (const vm::OwnWords& part : vm::own_words()) {
    for (const vm::OwnWord& word : part.rows) {
      if ((word.readers & vm::kExplore) == 0) {
        continue;
      }
      INFO(word.word);
      std::vector<std::string> words = {std::string(word.word), "Main"};
      if (word.takes_next_word()) {
        REQUIRE(values.contains(word.value));
        words.insert(words.begin() + 1, values.at(word.value));
      }
      auto parsed = parse_settings(words);
      REQUIRE(parsed.ok());
      CHECK(parsed.value().program == "Main");
      CHECK(std::ranges::count(parsed.value().java_words, word.word) == 0);
    }
  }
}

TEST_CASE("a wrong word gets a sentence") {
  const std::pair<std::vector<std::string>, std::string> rows[] = {
      {{"--runs", "0", "Main"}, "--runs takes a number from 1"},
      {{"--runs"}, "--runs needs a value"},
      {{"--minimize-for=18446744073709551615", "Main"}, "--minimize-for takes a number"},
      {{"--shard=0/3", "Main"}, "--shard i/n"},
      {{"--shard=3", "Main"}, "--shard i/n"},
      {{"--fail-on=rain", "Main"}, "\"rain\""},
      {{"--reduce=maybe", "Main"}, "--reduce is yes or no"},
      {{"--reduce=yes", "-XX:PreemptScope=a.*", "Main"}, "must see all accesses"},
      {{"--report=json:", "Main"}, "\"json:\""},
      {{"--explore=slices", "Main"}, "\"slices\""},
      {{"--explore"}, "needs a main class"},
  };
  for (const auto& [words, sentence] : rows) {
    auto parsed = parse_settings(words);
    REQUIRE_FALSE(parsed.ok());
    CHECK_THAT(parsed.error(), Catch::Contains(sentence));
  }
}
