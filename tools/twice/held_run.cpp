// Starts the launcher with files of memory for its output, and looks there now and then.
#include "tools/twice/held_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tools/launched/launcher.h"
#include "tools/launched/memory_file.h"

namespace minijvm::twice {
namespace {

using Error = Unexpected<std::string>;

// The run's descriptor of its log, by which -XX:RunLog names the file.
constexpr int kLog = 100;
constexpr int kLookMs = 20;

// A file of memory, and how much of it was shown.
class HeldFile : public launched::MemoryFile {
 public:
  using MemoryFile::MemoryFile;

  void show_more(std::FILE* to) {
    const std::string text = content_from(shown_);
    shown_ += static_cast<off_t>(text.size());
    std::fwrite(text.data(), 1, text.size(), to);
    std::fflush(to);
  }

 private:
  off_t shown_ = 0;
};

// Gives standard input a position of its own, or the next run would begin where this one has
// stopped.
void own_input() {
  const int own = open("/proc/self/fd/0", O_RDONLY);
  lseek(own, lseek(STDIN_FILENO, 0, SEEK_CUR), SEEK_SET);
  dup2(own, STDIN_FILENO);
  close(own);
}

[[noreturn]] void become_run(const Program& program, pid_t parent, int out, int err, int log) {
  launched::end_with(parent);
  own_input();
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  dup2(log, kLog);
  std::vector<std::string> words = {"-XX:+Deterministic",
                                    "-XX:RunLog=/proc/self/fd/" + std::to_string(kLog)};
  words.insert(words.end(), program.words.begin(), program.words.end());
  launched::become_launcher(program.launcher, std::move(words));
}

int code_of(int status) {
  constexpr int kBySignal = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
}

}  // namespace

Expected<HeldRun, std::string> make_run(const Program& program, bool shows) {
  HeldFile out("out");
  HeldFile err("err");
  HeldFile log("log");
  if (out.file() < 0 || err.file() < 0 || log.file() < 0) {
    return Error(std::string("no memory for a run's output: ") + std::strerror(errno));
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    return Error(std::string("no process for a run: ") + std::strerror(errno));
  }
  if (child == 0) {
    become_run(program, parent, out.file(), err.file(), log.file());
  }
  pollfd end{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  int status = 0;
  for (bool is_over = false; !is_over;) {
    poll(&end, 1, kLookMs);
    is_over = waitpid(child, &status, WNOHANG) == child;
    if (shows) {
      out.show_more(stdout);
      err.show_more(stderr);
    }
  }
  close(end.fd);
  return HeldRun{code_of(status), out.content_from(0), err.content_from(0), log.content_from(0)};
}

}  // namespace minijvm::twice
