// Reads one word after the other. An option that is not the desk's own
// (vm/boot/launcher/own_words.h) is java's, and goes to the VM.
#include "tools/desk/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "tools/desk/option_values.h"
#include "vm/boot/launcher/own_words.h"
#include "vm/boot/option_words.h"

namespace minijvm::desk {
namespace {

using Error = Unexpected<std::string>;
template <class T>
using Or = Expected<T, std::string>;

constexpr std::uint64_t kMostSteps = 1'000'000;
constexpr std::uint64_t kMostPort = 65535;

struct FrontName {
  std::string_view name;
  Front front;
  vm::Reader reader;
};
constexpr FrontName kFronts[] = {{"web", Front::kWeb, vm::kWeb},
                                 {"record", Front::kRecord, vm::kRecord},
                                 {"play", Front::kPlay, vm::kPlay},
                                 {"dap", Front::kDap, vm::kDap}};
constexpr std::uint32_t kAllFronts = vm::kWeb | vm::kRecord | vm::kPlay | vm::kDap;

const vm::OwnWord* find_option(const std::string& word) {
  return vm::find_own_word(word, kAllFronts);
}

// "--step=web, record and play": for which an option does something.
std::string fronts_of(const vm::OwnWord& option) {
  std::vector<std::string_view> names;
  for (const FrontName& front : kFronts) {
    if ((option.readers & front.reader) != 0) {
      names.push_back(front.name);
    }
  }
  const std::string_view last = names.back();
  names.pop_back();
  return names.empty() ? fmt::format("--step={}", last)
                       : fmt::format("--step={} and {}", fmt::join(names, ", "), last);
}

// The words that name the program take the next word as well.
bool names_program(const std::string& word) {
  return word == "-jar" || word == "-m" || word == "--module";
}

// Returns why a word cannot be given to a VM that the desk starts, or "".
std::string complaint_about(const std::string& word) {
  for (const char* other : {"--explore", "--diff", "--compare", "-Xstep", "--step"}) {
    if (word.starts_with(other)) {
      return fmt::format("--step=web, record, play and dap do not go with {}", word);
    }
  }
  return word == "-XX:+CheckDeterminism" ? "the stepper does not go with " + word : "";
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  Or<Settings> parse() {
    MJ_TRY(find_front());
    MJ_TRY(read(words_));
    MJ_TRY(take_session());
    MJ_TRY(check());
    settings_.vm.words = options_;
    settings_.vm.words.insert(settings_.vm.words.end(), program_words_.begin(),
                              program_words_.end());
    settings_.command = fmt::format("minijvm {}", fmt::join(words_, " "));
    return std::move(settings_);
  }

 private:
  // The front says which options do something, so it is found first.
  Or<void> find_front();
  Or<void> take_front(const std::string& name);
  // Reads words up to the main class, and takes the program if there is none yet.
  Or<void> read(const std::vector<std::string>& words);
  Or<bool> own_option(const std::vector<std::string>& words, std::size_t& at);
  Or<void> take(const std::string& name, const std::string& value);
  Or<void> take_number(const std::string& name, const std::string& value);
  Or<void> take_session();
  Or<void> check();
  Or<void> check_record();
  Or<void> check_play() const;

  const std::vector<std::string>& words_;
  Settings settings_;
  vm::Reader reader_ = vm::kWeb;            // the front, as the table of words calls it
  std::vector<std::string> options_;        // java's
  std::vector<std::string> program_words_;  // from the main class, or from -jar, on
  std::string schedule_;
  std::string by_;
  std::string session_;  // the file's name
};

Or<void> Parser::find_front() {
  for (std::size_t i = 0; i < words_.size() && words_[i].starts_with('-'); ++i) {
    if (words_[i].starts_with("--step=")) {
      return take_front(words_[i].substr(std::string_view("--step=").size()));
    }
    const vm::OwnWord* own = find_option(words_[i]);
    const bool has_value = own != nullptr && words_[i] == own->word
                               ? own->takes_next_word()
                               : vm::takes_next_word(words_[i]);
    i += has_value ? 1 : 0;
  }
  return Error("the desk is for --step=web, record, play and dap");
}

Or<void> Parser::take_front(const std::string& name) {
  for (const FrontName& known : kFronts) {
    if (name == known.name) {
      settings_.front = known.front;
      reader_ = known.reader;
      return {};
    }
  }
  if (const auto port = vm::behind(name, "dap:")) {
    settings_.front = Front::kDap;
    reader_ = vm::kDap;
    // 0 lets the kernel choose.
    settings_.dap_port =
        *port == "0" ? 0 : static_cast<int>(MJ_TRY(number("--step=dap:", *port, kMostPort)));
    return {};
  }
  return Error(
      fmt::format("--step={} is not known: there are --step, --step=json, --step=web, "
                  "--step=record, --step=play, --step=dap and --step=dap:PORT",
                  name));
}

Or<void> Parser::read(const std::vector<std::string>& words) {
  std::size_t at = 0;
  for (; at < words.size() && words[at].size() > 1 && words[at][0] == '-'; ++at) {
    const std::string& word = words[at];
    if (names_program(word)) {
      break;
    }
    if (word.starts_with("--step=") && &words == &words_) {
      continue;
    }
    const bool is_own = MJ_TRY(own_option(words, at));
    if (is_own) {
      continue;
    }
    if (const std::string complaint = complaint_about(word); !complaint.empty()) {
      return Error(complaint);
    }
    options_.push_back(word);
    if (vm::takes_next_word(word) && at + 1 < words.size()) {
      options_.push_back(words[++at]);
    }
  }
  const std::size_t named = at + (at < words.size() && names_program(words[at]) ? 1 : 0);
  if (program_words_.empty() && named < words.size()) {
    settings_.program = words[named];
    program_words_.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
  }
  return {};
}

Or<bool> Parser::own_option(const std::vector<std::string>& words, std::size_t& at) {
  const vm::OwnWord* option = find_option(words[at]);
  // A word that chooses the front was taken, and a second one is a complaint.
  if (option == nullptr || option->word.starts_with("--step")) {
    return false;
  }
  if ((option->readers & reader_) == 0) {
    return Error(
        fmt::format("{} does nothing here: it is for {}", option->word, fronts_of(*option)));
  }
  const std::string name(option->word);
  std::string value = vm::behind(words[at], name + "=").value_or("");
  if (option->takes_next_word() && words[at] == name) {
    if (at + 1 == words.size()) {
      return Error(fmt::format("{} needs a value", name));
    }
    value = words[++at];
  }
  MJ_TRY(take(name, value));
  return true;
}

Or<void> Parser::take(const std::string& name, const std::string& value) {
  if (name == "--break") {
    settings_.vm.breaks.push_back(value);
  } else if (name == "--source") {
    settings_.source_path = value;
  } else if (name == "--session") {
    session_ = value;
  } else if (name == "--schedule") {
    schedule_ = value;
  } else if (name == "-o") {
    settings_.output = value;
  } else if (name == "--expect") {
    settings_.expected = value;
  } else if (name == "--report") {
    settings_.report = value;
  } else if (name == "--lecture") {
    settings_.is_lecture = true;
  } else if (name == "--open") {
    settings_.opens = true;
  } else if (name == "--limit") {
    settings_.limit = MJ_TRY(time_span(name, value));
  } else if (name == "--by") {
    by_ = value;
    if (by_ != "line" && by_ != "instruction") {
      return Error(fmt::format("--by takes line or instruction, not \"{}\"", value));
    }
  } else {
    return take_number(name, value);
  }
  return {};
}

Or<void> Parser::take_number(const std::string& name, const std::string& value) {
  if (name == "--until") {
    settings_.until = MJ_TRY(number(name, value, kMostSteps));
  } else {
    settings_.port = static_cast<int>(MJ_TRY(number(name, value, kMostPort)));
  }
  return {};
}

// The options of the session's file come after those of the command line, and its program counts
// where the command line has none.
Or<void> Parser::take_session() {
  settings_.by_line = by_.empty() ? schedule_.empty() : by_ == "line";
  if (!session_.empty() && !schedule_.empty()) {
    return Error("--session and --schedule both say what is done: leave one out");
  }
  if (!session_.empty()) {
    const std::string text = MJ_TRY(content_of("--session", session_));
    const SessionText session = parse_session(text);
    if (session.commands.empty()) {
      return Error(fmt::format("{} has no command: a line that begins with \"(step) \"", session_));
    }
    settings_.commands = session.commands;
    settings_.is_session = true;
    MJ_TRY(read(session.run));
  } else if (!schedule_.empty()) {
    settings_.commands = MJ_TRY(commands_of_schedule(schedule_, settings_.by_line));
  }
  return {};
}

Or<void> Parser::check() {
  if (settings_.front == Front::kDap) {
    return {};
  }
  if (settings_.program.empty()) {
    return Error("the stepper needs a main class or a jar");
  }
  if (settings_.front == Front::kRecord) {
    return check_record();
  }
  if (settings_.front == Front::kPlay) {
    return check_play();
  }
  return {};
}

// "race.html" for the class Race, "app.html" for lib/app.jar.
Or<void> Parser::check_record() {
  std::string& output = settings_.output;
  if (output.empty()) {
    output = title_of(settings_.program);
    output.erase(output.ends_with(".jar") ? output.size() - 4 : output.size());
    for (char& letter : output) {
      letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    output += ".html";
  }
  if (!output.ends_with(".html") && !output.ends_with(".json")) {
    return Error(fmt::format("-o takes a name that ends in .html or .json, not \"{}\"", output));
  }
  return {};
}

Or<void> Parser::check_play() const {
  if (!settings_.commands) {
    return Error("--step=play needs --session FILE or --schedule TEXT");
  }
  if (settings_.expected.empty()) {
    return Error("--step=play needs --expect TEXT");
  }
  return {};
}

}  // namespace

Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words) {
  return Parser(words).parse();
}

std::string title_of(const std::string& program) {
  const std::string name = program.substr(program.rfind('/') + 1);
  return name.ends_with(".jar") ? name : name.substr(name.rfind('.') + 1);
}

}  // namespace minijvm::desk
