// Starts the launcher with pipes for its output, reads these until the process has ended, and ends
// it when it takes too long.
//
// Rejected: files of memory for the output, as tools/twice has them: a program that prints without
// end would fill the memory.
#include "tools/compare/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstring>
#include <optional>

#include "tools/launched/launcher.h"

namespace minijvm::compare {
namespace {

using Error = Unexpected<std::string>;
using Clock = std::chrono::steady_clock;

// A run that has been asked to end may take this long to write its recording.
constexpr std::chrono::seconds kGrace(10);

class Pipe {
 public:
  Pipe() {
    if (pipe2(ends_, O_CLOEXEC) == 0) {
      fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    }
  }
  ~Pipe() {
    close_writer();
    if (ends_[0] >= 0) {
      close(ends_[0]);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return ends_[0] >= 0; }
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  void close_writer() {
    if (ends_[1] >= 0) {
      close(ends_[1]);
      ends_[1] = -1;
    }
  }
  enum class Got : std::uint8_t { kSome, kNothingNow, kEnd };
  // Reads once: a run that prints without end must not keep the reader from its other work.
  Got read_into(Output& output) const {
    std::array<char, 1 << 16> buffer;
    const ssize_t got = read(ends_[0], buffer.data(), buffer.size());
    if (got > 0) {
      output.add({buffer.data(), static_cast<std::size_t>(got)});
      return Got::kSome;
    }
    return got < 0 && errno != EBADF ? Got::kNothingNow : Got::kEnd;
  }
  // Reads what the process has left. Another process may hold the pipe and go on printing.
  void drain_into(Output& output) const {
    constexpr int kMostReads = 64;
    for (int i = 0; i < kMostReads && read_into(output) == Got::kSome; ++i) {
    }
  }

 private:
  int ends_[2] = {-1, -1};
};

// Opens the input again, which gives the run a position of its own.
void take_input(int input) {
  const int own = open(("/proc/self/fd/" + std::to_string(input)).c_str(), O_RDONLY);
  dup2(own, STDIN_FILENO);
  close(own);
}

[[noreturn]] void become_run(const ChildStart& start, pid_t parent, const Pipe& out,
                             const Pipe& err) {
  launched::end_with(parent);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  take_input(start.input);
  dup2(out.writer(), STDOUT_FILENO);
  dup2(err.writer(), STDERR_FILENO);
  if (start.recording != nullptr) {
    dup2(start.recording->file(), kRecording);
  }
  launched::become_launcher(start.launcher, start.words);
}

std::int64_t ns(const timeval& time) {
  constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
  return time.tv_sec * kNanosPerSecond + time.tv_usec * 1000;
}

class Child {
 public:
  Child(const ChildStart& start, pid_t pid, Pipe& out, Pipe& err)
      : start_(start), pid_(pid), out_(out), err_(err), begun_(Clock::now()) {
    if (start.seconds != 0) {
      limit_ = begun_ + std::chrono::seconds(start.seconds);
    }
  }

  Expected<ChildEnd, std::string> wait() {
    pollfd all[] = {{static_cast<int>(syscall(SYS_pidfd_open, pid_, 0)), POLLIN, 0},
                    {out_.reader(), POLLIN, 0},
                    {err_.reader(), POLLIN, 0}};
    if (all[0].fd < 0) {
      const int error = errno;
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      return Error(std::string("cannot wait for a run: ") + std::strerror(error));
    }
    while (!has_ended(all[0].revents)) {
      poll(all, 3, ms_to_limit());
      look_at(all[1], out_, end_.out);
      look_at(all[2], err_, end_.err);
      end_if_late();
    }
    out_.drain_into(end_.out);
    err_.drain_into(end_.err);
    close(all[0].fd);
    return std::move(end_);
  }

 private:
  bool has_ended(short news) {
    rusage usage{};
    int status = 0;
    if ((news & POLLIN) == 0 || wait4(pid_, &status, 0, &usage) != pid_) {
      return false;
    }
    end_.wall_ns = std::chrono::nanoseconds(Clock::now() - begun_).count();
    constexpr int kBySignal = 128;
    end_.code = WIFEXITED(status) ? WEXITSTATUS(status) : kBySignal + WTERMSIG(status);
    end_.cpu_ns = ns(usage.ru_utime) + ns(usage.ru_stime);
    end_.rss_bytes = usage.ru_maxrss * 1024;
    end_.kernel_switches = static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw);
    return true;
  }

  // A pipe at its end would wake poll again and again.
  static void look_at(pollfd& entry, const Pipe& pipe, Output& output) {
    if (entry.revents != 0 && pipe.read_into(output) == Pipe::Got::kEnd) {
      entry.fd = -1;
    }
  }

  int ms_to_limit() const {
    if (!limit_) {
      return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*limit_ - Clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
  }

  // A VM that is asked to end writes its recording, which shows why it did not. One without a
  // recording has nothing to say.
  void end_if_late() {
    if (!limit_ || Clock::now() < *limit_) {
      return;
    }
    const bool asks = start_.recording != nullptr && !end_.was_late;
    kill(pid_, asks ? SIGTERM : SIGKILL);
    limit_ = asks ? std::optional(*limit_ + kGrace) : std::nullopt;
    end_.was_late = true;
  }

  const ChildStart& start_;
  const pid_t pid_;
  Pipe& out_;
  Pipe& err_;
  const Clock::time_point begun_;
  std::optional<Clock::time_point> limit_;
  ChildEnd end_;
};

}  // namespace

Expected<ChildEnd, std::string> run_child(const ChildStart& start) {
  Pipe out;
  Pipe err;
  if (!out.is_open() || !err.is_open()) {
    return Error(std::string("no pipe for a run's output: ") + std::strerror(errno));
  }
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    return Error(std::string("no process for a run: ") + std::strerror(errno));
  }
  if (pid == 0) {
    become_run(start, parent, out, err);
  }
  out.close_writer();
  err.close_writer();
  return Child(start, pid, out, err).wait();
}

}  // namespace minijvm::compare
