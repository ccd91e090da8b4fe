// Makes the folder at boot, and removes it when the VM ends.
#include "vm/natives/world/temporary_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "vm/observer.h"

namespace minijvm::vm {
namespace {

// A process that was forked from this one shares the folder, and leaves it.
class RemoveAtEnd final : public Observer {
 public:
  explicit RemoveAtEnd(std::string path) : path_(std::move(path)), maker_(getpid()) {}
  void phase_reached(runtime::JavaThread&, VmPhase phase) override {
    const bool is_over = phase == VmPhase::kEnded && getpid() == maker_;
    if (is_over && rmdir(path_.c_str()) != 0 && errno == ENOTEMPTY) {
      std::fprintf(stderr, "The temporary files of this run are in %s\n", path_.c_str());
    }
  }

 private:
  const std::string path_;
  const pid_t maker_;
};

bool is_open(int file) { return fcntl(file, F_GETFD) >= 0; }

bool make_folder() {
  std::string path = "/tmp/minijvm-XXXXXX";
  if (is_open(kTemporaryFolderFile) || mkdtemp(path.data()) == nullptr) {
    return false;
  }
  const int folder = open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  const bool is_there = folder >= 0 && dup3(folder, kTemporaryFolderFile, O_CLOEXEC) >= 0;
  if (folder >= 0) {
    close(folder);
  }
  if (!is_there) {
    rmdir(path.c_str());
    return false;
  }
  observe(*new RemoveAtEnd(path), kPhaseEvents);  // it lives as long as the process
  return true;
}

}  // namespace

std::optional<std::string> temporary_folder_of_run(bool is_given) {
  if (is_given ? !is_open(kTemporaryFolderFile) : !make_folder()) {
    return std::nullopt;
  }
  return "/proc/self/fd/" + std::to_string(kTemporaryFolderFile);
}

}  // namespace minijvm::vm
