// The reference interpreter: a switch over the raw bytecode, one case per row of opcodes.def, each a small function that reads like its
// entry in JVMS 6.5 (ops_*.h). It is the executable specification, and the oracle that the fast engine is compared with
// (-XX:Interpreter=switch). Proved by tests/vm/interp_loop_test.cpp and every Java test.
#pragma once

#include "vm/interp/engine.h"
#include "vm/interp/state.h"

namespace minijvm::interp {

// Runs one frame, of which `s` is a guest, after this step until it returns. False: an exception is pending that was thrown at s.pc.
bool run_guest(State& s, Step step);

}  // namespace minijvm::interp

namespace minijvm::vm {

class ReferenceEngine final : public Engine {
 public:
  const char* name() const override { return "switch"; }
  void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) override;
  void prepare(runtime::Method& method) override;
  // A pc is the address of the instruction in the method's own bytecode; null in a native method.
  std::int32_t pc_to_bci(const runtime::Method& method, const void* pc) const override;
};

}  // namespace minijvm::vm
