// The calls of the kernel that start the VM, and those that see its end.
#include "tools/desk/vm_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tools/desk/signals.h"
#include "tools/launched/launcher.h"

namespace minijvm::desk {
namespace {

using Error = Unexpected<std::string>;

constexpr int kVmControl = 3;  // the number that -Xstep:json=3 names
constexpr int kBySignal = 128;

// Two ends of a pipe or a socket. What is not taken is closed.
class Pair {
 public:
  Pair() = default;
  ~Pair() {
    for (const int end : ends_) {
      if (end >= 0) {
        close(end);
      }
    }
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  bool make_pipe() { return pipe2(ends_, O_CLOEXEC) == 0; }
  bool make_socket() { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) == 0; }
  int at(int which) const { return ends_[which]; }
  // The desk's end, which does not block.
  int take(int which) {
    fcntl(ends_[which], F_SETFL, O_NONBLOCK);
    return std::exchange(ends_[which], -1);
  }

 private:
  int ends_[2] = {-1, -1};
};

constexpr int kReader = 0;
constexpr int kWriter = 1;

struct Channels {
  Pair control;
  Pair input;
  Pair output;
  Pair error;
  bool make() {
    return control.make_socket() && input.make_pipe() && output.make_pipe() && error.make_pipe();
  }
};

std::vector<std::string> all_words(const VmStart& start) {
  std::vector<std::string> words{fmt::format("-Xstep:json={}", kVmControl)};
  for (const std::string& place : start.breaks) {
    words.push_back("-Xstep:break=" + place);
  }
  words.insert(words.end(), start.words.begin(), start.words.end());
  return words;
}

[[noreturn]] void become_vm(const VmStart& start, pid_t parent, const Channels& channels) {
  launched::end_with(parent);
  take_usual_signals();
  if (!start.shares_input) {
    // Ctrl-C at the terminal is for the desk, which ends the VM itself.
    setpgid(0, 0);
    dup2(channels.input.at(kReader), STDIN_FILENO);
  }
  dup2(channels.output.at(kWriter), STDOUT_FILENO);
  dup2(channels.error.at(kWriter), STDERR_FILENO);
  // A copy with another number first: dup2 of 3 to 3 would leave it close-on-exec.
  const int control = fcntl(channels.control.at(1), F_DUPFD_CLOEXEC, kVmControl + 1);
  dup2(control, kVmControl);
  // The web server's connections, which cpp-httplib accepts without close-on-exec, stay behind.
  close_range(kVmControl + 1, ~0U, 0);
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) {
    dprintf(STDERR_FILENO, "Error: cannot change to the folder %s: %s\n", start.folder.c_str(),
            std::strerror(errno));
    _exit(1);
  }
  launched::become_launcher(start.launcher, all_words(start));
}

std::string no_process(int error) {
  return fmt::format("no process for the VM: {}", std::strerror(error));
}

}  // namespace

Expected<VmProcess, std::string> VmProcess::start(const VmStart& start) {
  Channels channels;
  if (!channels.make()) {
    return Error(fmt::format("no pipes for the VM: {}", std::strerror(errno)));
  }
  VmProcess vm;
  const pid_t parent = getpid();
  vm.pid_ = fork();
  if (vm.pid_ < 0) {
    return Error(no_process(errno));
  }
  if (vm.pid_ == 0) {
    become_vm(start, parent, channels);
  }
  vm.control_ = channels.control.take(0);
  vm.input_ = start.shares_input ? -1 : channels.input.take(kWriter);
  vm.output_ = channels.output.take(kReader);
  vm.error_ = channels.error.take(kReader);
  vm.process_ = static_cast<int>(syscall(SYS_pidfd_open, vm.pid_, 0));
  if (vm.process_ < 0) {
    return Error(no_process(errno));
  }
  fcntl(vm.process_, F_SETFD, FD_CLOEXEC);
  return vm;
}

VmProcess::VmProcess(VmProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      is_reaped_(std::exchange(other.is_reaped_, true)),
      control_(std::exchange(other.control_, -1)),
      input_(std::exchange(other.input_, -1)),
      output_(std::exchange(other.output_, -1)),
      error_(std::exchange(other.error_, -1)),
      process_(std::exchange(other.process_, -1)) {}

VmProcess::~VmProcess() {
  if (pid_ > 0 && !is_reaped_) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  for (const int fd : {control_, input_, output_, error_, process_}) {
    if (fd >= 0) {
      close(fd);
    }
  }
}

void VmProcess::send_signal(int number) const {
  if (!is_reaped_) {
    kill(pid_, number);
  }
}

void VmProcess::close_control() {
  if (control_ >= 0) {
    close(std::exchange(control_, -1));
  }
}

void VmProcess::close_input() {
  if (input_ >= 0) {
    close(std::exchange(input_, -1));
  }
}

VmEnd VmProcess::reap() {
  int status = 0;
  if (is_reaped_ || waitpid(pid_, &status, 0) != pid_) {
    return {1, "the program has ended, and the kernel does not say how"};
  }
  is_reaped_ = true;
  if (WIFEXITED(status)) {
    return {WEXITSTATUS(status),
            fmt::format("the program has ended with code {}", WEXITSTATUS(status))};
  }
  const int number = WTERMSIG(status);
  return {kBySignal + number,
          fmt::format("the program was ended by signal {} ({})", number, strsignal(number))};
}

}  // namespace minijvm::desk
