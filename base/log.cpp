#include "base/log.h"

#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <string>

namespace minijvm {
namespace log_detail {

std::atomic<LogLevel> levels[static_cast<int>(LogTag::kCount)];

}  // namespace log_detail

namespace {

constexpr const char* kTagNames[] = {
#define MJ_LOG_NAME(name) #name,
    MJ_LOG_TAGS(MJ_LOG_NAME)
#undef MJ_LOG_NAME
};
constexpr const char* kLevelNames[] = {"off", "error", "warning", "info", "debug", "trace"};
constexpr int kTagCount = static_cast<int>(LogTag::kCount);

std::atomic<std::FILE*> destination{nullptr};  // null: stdout, as HotSpot does

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

const double start_s = now_s();

// "all", a tag, a tag with * for its whole family (gc* = gc, gcheap, ...), or a HotSpot family gc+heap = gcheap.
bool tag_matches(std::string_view pattern, std::string_view tag) {
  if (pattern == "all") {
    return true;
  }
  std::string joined;
  for (char c : pattern) {
    if (c != '+') {
      joined.push_back(c);
    }
  }
  if (!joined.empty() && joined.back() == '*') {
    joined.pop_back();
    return tag.substr(0, joined.size()) == joined;
  }
  return tag == joined;
}

bool parse_level(std::string_view name, LogLevel& level) {
  for (int i = 0; i < 6; ++i) {
    if (name == kLevelNames[i]) {
      level = static_cast<LogLevel>(i);
      return true;
    }
  }
  return false;
}

// One selection "tag=level" or "tag" (info). Unknown tags are ignored: HotSpot has many that we do not.
// Without `apply` it is only looked at, so that a malformed list changes nothing.
bool apply_selection(std::string_view selection, bool apply = true) {
  LogLevel level = LogLevel::kInfo;
  std::string_view tag = selection;
  if (std::size_t equals = selection.find('='); equals != std::string_view::npos) {
    tag = selection.substr(0, equals);
    if (!parse_level(selection.substr(equals + 1), level)) {
      return false;
    }
  }
  for (int i = 0; apply && i < kTagCount; ++i) {
    if (tag_matches(tag, kTagNames[i])) {
      log_detail::levels[i].store(level, std::memory_order_relaxed);
    }
  }
  return true;
}

bool apply_list(std::string_view selections, bool apply) {
  while (!selections.empty()) {
    std::size_t comma = selections.find(',');
    if (!apply_selection(selections.substr(0, comma), apply)) {
      return false;
    }
    selections = comma == std::string_view::npos ? std::string_view{} : selections.substr(comma + 1);
  }
  return true;
}

bool apply_output(std::string_view output) {
  if (output.empty() || output == "stdout") {
    return true;
  }
  if (output == "stderr") {
    destination.store(stderr, std::memory_order_relaxed);
    return true;
  }
  if (output.substr(0, 5) == "file=") {
    output.remove_prefix(5);
  }
  std::FILE* file = std::fopen(std::string(output).c_str(), "we");
  destination.store(file, std::memory_order_relaxed);
  return file != nullptr;
}

}  // namespace

namespace log_detail {

void write(LogTag tag, LogLevel level, const char* format, ...) {
  char line[1024];
  int used = std::snprintf(line, sizeof line, "[%.3fs][%s][%s] ", now_s() - start_s, kLevelNames[static_cast<int>(level)], kTagNames[static_cast<int>(tag)]);
  va_list values;
  va_start(values, format);
  std::vsnprintf(line + used, sizeof line - static_cast<std::size_t>(used) - 1, format, values);
  va_end(values);
  std::FILE* out = destination.load(std::memory_order_relaxed);
  std::fprintf(out == nullptr ? stdout : out, "%s\n", line);
}

}  // namespace log_detail

bool configure_log(std::string_view what) {
  if (what.empty()) {
    return apply_selection("all=info");
  }
  std::size_t colon = what.find(':');
  std::string_view selections = what.substr(0, colon);
  if (selections == "disable") {
    return apply_selection("all=off");
  }
  if (!apply_list(selections, false)) {
    return false;
  }
  apply_list(selections, true);
  if (colon == std::string_view::npos) {
    return true;
  }
  std::string_view output = what.substr(colon + 1);
  return apply_output(output.substr(0, output.find(':')));
}

}  // namespace minijvm
