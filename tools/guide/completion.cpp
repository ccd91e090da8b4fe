// Completion for bash and zsh. Both scripts have one list of all words that may stand before the
// main class, each with what follows it: a value that is the next word gets files, or the words of
// its form ("yes|no"). A shell that has lost sight (behind the main class) offers files.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "tools/guide/flags.h"
#include "tools/guide/words.h"

namespace minijvm::guide {
namespace {

// The words of `java` that students type; `java` itself lists them all.
constexpr std::string_view kJavaWords[] = {"-cp",
                                           "-classpath",
                                           "--class-path",
                                           "-p",
                                           "--module-path",
                                           "-m",
                                           "--module",
                                           "-jar",
                                           "-D",
                                           "-Xmx",
                                           "-Xms",
                                           "-Xss",
                                           "-Xint",
                                           "-Xlog:",
                                           "-Xshare:auto",
                                           "-Xshare:on",
                                           "-Xshare:off",
                                           "-Xshare:dump",
                                           "-ea",
                                           "-da",
                                           "-esa",
                                           "-dsa",
                                           "-verbose:gc",
                                           "-verbose:class",
                                           "-agentlib:",
                                           "-agentpath:",
                                           "-javaagent:",
                                           "--add-modules",
                                           "--add-opens",
                                           "--add-exports",
                                           "--add-reads",
                                           "--limit-modules",
                                           "--patch-module",
                                           "--enable-preview",
                                           "-version",
                                           "--version",
                                           "-showversion",
                                           "-help",
                                           "--help",
                                           "--help-extra",
                                           "--list-modules",
                                           "--describe-module",
                                           "--dry-run"};

std::vector<std::string> split(std::string_view text, char between) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Returns the words of "yes|no"; nothing if the form names a kind of value, which is in capitals.
std::vector<std::string> choices(std::string_view form) {
  const bool has_kinds = std::ranges::any_of(form, [](unsigned char c) { return std::isupper(c); });
  const bool is_choice = !has_kinds && form.find('|') != std::string_view::npos;
  return is_choice ? split(form, '|') : std::vector<std::string>();
}

// Some words have a meaning of their own for several programs.
std::vector<std::string> each_once(std::vector<std::string> words) {
  std::ranges::sort(words);
  const auto repeated = std::ranges::unique(words);
  words.erase(repeated.begin(), repeated.end());
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// A flag with a choice is a word for each: "-XX:ThreadModel=M:N".
void append_flag(const vm::OptionRow& row, std::vector<std::string>& words) {
  if (row.is_switch()) {
    words.push_back(fmt::format("-XX:+{}", row.name));
    words.push_back(fmt::format("-XX:-{}", row.name));
    return;
  }
  const std::string begin = fmt::format("-XX:{}=", row.name);
  const std::vector<std::string> values = split(row.allowed.words, ' ');
  if (values.empty()) {
    words.push_back(begin);
  }
  for (const std::string& value : values) {
    words.push_back(begin + value);
  }
}

std::vector<std::string> all_words() {
  std::vector<std::string> words(std::begin(kJavaWords), std::end(kJavaWords));
  for (const vm::OwnWords& part : vm::own_words()) {
    for (const vm::OwnWord& word : part.rows) {
      const bool is_optional = word.value.starts_with('[');
      if (is_optional || !word.value.starts_with('=')) {
        words.emplace_back(word.word);
      }
      if (is_optional) {
        words.push_back(fmt::format("{}{}", word.word, word.value[1]));
      }
    }
  }
  for (const char* set : {"models", "locks", "gang"}) {
    words.push_back(fmt::format("--compare={}", set));
  }
  for (const vm::OptionRow& row : vm::option_rows()) {
    append_flag(row, words);
  }
  return each_once(std::move(words));
}

// "--by) values='line instruction' ;;" for each word whose value is one of some words.
std::string cases_of_choices() {
  std::string cases;
  std::vector<std::string> seen;
  for (const vm::OwnWords& part : vm::own_words()) {
    for (const vm::OwnWord& word : part.rows) {
      const std::vector<std::string> values = choices(word.value);
      const std::string name(word.word);
      if (!values.empty() && std::ranges::find(seen, name) == seen.end()) {
        cases += fmt::format("    {}) values='{}' ;;\n", name, joined(values));
        seen.push_back(name);
      }
    }
  }
  return cases;
}

// Behind these words the next one is a value, of which a shell knows files only.
std::string words_with_value() {
  std::vector<std::string> words;
  for (const vm::OwnWords& part : vm::own_words()) {
    for (const vm::OwnWord& word : part.rows) {
      if (word.takes_next_word()) {
        words.emplace_back(word.word);
      }
    }
  }
  for (const std::string_view word : kJavaWords) {
    const std::string name(word);
    if (vm::takes_next_word(name) || name == "-jar" || name == "-m" || name == "--module") {
      words.push_back(name);
    }
  }
  return fmt::format("{}", fmt::join(each_once(std::move(words)), "|"));
}

constexpr const char* kBash =
    R"(# Completion of minijvm for bash. Made by minijvm-guide from the tables of words and flags.
_minijvm() {{
  # bash splits words at '=' and ':', so the word that is typed is cut from the line.
  local line=${{COMP_LINE:0:COMP_POINT}}
  local current=${{line##*[[:space:]]}}
  local before=${{line%"$current"}}
  before=${{before%"${{before##*[![:space:]]}}"}}
  local previous=${{before##*[[:space:]]}}
  local values=
  case $previous in
{1}    {2})
      COMPREPLY=($(compgen -f -- "$current"))
      compopt -o filenames 2>/dev/null
      return ;;
  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ -z $current || $current == -* ]]; then
    COMPREPLY=($(compgen -W '{0}' -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
  # Only what stands behind the last '=' or ':' is replaced.
  local rest=${{current##*[=:]}}
  local kept=${{current%"$rest"}}
  COMPREPLY=("${{COMPREPLY[@]#"$kept"}}")
  [[ ${{COMPREPLY[0]-}} == *[=:] ]] && compopt -o nospace 2>/dev/null
  return 0
}}
complete -F _minijvm minijvm
)";

constexpr const char* kZsh = R"(#compdef minijvm
# Completion of minijvm for zsh. Made by minijvm-guide from the tables of words and flags.
_minijvm() {{
  local previous=$words[CURRENT-1] values=
  case $previous in
{1}    {2})
      _files
      return ;;
  esac
  if [[ -n $values ]]; then
    compadd -- ${{=values}}
  elif [[ -z $PREFIX || $PREFIX == -* ]]; then
    compadd -- {0}
  else
    _files
  fi
}}
_minijvm "$@"
)";

}  // namespace

std::string bash_completion() {
  return fmt::format(kBash, joined(all_words()), cases_of_choices(), words_with_value());
}

std::string zsh_completion() {
  return fmt::format(kZsh, joined(all_words()), cases_of_choices(), words_with_value());
}

}  // namespace minijvm::guide
