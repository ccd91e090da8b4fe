// Writes log lines and parses -Xlog: which tags go to which outputs, and what stands before a line.
// MJ_LOG asks log_enabled() and comes here only for a line that some output shows. Callers are in
// any thread state; nothing here touches the Java heap.
#include "base/log.h"

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>

#include "base/atomic.h"
#include "base/log/log_control.h"
#include "base/log/log_decorators.h"
#include "base/log/log_words.h"
#include "base/native_mutex.h"

namespace minijvm {

constinit LogState log_state;

namespace {

constexpr int kTagCount = static_cast<int>(LogTag::kCount);

// Runs when the library is loaded: uptime counts from here.
[[gnu::constructor]] void note_start() { log_state.start_s = monotonic_seconds(); }

// HOTSPOT: a line has these decorators if the argument chooses none.
constexpr unsigned kUsualDecorators = 1U << kUptime | 1U << kLevel | 1U << kLabel;

// An output of lines is stdout, stderr or a file, each with its own choice of tags and decorators.
// No output is ever closed, because another thread may be about to write a line to it.
struct Output {
  std::string name;
  std::FILE* file = nullptr;
  Atomic<LogLevel> levels[kTagCount];
  Atomic<unsigned> decorators{kUsualDecorators};
  // True once a command has changed the choice while the program runs.
  Atomic<bool> is_reconfigured{false};
  // For each decorator the longest text so far; lines are padded to it.
  Atomic<std::size_t> widths[kDecorators];
};
}  // namespace

// Holds all outputs. Threads that write lines walk over them without a lock, so they are a fixed
// array that only grows.
class LogOutputs {
 public:
  LogOutputs() {
    open("stdout", stdout);
    open("stderr", stderr);
  }

  // Adds an output, or returns null if the array is full.
  Output* open(const std::string& name, std::FILE* file) MJ_REQUIRES(configuring) {
    const int at = count_.load(std::memory_order_relaxed);
    if (at == kMost) {
      return nullptr;
    }
    outputs_[at].name = name;
    outputs_[at].file = file;
    // release: pairs with the load in opened(); the new output is complete before others see it.
    count_.store(at + 1, std::memory_order_release);
    return &outputs_[at];
  }

  // Returns the outputs that exist so far, stdout first, then stderr.
  std::span<Output> opened() {
    // acquire: pairs with the store in open()
    return {outputs_, static_cast<std::size_t>(count_.load(std::memory_order_acquire))};
  }

  // Serializes the parsing of -Xlog arguments. Writers of lines never take it.
  NativeMutex configuring;  // base is below sync

