// A VM that serves runs, as a process of the explorer (messages.h). It runs one program under one
// schedule at a time.
// Tested by tests/tools/explore.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/expected.h"
#include "tools/explore/messages.h"
#include "tools/explore/search/shared_input.h"
#include "tools/explore/search/temporary_folder.h"
#include "tools/launched/memory_file.h"

namespace minijvm::explore {

// A run as the explorer sees it.
struct Outcome {
  RunStatus status;
  std::optional<RunResult> result;  // none: the child was killed, or has crashed
  std::string out;
  std::string err;
};

class VmProcess {
 public:
  // `input` is what each run finds at its standard input.
  explicit VmProcess(SharedInput& input) : input_(input) {}
  VmProcess(const VmProcess&) = delete;
  VmProcess& operator=(const VmProcess&) = delete;
  // Ends the VM, and the run that it serves.
  ~VmProcess();

  // Starts the VM with these words, and waits until it has come to the program. The error says why
  // there is no VM that serves, with what it has printed.
  Expected<void, std::string> start(const std::string& launcher,
                                    const std::vector<std::string>& words);

  void begin(const RunRequest& request);
  // Readable when the run has ended or wants its input.
  int socket() const { return socket_; }
  // Waits for a word of the VM. Returns false if the run goes on, since it only wanted its input.
  // The error says that the input cannot be had.
  Expected<bool, std::string> has_ended();
  // Waits for the end of the run. Nothing: the VM is gone, or the input cannot be had.
  std::optional<Outcome> finish();
  // Returns the output of the VM itself, once it is gone.
  std::string last_words();

 private:
  [[noreturn]] void become_vm(const std::string& launcher, const std::vector<std::string>& words,
                              int socket, int parent);
  // Waits for a word that is none about the input. 0: the VM is gone.
  Expected<char, std::string> next_word();

  SharedInput& input_;
  int pid_ = -1;
  int socket_ = -1;
  launched::MemoryFile request_{"request"};
  launched::MemoryFile result_{"result"};
  launched::MemoryFile out_{"out"};
  launched::MemoryFile err_{"err"};
  TemporaryFolder temporary_;
};

}  // namespace minijvm::explore
