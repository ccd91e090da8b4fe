// Chooses the sizes of thread-local allocation buffers (TLABs), hands them out and takes them back.
// The window itself is a member of JavaThread, where the interpreter finds it.
// Tested by tests/gc/tlab_test.cpp and, with 2,000 threads, by tests/vm/heap_options.
//
//   start          top             end        end + kMinFillerBytes
//   | objects ..... | zero ......... | reserve |
//
// The reserve of kMinFillerBytes (16 bytes, one object header) guarantees that the rest of a
// retired buffer is large enough for a filler object.
//
// Whatever is unused in the TLABs when a collection begins is lost until then, and with thousands
// of threads that could be most of eden ("GC effects" in the Solaris threading models paper). So no
// thread gets more than it has shown to need:
//
//   the thread                           size of its next TLAB
//   was measured at a collection         its share of eden, in 50 pieces
//   was not, or allocates more now       1/50 of what it has allocated since the last collection
//   should have less than MinTLABSize    MinTLABSize, as long as all such TLABs together take 1 %
//                                        of eden at most; after that none, and the thread allocates
//                                        in eden itself
//
// A thread's last TLAB is half full on average, so each of these loses 1 % at most. That is
// -XX:TLABWasteTargetPercent; 2 % makes it 25 pieces.
// HOTSPOT: differs, because there each thread has a TLAB, which is not smaller than MinTLABSize.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/fwd.h"
#include "gc/heap/filler.h"
#include "gc/heap/heap_options.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::gc {

class TlabPolicy {
 public:
  void initialize(const HeapOptions& options);

  // Returns the size of the thread's next TLAB in bytes, before eden's free space limits it. 0
  // means that the thread should allocate in eden itself.
  std::size_t next_bytes(std::size_t eden_capacity, const runtime::JavaThread& thread) const;
  // Counts a TLAB of this size for a thread that had none.
  void note_first_window(std::size_t bytes);
  // Called when an object does not fit into the current TLAB. Returns true if a new TLAB may
  // replace it. The result is false if the rest, which would become a filler, is more than 1/64 of
  // the next TLAB and of what the thread has allocated beside this one; then the object goes to
  // eden itself, and smaller objects may still use the rest.
  static bool worth_retiring(const runtime::TlabWindow& window, std::size_t next_bytes);

  // Updates each thread's share, at a collection, from the bytes that it allocated since the last
  // one. When all threads together allocated less than min_total bytes, the measurement is dropped
  // as noise, and the bytes count for the next one.
  template <class ForEachThread>
  void note_allocation(ForEachThread for_each_thread, std::uint64_t min_total) {
    small_bytes_ = 0;
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
  // Updates the average that gives all threads equal TLABs under -XX:-ResizeTLAB.
  void note_active_threads(unsigned threads);

 private:
  std::size_t wanted_bytes(std::size_t eden_capacity, const runtime::JavaThread& thread) const;
  static void note_share(runtime::JavaThread& thread, std::uint64_t total);

  bool use_tlab_ = true;
  // The flag -XX:ResizeTLAB.
  bool resizes_ = true;
  // -XX:TLABSize; 0 if it is not given.
  std::size_t first_bytes_ = 0;
  std::size_t min_bytes_ = 0;
  std::size_t max_bytes_ = 0;
  unsigned waste_percent_ = 1;
  // The number of TLABs in which a thread gets its share of eden.
  std::size_t pieces_ = 0;
  // The bytes of TLABs of the smallest size that threads without one have got since the last
  // collection.
  std::size_t small_bytes_ = 0;
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
