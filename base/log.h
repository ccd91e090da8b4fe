// Log lines for people: -Xlog:tags=level:output:decorators, printed as HotSpot prints them ([uptime][level][tags] text, unless other decorators are chosen).
// Proved by tests/base/log_test.cpp.  Machines read events (event_ring.h), not this.
//
//   MJ_LOG(gc, kInfo, "Pause Young %zuK->%zuK", before / kKiB, after / kKiB);
//
// A tag that is off costs one relaxed load and a predicted branch.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace minijvm {

enum class LogLevel : std::uint8_t { kOff, kError, kWarning, kInfo, kDebug, kTrace };

// One row per tag: its name, which -Xlog takes, and the label that lines carry. A label of several words is HotSpot's; -Xlog takes them with a +, too.
#define MJ_LOG_TAGS(X)                                                                                                                   \
  X(startup, "startuptime") X(jdk, "jdk") X(classload, "class,load") X(redefine, "redefine,class,load") X(classunload, "class,unload")   \
  X(classinit, "class,init") X(linking, "linking") X(verification, "verification") X(resolution, "class,resolve") X(module, "module")    \
  X(interp, "interp") X(exceptions, "exceptions") X(jni, "jni") X(natives, "jni,resolve") X(invoke, "methodhandles") X(thread, "thread") \
  X(safepoint, "safepoint") X(monitor, "monitor") X(metalock, "metalock") X(gc, "gc") X(gcheap, "gc,heap") X(gcref, "gc,ref")            \
  X(gcstart, "gc,start") X(gcinit, "gc,init") X(gcergo, "gc,ergo") X(gccpu, "gc,cpu") X(gcphases, "gc,phases") X(os, "os")               \
  X(valuebased, "valuebasedclasses")

enum class LogTag : std::uint8_t {
#define MJ_LOG_ENUM(name, label) name,
  MJ_LOG_TAGS(MJ_LOG_ENUM)
#undef MJ_LOG_ENUM
      kCount
};

namespace log_detail {
extern std::atomic<LogLevel> levels[static_cast<int>(LogTag::kCount)];
[[gnu::format(printf, 3, 4)]] void write(LogTag tag, LogLevel level, const char* format, ...);
}  // namespace log_detail

inline bool log_enabled(LogTag tag, LogLevel level) {
  return log_detail::levels[static_cast<int>(tag)].load(std::memory_order_relaxed) >= level;
}

// Applies one -Xlog argument ("gc*=debug,safepoint:stderr"; empty means all tags at info), to the output that it names: others keep what they have.
// False: malformed, nothing changed; a line of the log says why.
bool configure_log(std::string_view what);
// Does stdout show all tags that "gc" or "class+load*" names?
bool log_on_stdout(std::string_view tags, LogLevel level);

}  // namespace minijvm

#define MJ_LOG(tag, level, ...)                                                                          \
  do {                                                                                                   \
    if (::minijvm::log_enabled(::minijvm::LogTag::tag, ::minijvm::LogLevel::level)) {                    \
      ::minijvm::log_detail::write(::minijvm::LogTag::tag, ::minijvm::LogLevel::level, __VA_ARGS__);     \
    }                                                                                                    \
  } while (false)
