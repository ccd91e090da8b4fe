// Makes the files of memory and the socket, starts the launcher with them, and speaks with the VM.
#include "tools/explore/search/vm_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tools/launched/launcher.h"
#include "vm/natives/world/temporary_folder.h"

namespace minijvm::explore {
namespace {

using Error = Unexpected<std::string>;

// The first descriptor of the VM that serves. The explorer's own close when the VM is started.
constexpr int kFirst = 100;
static_assert(kFirst + kTemporaryFolder == vm::kTemporaryFolderFile);

}  // namespace

VmProcess::~VmProcess() {
  if (socket_ >= 0) {
    close(socket_);
  }
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void VmProcess::become_vm(const std::string& launcher, const std::vector<std::string>& words,
                          int socket, int parent) {
  launched::end_with(parent);
  // Each VM reads from a position of its own.
  const std::string input = "/proc/self/fd/" + std::to_string(input_.file());
  dup2(open(input.c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  int sources[] = {socket, request_.file(), result_.file(), input_.ready(), temporary_.file()};
  for (int& source : sources) {
    source = fcntl(source, F_DUPFD_CLOEXEC, kFirst + kDescriptors);  // out of the way
  }
  for (int i = 0; i < kDescriptors; ++i) {
    dup2(sources[i], kFirst + i);
  }
  dup2(out_.file(), STDOUT_FILENO);
  dup2(err_.file(), STDERR_FILENO);
  // Code that runs before the program must be linked so that each run can choose its points.
  std::vector<std::string> all = {"-XX:+Deterministic", "-XX:Schedule=random",
                                  "-XX:PreemptAt=access",
                                  "-XX:ServeRuns=" + std::to_string(kFirst)};
  all.insert(all.end(), words.begin(), words.end());
  launched::become_launcher(launcher, std::move(all));
}

Expected<void, std::string> VmProcess::start(const std::string& launcher,
                                             const std::vector<std::string>& words) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return Error(std::string("no socket for a VM: ") + std::strerror(errno));
  }
  socket_ = sockets[0];
  if (request_.file() < 0 || result_.file() < 0 || out_.file() < 0 || err_.file() < 0) {
    close(sockets[1]);
    return Error(std::string("no memory for a run's output: ") + std::strerror(errno));
  }
  const int parent = getpid();
  pid_ = fork();
  if (pid_ == 0) {
    become_vm(launcher, words, sockets[1], parent);
  }
  close(sockets[1]);
  if (pid_ < 0 || MJ_TRY(next_word()) != kReady) {
    return Error(last_words());
  }
  temporary_.keep_what_is_there();
  return {};
}

Expected<char, std::string> VmProcess::next_word() {
  while (!MJ_TRY(has_ended())) {
  }
  char word = 0;
  return recv(socket_, &word, 1, 0) == 1 ? word : '\0';
}

Expected<bool, std::string> VmProcess::has_ended() {
  char word = 0;
  const bool wants_input = recv(socket_, &word, 1, MSG_PEEK) == 1 && word == kWantsInput;
  if (wants_input) {
    (void)!recv(socket_, &word, 1, 0);
    MJ_TRY(input_.read());
  }
  return !wants_input;
}

void VmProcess::begin(const RunRequest& request) {
  bool is_ready = true;
  for (const launched::MemoryFile* file : {&request_, &result_, &out_, &err_}) {
    is_ready &= file->empty();
  }
  // If the memory is full, or the VM is gone, it does not answer, which finish() tells.
  if (is_ready && request_.append(print_request(request))) {
    (void)!send(socket_, &kRun, 1, MSG_NOSIGNAL);
  } else {
    shutdown(socket_, SHUT_RDWR);
  }
}

std::optional<Outcome> VmProcess::finish() {
  Outcome outcome;
  const auto word = next_word();
  if (!word.ok() || word.value() != kEnded ||
      recv(socket_, &outcome.status, sizeof outcome.status, MSG_WAITALL) !=
          static_cast<ssize_t>(sizeof outcome.status)) {
    return std::nullopt;
  }
  auto parsed = parse_result(result_.content_from());
  if (parsed.ok()) {
    outcome.result = parsed.take();
  }
  outcome.out = out_.content_from();
  outcome.err = err_.content_from();
  temporary_.empty();
  return outcome;
}

std::string VmProcess::last_words() {
  int status = 0;
  if (pid_ > 0) {
    kill(pid_, SIGKILL);  // it has closed its socket, but may live
    waitpid(pid_, &status, 0);
    pid_ = -1;
  }
  const std::string words = out_.content_from() + err_.content_from();
  const bool has_ended = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return words + (has_ended || words.empty() ? "The VM has ended before a run could begin.\n" : "");
}

}  // namespace minijvm::explore
