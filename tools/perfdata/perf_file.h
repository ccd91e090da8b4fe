// The file in which jps, jstat, jcmd and VisualVM find a running VM and its counters:
// /tmp/hsperfdata_USER/PID, where HotSpot puts it.
// Tested by tests/tools/perfdata.
//
// Other users can write to /tmp. So the folder must belong to this user, who alone may write to it,
// and nothing there is reached through a symbolic or a second hard link; otherwise there is no
// file. A VM that was killed leaves its file behind; the next VM of the same user removes it. A VM
// holds a lock on its file while it lives. By that a VM in a container which shares /tmp, and which
// sees other process ids, knows that the file is in use.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "base/open_file.h"
#include "vm/performance_counters.h"

namespace minijvm::vm::perfdata {

class PerfFile {
 public:
  // Makes the file and maps it. Returns null if that cannot be done safely, or the disk is full,
  // and says why.
  static std::unique_ptr<PerfFile> create(std::size_t bytes, std::string& why);

  std::span<std::byte> bytes() const { return bytes_; }
  // Removes the name; the memory stays. Does nothing in a child that this process has forked, and
  // to another file that has got the name.
  void remove() const;

 private:
  PerfFile(OpenFile folder, OpenFile file, std::string name, std::span<std::byte> bytes);

  // Both stay open: the folder since its own name may come to mean another one, the file since its
  // lock lasts as long as the descriptor.
  OpenFile folder_;
  OpenFile file_;
  std::string name_;
  pid_t maker_;
  std::span<std::byte> bytes_;
};

// Maps the file of another VM for reading. REQUIRES: the file belongs to this user, or this user is
// root; otherwise the result says why not.
ForeignCounters map_counters_of(int pid);

}  // namespace minijvm::vm::perfdata
