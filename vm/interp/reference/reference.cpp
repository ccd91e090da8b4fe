// Runs the loop of the reference interpreter: fetch, execute, unwind. It runs in kInJava, nested in
// C++ once for each call from C++ (call_java.cpp).
#include "vm/interp/reference/reference.h"

#include <string_view>

#include "classfile/opcodes.h"
#include "vm/interp/hooks.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/reference/calls.h"
#include "vm/interp/reference/ops_array.h"
#include "vm/interp/reference/ops_control.h"
#include "vm/interp/reference/ops_field.h"
#include "vm/interp/reference/ops_invoke.h"
#include "vm/interp/reference/ops_math.h"
#include "vm/interp/reference/ops_object.h"
#include "vm/interp/reference/ops_stack.h"
#include "vm/interp/reference/sites.h"
#include "vm/interp/reference/state.h"
#include "vm/interp/sampling/native_frame.h"
#include "vm/interp/unwind.h"

namespace minijvm::interp {
namespace {

// Each letter of the operand format is one byte. Instructions of computed length (switches, wide)
// always jump.
consteval int length_of(std::string_view format) { return static_cast<int>(format.size()); }

// Called before each instruction while there are observers. A conditional breakpoint in a C++
// debugger is well placed here. kNext means that the instruction may run.
[[gnu::noinline]] Step vm_breakpoint(State& s) {
  vm::Observer* hooks = vm::hooks_of(*s.method);
  if (hooks == nullptr)
    return Step::kNext;
  vm::EarlyExit exit;
  {
    StateSlowPath slow(s);
    hooks->at_instruction(s.self, *s.method, s.bci());
    exit = hooks->early_exit(s.self);
  }
  if (s.self.has_pending_exception())
    return Step::kThrow;
  return exit.kind == vm::EarlyExit::kNone ? Step::kNext : leave_early(s, exit);
}

// Executes one instruction. Its pc moves only when it is done, so that a pc in the anchor is the
// instruction in progress.
inline Step execute(State& s) {
  switch (static_cast<classfile::Opcode>(*s.pc)) {
#define MJ_OPCODE(byte, mnemonic, format, effect, flags, anchor) \
  case classfile::Opcode::mnemonic: {                            \
    Step step = op_##mnemonic(s);                                \
    if (step == Step::kNext)                                     \
      s.pc += length_of(format);                                 \
    return step;                                                 \
  }
#include "classfile/opcodes.def"
#undef MJ_OPCODE
  }
  MJ_UNREACHABLE("byte %#x at bci %u of %s passed the verifier", *s.pc, s.bci(),
                 s.method->text().c_str());
}

// Puts the state into the frame that handles the pending exception, which is the only operand there
// (JVMS 2.10).
Step land(State& s, vm::Landing landing) {
  s.fp = landing.fp;
  if (landing.handler_bci < 0) {
    s.method = nullptr;
    s.pc = nullptr;
    return Step::kLeave;
  }
  s.method = &method_of(s.fp);
  s.locals = locals_of(s.fp);
  s.sites = sites_of(*s.method);
  s.pc = s.method->bytecode + landing.handler_bci;
  s.sp = s.fp + runtime::kFrameHeaderSlots;
  s.push(s.self.pending_exception);
  s.self.pending_exception = nullptr;
  return s.self.ticks_.take(1) ? poll_slow(s) : Step::kJump;
}

Step unwind_from(State& s) {
  vm::Landing landing;
  {
    StateSlowPath slow(s);
    landing = vm::unwind(s.self, s.fp);
  }
  return land(s, landing);
}

// Runs one instruction, unless an observer ends the frame before it.
inline Step execute_observed(State& s) {
  // Observation costs this engine one relaxed load for each instruction.
  if (__builtin_expect(vm::active_hooks() != nullptr, 0)) {
    Step step = vm_breakpoint(s);
    if (step != Step::kNext)
      return step;
  }
  return execute(s);
}

[[gnu::noinline]] void loop(State& s, Step step) {
  // An exception that no frame handles also ends the loop, and stays pending.
  while (step != Step::kLeave) {
    step = step == Step::kThrow ? unwind_from(s) : execute_observed(s);
  }
}

// Holds the State in its C++ frame, where a profiler looks for it. So neither this function nor the
// loop is inlined, also in builds that inline: the return address from the loop is in this one.
[[gnu::noinline]] void run_method(JavaThread& self, Method& method, Slot* entry) {
  State s{self};
  s.fp = entry;
  Step step = enter_method(s, method, entry + runtime::kFrameHeaderSlots);
  // A leaf function has done the work already.
  loop(s, step == Step::kNext ? Step::kLeave : step);
}

// Looks at the words of that frame for the one State. No other word there that refers to the thread
// is followed by such words. The address sanitizer guards the gaps between variables.
[[gnu::no_sanitize_address]] const State* find_state(const NativeFrame& frame,
                                                     const JavaThread& self) {
  for (std::uintptr_t at = frame.bottom; at + sizeof(State) <= frame.end; at += alignof(State)) {
    const auto* state = reinterpret_cast<const State*>(at);
    // The reference State::self comes first. Before the first frame there are no locals.
    if (*reinterpret_cast<JavaThread* const*>(at) == &self && state->fp >= self.stack_base &&
        state->fp < self.stack_end && state->locals <= state->fp) {
      return state;
    }
  }
  return nullptr;
}

}  // namespace

// Ends at a throw, too: the other engine looks for the handler, since its frames are below.
bool run_one_frame(State& s, Step step) {
  while (step != Step::kLeave && step != Step::kThrow) {
    step = execute_observed(s);
  }
  return step == Step::kLeave;
}

}  // namespace minijvm::interp

namespace minijvm::vm {

void ReferenceEngine::run(runtime::JavaThread& self, runtime::Method& method,
                          runtime::Slot* entry) {
  interp::run_method(self, method, entry);
}

void ReferenceEngine::prepare(runtime::Method& method) { (void)interp::sites_of(method); }

// A frame of a native method has a null pc.
std::int32_t ReferenceEngine::pc_to_bci(const runtime::Method& method, const void* pc) const {
  if (pc == nullptr || method.bytecode == nullptr)
    return -1;
  return static_cast<std::int32_t>(static_cast<const std::uint8_t*>(pc) - method.bytecode);
}

// The State is in memory whenever the loop has called something, and in its own code the compiler
// may be a few instructions late with it.
interp::InterruptedFrame ReferenceEngine::interrupted_frame(const runtime::JavaThread& self) const {
  using interp::Interrupted;
  interp::NativeFrame frame;
  if (!interp::find_native_frame(reinterpret_cast<const void*>(interp::run_method), &frame)) {
    return {};
  }
  const interp::State* state = interp::find_state(frame, self);
  if (state == nullptr) {
    return {Interrupted::kAtItsEdge, {}, nullptr};
  }
  return {Interrupted::kInLoop, {state->pc, state->fp}, nullptr};
}

bool ReferenceEngine::is_pc_of(const runtime::Method& method, const void* pc) const {
  return method.is_native() ? pc == nullptr : interp::is_large_frame_pc(method, pc);
}

std::int32_t ReferenceEngine::find_bci(const runtime::Method& method, const void* pc) const {
  return is_pc_of(method, pc) ? pc_to_bci(method, pc) : -1;
}

}  // namespace minijvm::vm
