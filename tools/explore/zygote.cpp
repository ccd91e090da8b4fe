// The server's side: a request, a fork, a wait. The child makes what it shares with its siblings
// its own before it runs. A lost explorer ends the server, and a lost server ends its child.
#include "tools/explore/zygote.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/check.h"
#include "sync/threads/clock.h"
#include "tools/explore/explore_state.h"
#include "tools/explore/warm_methods.h"

namespace minijvm::vm {
namespace {

using explore::RunRequest;
using explore::RunStatus;

// The explorer has ended, or says what this VM does not know.
[[noreturn]] void leave() { _exit(0); }

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

RunRequest next_request(int first) {
  char word = 0;
  if (read(first + explore::kSocket, &word, 1) != 1 || word != explore::kRun) {
    leave();
  }
  auto parsed = explore::parse_request(read_whole(first + explore::kRequestFile));
  if (!parsed.ok()) {
    std::fprintf(stderr, "minijvm: %s\n", parsed.error().c_str());
    leave();
  }
  return parsed.take();
}

// Returns true if the child ended in time. It is killed if the explorer goes away meanwhile.
bool wait_for(int child, int socket, std::uint64_t wall_ms) {
  pollfd wanted[] = {{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0},
                     {socket, POLLRDHUP, 0}};
  if (wanted[0].fd < 0) {
    std::perror("minijvm: pidfd_open");
    kill(child, SIGKILL);
    leave();
  }
  constexpr std::uint64_t kMostMs = 1'000'000'000;
  const int limit_ms = wall_ms == 0 ? -1 : static_cast<int>(std::min(wall_ms, kMostMs));
  // A signal that interrupts the wait gives the run its time once more.
  while (poll(wanted, 2, limit_ms) < 0 && errno == EINTR) {
  }
  const bool has_ended = (wanted[0].revents & POLLIN) != 0;
  if (!has_ended) {
    kill(child, SIGKILL);
  }
  close(wanted[0].fd);
  if (!has_ended && wanted[1].revents != 0) {
    leave();
  }
  return has_ended;
}

void serve_child(int child, int first, std::uint64_t wall_ms) {
  const std::int64_t began = sync::machine_ns();
  RunStatus report;
  report.was_late = !wait_for(child, first + explore::kSocket, wall_ms);
  waitpid(child, &report.status, 0);
  report.wall_ns = sync::machine_ns() - began;
  if (write(first + explore::kSocket, &report, sizeof report) != sizeof report) {
    leave();
  }
}

// A file that the server has open, and where.
struct OpenFile {
  int file;
  int access;
  int duplicate;  // O_CLOEXEC, if it is to be closed on exec
  off_t at;
};

// Returns the regular files, but for those to which the runs' output is appended.
std::vector<OpenFile> open_files() {
  std::vector<OpenFile> files;
  DIR* folder = opendir("/proc/self/fd");
  if (folder == nullptr) {
    return files;
  }
  while (const dirent* entry = readdir(folder)) {
    struct stat status {};
    const int file = std::atoi(entry->d_name);
    if (entry->d_name[0] == '.' || file == dirfd(folder) || fstat(file, &status) != 0 ||
        !S_ISREG(status.st_mode)) {
      continue;
    }
    const int flags = fcntl(file, F_GETFL);
    const off_t at = lseek(file, 0, SEEK_CUR);
    if ((flags & O_APPEND) == 0 && at >= 0) {
      const bool closes = (fcntl(file, F_GETFD) & FD_CLOEXEC) != 0;
      files.push_back({file, flags & O_ACCMODE, closes ? O_CLOEXEC : 0, at});
    }
  }
  closedir(folder);
  return files;
}

// A descriptor that a fork copies has one position in both processes: a child that reads a jar
// would move it for all later children. So each file is opened again, at the same place.
void own_positions(const std::vector<OpenFile>& files) {
  for (const OpenFile& shared : files) {
    const std::string path = "/proc/self/fd/" + std::to_string(shared.file);
    const int own = open(path.c_str(), shared.access | O_CLOEXEC);
    if (own >= 0) {
      lseek(own, shared.at, SEEK_SET);
      dup3(own, shared.file, shared.duplicate);
      close(own);
    }
  }
}

// The first run that has come to its end says which methods it has translated.
void warm_up(runtime::JavaThread& self) {
  if (explore_state.warm_file < 0) {
    return;
  }
  const std::string lines = read_whole(explore_state.warm_file);
  if (!lines.empty()) {
    translate_methods(self, lines);
    close(explore_state.warm_file);
    explore_state.warm_file = -1;
  }
}

void become_run(const RunRequest& request, int parent, const std::vector<OpenFile>& files) {
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

RunRequest serve_runs(runtime::JavaThread& self, int first) {
  const int parent = getpid();
  const std::vector<OpenFile> files = open_files();
  explore_state.warm_file = memfd_create("translated methods", MFD_CLOEXEC);
  if (write(first + explore::kSocket, &explore::kReady, 1) != 1) {
    leave();
  }
  for (;;) {
    RunRequest request = next_request(first);
    std::fflush(nullptr);  // or the child would print it again
    const int child = fork();
    if (child == 0) {
      become_run(request, parent, files);
      return request;
    }
    if (child < 0) {
      std::perror("minijvm: fork");
      leave();
    }
    serve_child(child, first, request.wall_ms);
    warm_up(self);
  }
}

}  // namespace minijvm::vm
