// Walks the C++ stack with libgcc's unwinder. The caller may be in a signal handler; the walk goes
// through the frame that the kernel made for the signal.
#include "vm/interp/sampling/native_frame.h"

#include <unwind.h>

namespace minijvm::interp {
namespace {

constexpr int kMostFrames = 200;

// The numbers that the tables give to the registers (System V ABI, AMD64, figure 3.36).
constexpr int kRegisterNumbers[kSavedRegisters] = {3, 6, 12, 13, 14, 15};

struct Search {
  std::uintptr_t function;
  NativeFrame* frame;
  int frames = 0;
  bool is_found = false;
};

void note(_Unwind_Context* context, NativeFrame* frame) {
  // In the walk's words, the end of the frame that was called, which is where this one begins.
  frame->bottom = _Unwind_GetCFA(context);
  for (int i = 0; i < kSavedRegisters; ++i) {
    frame->registers[i] = _Unwind_GetGR(context, kRegisterNumbers[i]);
  }
  // The address is that of the next instruction if this is the frame that the signal interrupted,
  // and else a return address.
  int is_interrupted = 0;
  (void)_Unwind_GetIPInfo(context, &is_interrupted);
  frame->calls = is_interrupted == 0;
}

_Unwind_Reason_Code visit(_Unwind_Context* context, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  if (search.is_found) {
    search.frame->end = _Unwind_GetCFA(context);
    return _URC_END_OF_STACK;
  }
  if (_Unwind_GetRegionStart(context) == search.function) {
    note(context, search.frame);
    search.is_found = true;
  }
  return ++search.frames == kMostFrames ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

bool find_native_frame(const void* function, NativeFrame* found) {
  Search search{reinterpret_cast<std::uintptr_t>(function), found};
  // Whatever the result is, the search says what was found.
  (void)_Unwind_Backtrace(visit, &search);
  return found->end != 0;
}

}  // namespace minijvm::interp
