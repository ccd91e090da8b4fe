// One page for a terminal of 100 columns. The help of an own word stays in one line.
#include <fmt/format.h>

#include "tools/guide/flags.h"
#include "tools/guide/places.h"
#include "tools/guide/words.h"

namespace minijvm::guide {
namespace {

constexpr std::size_t kHelpColumn = 32;
constexpr std::size_t kLineEnd = 98;

void append_row(std::string& page, const std::string& form, std::string_view help) {
  const std::string begin = "  " + form;
  // A form that reaches into the column of help has its help below.
  if (begin.size() + 2 > kHelpColumn) {
    page += fmt::format("{}\n{:{}}{}\n", begin, "", kHelpColumn, help);
  } else {
    page += fmt::format("{:{}}{}\n", begin, kHelpColumn, help);
  }
}

// The names of flags, as many in a line as there is room for.
std::string own_flag_lines() {
  std::string lines;
  std::string line = " ";
  for (const vm::OptionRow& row : vm::option_rows()) {
    if (!is_own_flag(row)) {
      continue;
    }
    if (line.size() + 1 + row.name.size() > kLineEnd) {
      lines += line + '\n';
      line = " ";
    }
    line += fmt::format(" {}", row.name);
  }
  return lines + line + '\n';
}

}  // namespace

std::string form_of(const vm::OwnWord& word) {
  return fmt::format("{}{}{}", word.word, word.takes_next_word() ? " " : "", word.value);
}

std::string help_page(const std::string& prefix) {
  std::string page =
      "minijvm takes all words of java (minijvm --help). These it has beside them; they stand "
      "before the\nmain class or -jar. A value is the next word, or stands behind '='.\n";
  for (const vm::OwnWords& part : vm::own_words()) {
    page += fmt::format("\n{}\n", part.heading);
    for (const vm::OwnWord& word : part.rows) {
      append_row(page, form_of(word), word.help);
    }
  }
  page +=
      "\nFlags of this VM alone, as -XX:NAME=VALUE, -XX:+NAME or -XX:-NAME; all flags with "
      "their help by\nminijvm -XX:+PrintFlagsHelp -version\n";
  page += own_flag_lines();
  const std::string place = reading_place(prefix);
  page += fmt::format("\nRead on: man minijvm{}{}\n", place.empty() ? "" : ", ", place);
  return page;
}

}  // namespace minijvm::guide
