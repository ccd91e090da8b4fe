// Prints log lines for people, as -Xlog:tags=level:output:decorators chooses. A line looks as
// HotSpot prints it, [uptime][level][tags] text, unless the option chooses other decorators.
// Machines read events (events.h), not this.
// Tested by tests/base/log_test.cpp.
//
//   MJ_LOG(gc, kInfo, "Pause Young %zuK->%zuK", before / kKiB, after / kKiB);
//
//   -Xlog:gc*=debug,safepoint:file=gc.txt:uptime,level
//         |                   |           '- decorators, what stands before each line
//         |                   '- output: stdout, stderr or a file
//         '- selections: tags, each with the least severe level that is shown
//
// A tag that is off costs one relaxed load and a predicted branch, so MJ_LOG may stand in fast
// paths.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/atomic.h"
#include "base/lazy.h"

namespace minijvm {

// The levels go from none to all: an output that shows kInfo also shows kWarning and kError.
enum class LogLevel : std::uint8_t { kOff, kError, kWarning, kInfo, kDebug, kTrace };

// One row per tag: its name, which -Xlog accepts, and the label that lines carry. A label of
// several words is a tag set of HotSpot; -Xlog accepts it as well, with a + between the words.
// clang-format does not lay out such lists in the same way each time.
// clang-format off
#define MJ_LOG_TAGS(X) \
  X(startup, "startuptime") \
  X(jdk, "jdk") \
  X(cds, "cds") \
  X(classload, "class,load") \
  X(redefine, "redefine,class,load") \
  X(classunload, "class,unload") \
  X(classinit, "class,init") \
  X(linking, "linking") \
  X(verification, "verification") \
  X(resolution, "class,resolve") \
  X(module, "module") \
  X(interp, "interp") \
  X(exceptions, "exceptions") \
  X(jni, "jni") \
  X(natives, "jni,resolve") \
  X(invoke, "methodhandles") \
  X(thread, "thread") \
  X(safepoint, "safepoint") \
  X(monitor, "monitor") \
  X(metalock, "metalock") \
  X(gc, "gc") \
  X(gcheap, "gc,heap") \
  X(gcref, "gc,ref") \
  X(gcstart, "gc,start") \
  X(gcinit, "gc,init") \
  X(gcergo, "gc,ergo") \
  X(gccpu, "gc,cpu") \
  X(gcphases, "gc,phases") \
  X(gctlab, "gc,tlab") \
  X(os, "os") \
  X(valuebased, "valuebasedclasses")
// clang-format on

enum class LogTag : std::uint8_t {
#define MJ_LOG_ENUM(name, label) name,
  MJ_LOG_TAGS(MJ_LOG_ENUM)
#undef MJ_LOG_ENUM
      kCount
};

class LogOutputs;  // log.cpp

// The state of the log, which every MJ_LOG reads.
struct LogState {
  // For each tag the least severe level that any output shows.
  Atomic<LogLevel> levels[static_cast<int>(LogTag::kCount)] = {};
  // The time at which the library was loaded, on the monotonic clock. The decorator "uptime" counts
  // from here.
  double start_s = 0;
  // The outputs are stdout, stderr and files.
  Lazy<LogOutputs> outputs;
};
extern constinit LogState log_state [[gnu::visibility("hidden")]];

// The implementation of MJ_LOG, which callers use instead.
namespace log_detail {
// Writes the line to each output that shows the tag at this level. Longer lines are cut at 1023
// bytes.
[[gnu::format(printf, 3, 4)]] void write(LogTag tag, LogLevel level, const char* format, ...);
}  // namespace log_detail

// Returns true if any output shows the tag at this level. Code that has to compute what it logs
// asks first. The load is relaxed: a thread that sees a change late only prints a line more or
// less.
inline bool log_enabled(LogTag tag, LogLevel level) {
  return log_state.levels[static_cast<int>(tag)].load(std::memory_order_relaxed) >= level;
}

// Applies one -Xlog argument, for example "gc*=debug,safepoint:stderr", to the output that it
// refers to; the other outputs keep their choice. An empty argument shows all tags at level info.
// Returns false if the argument is malformed; a line of the log then says why. Malformed selections
// change nothing. Any thread may call this at any time.
bool configure_log(std::string_view what);
// Returns true if stdout shows, at this level, every tag that the pattern "gc" or "class+load*"
// matches.
bool log_on_stdout(std::string_view tags, LogLevel level);

}  // namespace minijvm

// The macro evaluates the values only if the tag is on.
#define MJ_LOG(tag, level, ...)                                                        \
  do {                                                                                 \
    if (::minijvm::log_enabled(::minijvm::LogTag::tag, ::minijvm::LogLevel::level)) {  \
      ::minijvm::log_detail::write(::minijvm::LogTag::tag, ::minijvm::LogLevel::level, \
                                   __VA_ARGS__);                                       \
    }                                                                                  \
  } while (false)
