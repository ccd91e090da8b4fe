// A fork copies descriptors, positions and limits: the child makes what it shares with its siblings
// its own before it runs.
#include "tools/explore/forked_run.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include "sync/threads/clock.h"
#include "tools/explore/explore_state.h"

namespace minijvm::vm {

using explore::RunRequest;
using explore::RunStatus;

namespace {

// OPTIMIZATION: the parent is about to wait for its child, and the kernel would wake the child on
// another processor, where nothing is in the caches, and which sleeps: in a virtual machine that
// takes long. So the child begins where its parent is; then both may run anywhere.
class OnThisProcessor {
 public:
  OnThisProcessor() : is_known_(sched_getaffinity(0, sizeof allowed_, &allowed_) == 0) {
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &here);
    if (is_known_) {
      sched_setaffinity(0, sizeof here, &here);
    }
  }
  ~OnThisProcessor() {
    if (is_known_) {
      sched_setaffinity(0, sizeof allowed_, &allowed_);
    }
  }
  OnThisProcessor(const OnThisProcessor&) = delete;

 private:
  cpu_set_t allowed_;
  const bool is_known_;
};

void become_run(const RunRequest& request, int parent, const std::vector<SharedFile>& files) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    leave();
  }
  own_positions(files);
  if (request.output_bytes != 0) {
    const rlimit limit{request.output_bytes, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_DFL);
  }
}

}  // namespace

void leave() { _exit(0); }

int explorer() { return explore_state.first + explore::kSocket; }

std::string read_whole(int file) {
  struct stat status {};
  fstat(file, &status);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t got = pread(file, text.data() + at, text.size() - at, static_cast<off_t>(at));
    if (got <= 0) {
      leave();
    }
    at += static_cast<std::size_t>(got);
  }
  return text;
}

RunRequest read_request() {
  auto parsed = explore::parse_request(read_whole(explore_state.first + explore::kRequestFile));
  if (!parsed.ok()) {
    std::fprintf(stderr, "minijvm: %s\n", parsed.error().c_str());
    leave();
  }
  return parsed.take();
}

bool hears(int socket, char expected) {
  char word = 0;
  ssize_t got = 0;
  do {
    got = read(socket, &word, 1);
  } while (got < 0 && errno == EINTR);
  return got == 1 && word == expected;
}

RunRequest next_request(int socket) {
  if (!hears(socket, explore::kRun)) {
    leave();
  }
  return read_request();
}

int fork_run(const RunRequest& request, const std::vector<SharedFile>& files) {
  const int parent = getpid();
  std::fflush(nullptr);  // or the child would print it again
  int child = 0;
  {
    const OnThisProcessor here;
    child = fork();
  }
  if (child < 0) {
    std::perror("minijvm: fork");
    leave();
  }
  if (child == 0) {
    become_run(request, parent, files);
  }
  return child;
}

Awaited await_child(int child, int socket, std::uint64_t wall_ms) {
  pollfd wanted[] = {{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0},
                     {explorer(), POLLRDHUP, 0},
                     {socket, POLLIN, 0}};
  if (wanted[0].fd < 0) {
    std::perror("minijvm: pidfd_open");
    kill(child, SIGKILL);
    leave();
  }
  constexpr std::uint64_t kMostMs = 1'000'000'000;
  const int limit_ms = wall_ms == 0 ? -1 : static_cast<int>(std::min(wall_ms, kMostMs));
  // A signal that interrupts the wait gives the run its time once more.
  while (poll(wanted, 3, limit_ms) < 0 && errno == EINTR) {
  }
  close(wanted[0].fd);
  if ((wanted[0].revents & POLLIN) != 0) {
    return Awaited::kEnd;
  }
  if ((wanted[2].revents & POLLIN) != 0) {
    return Awaited::kWord;
  }
  kill(child, SIGKILL);
  if (wanted[1].revents != 0) {
    leave();
  }
  return Awaited::kLate;
}

void report_child(int child, bool was_late, std::int64_t began_ns) {
  RunStatus report;
  report.was_late = was_late;
  waitpid(child, &report.status, 0);
  report.wall_ns = sync::machine_ns() - began_ns;
  char word = explore::kEnded;
  iovec parts[] = {{&word, 1}, {&report, sizeof report}};
  if (writev(explorer(), parts, 2) != static_cast<ssize_t>(1 + sizeof report)) {
    leave();
  }
}

bool serve_run(const RunRequest& request, const std::vector<SharedFile>& files) {
  const std::int64_t began_ns = sync::machine_ns();
  const int child = fork_run(request, files);
  if (child == 0) {
    return true;
  }
  report_child(child, await_child(child, -1, request.wall_ms) == Awaited::kLate, began_ns);
  return false;
}

}  // namespace minijvm::vm
