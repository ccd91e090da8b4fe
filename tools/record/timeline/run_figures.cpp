// A line has a word, numbers, and perhaps a name, which comes last, since it may hold spaces.
#include "tools/record/timeline/run_figures.h"

#include <fmt/format.h>

#include <charconv>

namespace minijvm::vm::record {
namespace {

constexpr std::string_view kHeadline = "minijvm run figures 1\n";

// Takes the text up to `end` and the end itself away from the front of `text`.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

std::int64_t take_number(std::string_view& line) {
  const std::string_view word = take_until(line, ' ');
  std::int64_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

void read_line(std::string_view line, RunFigures& figures) {
  const std::string_view word = take_until(line, ' ');
  const std::int64_t number = take_number(line);
  const auto count = static_cast<std::uint64_t>(number);
  if (word == "main") {
    figures.main_ns = number;
  } else if (word == "lwps") {
    figures.lwps = count;
  } else if (word == "switches") {
    figures.switches = count;
  } else if (word == "contended_enters") {
    figures.contended_enters = count;
  } else if (word == "hand_overs") {
    figures.hand_overs = count;
  } else if (word == "lost") {
    figures.lost = count;
  } else if (word == "pause") {
    figures.pauses_ns.push_back(number);
  } else if (word == "state") {
    figures.states_ns[std::string(line)] = number;
  } else if (word == "lock") {
    const std::int64_t waited = take_number(line);
    figures.locks.push_back({std::string(line), number, waited});
  }
}

}  // namespace

std::string print_figures(const RunFigures& figures) {
  std::string text(kHeadline);
  if (figures.main_ns) {
    text += fmt::format("main {}\n", *figures.main_ns);
  }
  if (figures.switches) {
    text += fmt::format("switches {}\n", *figures.switches);
  }
  text += fmt::format("lwps {}\ncontended_enters {}\nhand_overs {}\nlost {}\n", figures.lwps,
                      figures.contended_enters, figures.hand_overs, figures.lost);
  for (const std::int64_t pause : figures.pauses_ns) {
    text += fmt::format("pause {}\n", pause);
  }
  for (const auto& [state, ns] : figures.states_ns) {
    text += fmt::format("state {} {}\n", ns, state);
  }
  for (const LockFigure& lock : figures.locks) {
    text += fmt::format("lock {} {} {}\n", lock.enters, lock.waited_ns, lock.of);
  }
  return text + '\n';
}

Expected<RunFigures, std::string> take_figures(std::string_view& text) {
  if (!text.starts_with(kHeadline)) {
    return Unexpected<std::string>("the VM has left no recording");
  }
  text.remove_prefix(kHeadline.size());
  RunFigures figures;
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (line.empty()) {
      return figures;
    }
    read_line(line, figures);
  }
  return Unexpected<std::string>("the VM's recording is cut off");
}

}  // namespace minijvm::vm::record
