// Reads one word after the other. An option that is not the explorer's own
// (vm/boot/launcher/own_words.h) is java's.
#include "tools/explore/search/settings.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <sstream>

#include "vm/boot/launcher/own_words.h"
#include "vm/boot/option_words.h"

namespace minijvm::explore {
namespace {

constexpr std::uint64_t kMostSeconds = 1'000'000'000;  // some thirty years: a clock can count them

using Error = Unexpected<std::string>;
using vm::behind;
template <class T>
using Or = Expected<T, std::string>;

constexpr std::uint64_t kMost = 1'000'000'000'000;

Or<std::uint64_t> number(const std::string& option, const std::string& word, std::uint64_t least,
                         std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < least || value > most) {
    return Error(option + " takes a number from " + std::to_string(least) + " to " +
                 std::to_string(most) + ", not \"" + word + "\"");
  }
  return value;
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream in(list);
  for (std::string word; std::getline(in, word, ',');) {
    words.push_back(word);
  }
  return words;
}

// -XX:FairTicks of a VM that asks at points (vm/boot/schedule_choice.cpp).
constexpr char kFairTicks[] = "FairTicks=20000";

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  Or<Settings> parse() {
    for (; at_ < words_.size() && words_[at_].size() > 1 && words_[at_][0] == '-'; ++at_) {
      const bool is_in_table = vm::find_own_word(words_[at_], vm::kExplore | vm::kDiff) != nullptr;
      const bool is_own = is_in_table && MJ_TRY(own_option());
      if (!is_own) {
        MJ_TRY(java_option());
      }
    }
    if (at_ == words_.size()) {
      return Error("--explore needs a main class or a jar");
    }
    settings_.program = words_[at_];
    add_default_flags();
    add_detector();
    settings_.java_words.insert(settings_.java_words.end(),
                                words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    if (settings_.policies.empty() && (!settings_.searches_bounded || settings_.shards != 1)) {
      return Error(settings_.searches_bounded ? "--explore=bound has no parts"
                                              : "--explore= names no policy");
    }
    if (settings_.uses_feedback && settings_.shards != 1) {
      return Error("--explore=feedback has no parts");
    }
    const bool has_scope =
        std::any_of(settings_.java_words.begin(), settings_.java_words.end(),
                    [](const auto& word) { return word.starts_with("-XX:PreemptScope="); });
    if (settings_.reduces_searches && has_scope) {
      return Error("--reduce=yes must see all accesses, which -XX:PreemptScope leaves out");
    }
    return std::move(settings_);
  }

 private:
  // The value of an option, which is the rest of its word behind "=", or else the next word.
  Or<std::string> value(const char* option) {
    const std::string& word = words_[at_];
    if (const auto rest = behind(word, std::string(option) + "=")) {
      return *rest;
    }
    if (at_ + 1 == words_.size()) {
      return Error(std::string(option) + " needs a value");
    }
    return words_[++at_];
  }
  Or<bool> yes_or_no(const char* option) {
    const std::string word = MJ_TRY(value(option));
    if (word != "yes" && word != "no") {
      return Error(std::string(option) + " is yes or no, not \"" + word + "\"");
    }
    return word == "yes";
  }
  Or<std::uint64_t> number_value(const char* option, std::uint64_t least = 0,
                                 std::uint64_t most = kMost) {
    const std::string word = MJ_TRY(value(option));
    return number(option, word, least, most);
  }
  bool is(const char* option) const {
    return words_[at_] == option || words_[at_].starts_with(std::string(option) + "=");
  }

  void add_detector() {
    if (settings_.fails_on_race || settings_.asks_at_races) {
      settings_.java_words.emplace_back("-XX:+DetectRaces");
    }
    settings_.fails_on_race = settings_.fails_on_race && !settings_.asks_at_races;
  }

  void add_default_flags() {
    std::vector<std::string>& flags = settings_.schedule_flags;
    if (std::none_of(flags.begin(), flags.end(),
                     [](const std::string& flag) { return flag.starts_with("FairTicks="); })) {
      flags.insert(flags.begin(), kFairTicks);
    }
  }

  Or<bool> own_option();
  Or<bool> option_of_search();
  Or<bool> option_of_report();
  Or<void> java_option();
  Or<void> policies(const std::string& list);
  void add_pos_for_feedback();
  Or<void> failures();
  Or<void> report();
  Or<void> shard();

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  Settings settings_;
};

Or<bool> Parser::own_option() {
  if (is("--explore")) {
    if (const auto list = behind(words_[at_], "--explore=")) {
      MJ_TRY(policies(*list));
    }
    return true;
  }
  if (words_[at_] == "--diff") {
    if (at_ + 2 >= words_.size()) {
      return Error("--diff needs the files of two schedules, and a program");
    }
    settings_.compared = {words_[at_ + 1], words_[at_ + 2]};
    at_ += 2;
    return true;
  }
  const bool is_of_search = MJ_TRY(option_of_search());
  return is_of_search ? true : option_of_report();
}

Or<bool> Parser::option_of_search() {
  if (is("--runs")) {
    settings_.runs = MJ_TRY(number_value("--runs", 1));
  } else if (is("--for")) {
    settings_.seconds = MJ_TRY(number_value("--for", 1));
  } else if (is("--jobs")) {
    settings_.jobs = static_cast<unsigned>(MJ_TRY(number_value("--jobs", 1, 256)));
  } else if (is("--seed")) {
    settings_.first_seed = MJ_TRY(number_value("--seed"));
  } else if (is("--from")) {
    settings_.java_words.push_back("-XX:ProgramFrom=" + MJ_TRY(value("--from")));
  } else if (words_[at_] == "--races") {
    settings_.fails_on_race = true;
  } else if (is("--output-limit")) {
    const std::string size = MJ_TRY(value("--output-limit"));
    const auto bytes = vm::parse_size(size);
    if (!bytes) {
      return Error("--output-limit takes a size, not \"" + size + "\"");
    }
    settings_.output_bytes = *bytes;
  } else if (is("--shard")) {
    MJ_TRY(shard());
  } else if (is("--minimize")) {
    settings_.minimises = MJ_TRY(yes_or_no("--minimize"));
  } else if (is("--minimize-for")) {
    settings_.minimising_seconds = MJ_TRY(number_value("--minimize-for", 1, kMostSeconds));
  } else if (is("--reduce")) {
    settings_.reduces_searches = MJ_TRY(yes_or_no("--reduce"));
  } else {
    return false;
  }
  return true;
}

Or<bool> Parser::option_of_report() {
  if (words_[at_] == "--same-output") {
    settings_.same_output = true;
  } else if (is("--fail-on")) {
    MJ_TRY(failures());
  } else if (is("--expect")) {
    const std::string path = MJ_TRY(value("--expect"));
    std::ifstream file(path, std::ios::binary);
    settings_.expected = std::string(std::istreambuf_iterator<char>(file), {});
    if (!file.good()) {
      return Error("--expect cannot read " + path);
    }
  } else if (is("--report")) {
    MJ_TRY(report());
  } else {
    return false;
  }
  return true;
}

// "pct,random" and the like; "bound" is the search of all schedules with few preemptions.
Or<void> Parser::policies(const std::string& list) {
  settings_.searches_bounded = false;
  settings_.policies.clear();
  for (const std::string& word : words_of(list)) {
    const auto kind = decide::policy_of_name(word);
    if (word == "bound") {
      settings_.searches_bounded = true;
    } else if (word == "feedback") {
      settings_.uses_feedback = true;
    } else if (kind && *kind != decide::PolicyKind::kSlices) {
      settings_.policies.push_back(*kind);
    } else {
      return Error("--explore takes fifo, random, pct, pos, sites, bound and feedback, not \"" +
                   word + "\"");
    }
  }
  add_pos_for_feedback();
  return {};
}

// Feedback changes the runs of these two.
void Parser::add_pos_for_feedback() {
  const auto has = [this](decide::PolicyKind kind) {
    return std::count(settings_.policies.begin(), settings_.policies.end(), kind) != 0;
  };
  if (settings_.uses_feedback && !has(decide::PolicyKind::kPos) &&
      !has(decide::PolicyKind::kRandom)) {
    settings_.policies.push_back(decide::PolicyKind::kPos);
  }
}

Or<void> Parser::failures() {
  const std::string list = MJ_TRY(value("--fail-on"));
  settings_.fails_on_exception = settings_.fails_on_exit = settings_.fails_on_deadlock = false;
  for (const std::string& word : words_of(list)) {
    if (word == "exception") {
      settings_.fails_on_exception = true;
    } else if (word == "exit") {
      settings_.fails_on_exit = true;
    } else if (word == "deadlock") {
      settings_.fails_on_deadlock = true;
    } else if (word == "output") {
      settings_.same_output = true;
    } else {
      return Error("--fail-on takes exception, exit, deadlock and output, not \"" + word + "\"");
    }
  }
  return {};
}

Or<void> Parser::report() {
  const std::string word = MJ_TRY(value("--report"));
  if (const auto path = behind(word, "json:"); path && !path->empty()) {
    settings_.json_path = *path;
  } else if (const auto xml = behind(word, "junit:"); xml && !xml->empty()) {
    settings_.junit_path = *xml;
  } else {
    return Error("--report takes json:FILE or junit:FILE, not \"" + word + "\"");
  }
  return {};
}

Or<void> Parser::shard() {
  const std::string word = MJ_TRY(value("--shard"));
  const std::size_t slash = std::min(word.find('/'), word.size());
  settings_.shards = MJ_TRY(number(
      "--shard i/n", slash == word.size() ? std::string() : word.substr(slash + 1), 1, 1'000'000));
  settings_.shard = MJ_TRY(number("--shard i/n", word.substr(0, slash), 1, settings_.shards));
  return {};
}

// Returns true for an option on which a run depends, so that it stands in a schedule's header
// (vm/boot/schedule_choice.h).
bool is_flag_of_schedules(const std::string& word) {
  constexpr const char* kBeginnings[] = {
      "-XX:FairTicks=",           "-XX:DataSeed=",           "-XX:VirtualEpoch=",
      "-XX:TickNanos=",           "-XX:PreemptScope=",       "-XX:+QuietLibrary",
      "-XX:-QuietLibrary",        "-XX:+SpuriousWakeups",    "-XX:-SpuriousWakeups",
      "-XX:+SpuriousCasFailures", "-XX:-SpuriousCasFailures"};
  return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](const char* beginning) { return word.starts_with(beginning); });
}

