// Thread-local allocation buffers: how large they are, how they are handed out and taken back. The window itself is in the JavaThread.
// Proved by tests/gc/tlab_test.cpp.
//
//   start          top             end        end + kMinFillerBytes
//   | objects ..... | zero ......... | reserve |
//
// The reserve guarantees that what is left of a retired buffer is large enough for a filler object.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/filler.h"
#include "runtime/java_thread.h"

namespace minijvm::gc {

class Space;

class TlabPolicy {
 public:
  void initialize(std::size_t fixed_bytes, bool use_tlab);

  bool in_use() const { return use_tlab_; }
  std::size_t tlab_bytes(std::size_t eden_capacity) const;
  // An object that does not fit now goes to eden itself if a new buffer would waste too much of this one.
  bool worth_retiring(const runtime::TlabWindow& window, std::size_t tlab_size) const;

  // How many buffers were taken back at a collection: that many threads allocate.
  void note_active_threads(unsigned threads);

 private:
  std::size_t fixed_bytes_ = 0;
  bool use_tlab_ = true;
  unsigned active_threads_ = 1;  // decaying average, at least 1
};

// Gives the thread a window of `bytes`. REQUIRES: it has none; the memory is zero before it is used.
void install_tlab(runtime::JavaThread& thread, std::byte* start, std::size_t bytes);
// Fills the rest of the window and takes it away. False: there was none.
bool retire_window(runtime::JavaThread& thread);

}  // namespace minijvm::gc
