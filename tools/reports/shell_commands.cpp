// Splits and runs the commands of -XX:OnError and -XX:OnOutOfMemoryError. run_in_shell may be
// called in a process that is broken, so it neither allocates nor locks. Any thread state.
#include "tools/reports/shell_commands.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "runtime/jdk_release.h"

namespace minijvm::vm {
namespace {

// HOTSPOT: from JDK 25 on, a line end separates commands, too. A flag that is given twice has two
// lines.
std::string_view separators() {
  constexpr int kLinesSince = 25;
  return runtime::jdk().feature >= kLinesSince ? ";\n" : ";";
}

// Takes the text up to the next separator from the front of `rest`, and replaces %p and %%. An
// empty result means that no command is left.
std::string next_command(std::string_view& rest) {
  std::string command;
  const std::string skipped = " " + std::string(separators());
  rest.remove_prefix(std::min(rest.find_first_not_of(skipped), rest.size()));
  while (!rest.empty() && separators().find(rest[0]) == std::string_view::npos) {
    const bool is_escape = rest[0] == '%' && rest.size() > 1 && (rest[1] == 'p' || rest[1] == '%');
    command += is_escape && rest[1] == 'p' ? std::to_string(getpid()) : std::string(1, rest[0]);
    rest.remove_prefix(is_escape ? 2 : 1);
  }
  return command;
}

}  // namespace

std::vector<std::string> shell_commands(std::string_view given) {
  std::vector<std::string> commands;
  for (std::string command = next_command(given); !command.empty(); command = next_command(given)) {
    commands.push_back(command);
  }
  return commands;
}

void run_in_shell(std::string& command) {
  char shell[] = "sh";
  char flag[] = "-c";
  // posix_spawn takes char pointers that it does not write to; data() is writable, hence the
  // reference to the string.
  char* const arguments[] = {shell, flag, command.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/bin/sh", nullptr, nullptr, arguments, environ) == 0) {
    // A signal may end the wait early: repeat it until the child has ended.
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

}  // namespace minijvm::vm
