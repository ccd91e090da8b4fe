// Proves the text of schedules: each line there and back, a round trip of drawn schedules, and one clear sentence for what is wrong.
#include "sync/decide/schedule_text.h"

#include <catch2/catch.hpp>

#include "sync/decide/numbers.h"

using namespace minijvm::decide;

namespace {

const std::string kSample =
    "minijvm-schedule 1\n"
    "program Race   classpath sha256:5c1f   vm 0.9/17.0.9   flags PreemptAt=races DataSeed=0\n"
    "shared  Race.counter                                  # points from their first use on\n"
    "found   policy=pct depth=2 seed=18   verdict=output-differs\n"
    "\n"
    "at main/1 tick 4 access Race.add@5 #1 run main/2      # before the putstatic\n"
    "end     ticks=31 events=14\n";

std::string error_of(const std::string& text) {
  auto parsed = parse_schedule(text);
  REQUIRE_FALSE(parsed.ok());
  return parsed.error().text();
}

// A line between a good beginning and a good end.
std::string error_in(const std::string& line) {
  return error_of("minijvm-schedule 1\nprogram P\n" + line + "\nend ticks=1 events=1\n");
}

std::string drawn_text(SeededNumbers& numbers) {
  std::string text = "x";
  for (std::uint64_t left = numbers.below(12); left > 0; --left) {
    text += static_cast<char>(numbers.below(256));
  }
  return text;
}

ThreadName drawn_thread(SeededNumbers& numbers) {
  ThreadName name = numbers.below(4) == 0 ? ThreadName::of_vm(1) : ThreadName();
  for (std::uint64_t left = numbers.below(3); left > 0; --left) {
    name = name.child(static_cast<std::uint32_t>(1 + numbers.below(20)));
  }
  return name;
}

Deviation drawn_deviation(SeededNumbers& numbers, std::uint64_t tick) {
  Deviation deviation;
  deviation.position.thread = drawn_thread(numbers);
  deviation.position.tick = tick;
  deviation.position.is_access = numbers.below(2) == 0;
  if (deviation.position.is_access || numbers.below(2) == 0) {
    deviation.position.site = drawn_text(numbers);
  }
  deviation.position.nth = static_cast<std::uint32_t>(1 + numbers.below(3));
  deviation.blocked = numbers.below(2) == 0;
  deviation.what = static_cast<Choice>(numbers.below(kChoices));
  if (names_thread(deviation.what)) {
    deviation.thread = drawn_thread(numbers);
  }
  if (has_value(deviation.what)) {
    deviation.value = numbers.below(3) == 0 ? numbers.word() : 1'000 * numbers.below(5'000'000);
  }
  return deviation;
}

}  // namespace

TEST_CASE("schedule text: the sample is read", "[decide][schedule]") {
  Schedule schedule = parse_schedule(kSample).take();
  REQUIRE(schedule.program == "Race");
  REQUIRE(schedule.classpath == "sha256:5c1f");
  REQUIRE(schedule.vm == "0.9/17.0.9");
  REQUIRE(schedule.flags == std::vector<std::string>{"PreemptAt=races", "DataSeed=0"});
  REQUIRE(schedule.shared == std::vector<std::string>{"Race.counter"});
  REQUIRE(schedule.found.size() == 4);
  REQUIRE(schedule.found[3] == std::pair<std::string, std::string>("verdict", "output-differs"));
  REQUIRE(schedule.deviations.size() == 1);
  const Deviation& deviation = schedule.deviations[0];
  REQUIRE(deviation.is_preemption());
  REQUIRE(deviation.position == Position{*ThreadName::parse("main/1"), 4, true, "Race.add@5", 1});
  REQUIRE(deviation.thread.text() == "main/2");
  REQUIRE(schedule.ticks == 31);
  REQUIRE(schedule.events == 14);
}

