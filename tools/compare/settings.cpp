// Reads one word after the other. An option that is not the comparison's own
// (vm/boot/launcher/own_words.h) is java's.
#include "tools/compare/settings.h"

#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

#include "vm/boot/launcher/own_words.h"
#include "vm/boot/option_words.h"

namespace minijvm::compare {
namespace {

constexpr std::uint64_t kMostRounds = 1000;
constexpr std::uint64_t kMostSeconds = 1'000'000;

using Error = Unexpected<std::string>;
template <class T>
using Or = Expected<T, std::string>;

Or<std::uint64_t> number(const std::string& option, const std::string& word, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < 1 || value > most) {
    return Error(option + " takes a number from 1 to " + std::to_string(most) + ", not \"" + word +
                 "\"");
  }
  return value;
}

// The words that name the program take the next word as well.
bool names_program(const std::string& word) {
  return word == "-jar" || word == "-m" || word == "--module";
}

// Returns why an option cannot be given to several runs, or "".
std::string complaint_about(const std::string& word) {
  if (word.starts_with("-XX:StartTimeline=")) {
    return "--compare records each variant itself: leave out -XX:StartTimeline";
  }
  if (word.starts_with("--explore") || word == "--diff" || word == "-XX:+CheckDeterminism" ||
      word.starts_with("--step") || word.starts_with("-Xstep")) {
    return "--compare does not go with " + word;
  }
  return "";
}

// "bank-compare.html" for the class money.Bank, and "app-compare.html" for the file lib/app.jar.
std::string page_name(const std::string& program) {
  std::string name = title_of(program);
  name.erase(name.ends_with(".jar") ? name.size() - 4 : name.size());
  for (char& letter : name) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return name + "-compare.html";
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& words) : words_(words) {}

  Or<Settings> parse() {
    for (; at_ < words_.size() && words_[at_].size() > 1 && words_[at_][0] == '-'; ++at_) {
      if (names_program(words_[at_])) {
        break;
      }
      const bool is_in_table = vm::find_own_word(words_[at_], vm::kCompare) != nullptr;
      const bool is_own = is_in_table && MJ_TRY(own_option());
      if (!is_own) {
        MJ_TRY(java_option());
      }
    }
    const std::size_t named = at_ + (at_ < words_.size() && names_program(words_[at_]) ? 1 : 0);
    if (named >= words_.size()) {
      return Error("--compare needs a main class or a jar");
    }
    settings_.program = words_[named];
    settings_.program_words.assign(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    if (!settings_.asked_for_page) {
      settings_.page = page_name(settings_.program);
    }
    return std::move(settings_);
  }

 private:
  Or<std::string> next_word(const char* option) {
    if (at_ + 1 == words_.size()) {
      return Error(std::string(option) + " needs a value");
    }
    return words_[++at_];
  }

  // The value of an option, which is the rest of its word behind "=", or else the next word.
  Or<std::string> value(const char* option) {
    const auto rest = vm::behind(words_[at_], std::string(option) + "=");
    return rest ? Or<std::string>(*rest) : next_word(option);
  }

  bool is(const char* option) const {
    return words_[at_] == option || words_[at_].starts_with(std::string(option) + "=");
  }

  Or<bool> own_option() {
    if (is("--compare")) {
      settings_.set = MJ_TRY(variants_of(vm::behind(words_[at_], "--compare=").value_or("")));
      MJ_TRY(check_variants());
    } else if (is("--runs")) {
      const std::string word = MJ_TRY(value("--runs"));
      settings_.rounds = MJ_TRY(number("--runs", word, kMostRounds));
    } else if (is("--for")) {
      const std::string word = MJ_TRY(value("--for"));
      settings_.seconds = MJ_TRY(number("--for", word, kMostSeconds));
    } else if (words_[at_] == "-o") {
      MJ_TRY(page());
    } else {
      return false;
    }
    return true;
  }

  Or<void> check_variants() const {
    for (const Variant& variant : settings_.set.variants) {
      for (const std::string& word : variant.options) {
        if (const std::string complaint = complaint_about(word); !complaint.empty()) {
          return Error(complaint);
        }
      }
    }
    return {};
  }

  Or<void> page() {
    settings_.page = MJ_TRY(next_word("-o"));
    settings_.asked_for_page = true;
    if (!settings_.page.ends_with(".html")) {
      return Error("-o takes the name of a page, which ends in .html, not \"" + settings_.page +
                   "\"");
    }
    return {};
  }

  Or<void> java_option() {
    const std::string& word = words_[at_];
    if (const std::string complaint = complaint_about(word); !complaint.empty()) {
      return Error(complaint);
    }
    settings_.options.push_back(word);
    if (vm::takes_next_word(word) && at_ + 1 < words_.size()) {
      settings_.options.push_back(words_[++at_]);
    }
    return {};
  }

  const std::vector<std::string>& words_;
  std::size_t at_ = 0;
  Settings settings_;
};

}  // namespace

Expected<Settings, std::string> parse_settings(const std::vector<std::string>& words) {
  return Parser(words).parse();
}

std::vector<std::string> words_of_run(const Settings& settings, const Variant& variant) {
  std::vector<std::string> words;
  for (const auto* part :
       {&settings.set.options, &settings.options, &variant.options, &settings.program_words}) {
    words.insert(words.end(), part->begin(), part->end());
  }
  return words;
}

std::string title_of(const std::string& program) {
  const char* ends = program.ends_with(".jar") ? "/" : "./";
  return program.substr(program.find_last_of(ends) + 1);
}

std::string text_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace minijvm::compare