 private:
  static constexpr int kMost = 16;
  Output outputs_[kMost];
  Atomic<int> count_{0};
};

namespace {

// Returns all outputs, stdout first.
std::span<Output> opened_outputs() { return log_state.outputs->opened(); }

Output& stdout_output() { return opened_outputs().front(); }

// Computes for each tag the one level that MJ_LOG asks: the most detailed that any output shows.
void renew_levels() {
  for (int tag = 0; tag < kTagCount; ++tag) {
    LogLevel most = LogLevel::kOff;
    for (const Output& output : opened_outputs()) {
      most = std::max(most, output.levels[tag].load(std::memory_order_relaxed));
    }
    log_state.levels[tag].store(most, std::memory_order_relaxed);
  }
}

// Returns what stands before the text of a line. HOTSPOT: each decorator is padded to the widest
// text that it has had on this output, so that the columns of later lines align.
std::string opening_of(Output& output, std::string_view label, LogLevel level) {
  std::string opening;
  for (int which = 0; which < kDecorators; ++which) {
    // The load is relaxed: two threads may both widen a column, and one line is narrower at worst.
    if ((output.decorators.load(std::memory_order_relaxed) >> which & 1) == 0) {
      continue;
    }
    std::string text = log_decorator_text(which, label, level);
    const std::size_t widest =
        std::max(output.widths[which].load(std::memory_order_relaxed), text.size());
    output.widths[which].store(widest, std::memory_order_relaxed);
    text.resize(widest, ' ');
    opening += '[' + text + ']';
  }
  return opening.empty() ? opening : opening + ' ';
}

// Writes the line by one fprintf, so that lines of two threads do not mix.
void write_line(Output& output, std::string_view label, LogLevel level, const char* text) {
  std::fprintf(output.file, "%s%s\n", opening_of(output, label, level).c_str(), text);
  // The Java program writes to the same descriptors without stdio, so nothing may stay in a buffer.
  std::fflush(output.file);
}

// Adds a line to what is wrong with an argument, and returns false.
bool complain(std::string& complaint, const std::string& text) {
  complaint += text + '\n';
  return false;
}

// Reports what is wrong with an argument of -Xlog, on stdout as HotSpot does.
void report(const std::string& complaint) {
  for (std::size_t at = 0; at < complaint.size();) {
    const std::size_t end = complaint.find('\n', at);
    write_line(stdout_output(), "logging", LogLevel::kError,
               complaint.substr(at, end - at).c_str());
    at = end + 1;
  }
}

// Turns "debug" into kDebug. Returns false for any other word.
bool parse_level(std::string_view name, LogLevel& level) {
  for (int i = 0; i < 6; ++i) {
    if (name == kLogLevelNames[i]) {
      level = static_cast<LogLevel>(i);
      return true;
    }
  }
  return false;
}

// Applies one selection: "tag=level", or "tag" for level info. If `output` is null the selection is
// only checked: configure_log checks a whole list before it applies any part of it. Tags that only
// HotSpot has are accepted and select nothing.
bool apply_selection(std::string_view selection, Output* output, std::string& complaint) {
  LogLevel level = LogLevel::kInfo;
  std::string_view tag = selection;
  if (std::size_t equals = selection.find('='); equals != std::string_view::npos) {
    tag = selection.substr(0, equals);
    if (!parse_level(selection.substr(equals + 1), level)) {
      return complain(complaint, "Invalid level '" + std::string(selection.substr(equals + 1)) +
                                     "' in log selection.");
    }
  }
  if (std::string_view word = unknown_log_word(tag); !word.empty()) {
    return complain(complaint, "Invalid tag '" + std::string(word) + "' in log selection.");
  }
  for (int i = 0; output != nullptr && i < kTagCount; ++i) {
    if (log_tag_matches(tag, log_tag_rows()[static_cast<std::size_t>(i)])) {
      output->levels[i].store(level, std::memory_order_relaxed);
    }
  }
  return true;
}

// Applies a list of selections, separated by commas. Stops at the first that is malformed.
bool apply_list(std::string_view selections, Output* output, std::string& complaint) {
  while (!selections.empty()) {
    std::size_t comma = selections.find(',');
    if (!apply_selection(selections.substr(0, comma), output, complaint)) {
      return false;
    }
    selections =
        comma == std::string_view::npos ? std::string_view{} : selections.substr(comma + 1);
  }
  return true;
}

// Finds or opens an output: "stdout", "stderr", "file=PATH" or "PATH"; empty means stdout. Returns
// null if it cannot be opened; the complaint then says why.
Output* find_output(std::string_view text, std::string& complaint)
    MJ_REQUIRES(log_state.outputs->configuring) {
  if (text.substr(0, 5) == "file=") {
    text.remove_prefix(5);
  }
  const std::string name(text.empty() ? "stdout" : text);
  for (Output& output : opened_outputs()) {
    if (output.name == name) {
      return &output;
    }
  }
  // The mode "e" closes the file on exec: a process that the Java program starts must not inherit
  // the file.
  std::FILE* file = std::fopen(name.c_str(), "we");
  if (file == nullptr) {
    complain(complaint, "Error opening log file '" + name + "': " + std::strerror(errno));
  } else if (Output* output = log_state.outputs->open(name, file)) {
    return output;
  }
  // HOTSPOT: HotSpot prints this line after every reason.
  complain(complaint,
           "Initialization of output 'file=" + name + "' using options '(null)' failed.");
  return nullptr;
}

// Chooses what stands before the lines of an output. `names` is a list such as "uptime,level,tags"
// (long or short names), or "none", or empty for no change. An unknown name changes nothing.
bool apply_decorators(std::string_view names, Output& output, std::string& complaint) {
  if (names.empty()) {
    return true;
  }
  unsigned chosen = 0;
  for (std::string_view name : split_log_words(names, ',')) {
    int which = 0;
    while (which < kDecorators && name != kLogDecoratorNames[which][0] &&
           name != kLogDecoratorNames[which][1]) {
      ++which;
    }
    if (which == kDecorators && name != "none") {
      return complain(complaint, "Invalid decorator '" + std::string(name) + "'.");
    }
    chosen |= which == kDecorators ? 0 : 1U << which;
  }
  output.decorators.store(chosen, std::memory_order_relaxed);
  return true;
}

}  // namespace

namespace log_detail {

// The text is formatted once and then written to each output that shows it.
void write(LogTag tag, LogLevel level, const char* format, ...) {
  char text[1024];
  va_list values;
  va_start(values, format);
  std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  for (Output& output : opened_outputs()) {
    if (output.levels[static_cast<int>(tag)].load(std::memory_order_relaxed) >= level) {
      write_line(output, log_tag_rows()[static_cast<std::size_t>(tag)].label, level, text);
    }
  }
}

}  // namespace log_detail

bool configure_log_output(const LogChoice& choice, std::string& complaint) {
  NativeMutexLock lock(log_state.outputs->configuring);
  // The first pass only checks, so that a malformed list changes nothing and opens no file.
  if (!apply_list(choice.selections, nullptr, complaint)) {
    return false;
  }
  Output* output = find_output(choice.output, complaint);
  if (output == nullptr) {
    return false;
  }
  apply_list(choice.selections, output, complaint);
  renew_levels();
  if (choice.while_running) {
    output->is_reconfigured.store(true, std::memory_order_relaxed);
  }
  return apply_decorators(choice.decorators, *output, complaint);
}

void disable_log() {
  NativeMutexLock lock(log_state.outputs->configuring);
  for (Output& output : opened_outputs()) {
    std::string none;
    apply_selection("all=off", &output, none);
  }
  renew_levels();
}

// The argument has up to four parts, separated by colons: selections, output, decorators, and
// options of the output, which are ignored.
bool configure_log(std::string_view what) {
  if (what == "disable") {
    disable_log();
    return true;
  }
  // An argument that starts with a colon has no selections and means all tags at level info.
  const std::size_t colon = std::min(what.find(':'), what.size());
  const std::string_view where = colon == what.size() ? std::string_view() : what.substr(colon + 1);
  const std::size_t second = std::min(where.find(':'), where.size());
  const std::string_view rest =
      second == where.size() ? std::string_view() : where.substr(second + 1);
  std::string complaint;
  const bool is_good =
      configure_log_output({.selections = colon == 0 ? "all=info" : what.substr(0, colon),
                            .output = where.substr(0, second),
                            .decorators = rest.substr(0, rest.find(':'))},
                           complaint);
  report(complaint);
  return is_good;
}

namespace {

// Returns the level that most tags have on an output.
LogLevel usual_level(const Output& output) {
  int counts[std::size(kLogLevelNames)] = {};
  for (const Atomic<LogLevel>& level : output.levels) {
    ++counts[static_cast<int>(level.load(std::memory_order_relaxed))];
  }
  return static_cast<LogLevel>(std::max_element(std::begin(counts), std::end(counts)) - counts);
}

// Returns "all=off,gc=debug,gc+heap=info": one level for all, then the tags that have another.
std::string levels_text(const Output& output) {
  const LogLevel usual = usual_level(output);
  std::string text = std::string("all=") + kLogLevelNames[static_cast<int>(usual)];
  for (std::size_t i = 0; i < kTagCount; ++i) {
    const LogLevel level = output.levels[i].load(std::memory_order_relaxed);
    if (level != usual) {
      std::string label(log_tag_rows()[i].label);
      std::ranges::replace(label, ',', '+');
      text += ',' + label + '=' + kLogLevelNames[static_cast<int>(level)];
    }
  }
  return text;
}

std::string decorators_text(unsigned decorators) {
  std::string text;
  for (int which = 0; which < kDecorators; ++which) {
    if ((decorators >> which & 1) != 0) {
      text += (text.empty() ? "" : ",") + std::string(kLogDecoratorNames[which][0]);
    }
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::vector<std::string> log_output_texts() {
  std::vector<std::string> texts;
  for (Output& output : opened_outputs()) {
    const bool is_file = output.file != stdout && output.file != stderr;
    texts.push_back(
        (is_file ? "file=" : "") + output.name + ' ' + levels_text(output) + ' ' +
        decorators_text(output.decorators.load(std::memory_order_relaxed)) +
        (output.is_reconfigured.load(std::memory_order_relaxed) ? " (reconfigured)" : ""));
  }
  return texts;
}

std::string log_decorators_text() {
  std::string text;
  for (const auto& [name, short_name] : kLogDecoratorNames) {
    text += (text.empty() ? "" : ", ") + std::string(name) + " (" + std::string(short_name) + ')';
  }
  return text;
}

std::string log_output_name(std::size_t number) {
  const std::span<Output> outputs = opened_outputs();
  return number < outputs.size() ? outputs[number].name : "";
}

// Compares tag by tag: the answer is false as soon as a tag matches that stdout does not show.
bool log_on_stdout(std::string_view tags, LogLevel level) {
  for (int i = 0; i < kTagCount; ++i) {
    if (log_tag_matches(tags, log_tag_rows()[static_cast<std::size_t>(i)]) &&
        stdout_output().levels[i].load(std::memory_order_relaxed) < level) {
      return false;
    }
  }
  return true;
}

}  // namespace minijvm
