// The signals wait in a descriptor that the loop reads.
#include "tools/desk/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <utility>

namespace minijvm::desk {
namespace {

sigset_t asking() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    sigaddset(&set, number);
  }
  return set;
}

int open_signals() {
  const sigset_t set = asking();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

}  // namespace

Signals::Signals(Loop& loop, std::function<void(int number)> asked)
    : loop_(loop), file_(open_signals()) {
  signal(SIGPIPE, SIG_IGN);  // who reads may leave
  loop_.watch(file_, POLLIN, [file = file_, call = std::move(asked)](short) {
    signalfd_siginfo info{};
    if (read(file, &info, sizeof info) == sizeof info) {
      call(static_cast<int>(info.ssi_signo));
    }
  });
}

Signals::~Signals() {
  loop_.forget(file_);
  close(file_);
}

void take_usual_signals() {
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ}) {
    signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace minijvm::desk
