// Forks, execs and waits. A child does not outlive this process.
#include "tools/guide/doctor/probe.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "base/open_file.h"
#include "tools/launched/launcher.h"

namespace minijvm::guide {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostText = 64 * 1024;

[[noreturn]] void become(const std::vector<std::string>& words, int output, pid_t parent) {
  launched::end_with(parent);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

// Reads until the pipe ends or the time is over. Returns false if the time is over.
bool read_until(int from, Clock::time_point end, std::string& text) {
  char buffer[4096];
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd wait{from, POLLIN, 0};
    if (left.count() <= 0 || poll(&wait, 1, static_cast<int>(left.count())) <= 0) {
      return false;
    }
    const ssize_t count = read(from, buffer, sizeof buffer);
    if (count <= 0) {
      return true;
    }
    if (text.size() < kMostText) {
      text.append(buffer, static_cast<std::size_t>(count));
    }
  }
}

}  // namespace

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string path_of_program(const std::string& name) {
  const char* variable = std::getenv("PATH");
  const std::string path = variable == nullptr ? "" : variable;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    std::string file = path.substr(begin, end - begin) + "/" + name;
    if (end > begin && access(file.c_str(), X_OK) == 0) {
      return file;
    }
    begin = end + 1;
  }
  return "";
}

Answer run_command(const std::vector<std::string>& words, int seconds) {
  Answer answer;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return answer;
  }
  const OpenFile from(ends[0]);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    become(words, ends[1], parent);
  }
  close(ends[1]);
  if (child < 0) {
    return answer;
  }
  answer.was_late =
      !read_until(from.fd(), Clock::now() + std::chrono::seconds(seconds), answer.text);
  if (answer.was_late) {
    kill(child, SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  answer.is_good = !answer.was_late && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return answer;
}

bool may_trace_child() {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    launched::end_with(parent);
    pause();
    _exit(0);
  }
  if (child < 0) {
    return false;
  }
  const bool may = ptrace(PTRACE_SEIZE, child, nullptr, nullptr) == 0;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return may;
}

}  // namespace minijvm::guide
