// Makes the files of memory and the socket, starts the launcher with them, and speaks with the VM.
#include "tools/explore/search/vm_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace minijvm::explore {
namespace {

using Error = Unexpected<std::string>;

// The first descriptor of the VM that serves. The explorer's own close when the VM is started.
constexpr int kFirst = 100;

// All processes that write to it append.
int memory_file(const char* name) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  if (file >= 0) {
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND);
  }
  return file;
}

std::string content_of(int file) {
  struct stat status {};
  std::string text;
  if (fstat(file, &status) == 0) {
    text.resize(static_cast<std::size_t>(status.st_size));
    const ssize_t got = pread(file, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  }
  return text;
}

void empty(int file) {
  if (ftruncate(file, 0) != 0) {
    // The run's output would stand behind that of the last one, so the file is worth nothing.
    _exit(1);
  }
}

}  // namespace

VmProcess::~VmProcess() {
  for (const int file : {socket_, files_[kRequestFile], files_[kResultFile], out_, err_}) {
    if (file >= 0) {
      close(file);
    }
  }
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void VmProcess::become_vm(const std::string& launcher, const std::vector<std::string>& words,
                          int input, int socket) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int sources[] = {socket, files_[kRequestFile], files_[kResultFile]};
  for (int& source : sources) {
    source = fcntl(source, F_DUPFD_CLOEXEC, kFirst + kDescriptors);  // out of the way
  }
  for (int i = 0; i < kDescriptors; ++i) {
    dup2(sources[i], kFirst + i);
  }
  dup2(input, STDIN_FILENO);
  dup2(out_, STDOUT_FILENO);
  dup2(err_, STDERR_FILENO);
  // Code that runs before the program must be linked so that each run can choose its points.
  std::vector<std::string> all = {launcher, "-XX:+Deterministic", "-XX:Schedule=random",
                                  "-XX:PreemptAt=access",
                                  "-XX:ServeRuns=" + std::to_string(kFirst)};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  execv(launcher.c_str(), arguments.data());
  dprintf(STDERR_FILENO, "cannot start %s: %s\n", launcher.c_str(), std::strerror(errno));
  _exit(1);
}

Expected<void, std::string> VmProcess::start(const std::string& launcher,
                                             const std::vector<std::string>& words, int input) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return Error(std::string("no socket for a VM: ") + std::strerror(errno));
  }
  socket_ = sockets[0];
  files_[kRequestFile] = memory_file("request");
  files_[kResultFile] = memory_file("result");
  out_ = memory_file("out");
  err_ = memory_file("err");
  if (err_ < 0) {
    close(sockets[1]);
    return Error(std::string("no memory for a run's output: ") + std::strerror(errno));
  }
  pid_ = fork();
  if (pid_ == 0) {
    become_vm(launcher, words, input, sockets[1]);
  }
  close(sockets[1]);
  char word = 0;
  if (pid_ < 0 || read(socket_, &word, 1) != 1 || word != kReady) {
    return Error(last_words());
  }
  return {};
}

void VmProcess::begin(const RunRequest& request) {
  for (const int file : {files_[kRequestFile], files_[kResultFile], out_, err_}) {
    empty(file);
  }
  const std::string text = print_request(request);
  // If the memory is full, or the VM is gone, it does not answer, which finish() tells.
  if (write(files_[kRequestFile], text.data(), text.size()) == static_cast<ssize_t>(text.size())) {
    (void)!send(socket_, &kRun, 1, MSG_NOSIGNAL);
  } else {
    shutdown(socket_, SHUT_RDWR);
  }
}

std::optional<Outcome> VmProcess::finish() {
  Outcome outcome;
  if (recv(socket_, &outcome.status, sizeof outcome.status, MSG_WAITALL) !=
      static_cast<ssize_t>(sizeof outcome.status)) {
    return std::nullopt;
  }
  auto parsed = parse_result(content_of(files_[kResultFile]));
  if (parsed.ok()) {
    outcome.result = parsed.take();
  }
  outcome.out = content_of(out_);
  outcome.err = content_of(err_);
  return outcome;
}

std::string VmProcess::last_words() {
  int status = 0;
  if (pid_ > 0) {
    kill(pid_, SIGKILL);  // it has closed its socket, but may live
    waitpid(pid_, &status, 0);
    pid_ = -1;
  }
  const std::string words = content_of(out_) + content_of(err_);
  return words.empty() ? "the VM has ended before it came to the program" : words;
}

}  // namespace minijvm::explore
