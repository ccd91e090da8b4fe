// Accesses memory outside all Java objects, which Unsafe reads and writes by address. It may belong
// to a mapped file. If that file has been truncated since, an access to a lost page raises SIGBUS,
// and the program must get an InternalError, not a dead VM.
// There are two ways to survive the signal:
//   raw_load, raw_store   a single access: one instruction with a row in a table that says where to
//                         continue if it faults, so it costs no more than a plain load
//   guarded               code that touches more memory: the handler jumps back out of it
// HOTSPOT: continues behind the faulting instruction and throws at the thread's next poll; here the
// method that faulted throws.
// Tested by tests/java/nio/TruncatedMapping.java.
#pragma once

#include <csetjmp>

#include "runtime/jdk_release.h"

namespace minijvm::vm {

// Returns the message of the InternalError, in the words of the HotSpot of this release.
inline const char* raw_memory_gone() {
  constexpr int kShortSince = 21;
  return runtime::jdk().feature >= kShortSince
             ? "a fault occurred in an unsafe memory access operation"
             : "a fault occurred in a recent unsafe memory access operation in compiled Java code";
}

// The handler of SIGBUS calls this; it is async-signal-safe. Returns false if the access is not in
// the table and not inside `guarded`: that is a bug in the VM or in a native. Returns true after it
// has changed `context` (a ucontext_t) to continue where the table says. Does not return if the
// access was inside `guarded`.
bool survive_bus_error(void* context);

// A row of the table says where the instruction is, and where to continue if it faults. Both are
// distances in bytes from the row's own field, so the table needs no relocation.
struct RawAccessRow {
  int access;
  int otherwise;
};
// "?" puts the section into the function's group, so the row disappears when the linker drops a
// second copy of the function.
#define MJ_RAW_ROW                                                                      \
  ".pushsection mj_raw_memory, \"a?\", @progbits\n.balign 4\n.long 1b - ., %l[gone] - " \
  ".\n.popsection"

// An address may be unaligned, and the memory there may have any type.
template <class T>
struct RawPlace {
  using Type [[gnu::aligned(1), gnu::may_alias]] = T;
};

// Loads or stores one T. Returns false if the page is lost.
template <class T>
[[gnu::always_inline]] inline bool raw_load(const void* from, T* value) {
  T loaded;
  asm goto("1: mov %[from], %[loaded]\n" MJ_RAW_ROW
           : [loaded] "=r"(loaded)
           : [from] "m"(*static_cast<const typename RawPlace<T>::Type*>(from))
           : "memory"
           : gone);
  *value = loaded;
  return true;
gone:
  return false;
}

template <class T>
[[gnu::always_inline]] inline bool raw_store(void* to, T value) {
  asm goto("1: mov %[value], %[to]\n" MJ_RAW_ROW
           :
           : [to] "m"(*static_cast<typename RawPlace<T>::Type*>(to)), [value] "r"(value)
           : "memory"
           : gone);
  return true;
gone:
  return false;
}

// While it lives, this is the innermost `guarded` of its kernel thread. No safepoint comes between
// its ends, so a user thread stays on its LWP meanwhile and the thread-local variable stays right.
class RawMemoryLanding {
 public:
  RawMemoryLanding();
  ~RawMemoryLanding();
  RawMemoryLanding(const RawMemoryLanding&) = delete;
  RawMemoryLanding& operator=(const RawMemoryLanding&) = delete;

  // The handler jumps to this place.
  sigjmp_buf place;

 private:
  RawMemoryLanding* outer_;
};

// Runs `body`. Returns false if it was left in its middle because a page is lost.
// REQUIRES: `body` only reads and writes memory; a jump out of it skips destructors.
template <class Body>
bool guarded(const Body& body) {
  RawMemoryLanding landing;
  // The handler runs with SA_NODEFER and blocks no signal, so there is no mask to restore.
  constexpr int kNoMask = 0;
  if (sigsetjmp(landing.place, kNoMask) != 0) {
    return false;
  }
  body();
  return true;
}

}  // namespace minijvm::vm
