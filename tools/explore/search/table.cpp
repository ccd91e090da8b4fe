// Lays the columns out. One thread acts in each row, so a long text may run into the next columns.
#include "tools/explore/search/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace minijvm::explore {
namespace {

constexpr std::size_t kColumn = 26;
// A longer table shows as many rows of its beginning and of its end.
constexpr std::size_t kHalf = 60;

class Table {
 public:
  explicit Table(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      steps_.push_back(parse_step(line));
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
    std::string text = header + '\n';
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_.size() > 2 * kHalf && i == kHalf) {
        text += fmt::format("        ... {} rows ...\n", rows_.size() - 2 * kHalf);
        i = rows_.size() - kHalf;
      }
      text += rows_[i] + '\n';
    }
    return text;
  }

 private:
  void add(const Step& step) {
    const std::size_t indent = columns_[step.thread] * kColumn;
    std::string& last_place = places_[step.thread];
    if (!step.place.empty() && step.place != last_place) {
      rows_.push_back(fmt::format("        {:{}}{}", "", indent, step.place));
      last_place = step.place;
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
  return step;
}

bool is_mark(const Step& step) { return step.text.starts_with("----"); }

std::string table_text(const std::vector<std::string>& steps) { return Table(steps).text(); }

}  // namespace minijvm::explore
