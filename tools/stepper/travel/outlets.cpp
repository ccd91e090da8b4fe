// The pipes are read without waiting: their writer stands still, or is about to write more.
#include "tools/stepper/travel/outlets.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace minijvm::vm::stepper {

namespace {

bool are_one_file() {
  struct stat out {};
  struct stat err {};
  return fstat(STDOUT_FILENO, &out) == 0 && fstat(STDERR_FILENO, &err) == 0 &&
         out.st_dev == err.st_dev && out.st_ino == err.st_ino;
}

// The terminal may be one that does not wait.
void write_all(int file, const char* text, std::size_t count) {
  while (count > 0) {
    const ssize_t done = write(file, text, count);
    if (done < 0 && errno == EAGAIN) {
      pollfd ready{file, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (done < 0 && errno != EINTR) {
      return;
    }
    text += done < 0 ? 0 : done;
    count -= done < 0 ? 0 : static_cast<std::size_t>(done);
  }
}

}  // namespace

bool Outlets::make() {
  for (Pipe& pipe : pipes_) {
    if (&pipe != &pipes_[0] && are_one_file())
      break;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return false;
    pipe.read = ends[0];
    pipe.write = ends[1];
    fcntl(pipe.read, F_SETFL, O_NONBLOCK);
  }
  return true;
}

void Outlets::become_program() {
  dup2(pipes_[0].write, STDOUT_FILENO);
  dup2(pipes_[1].write < 0 ? pipes_[0].write : pipes_[1].write, STDERR_FILENO);
  for (const Pipe& pipe : pipes_) {
    if (pipe.read >= 0) {
      close(pipe.read);
      close(pipe.write);
    }
  }
}

void Outlets::become_root() {
  for (const Pipe& pipe : pipes_) {
    if (pipe.write >= 0)
      close(pipe.write);
  }
}

void Outlets::take(Written* process, bool holds) {
  for (std::size_t i = 0; i < pipes_.size(); ++i) {
    char text[65536];
    ssize_t count = 0;
    while (pipes_[i].read >= 0 && (count = read(pipes_[i].read, text, sizeof text)) > 0) {
      pass_on(pipes_[i], i == 0 ? STDOUT_FILENO : STDERR_FILENO, process->bytes[i], text,
              static_cast<std::size_t>(count), holds);
      process->bytes[i] += static_cast<std::uint64_t>(count);
    }
  }
}

void Outlets::pass_on(Pipe& pipe, int to, std::uint64_t at, const char* text, std::size_t count,
                      bool holds) {
  const std::uint64_t known = pipe.printed + pipe.held.size();
  const std::uint64_t skipped = at >= known ? 0 : known - at;
  if (skipped >= count)
    return;
  text += skipped;
  count -= skipped;
  if (holds) {
    pipe.held.append(text, count);
  } else {
    write_all(to, text, count);
    pipe.printed += count;
  }
}

void Outlets::print_held() {
  for (std::size_t i = 0; i < pipes_.size(); ++i) {
    Pipe& pipe = pipes_[i];
    write_all(i == 0 ? STDOUT_FILENO : STDERR_FILENO, pipe.held.data(), pipe.held.size());
    pipe.printed += pipe.held.size();
    pipe.held.clear();
  }
}

void Outlets::drop_held() {
  for (Pipe& pipe : pipes_) pipe.held.clear();
}

}  // namespace minijvm::vm::stepper
