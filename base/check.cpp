#include "base/check.h"

#include <atomic>
#include <cstdarg>
#include <cstdlib>

namespace minijvm {
namespace {

std::atomic<FatalHook> fatal_hook{nullptr};
std::atomic<bool> already_dying{false};

}  // namespace

void set_fatal_hook(FatalHook hook) { fatal_hook.store(hook, std::memory_order_release); }  // release: pairs with the load in fatal()

void fatal(const char* file, int line, const char* condition, const char* format, ...) {
  if (already_dying.exchange(true, std::memory_order_acq_rel)) {
    std::abort();  // the report itself failed, or a second thread failed meanwhile
  }
  std::fprintf(stderr, "#\n# minijvm stopped: a broken invariant is a bug in the VM.\n# %s:%d: %s\n# ", file, line, condition);
  va_list values;
  va_start(values, format);
  std::vfprintf(stderr, format, values);
  va_end(values);
  std::fprintf(stderr, "\n#\n");
  if (FatalHook hook = fatal_hook.load(std::memory_order_acquire)) {  // acquire: pairs with set_fatal_hook()
    hook(stderr);
  }
  std::fflush(stderr);
  std::abort();
}

}  // namespace minijvm
