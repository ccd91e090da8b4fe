// Writes the report of a failed check and aborts. Any thread may come here, in any state and with
// any lock held; so this code allocates nothing, takes no lock of the VM and uses static memory
// only.
#include "base/check.h"

#include <atomic>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

#include "base/asked_stop.h"
#include "base/base_listener.h"
#include "base/base_state.h"
#include "base/fatal_headline.h"

namespace minijvm {
namespace {

constexpr FatalState& state = base_state.fatal;

// Adds to the headline. Text that does not fit is cut.
[[gnu::format(printf, 1, 0)]] void append(const char* format, va_list values) {
  const std::size_t length = std::strlen(state.headline);
  std::vsnprintf(state.headline + length, sizeof state.headline - length, format, values);
}

[[gnu::format(printf, 1, 2)]] void append(const char* format, ...) {
  va_list values;
  va_start(values, format);
  append(format, values);
  va_end(values);
}

// Lets the first caller pass. Every later caller aborts.
void begin_to_die() {
  if (state.is_dying.exchange(true, std::memory_order_acq_rel)) {
    // The report itself failed, or a second thread failed meanwhile.
    std::abort();
  }
}

// The headline goes out before the listener runs: if the listener crashes, it is already visible.
[[noreturn]] void report_and_abort() {
  std::fprintf(stderr, "%s\n#\n", state.headline);
  if (BaseListener* listener = base_listener()) {
    listener->fatal_error(stderr);
  }
  std::fflush(stderr);
  std::abort();
}

}  // namespace

const char* fatal_headline() { return state.headline; }

void fatal(const char* file, int line, const char* condition, const char* format, ...) {
  begin_to_die();
  append("#\n# minijvm stopped: a broken invariant is a bug in the VM.\n# %s:%d: %s\n# ", file,
         line, condition);
  va_list values;
  va_start(values, format);
  append(format, values);
  va_end(values);
  report_and_abort();
}

// HOTSPOT: the words "fatal error: " are HotSpot's, so that tools that read its reports find the
// line.
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
