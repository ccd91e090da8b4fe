#include "base/log.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <span>
#include <string>

namespace minijvm {
namespace log_detail {

std::atomic<LogLevel> levels[static_cast<int>(LogTag::kCount)];

}  // namespace log_detail

namespace {

struct Tag {
  std::string_view name;
  std::string_view label;
};
constexpr Tag kTags[] = {
#define MJ_LOG_ROW(name, label) {#name, label},
    MJ_LOG_TAGS(MJ_LOG_ROW)
#undef MJ_LOG_ROW
};
// Words that HotSpot 17 takes as tags (-Xlog:help), whether or not anything here is logged under them.
constexpr std::string_view kHotSpotTags =
    "add age alloc annotation arguments attach barrier biasedlocking blocks bot breakpoint bytecode cds census class classhisto cleanup codecache "
    "compaction compilation condy constantpool constraints container coops cpu cset data datacreation dcmd decoder defaultmethods director dump "
    "dynamic ergo event exceptions exit fingerprint free freelist gc handshake hashtables heap humongous ihop iklass indy init inlining install "
    "interpreter itables jfr jit jni jvmci jvmti lambda library liveness load loader logging malloc map mark marking membername memops metadata "
    "metaspace methodcomparator methodhandles mirror mmu module monitorinflation monitormismatch nestmates nmethod nmt normalize numa "
    "objecttagging obsolete oldobject oom oopmap oops oopstorage os owner pagesize parser patch path perf periodic phases plab placeholders preorder "
    "preview promotion protectiondomain ptrqueue purge record redefine ref refine region reloc remset resolve safepoint sampling scavenge sealed "
    "setting smr stackbarrier stackmap stacktrace stackwalk start startup startuptime state stats streaming stringdedup stringtable subclass survivor "
    "suspend sweep symboltable system table task thread throttle time timer tlab tracking trimnative unload unshareable update valuebasedclasses "
    "verification verify vmmutex vmoperation vmthread vtables vtablestubs workgang";
constexpr const char* kLevelNames[] = {"off", "error", "warning", "info", "debug", "trace"};
constexpr int kTagCount = static_cast<int>(LogTag::kCount);

double now_s() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

const double start_s = now_s();

using Words = std::set<std::string_view>;

Words split(std::string_view text, char separator) {
  Words words;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    words.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// "all", our own name, HotSpot's words in any order ("class+load"); with * whatever has these words, or whose name starts so ("gc*").
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
  return is_family && (tag.name.starts_with(pattern) || std::includes(has.begin(), has.end(), wanted.begin(), wanted.end()));
}

// The first word of a pattern that is nobody's tag; empty: none.
std::string_view unknown_word(std::string_view pattern) {
  static const Words known = [] {
    Words words = split(kHotSpotTags, ' ');
    words.insert("all");
    for (const Tag& tag : kTags) {
      words.insert(tag.name);
      words.merge(split(tag.label, ','));
    }
    return words;
  }();
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

// What may stand before a line, in the order in which it stands there. Bits of `decorators`.
enum Decorator : int { kTime, kUtcTime, kUptime, kTimeMillis, kUptimeMillis, kTimeNanos, kUptimeNanos, kHostName, kPid, kTid, kLevel, kLabel, kDecorators };
constexpr std::string_view kDecoratorNames[kDecorators][2] = {{"time", "t"},           {"utctime", "utc"},   {"uptime", "u"},
                                                              {"timemillis", "tm"},    {"uptimemillis", "um"}, {"timenanos", "tn"},
                                                              {"uptimenanos", "un"},   {"hostname", "hn"},   {"pid", "p"},
                                                              {"tid", "ti"},           {"level", "l"},       {"tags", "tg"}};
constexpr unsigned kUsualDecorators = 1U << kUptime | 1U << kLevel | 1U << kLabel;

// Where lines go: stdout, stderr and files, each with its own choice of tags and decorators. None is ever closed: a line may be on its way.
struct Output {
  std::string name;
  std::FILE* file = nullptr;
  std::atomic<LogLevel> levels[kTagCount];
  std::atomic<unsigned> decorators{kUsualDecorators};
  std::atomic<std::size_t> widths[kDecorators];
};
constexpr int kMostOutputs = 16;
Output outputs[kMostOutputs];
std::atomic<int> output_count{0};
std::mutex configuring;

// REQUIRES: `configuring`, but for the first call. stdout is the first of all.
Output* open_output(const std::string& name, std::FILE* file) {
  const int at = output_count.load(std::memory_order_relaxed);
  if (at == kMostOutputs) {
    return nullptr;
  }
  outputs[at].name = name;
  outputs[at].file = file;
  output_count.store(at + 1, std::memory_order_release);  // pairs with opened_outputs()
  return &outputs[at];
}

std::span<Output> opened_outputs() {
  [[maybe_unused]] static Output* const first = open_output("stdout", stdout);
  return {outputs, static_cast<std::size_t>(output_count.load(std::memory_order_acquire))};
}

Output& stdout_output() { return opened_outputs().front(); }

// What any output wants of a tag is what MJ_LOG asks about.
void renew_levels() {
  for (int tag = 0; tag < kTagCount; ++tag) {
    LogLevel most = LogLevel::kOff;
    for (const Output& output : opened_outputs()) {
      most = std::max(most, output.levels[tag].load(std::memory_order_relaxed));
    }
    log_detail::levels[tag].store(most, std::memory_order_relaxed);
  }
}

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

std::string count_text(double seconds, double unit, const char* suffix) {
  return std::to_string(static_cast<long long>(seconds * unit)) + suffix;
}

std::string decorator_text(int which, std::string_view label, LogLevel level) {
  timespec wall{};
  clock_gettime(CLOCK_REALTIME, &wall);
  const double wall_s = static_cast<double>(wall.tv_sec) + static_cast<double>(wall.tv_nsec) * 1e-9;
  const double up_s = now_s() - start_s;
  char text[256] = "";
  switch (which) {
    case kTime: return calendar_text(false);
    case kUtcTime: return calendar_text(true);
    case kUptime: std::snprintf(text, sizeof text, "%.3fs", up_s); return text;
    case kTimeMillis: return count_text(wall_s, 1e3, "ms");
    case kUptimeMillis: return count_text(up_s, 1e3, "ms");
    case kTimeNanos: return count_text(wall_s, 1e9, "ns");
    case kUptimeNanos: return count_text(up_s, 1e9, "ns");
    case kHostName: gethostname(text, sizeof text - 1); return text;
    case kPid: return std::to_string(getpid());
    case kTid: return std::to_string(gettid());
    case kLevel: return kLevelNames[static_cast<int>(level)];
    default: return std::string(label);
  }
}

// Each decoration is as wide as the widest before it, as in HotSpot's lines.
std::string opening_of(Output& output, std::string_view label, LogLevel level) {
  std::string opening;
  for (int which = 0; which < kDecorators; ++which) {
    if ((output.decorators.load(std::memory_order_relaxed) >> which & 1) == 0) {
      continue;
    }
    std::string text = decorator_text(which, label, level);
    const std::size_t widest = std::max(output.widths[which].load(std::memory_order_relaxed), text.size());
    output.widths[which].store(widest, std::memory_order_relaxed);
    text.resize(widest, ' ');
    opening += '[' + text + ']';
  }
  return opening.empty() ? opening : opening + ' ';
}

void write_line(Output& output, std::string_view label, LogLevel level, const char* text) {
  std::fprintf(output.file, "%s%s\n", opening_of(output, label, level).c_str(), text);
  std::fflush(output.file);  // the program writes past stdio
}

bool complain(const std::string& text) {
  write_line(stdout_output(), "logging", LogLevel::kError, text.c_str());
  return false;
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

// One selection "tag=level" or "tag" (info). HotSpot has many tags that we do not: they are taken, and nothing is logged.
// Without an output it is only looked at, so that a malformed list changes nothing.
bool apply_selection(std::string_view selection, Output* output) {
  LogLevel level = LogLevel::kInfo;
  std::string_view tag = selection;
  if (std::size_t equals = selection.find('='); equals != std::string_view::npos) {
    tag = selection.substr(0, equals);
    if (!parse_level(selection.substr(equals + 1), level)) {
      return complain("Invalid level '" + std::string(selection.substr(equals + 1)) + "' in log selection.");
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

bool apply_list(std::string_view selections, Output* output) {
  while (!selections.empty()) {
    std::size_t comma = selections.find(',');
    if (!apply_selection(selections.substr(0, comma), output)) {
      return false;
    }
    selections = comma == std::string_view::npos ? std::string_view{} : selections.substr(comma + 1);
  }
  return true;
}

// "stdout", "stderr", "file=PATH", "PATH"; empty: stdout. Opened when it is first named; null: it cannot be, and a line of the log says why.
Output* find_output(std::string_view text) {
  if (text.substr(0, 5) == "file=") {
    text.remove_prefix(5);
  }
  const std::string name(text.empty() ? "stdout" : text);
  for (Output& output : opened_outputs()) {
    if (output.name == name) {
      return &output;
    }
  }
  std::FILE* file = name == "stderr" ? stderr : std::fopen(name.c_str(), "we");
  if (file == nullptr) {
    complain("Error opening log file '" + name + "': " + std::strerror(errno));
  } else if (Output* output = open_output(name, file)) {
    return output;
  }
  complain("Initialization of output 'file=" + name + "' using options '(null)' failed.");
  return nullptr;
}

// "uptime,level,tags" or their short names; "none"; empty: as before.
bool apply_decorators(std::string_view names, Output& output) {
  if (names.empty()) {
    return true;
  }
  unsigned chosen = 0;
  for (std::string_view name : split(names, ',')) {
    int which = 0;
    while (which < kDecorators && name != kDecoratorNames[which][0] && name != kDecoratorNames[which][1]) {
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

bool configure_log(std::string_view what) {
  std::lock_guard<std::mutex> lock(configuring);
  if (what == "disable") {
    for (Output& output : opened_outputs()) {
      apply_selection("all=off", &output);
    }
    renew_levels();
    return true;
  }
  const std::size_t colon = std::min(what.find(':'), what.size());
  const std::string_view selections = colon == 0 ? "all=info" : what.substr(0, colon);
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
  const std::string_view rest = second == where.size() ? std::string_view() : where.substr(second + 1);
  return apply_decorators(rest.substr(0, rest.find(':')), *output);
}

bool log_on_stdout(std::string_view tags, LogLevel level) {
  for (int i = 0; i < kTagCount; ++i) {
    if (tag_matches(tags, kTags[i]) && stdout_output().levels[i].load(std::memory_order_relaxed) < level) {
      return false;
    }
  }
  return true;
}

}  // namespace minijvm
