// Parses -XX:ProcessorSet and sets the affinity mask. The VM calls it on its first thread before it
// starts others, so that all threads inherit the mask.
#include "base/processor_set.h"

#include <sched.h>

#include <charconv>
#include <utility>

namespace minijvm {
namespace {

Unexpected<std::string> wrong(std::string what) { return Unexpected<std::string>(std::move(what)); }

// Takes "3" or "3-5" from the front of the text. Returns false if neither stands there, if the
// range runs backward, or if it goes beyond what a cpu_set_t can hold.
bool take_range(std::string_view& text, unsigned& first, unsigned& last) {
  const char* end = text.data() + text.size();
  std::from_chars_result read = std::from_chars(text.data(), end, first);
  if (read.ec != std::errc()) {
    return false;
  }
  last = first;
  // Parsing a "-" without a number behind it sets read.ec, which the return statement tests.
  if (read.ptr != end && *read.ptr == '-') {
    read = std::from_chars(read.ptr + 1, end, last);
  }
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return read.ec == std::errc() && first <= last && last < CPU_SETSIZE;
}

// Parses the whole list into `set`; every processor in it must be in `allowed`.
Expected<void, std::string> take_set(std::string_view list, const cpu_set_t& allowed,
                                     cpu_set_t& set) {
  CPU_ZERO(&set);
  // Each turn takes one range; the step of the loop then drops the comma behind it.
  for (std::string_view rest = list;; rest.remove_prefix(1)) {
    unsigned first = 0;
    unsigned last = 0;
    if (!take_range(rest, first, last) || (!rest.empty() && rest[0] != ',')) {
      return wrong("not a list of processors: '" + std::string(list) + "'");
    }
    for (unsigned processor = first; processor <= last; ++processor) {
      if (!CPU_ISSET(processor, &allowed)) {
        return wrong("there is no processor " + std::to_string(processor) + " for this process");
      }
      CPU_SET(processor, &set);
    }
    if (rest.empty()) {
      return {};
    }
  }
}

}  // namespace

Expected<void, std::string> run_on_processors(std::string_view list) {
  cpu_set_t allowed;
  cpu_set_t set;
  CPU_ZERO(&allowed);
  // If the call fails, `allowed` stays empty and every processor is refused.
  (void)sched_getaffinity(0, sizeof allowed, &allowed);
  // A wrong list returns here, before anything has changed.
  MJ_TRY(take_set(list, allowed, set));
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    return wrong("the kernel does not let this process choose its processors");
  }
  return {};
}

}  // namespace minijvm
