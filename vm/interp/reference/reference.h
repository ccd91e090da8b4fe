// The reference interpreter is a switch over the raw bytecode, with a case for each row of
// classfile/opcodes.def. Each is a small function that reads like its entry in JVMS 6.5 (ops_*.h).
// It is the executable specification, and the oracle with which the fast engine is compared
// (-XX:Interpreter=switch).
// Tested by tests/vm/interp_loop_test.cpp and every Java test.
#pragma once

#include "vm/interp/engine.h"
#include "vm/interp/reference/state.h"

namespace minijvm::interp {

// Runs the one frame of `s` (State::runs_one_frame), after this step, until it returns. Returns
// false if an exception is pending that was thrown at s.pc.
bool run_one_frame(State& s, Step step);

}  // namespace minijvm::interp

namespace minijvm::vm {

class ReferenceEngine final : public Engine {
 public:
  const char* name() const override { return "switch"; }
  void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) override;
  void prepare(runtime::Method& method) override;
  // A pc is the address of the instruction in the method's own bytecode; null in a native method.
  std::int32_t pc_to_bci(const runtime::Method& method, const void* pc) const override;
  // The frame is that of the innermost State on the C++ stack.
  interp::InterruptedFrame interrupted_frame(const runtime::JavaThread& self) const override;
  bool is_pc_of(const runtime::Method& method, const void* pc) const override;
  std::int32_t find_bci(const runtime::Method& method, const void* pc) const override;
};

}  // namespace minijvm::vm
