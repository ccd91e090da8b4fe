// Lays the columns out. One thread acts in each row, so a long text may run into the next columns.
#include "tools/explore/search/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace minijvm::explore {
namespace {

constexpr std::size_t kColumn = 26;
// A longer table shows this many rows, and of these, this many before the first preemption.
constexpr std::size_t kMostRows = 120;
constexpr std::size_t kBefore = 50;

class Table {
 public:
  explicit Table(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      Step step = parse_step(line);
      if (step.is_private) {
        continue;
      }
      steps_.push_back(std::move(step));
      // The names of threads are paths, so the map's order is by birth for up to nine children.
      columns_.try_emplace(steps_.back().thread, 0);
      names_.emplace(steps_.back().thread, steps_.back().name);
    }
    std::size_t column = 0;
    for (auto& [thread, at] : columns_) {
      at = column++;
    }
  }

  std::string text() {
    std::string header = "  step  ";
    for (const auto& [thread, at] : columns_) {
      const std::string& name = names_[thread];
      header += fmt::format("{:<{}}", name == thread ? name : name + " (" + thread + ")", kColumn);
    }
    header.erase(header.find_last_not_of(' ') + 1);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      add(steps_[i]);
    }
    // The rows around the first preemption say most.
    const std::size_t begin = first_mark_ > kBefore ? first_mark_ - kBefore : 0;
    const std::size_t from = rows_.size() > kMostRows ? begin : 0;
    const std::size_t to = std::min(from + kMostRows, rows_.size());
    std::string text = header + '\n' + left_out(from);
    for (std::size_t i = from; i < to; ++i) {
      text += rows_[i] + '\n';
    }
    text += left_out(rows_.size() - to);
    return text;
  }

 private:
  static std::string left_out(std::size_t rows) {
    return rows == 0 ? "" : fmt::format("        ... {} rows ...\n", rows);
  }

  void add(const Step& step) {
    const std::size_t indent = columns_[step.thread] * kColumn;
    std::string& last_place = places_[step.thread];
    if (!step.place.empty() && step.place != last_place) {
      rows_.push_back(fmt::format("        {:{}}{}", "", indent, step.place));
      last_place = step.place;
    }
    if (is_mark(step) && first_mark_ == 0) {
      first_mark_ = rows_.size();
    }
    rows_.push_back(fmt::format("  {:>4}  {:{}}{}{}",
                                is_mark(step) ? "" : std::to_string(++number_), "", indent,
                                step.place.empty() ? "" : "  ", step.text));
  }

  std::vector<Step> steps_;
  std::map<std::string, std::size_t> columns_;
  std::map<std::string, std::string> names_;
  std::map<std::string, std::string> places_;  // where each thread was last
  std::vector<std::string> rows_;
  std::size_t number_ = 0;
  std::size_t first_mark_ = 0;  // its row
};

}  // namespace

Step parse_step(const std::string& line) {
  Step step;
  std::string* fields[] = {&step.thread, &step.name, &step.place, &step.text};
  std::size_t at = 0;
  for (std::string* field : fields) {
    const std::size_t end =
        field == &step.text ? line.size() : std::min(line.find('\t', at), line.size());
    *field = line.substr(std::min(at, line.size()), end - std::min(at, line.size()));
    at = end + 1;
  }
  constexpr std::string_view kPrivate = "\tprivate";
  step.is_private = step.text.ends_with(kPrivate);
  if (step.is_private) {
    step.text.erase(step.text.size() - kPrivate.size());
  }
  return step;
}

bool is_mark(const Step& step) { return step.text.starts_with("----"); }

std::string table_text(const std::vector<std::string>& steps) { return Table(steps).text(); }

}  // namespace minijvm::explore