// Reads what is the explorer's of an option that goes to the VM.
Or<void> Parser::java_option() {
  const std::string& word = words_[at_];
  settings_.java_words.push_back(word);
  if (const auto at = behind(word, "-XX:PreemptAt=")) {
    settings_.asks_at_operations = *at == "sync";
    settings_.asks_at_accesses = *at == "access" || *at == "races";
    settings_.asks_at_races = *at == "races";
    if (settings_.asks_at_races) {
      settings_.java_words.pop_back();  // of a run: the VM that serves runs knows no variables yet
    }
  } else if (const auto steps = behind(word, "-XX:StepLimit=")) {
    settings_.steps = vm::parse_size(*steps).value_or(0);
  } else if (const auto time = behind(word, "-XX:VirtualTimeLimit=")) {
    settings_.virtual_ms = vm::parse_size(*time).value_or(0);
  } else if (const auto wall = behind(word, "-XX:WallTimeLimit=")) {
    settings_.java_words.pop_back();  // of a run, not of the VM that serves runs
    settings_.wall_ms = MJ_TRY(number("-XX:WallTimeLimit", *wall, 0, kMost));
  } else if (is_flag_of_schedules(word)) {
    settings_.schedule_flags.push_back(word.substr(4));
  }
  if (vm::takes_next_word(word) && at_ + 1 < words_.size()) {
    settings_.java_words.push_back(words_[++at_]);
  }
  return {};
}

}  // namespace

Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words) {
  return Parser(words).parse();
}

}  // namespace minijvm::explore
