// The process between a fork and the launcher, which the kernel calls below prepare.
#include "tools/launched/launcher.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>

namespace minijvm::launched {

std::string own_folder() {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  const std::string own(path, static_cast<std::size_t>(length > 0 ? length : 0));
  return own.substr(0, own.rfind('/'));
}

std::string launcher_path() { return own_folder() + "/../../bin/minijvm"; }

void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);  // it ended before it could take us along
  }
}

void become_launcher(const std::string& launcher, std::vector<std::string> words) {
  words.insert(words.begin(), launcher);
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  execv(launcher.c_str(), arguments.data());
  dprintf(STDERR_FILENO, "cannot start %s: %s\n", launcher.c_str(), std::strerror(errno));
  _exit(1);
}

}  // namespace minijvm::launched
