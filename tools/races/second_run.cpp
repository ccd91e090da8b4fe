// The fork, and the packets between the three processes. An answer is one packet; the packet
// behind it is empty and comes from the witness.
#include "tools/races/second_run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>
#include <vector>

#include "sync/threads/clock.h"
#include "tools/explore/forked_run.h"
#include "vm/java/repeatability.h"
#include "vm/natives/world/world.h"

namespace minijvm::vm::races {
namespace {

constexpr unsigned kMostAsked = 20;
constexpr std::size_t kMostBytes = 60'000;  // of a packet
constexpr std::int64_t kNsInMs = 1'000'000;
constexpr std::int64_t kMsInS = 1000;

// Nothing is lost if a regular file, or a device that is always empty, is read twice.
bool can_be_read_twice(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 &&
         (S_ISREG(status.st_mode) || (S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3)));
}

struct Question {
  Wanted wanted;
  unsigned seconds = 0;  // that the second run may take
};

// A second run prints what has been printed.
void be_silent() {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

// Waits for a packet. Returns its size, or -1: there is none any more, or the time is over.
ssize_t receive(int socket, void* to, std::size_t bytes, int limit_ms) {
  pollfd wanted{socket, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&wanted, 1, limit_ms);
  } while (ready < 0 && errno == EINTR);
  return ready == 1 ? recv(socket, to, bytes, 0) : -1;
}

// Forks a second run for each question. Returns in such a run only.
Wanted be_witness(int socket, const std::vector<SharedFile>& files) {
  for (;;) {
    Question question;
    if (receive(socket, &question, sizeof question, -1) != sizeof question) {
      _exit(0);
    }
    const int child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      own_positions(files);
      be_silent();
      signal(SIGALRM, SIG_DFL);
      alarm(question.seconds);
      return question.wanted;
    }
    if (child > 0) {
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
    send(socket, "", 0, MSG_NOSIGNAL);
  }
}

}  // namespace

void SecondRun::begin(std::string why_not) {
  began_ns_ = sync::machine_ns();
  why_not_ = std::move(why_not);
  if (!why_not_.empty()) {
    return;
  }
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) {
    why_not_ = "there is no socket for a second run";
    return;
  }
  const std::vector<SharedFile> files = open_files();
  const int parent = getpid();
  std::fflush(nullptr);  // or a second run would print it
  const int witness = fork();
  if (witness == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(sockets[0]);
    if (getppid() != parent) {
      _exit(0);
    }
    wanted_ = be_witness(sockets[1], files);
    socket_ = sockets[1];
    return;
  }
  close(sockets[1]);
  socket_ = sockets[0];
  why_not_ = witness < 0 ? "there can be no second process" : "";
}

void SecondRun::input_is_read() { has_read_input_ |= !can_be_read_twice(STDIN_FILENO); }

void SecondRun::answer(const std::string& text) const {
  if (!text.empty()) {
    send(socket_, text.data(), std::min(text.size(), kMostBytes), MSG_NOSIGNAL);
  }
  _exit(0);
}

std::string SecondRun::refusal() const {
  if (!why_not_.empty()) {
    return why_not_;
  }
  if (has_changed_world() || has_met_world()) {
    return "a second run would change files, or talk to the world, once more";
  }
  if (has_read_input_) {
    return "a second run could not read standard input again";
  }
  return asked_ == kMostAsked
             ? "the first " + std::to_string(kMostAsked) + " races have had a second run each"
             : "";
}

SecondRun::Told SecondRun::ask(const Wanted& wanted) {
  if (std::string why = refusal(); !why.empty()) {
    return {"", std::move(why)};
  }
  ++asked_;
  // It does a little more than this run has done so far.
  const std::int64_t so_far_ms = (sync::machine_ns() - began_ns_) / kNsInMs;
  const auto limit_s = static_cast<unsigned>(3 * so_far_ms / kMsInS + 5);
  const Question question{wanted, limit_s};
  send(socket_, &question, sizeof question, MSG_NOSIGNAL);
  std::string answer(kMostBytes, '\0');
  const int limit_ms = static_cast<int>((limit_s + 1) * kMsInS);
  const ssize_t got = receive(socket_, answer.data(), answer.size(), limit_ms);
  answer.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  char end = 0;
  const bool has_ended = got == 0 || (got > 0 && receive(socket_, &end, 1, limit_ms) == 0);
  if (!has_ended) {
    why_not_ = "a second run has taken too long";
  }
  return {answer, answer.empty() ? "a second run has not come to this race" : ""};
}

}  // namespace minijvm::vm::races
