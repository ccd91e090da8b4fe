// The standard streams of the program, as pipes of the desk: what it prints becomes text, and its
// input waits here until the program reads it.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tools/desk/loop.h"
#include "tools/desk/plain_text.h"
#include "tools/desk/vm_process.h"

namespace minijvm::desk {

enum class Stream { kOut, kErr, kIn };

class ProgramStreams {
 public:
  using Printed = std::function<void(Stream stream, std::string_view text)>;

  // Calls `printed` for all that the program prints, and for what it is given to read.
  // REQUIRES: `vm` lives longer.
  ProgramStreams(Loop& loop, VmProcess& vm, Printed printed);
  ~ProgramStreams() { forget(); }
  ProgramStreams(const ProgramStreams&) = delete;
  ProgramStreams& operator=(const ProgramStreams&) = delete;

  // Reads what has been printed until now.
  void drain();
  // Reads the last output of a program that has ended.
  void end();
  // Returns false if the input is closed, or has not been read for too long.
  bool write_input(std::string_view text);
  void close_input();

 private:
  // Returns false if there was nothing to read.
  bool read_once(Stream stream);
  void write_waiting();
  void forget();

  Loop& loop_;
  VmProcess& vm_;
  const Printed printed_;
  PlainText out_;
  PlainText err_;
  std::string waiting_;  // input that the program has not read
  bool closes_input_ = false;
};

}  // namespace minijvm::desk
