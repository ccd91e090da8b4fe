// Writes log lines and parses -Xlog: which tags go to which outputs, and what stands before a line.
// MJ_LOG asks log_enabled() and comes here only for a line that some output shows. Callers are in
// any thread state; nothing here touches the Java heap.
#include "base/log.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <set>
#include <span>
#include <string>

#include "base/atomic.h"
#include "base/native_mutex.h"

namespace minijvm {

constinit LogState log_state;

namespace {

// One row of MJ_LOG_TAGS.
struct Tag {
  std::string_view name;
  std::string_view label;
};
constexpr Tag kTags[] = {
#define MJ_LOG_ROW(name, label) {#name, label},
    MJ_LOG_TAGS(MJ_LOG_ROW)
#undef MJ_LOG_ROW
};
// The words that HotSpot 17 accepts as tags (-Xlog:help). An argument may use them even if minijvm
// logs nothing under them.
constexpr std::string_view kHotSpotTags =
    "add age alloc annotation arguments attach barrier biasedlocking blocks bot breakpoint "
    "bytecode cds census class classhisto cleanup codecache "
    "compaction compilation condy constantpool constraints container coops cpu cset data "
    "datacreation dcmd decoder defaultmethods director dump "
    "dynamic ergo event exceptions exit fingerprint free freelist gc handshake hashtables heap "
    "humongous ihop iklass indy init inlining install "
    "interpreter itables jfr jit jni jvmci jvmti lambda library liveness load loader logging "
    "malloc map mark marking membername memops metadata "
    "metaspace methodcomparator methodhandles mirror mmu module monitorinflation monitormismatch "
    "nestmates nmethod nmt normalize numa "
    "objecttagging obsolete oldobject oom oopmap oops oopstorage os owner pagesize parser patch "
    "path perf periodic phases plab placeholders preorder "
    "preview promotion protectiondomain ptrqueue purge record redefine ref refine region reloc "
    "remset resolve safepoint sampling scavenge sealed "
    "setting smr stackbarrier stackmap stacktrace stackwalk start startup startuptime state stats "
    "streaming stringdedup stringtable subclass survivor "
    "suspend sweep symboltable system table task thread throttle time timer tlab tracking "
    "trimnative unload unshareable update valuebasedclasses "
    "verification verify vmmutex vmoperation vmthread vtables vtablestubs workgang";
// The names stand in the order of enum class LogLevel.
constexpr const char* kLevelNames[] = {"off", "error", "warning", "info", "debug", "trace"};
constexpr int kTagCount = static_cast<int>(LogTag::kCount);

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Runs when the library is loaded: uptime counts from here.
[[gnu::constructor]] void note_start() { log_state.start_s = now_s(); }

// A set and not a list: "class+load" and "load+class" are the same tag.
using Words = std::set<std::string_view>;

// Returns the words between the separators. Empty text gives one empty word.
Words split(std::string_view text, char separator) {
  Words words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    words.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// A pattern is "all", minijvm's own name of a tag ("classload"), or the words of its label in any
// order ("class+load"). With a * at its end a pattern matches more: each tag whose own name starts
// with the pattern ("gc*" matches gcheap), and each whose label has at least these words.
bool tag_matches(std::string_view pattern, const Tag& tag) {
  const bool is_family = pattern.ends_with('*');
  if (is_family) {
    pattern.remove_suffix(1);
  }
  const Words wanted = split(pattern, '+');
  const Words has = split(tag.label, ',');
  if (pattern == "all" || tag.name == pattern || wanted == has) {
    return true;
  }
  return is_family && (tag.name.starts_with(pattern) ||
                       std::includes(has.begin(), has.end(), wanted.begin(), wanted.end()));
}

Words all_tag_words() {
  Words words = split(kHotSpotTags, ' ');
  words.insert("all");
  for (const Tag& tag : kTags) {
    words.insert(tag.name);
    words.merge(split(tag.label, ','));
  }
  return words;
}

// Returns the first word of a pattern that belongs to no tag; empty if every word belongs to one.
std::string_view unknown_word(std::string_view pattern) {
  const Words known = all_tag_words();
  if (pattern.ends_with('*')) {
    pattern.remove_suffix(1);
  }
  for (std::string_view word : split(pattern, '+')) {
    if (!known.contains(word)) {
      return word;
    }
  }
  return {};
}

// The decorators that may stand before a line, in order. Each is a bit of an output's `decorators`.
enum Decorator : int {
  kTime,
  kUtcTime,
  kUptime,
  kTimeMillis,
  kUptimeMillis,
  kTimeNanos,
  kUptimeNanos,
  kHostName,
  kPid,
  kTid,
  kLevel,
  kLabel,
  kDecorators
};
// For each decorator, the long and the short name that -Xlog accepts.
constexpr std::string_view kDecoratorNames[kDecorators][2] = {
    {"time", "t"},          {"utctime", "utc"},  {"uptime", "u"},       {"timemillis", "tm"},
    {"uptimemillis", "um"}, {"timenanos", "tn"}, {"uptimenanos", "un"}, {"hostname", "hn"},
    {"pid", "p"},           {"tid", "ti"},       {"level", "l"},        {"tags", "tg"}};
// HOTSPOT: a line has these decorators if the argument chooses none.
constexpr unsigned kUsualDecorators = 1U << kUptime | 1U << kLevel | 1U << kLabel;

// An output of lines is stdout, stderr or a file, each with its own choice of tags and decorators.
// No output is ever closed, because another thread may be about to write a line to it.
struct Output {
  std::string name;
  std::FILE* file = nullptr;
  Atomic<LogLevel> levels[kTagCount];
  Atomic<unsigned> decorators{kUsualDecorators};
  // For each decorator the longest text so far; lines are padded to it.
  Atomic<std::size_t> widths[kDecorators];
};
}  // namespace

// Holds all outputs. Threads that write lines walk over them without a lock, so they are a fixed
// array that only grows.
class LogOutputs {
 public:
  LogOutputs() { open("stdout", stdout); }

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

