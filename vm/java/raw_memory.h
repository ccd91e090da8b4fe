// Memory that is no object's, as Unsafe reads and writes it by address. It may be a mapped file's: where the file has been made shorter since, the
// kernel sends SIGBUS for what was its page, and the program shall get an InternalError for it, not a dead VM.
// Two ways to survive: a single access (raw_load, raw_store) is one instruction with a row in a table that says where to go on if it faults, so
// it costs what any load does; what touches more memory runs inside `guarded`, to which the handler jumps back.
// HOTSPOT: goes on behind the faulting instruction and throws at the thread's next poll; here the method that faulted throws.
// Proved by tests/java/nio/TruncatedMapping.java.
#pragma once

#include <csetjmp>

namespace minijvm::vm {

// What the program is told, in HotSpot's words.
inline constexpr const char* kRawMemoryGone = "a fault occurred in a recent unsafe memory access operation in compiled Java code";

// For the handler of SIGBUS. False: no access of ours, so a bug. True: `context` (a ucontext_t) now goes on where the access says; or it does not
// return, if the access was inside `guarded`.
bool survive_bus_error(void* context);

// A row: where the instruction is, where to go on if it faults; both as distances from the row's own fields, so that nothing is relocated.
struct RawAccessRow {
  int access;
  int otherwise;
};
// "?": the section belongs to the function's group, and goes when the linker drops a second copy of it.
#define MJ_RAW_ROW ".pushsection mj_raw_memory, \"a?\", @progbits\n.balign 4\n.long 1b - ., %l[gone] - .\n.popsection"

// Addresses may be unaligned, and what is there has any type.
template <class T>
struct RawPlace {
  using Type [[gnu::aligned(1), gnu::may_alias]] = T;
};

// False: the page is gone.
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

// The innermost `guarded` that the thread is in. No safepoint comes between, so a user thread stays on its LWP meanwhile.
class RawMemoryLanding {
 public:
  RawMemoryLanding();
  ~RawMemoryLanding();
  RawMemoryLanding(const RawMemoryLanding&) = delete;
  RawMemoryLanding& operator=(const RawMemoryLanding&) = delete;

  sigjmp_buf place;

 private:
  RawMemoryLanding* outer_;
};

// False: `body` was left in its middle, since a page is gone. REQUIRES: it only reads and writes memory.
template <class Body>
bool guarded(const Body& body) {
  RawMemoryLanding landing;
  constexpr int kNoMask = 0;  // the handler blocks no signal (SA_NODEFER), so there is nothing to restore
  if (sigsetjmp(landing.place, kNoMask) != 0) {
    return false;
  }
  body();
  return true;
}

}  // namespace minijvm::vm
