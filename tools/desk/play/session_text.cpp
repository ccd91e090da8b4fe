// Reads line by line, and schedules item by item.
#include "tools/desk/play/session_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <sstream>

namespace minijvm::desk {
namespace {

constexpr std::string_view kCommand = "(step) ";
constexpr std::string_view kRun = "# run:";
constexpr std::string_view kAll = "...";
constexpr std::uint64_t kMostSteps = 1'000'000;

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) {
    words.push_back(word);
  }
  return words;
}

// One item of a schedule: `one*4`, `one`, `"worker 1"*3`. Removes it from the text. Returns nothing
// if it cannot be read.
struct Item {
  std::string thread;
  std::uint64_t steps = 1;
};

std::optional<std::string> take_name(std::string_view& text) {
  const bool is_quoted = text.starts_with('"');
  text.remove_prefix(is_quoted ? 1 : 0);
  const std::size_t end = text.find_first_of(is_quoted ? "\"" : "* \t\n");
  if (is_quoted && end == std::string_view::npos) {
    return std::nullopt;
  }
  std::string name(text.substr(0, end));
  text.remove_prefix(std::min(end, text.size()));
  text.remove_prefix(is_quoted ? 1 : 0);
  return name.empty() ? std::nullopt : std::optional(name);
}

std::optional<Item> take_item(std::string_view& text) {
  const std::optional<std::string> name = take_name(text);
  if (!name) {
    return std::nullopt;
  }
  Item item{*name, 1};
  if (text.starts_with('*')) {
    text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), item.steps);
    if (error != std::errc() || item.steps == 0 || item.steps > kMostSteps) {
      return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  const bool ends = text.empty() || text.find_first_of(" \t\n") == 0;
  return ends ? std::optional(item) : std::nullopt;
}

}  // namespace

SessionText parse_session(std::string_view text) {
  SessionText session;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(kCommand)) {
      session.commands.push_back(line.substr(kCommand.size()));
    } else if (line.starts_with(kRun) && session.commands.empty()) {
      session.run = words_of(std::string_view(line).substr(kRun.size()));
    }
  }
  return session;
}

Expected<std::vector<std::string>, std::string> commands_of_schedule(std::string_view schedule,
                                                                     bool by_line) {
  std::vector<std::string> commands;
  std::string_view rest = schedule;
  const auto skip_blanks = [&] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\n"), rest.size()));
  };
  for (skip_blanks(); !rest.empty(); skip_blanks()) {
    const std::string before(rest);
    const std::optional<Item> item = take_item(rest);
    if (!item) {
      return Unexpected<std::string>(fmt::format(
          "a schedule is written like 'one*4 two*2 \"worker 1\"*3', which this is not: {}",
          before));
    }
    const std::string quote = item->thread.find(' ') == std::string::npos ? "" : "\"";
    const std::string name = quote + item->thread + quote;
    if (item->thread == kAll) {
      commands.emplace_back("continue");
    } else if (by_line) {
      commands.push_back("thread " + item->thread);
      commands.insert(commands.end(), item->steps, "step line");
    } else {
      commands.insert(commands.end(), item->steps, fmt::format("play {}*1", name));
    }
  }
  commands.emplace_back("continue");
  return commands;
}

}  // namespace minijvm::desk