  // Returns the outputs that exist so far, stdout first.
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

// Returns the time by ISO 8601 with milliseconds and zone, as in 2024-05-31T12:00:00.123+0200.
std::string calendar_text(bool is_utc) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  std::tm parts{};
  if (is_utc) {
    gmtime_r(&now.tv_sec, &parts);
  } else {
    localtime_r(&now.tv_sec, &parts);
  }
  char date[32];
  char zone[16];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::strftime(zone, sizeof zone, "%z", &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%s.%03ld%s", date, now.tv_nsec / 1'000'000, zone);
  return text;
}

// Returns a whole number of units since some start, as in "1234ms".
std::string count_text(double seconds, double unit, const char* suffix) {
  return std::to_string(static_cast<long long>(seconds * unit)) + suffix;
}

// Returns the text of one decorator of the line that is being written.
std::string decorator_text(int which, std::string_view label, LogLevel level) {
  timespec wall{};
  clock_gettime(CLOCK_REALTIME, &wall);
  const double wall_s = static_cast<double>(wall.tv_sec) + static_cast<double>(wall.tv_nsec) * 1e-9;
  const double up_s = now_s() - log_state.start_s;
  char text[256] = "";
  switch (which) {
    case kTime:
      return calendar_text(false);
    case kUtcTime:
      return calendar_text(true);
    case kUptime:
      std::snprintf(text, sizeof text, "%.3fs", up_s);
      return text;
    case kTimeMillis:
      return count_text(wall_s, 1e3, "ms");
    case kUptimeMillis:
      return count_text(up_s, 1e3, "ms");
    case kTimeNanos:
      return count_text(wall_s, 1e9, "ns");
    case kUptimeNanos:
      return count_text(up_s, 1e9, "ns");
    case kHostName:
      gethostname(text, sizeof text - 1);
      return text;
    case kPid:
      return std::to_string(getpid());
    case kTid:
      return std::to_string(gettid());
    case kLevel:
      return kLevelNames[static_cast<int>(level)];
    default:
      return std::string(label);
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
    std::string text = decorator_text(which, label, level);
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

// Reports a malformed argument, on stdout as HotSpot does, and returns false.
bool complain(const std::string& text) {
  write_line(stdout_output(), "logging", LogLevel::kError, text.c_str());
  return false;
}

// Turns "debug" into kDebug. Returns false for any other word.
bool parse_level(std::string_view name, LogLevel& level) {
  for (int i = 0; i < 6; ++i) {
    if (name == kLevelNames[i]) {
      level = static_cast<LogLevel>(i);
      return true;
    }
  }
  return false;
}

// Applies one selection: "tag=level", or "tag" for level info. If `output` is null the selection is
// only checked: configure_log checks a whole list before it applies any part of it. Tags that only
// HotSpot has are accepted and select nothing.
bool apply_selection(std::string_view selection, Output* output) {
  LogLevel level = LogLevel::kInfo;
  std::string_view tag = selection;
  if (std::size_t equals = selection.find('='); equals != std::string_view::npos) {
    tag = selection.substr(0, equals);
    if (!parse_level(selection.substr(equals + 1), level)) {
      return complain("Invalid level '" + std::string(selection.substr(equals + 1)) +
                      "' in log selection.");
    }
  }
  if (std::string_view word = unknown_word(tag); !word.empty()) {
    return complain("Invalid tag '" + std::string(word) + "' in log selection.");
  }
  for (int i = 0; output != nullptr && i < kTagCount; ++i) {
    if (tag_matches(tag, kTags[i])) {
      output->levels[i].store(level, std::memory_order_relaxed);
    }
  }
  return true;
}

// Applies a list of selections, separated by commas. Stops at the first that is malformed.
bool apply_list(std::string_view selections, Output* output) {
  while (!selections.empty()) {
    std::size_t comma = selections.find(',');
    if (!apply_selection(selections.substr(0, comma), output)) {
      return false;
    }
    selections =
        comma == std::string_view::npos ? std::string_view{} : selections.substr(comma + 1);
  }
  return true;
}

// Finds or opens an output: "stdout", "stderr", "file=PATH" or "PATH"; empty means stdout. Returns
// null if it cannot be opened; a line of the log then says why.
Output* find_output(std::string_view text) MJ_REQUIRES(log_state.outputs->configuring) {
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
  std::FILE* file = name == "stderr" ? stderr : std::fopen(name.c_str(), "we");
  if (file == nullptr) {
    complain("Error opening log file '" + name + "': " + std::strerror(errno));
  } else if (Output* output = log_state.outputs->open(name, file)) {
    return output;
  }
  // HOTSPOT: HotSpot prints this line after every reason.
  complain("Initialization of output 'file=" + name + "' using options '(null)' failed.");
  return nullptr;
}

// Chooses what stands before the lines of an output. `names` is a list such as "uptime,level,tags"
// (long or short names), or "none", or empty for no change. An unknown name changes nothing.
bool apply_decorators(std::string_view names, Output& output) {
  if (names.empty()) {
    return true;
  }
  unsigned chosen = 0;
  for (std::string_view name : split(names, ',')) {
    int which = 0;
    while (which < kDecorators && name != kDecoratorNames[which][0] &&
           name != kDecoratorNames[which][1]) {
      ++which;
    }
    if (which == kDecorators && name != "none") {
      return complain("Invalid decorator '" + std::string(name) + "'.");
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
      write_line(output, kTags[static_cast<int>(tag)].label, level, text);
    }
  }
}

}  // namespace log_detail

// The argument has up to four parts, separated by colons: selections, output, decorators, and
// options of the output, which are ignored.
bool configure_log(std::string_view what) {
  NativeMutexLock lock(log_state.outputs->configuring);
  if (what == "disable") {
    for (Output& output : opened_outputs()) {
      apply_selection("all=off", &output);
    }
    renew_levels();
    return true;
  }
  // An argument that starts with a colon has no selections and means all tags at level info.
  const std::size_t colon = std::min(what.find(':'), what.size());
  const std::string_view selections = colon == 0 ? "all=info" : what.substr(0, colon);
  // The first pass only checks, so that a malformed list changes nothing and opens no file.
  if (!apply_list(selections, nullptr)) {
    return false;
  }
  const std::string_view where = colon == what.size() ? std::string_view() : what.substr(colon + 1);
  const std::size_t second = std::min(where.find(':'), where.size());
  Output* output = find_output(where.substr(0, second));
  if (output == nullptr) {
    return false;
  }
  apply_list(selections, output);
  renew_levels();
  const std::string_view rest =
      second == where.size() ? std::string_view() : where.substr(second + 1);
  return apply_decorators(rest.substr(0, rest.find(':')), *output);
}

// Compares tag by tag: the answer is false as soon as a tag matches that stdout does not show.
bool log_on_stdout(std::string_view tags, LogLevel level) {
  for (int i = 0; i < kTagCount; ++i) {
    if (tag_matches(tags, kTags[i]) &&
        stdout_output().levels[i].load(std::memory_order_relaxed) < level) {
      return false;
    }
  }
  return true;
}

}  // namespace minijvm
