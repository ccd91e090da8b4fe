#include "base/check.h"

#include "base/asked_stop.h"
#include "base/fatal_headline.h"

#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace minijvm {
namespace {

std::atomic<FatalHook> fatal_hook{nullptr};
std::atomic<bool> already_dying{false};

constexpr std::size_t kHeadlineBytes = 2048;
char headline[kHeadlineBytes];  // written by the one thread that dies

// What does not fit is cut.
[[gnu::format(printf, 1, 0)]] void append(const char* format, va_list values) {
  const std::size_t length = std::strlen(headline);
  std::vsnprintf(headline + length, sizeof headline - length, format, values);
}

[[gnu::format(printf, 1, 2)]] void append(const char* format, ...) {
  va_list values;
  va_start(values, format);
  append(format, values);
  va_end(values);
}

void begin_to_die() {
  if (already_dying.exchange(true, std::memory_order_acq_rel)) {
    std::abort();  // the report itself failed, or a second thread failed meanwhile
  }
}

[[noreturn]] void report_and_abort() {
  std::fprintf(stderr, "%s\n#\n", headline);
  if (FatalHook hook = fatal_hook.load(std::memory_order_acquire)) {  // acquire: pairs with set_fatal_hook()
    hook(stderr);
  }
  std::fflush(stderr);
  std::abort();
}

}  // namespace

const char* fatal_headline() { return headline; }

void set_fatal_hook(FatalHook hook) { fatal_hook.store(hook, std::memory_order_release); }  // release: pairs with the load in fatal()

void fatal(const char* file, int line, const char* condition, const char* format, ...) {
  begin_to_die();
  append("#\n# minijvm stopped: a broken invariant is a bug in the VM.\n# %s:%d: %s\n# ", file, line, condition);
  va_list values;
  va_start(values, format);
  append(format, values);
  va_end(values);
  report_and_abort();
}

// HOTSPOT: the words "fatal error: ".
void stop_as_asked(const char* format, ...) {
  begin_to_die();
  append("#\n# minijvm stopped, as a flag asks for.\n# fatal error: ");
  va_list values;
  va_start(values, format);
  append(format, values);
  va_end(values);
  report_and_abort();
}

}  // namespace minijvm