TEST_CASE("schedule text: each kind of deviation is printed as it is read", "[decide][schedule]") {
  for (std::string line :
       {"at main tick 0 run main/2", "after main/1 tick 9 run vm/1", "at main tick 5 #2 run main/1",
        "at main tick 5 operation Bank.pay@12 run main/2",
        "after main tick 5 #3 exit invites main/3",
        "at main tick 5 access A.b@1 #2 reads write main/2 tick 9",
        "at main tick 6 notify takes main/3", "at main tick 6 wakes main/2 for-no-reason",
        "at main tick 6 cas-fails", "at main tick 6 time-passes to 100ms",
        "at main tick 6 time-passes to 1500us", "at main tick 6 time-passes to 7ns",
        "at main tick 18446744073709551615 time-passes to 3s",
        "at main tick 6 time-passes to 0s"}) {
    INFO(line);
    auto parsed =
        parse_schedule("minijvm-schedule 1\nprogram P\n" + line + "\nend ticks=1 events=1\n");
    REQUIRE(parsed.ok());
    REQUIRE(print_deviation(parsed.value().deviations.at(0)) == line);
  }
}

TEST_CASE("schedule text: drawn schedules come back equal, whatever bytes their names have",
          "[decide][schedule]") {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    SeededNumbers numbers(seed);
    Schedule schedule;
    schedule.program = drawn_text(numbers);
    for (std::string* text : {&schedule.classpath, &schedule.vm}) {
      *text = numbers.below(2) == 0 ? "" : drawn_text(numbers);
    }
    for (std::uint64_t left = numbers.below(3); left > 0; --left) {
      schedule.flags.push_back(drawn_text(numbers));
      schedule.shared.push_back("#" + drawn_text(numbers));
      schedule.found.emplace_back(drawn_text(numbers), left == 1 ? "" : drawn_text(numbers));
    }
    for (std::uint64_t tick = 0; tick < numbers.below(20); ++tick) {
      schedule.deviations.push_back(drawn_deviation(numbers, tick));
    }
    schedule.ticks = numbers.word();
    std::string text = print_schedule(schedule);
    auto parsed = parse_schedule(text);
    INFO(text << (parsed.ok() ? "" : parsed.error().text()));
    REQUIRE(parsed.ok());
    REQUIRE(parsed.value() == schedule);
  }
}

TEST_CASE("schedule text: a file that is no schedule, or another version", "[decide][schedule]") {
  std::string not_one = "line 1: not a schedule; its first line would be 'minijvm-schedule 1'";
  REQUIRE(error_of("hello\n") == not_one);
  REQUIRE(error_of("\n" + kSample) == not_one);
  REQUIRE(error_of("# a comment\n" + kSample) == not_one);
  REQUIRE(error_of("minijvm-schedule 2\n") ==
          "line 1: a schedule of version 2; this VM reads version 1");
  REQUIRE(error_of("minijvm-schedule one\n") == "line 1: 'one' is not a number");
  REQUIRE(error_of("minijvm-schedule\n") == "line 1: the line ends where a number should follow");
  REQUIRE(error_of("minijvm-schedule 1 2\n") == "line 1: '2' is one word too many");
  REQUIRE(error_of("minijvm-schedule 1\nfound a=b\n") ==
          "line 2: 'found' stands where 'program' should");
}

TEST_CASE("schedule text: a file that is cut off, anywhere", "[decide][schedule]") {
  REQUIRE(error_of("") == "line 1: no line 'end': the file is cut off");
  REQUIRE(error_of("minijvm-schedule 1") ==
          "line 1: the last line has no line feed: the file is cut off");
  REQUIRE(error_of("minijvm-schedule 1\nprogram P\n") ==
          "line 3: no line 'end': the file is cut off");
  for (std::size_t length = 0; length < kSample.size(); ++length) {
    INFO(length);
    REQUIRE_THAT(error_of(kSample.substr(0, length)), Catch::Contains("cut off"));
  }
}

TEST_CASE("schedule text: lines in the wrong place", "[decide][schedule]") {
  REQUIRE(error_of(kSample + "at main tick 1 run main/1\n") ==
          "line 8: nothing may follow the line 'end'");
  REQUIRE(parse_schedule(kSample + "\n# a comment\n").ok());
  REQUIRE(error_in("program P") == "line 3: 'program' comes twice or too late");
  REQUIRE(error_in("at main tick 1 run main/1\nfound a=b") ==
          "line 4: 'found' comes twice or too late");
  REQUIRE(error_in("found a=b\nshared x") == "line 4: 'shared' comes twice or too late");
  REQUIRE(error_in("run main/2") == "line 3: unknown line 'run'");
  REQUIRE(error_in("at main tick 9 run main/1\nat main tick 8 run main/1") ==
          "line 4: a line before has main at tick 9 already");
}

