// Thread-local allocation buffers: how large they are, how they are handed out and taken back. The window itself is in the JavaThread.
// Proved by tests/gc/tlab_test.cpp.
//
//   start          top             end        end + kMinFillerBytes
//   | objects ..... | zero ......... | reserve |
//
// The reserve guarantees that what is left of a retired buffer is large enough for a filler object.
// A thread's buffers are as large as its part of the allocation deserves, by a decaying average: the one that allocates most refills rarely,
// and a thousand that allocate little do not hold eden between them.
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
  std::size_t tlab_bytes(std::size_t eden_capacity, const runtime::JavaThread& thread) const;
  // An object that does not fit now goes to eden itself if a new buffer would waste too much of this one.
  bool worth_retiring(const runtime::TlabWindow& window, std::size_t tlab_size) const;

  // At a collection, for each thread: what it allocated since the last one, if that was worth a measurement (min_total, in all).
  template <class ForEachThread>
  void note_allocation(ForEachThread for_each_thread, std::uint64_t min_total) {
    std::uint64_t total = 0;
    unsigned active = 0;
    for_each_thread([&](runtime::JavaThread& thread) {
      std::uint64_t allocated = thread.allocated_bytes - thread.allocated_before;
      total += allocated;
      active += allocated != 0 ? 1 : 0;
    });
    if (total < min_total || total == 0) {
      return;
    }
    note_active_threads(active);
    for_each_thread([&](runtime::JavaThread& thread) { note_share(thread, total); });
  }
  void note_active_threads(unsigned threads);

 private:
  static void note_share(runtime::JavaThread& thread, std::uint64_t total);

  std::size_t fixed_bytes_ = 0;
  bool use_tlab_ = true;
  unsigned active_threads_ = 1;  // decaying average, at least 1
};

// Gives the thread a window of `bytes`. REQUIRES: it has none; the memory is zero before it is used.
void install_tlab(runtime::JavaThread& thread, std::byte* start, std::size_t bytes);
// Fills the rest of the window and takes it away. False: there was none.
bool retire_window(runtime::JavaThread& thread);

}  // namespace minijvm::gc
