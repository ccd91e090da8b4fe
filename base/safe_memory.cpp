// Asks the kernel, page by page, whether memory can be read, by a system call that fails with a
// different error for unreadable memory. It may run in a signal handler and preserves errno.
#include "base/safe_memory.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "base/bits.h"
#include "base/virtual_memory.h"

namespace minijvm {
namespace {

constexpr std::size_t kProbeBytes = 8;  // a kernel signal set

// The kernel copies the signal set in before it looks at `how`, which is invalid here. So EFAULT
// means unreadable, EINVAL means readable, and nothing has changed either way.
bool kernel_can_read(std::uintptr_t address) {
  constexpr int kNoSuchHow = -1;
  long result = syscall(SYS_rt_sigprocmask, kNoSuchHow, address, nullptr, kProbeBytes);
  return result == -1 && errno == EINVAL;
}

}  // namespace

bool can_read(const void* address, std::size_t bytes) {
  auto first = reinterpret_cast<std::uintptr_t>(address);
  std::uintptr_t end = first + bytes;
  if (first < page_size() || end < first) {
    return false;
  }
  int saved_errno = errno;
  bool readable = true;
  for (std::uintptr_t page = align_down(first, page_size()); page < end && readable;
       page += page_size()) {
    readable = kernel_can_read(page);
  }
  errno = saved_errno;
  return readable;
}

}  // namespace minijvm
