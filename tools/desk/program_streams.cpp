// Reads and writes the pipes without waiting for the program.
#include "tools/desk/program_streams.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace minijvm::desk {
namespace {

constexpr std::size_t kMostWaiting = std::size_t{1} << 20;

bool is_for_later(int error) { return error == EAGAIN || error == EINTR; }

}  // namespace

// A watch reads once: a program that prints without end must not keep the loop from its other work.
ProgramStreams::ProgramStreams(Loop& loop, VmProcess& vm, Printed printed)
    : loop_(loop), vm_(vm), printed_(std::move(printed)) {
  loop_.watch(vm_.output(), POLLIN, [this](short) { read_once(Stream::kOut); });
  loop_.watch(vm_.error(), POLLIN, [this](short) { read_once(Stream::kErr); });
}

bool ProgramStreams::read_once(Stream stream) {
  const int fd = stream == Stream::kOut ? vm_.output() : vm_.error();
  std::array<char, 1 << 16> buffer;
  const ssize_t got = read(fd, buffer.data(), buffer.size());
  if (got <= 0) {
    if (got == 0 || !is_for_later(errno)) {
      loop_.forget(fd);
    }
    return false;
  }
  PlainText& plain = stream == Stream::kOut ? out_ : err_;
  const std::string text = plain.add({buffer.data(), static_cast<std::size_t>(got)});
  if (!text.empty()) {
    printed_(stream, text);
  }
  return true;
}

// A pipe holds a limited amount. Another process may have the pipe, too, and go on printing.
void ProgramStreams::drain() {
  constexpr int kMostReads = 64;
  for (int i = 0; i < kMostReads && read_once(Stream::kOut); ++i) {
  }
  for (int i = 0; i < kMostReads && read_once(Stream::kErr); ++i) {
  }
}

void ProgramStreams::end() {
  drain();
  if (const std::string rest = out_.end(); !rest.empty()) {
    printed_(Stream::kOut, rest);
  }
  if (const std::string rest = err_.end(); !rest.empty()) {
    printed_(Stream::kErr, rest);
  }
  forget();
}

bool ProgramStreams::write_input(std::string_view text) {
  if (vm_.input() < 0 || closes_input_ || waiting_.size() + text.size() > kMostWaiting) {
    return false;
  }
  waiting_ += text;
  printed_(Stream::kIn, text);
  write_waiting();
  return true;
}

void ProgramStreams::close_input() {
  closes_input_ = true;
  write_waiting();
}

void ProgramStreams::write_waiting() {
  while (vm_.input() >= 0 && !waiting_.empty()) {
    const ssize_t written = write(vm_.input(), waiting_.data(), waiting_.size());
    if (written < 0 && is_for_later(errno)) {
      loop_.watch(vm_.input(), POLLOUT, [this](short) { write_waiting(); });
      return;
    }
    if (written < 0) {
      closes_input_ = true;  // nobody reads it any more
      waiting_.clear();
    } else {
      waiting_.erase(0, static_cast<std::size_t>(written));
    }
  }
  loop_.forget(vm_.input());
  if (closes_input_) {
    vm_.close_input();
  }
}

void ProgramStreams::forget() {
  for (const int fd : {vm_.output(), vm_.error(), vm_.input()}) {
    loop_.forget(fd);
  }
}

}  // namespace minijvm::desk
