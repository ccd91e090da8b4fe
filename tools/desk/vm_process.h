// The VM as a child process of the desk. It speaks JSON lines on its descriptor 3, and its standard
// streams are pipes to the desk:
//
//                 fd 3, a socket: requests, answers, events
//   desk  <------------------------------------------------->  minijvm -Xstep:json=3 ...
//         ---- stdin ---->   <---- stdout ----   <---- stderr ----
//
// A VM does not outlive its desk: the kernel ends it with its parent.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"

namespace minijvm::desk {

// Says how a VM is started.
struct VmStart {
  std::string launcher;             // tools/launched/launcher.h:/launcher_path/
  std::vector<std::string> words;   // options of the VM, main class, arguments of the program
  std::vector<std::string> breaks;  // where to stop first; none: where main begins
  std::string folder;               // the working folder; empty: the desk's own
  // The program reads the desk's own standard input. Otherwise it reads what write_input() gives.
  bool shares_input = false;
};

// Says how it has ended, as a shell gives it: 128 and the signal's number if a signal has ended it.
struct VmEnd {
  int code = 0;
  std::string sentence;
};

class VmProcess {
 public:
  static Expected<VmProcess, std::string> start(const VmStart& start);
  VmProcess(VmProcess&& other) noexcept;
  VmProcess& operator=(VmProcess&&) = delete;
  ~VmProcess();

  pid_t pid() const { return pid_; }
  // These descriptors do not block. -1: it is closed.
  int control() const { return control_; }  // the socket
  int input() const { return input_; }
  int output() const { return output_; }
  int error() const { return error_; }
  int process() const { return process_; }  // readable when the process has ended

  void send_signal(int number) const;
  void close_control();
  void close_input();
  // REQUIRES: process() is readable. Takes the process's end from the kernel.
  VmEnd reap();

 private:
  VmProcess() = default;

  pid_t pid_ = -1;
  bool is_reaped_ = false;
  int control_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  int process_ = -1;
};

}  // namespace minijvm::desk
