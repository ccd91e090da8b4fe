// Chooses the sizes of thread-local allocation buffers (TLABs), hands them out and takes them back.
// The window itself is a member of JavaThread, where the interpreter finds it.
// Tested by tests/gc/tlab_test.cpp.
//
//   start          top             end        end + kMinFillerBytes
//   | objects ..... | zero ......... | reserve |
//
// The reserve of kMinFillerBytes (16 bytes, one object header) guarantees that the rest of a
// retired buffer is large enough for a filler object.
//
// The size of a thread's TLABs follows its share of all allocation, a decaying average. A thread
// that allocates most of the memory refills rarely, and a thousand threads that allocate little do
// not occupy eden between them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/fwd.h"
#include "gc/heap/filler.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

class TlabPolicy {
 public:
  // `fixed_bytes` is -XX:TLABSize, or 0 if the sizes follow the threads' shares.
  void initialize(std::size_t fixed_bytes, bool use_tlab);

  bool in_use() const { return use_tlab_; }
  // Returns the size of the thread's next TLAB in bytes, before eden's free space limits it.
  std::size_t tlab_bytes(std::size_t eden_capacity, const runtime::JavaThread& thread) const;
  // Called when an object does not fit into the current TLAB. Returns true if a new TLAB may
  // replace it. The result is false if the rest, which would become a filler, is more than 1/64 of
  // a TLAB; then the object goes to eden itself, and smaller objects may still use the rest.
  bool worth_retiring(const runtime::TlabWindow& window, std::size_t tlab_size) const;

  // Updates each thread's share, at a collection, from the bytes that it allocated since the last
  // one. When all threads together allocated less than min_total bytes, the measurement is dropped
  // as noise, and the bytes count for the next one.
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
  // Updates the average that gives a thread its first TLABs, before it has a share of its own.
  void note_active_threads(unsigned threads);

 private:
  static void note_share(runtime::JavaThread& thread, std::uint64_t total);

  std::size_t fixed_bytes_ = 0;
  bool use_tlab_ = true;
  // A decaying average, at least 1.
  unsigned active_threads_ = 1;
};

// Gives the thread the window [start, start + bytes). The memory is zeroed before the first object
// is made in it. REQUIRES: the thread has no window.
void install_tlab(runtime::JavaThread& thread, std::byte* start, std::size_t bytes);
// Fills the rest of the thread's window with a filler object and takes the window away. Returns
// false if there was none.
bool retire_window(runtime::JavaThread& thread);

}  // namespace minijvm::gc