TEST_CASE("schedule text: what is wrong in a line", "[decide][schedule]") {
  const std::pair<const char*, const char*> rows[] = {
      {"at", "the line ends where a thread's name should follow"},
      {"at nobody tick 1 run main", "'nobody' is not a thread's name such as main/2"},
      {"at main/0 tick 1 run main", "'main/0' is not a thread's name such as main/2"},
      {"at main", "the line ends where 'tick' should follow"},
      {"at main tock 1 run main", "'tock' stands where 'tick' should"},
      {"at main tick -1 run main", "'-1' is not a number"},
      {"at main tick 1x run main", "'1x' is not a number"},
      {"at main tick 18446744073709551616 run main", "'18446744073709551616' is too large"},
      {"at main tick 1 #0 run main", "'#0' stands where #n should"},
      {"at main tick 1 #4294967296 run main", "'#4294967296' stands where #n should"},
      {"at main tick 1 access A.b@1 run main", "'run' stands where #n should"},
      {"at main tick 1 access", "the line ends where a place of the program should follow"},
      {"at main tick 1", "the line ends where what happens there should follow"},
      {"at main tick 1 jump main", "nobody knows what 'jump' means here"},
      {"at main tick 1 run main now", "'now' is one word too many"},
      {"at main tick 1 exit takes main", "'takes' stands where 'invites' should"},
      {"at main tick 1 time-passes to soon", "'soon' is not a time such as 100ms"},
      {"at main tick 1 time-passes to ms", "'ms' is not a time such as 100ms"},
      {"at main tick 1 time-passes to 99999999999s", "'99999999999s' is too large"},
      {"found seed", "'seed' stands where name=value should"},
      {"shared a%2", "a % without two hexadecimal digits in 'a%2'"},
      {"shared a%zz", "a % without two hexadecimal digits in 'a%zz'"},
      {"shared a\r", "a carriage return; lines end with a line feed alone"},
      {"shared a\x01", "byte 1 is not text"},
      {"end ticks=1", "the line ends where events=n should follow"},
      {"end events=1 ticks=1", "'events=1' stands where ticks=n should"},
      {"#5 is a comment only with a blank", "unknown line '#5'"},
  };
  for (auto [line, reason] : rows) {
    REQUIRE(error_in(line) == std::string("line 3: ") + reason);
  }
  REQUIRE(error_in(std::string("shared a\0b", 10)) == "line 3: byte 0 is not text");
}

TEST_CASE("schedule text: too much of it", "[decide][schedule]") {
  REQUIRE(error_in("shared " + std::string(kMostLineBytes, 'x')) ==
          "line 3: too long: 65543 bytes");
  REQUIRE(error_in(std::string(100, 'x')) ==
          "line 3: unknown line '" + std::string(40, 'x') + "...'");
  REQUIRE(error_of(std::string(kMostScheduleBytes + 1, '\n')) ==
          "line 1: too long: 67108865 bytes");
}

// Each byte of the sample is replaced, removed or doubled: a schedule or an error of a line that exists, never more.
TEST_CASE("schedule text: damaged files are read or refused", "[decide][schedule]") {
  SeededNumbers numbers(1);
  for (std::size_t at = 0; at < kSample.size(); ++at) {
    for (int kind = 0; kind < 6; ++kind) {
      std::string damaged = kSample;
      if (kind == 0) {
        damaged.erase(at, 1);
      } else if (kind == 1) {
        damaged.insert(at, 1, damaged[at]);
      } else {
        damaged[at] = static_cast<char>(numbers.below(256));
      }
      auto parsed = parse_schedule(damaged);
      if (parsed.ok()) {
        REQUIRE(parse_schedule(print_schedule(parsed.value())).take() == parsed.value());
      } else {
        REQUIRE(parsed.error().line >= 1);
        REQUIRE(parsed.error().line <= 9);
        REQUIRE_FALSE(parsed.error().reason.empty());
      }
    }
  }
}
