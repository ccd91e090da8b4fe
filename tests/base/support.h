// Runs something that should die in a child process and gives back what it said.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

namespace minijvm {

struct Death {
  int signal = 0;  // 0: it came back
  std::string text;
};

template <class Body>
Death die(Body body) {
  int ends[2];
  if (pipe(ends) != 0)
    return {};
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    // Catch2 would report the signal in the child as a failure of its own.
    for (int number : {SIGABRT, SIGSEGV}) std::signal(number, SIG_DFL);
    body();
    _exit(0);
  }
  close(ends[1]);
  Death death;
  char buffer[512];
  for (ssize_t got = read(ends[0], buffer, sizeof buffer); got > 0;
       got = read(ends[0], buffer, sizeof buffer)) {
    death.text.append(buffer, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  death.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return death;
}

}  // namespace minijvm
