// The fast engine runs cells (cells.def) by computed goto. One engine has two ways to translate:
//   folded   operands are read where they are, comparisons are fused with branches, results are
//            stored where they belong: the default
//   plain    one cell or more for each bytecode; before each bytecode, the frame is exactly as JVMS
//            2.6 describes it: to learn and to debug
// Tested by tests/vm/interp_cells_test.cpp and every Java test, compared with the reference
// interpreter (reference/reference.h).
#pragma once

#include "vm/interp/engine.h"
#include "vm/interp/sampling/loop_registers.h"

namespace minijvm::vm {

class CellEngine final : public Engine {
 public:
  explicit constexpr CellEngine(bool folds) : folds_(folds) {}

  // Called once, if this engine is the chosen one. Returns itself.
  CellEngine* start();

  const char* name() const override { return folds_ ? "folded" : "plain"; }
  void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) override;
  void prepare(runtime::Method& method) override;
  void observers_changed() override;
  void observers_changed(runtime::Method& method) override;
  void bodies_replaced(std::span<runtime::Method* const> current) override;
  // A pc is the address of a cell; in a native method any value.
  std::int32_t pc_to_bci(const runtime::Method& method, const void* pc) const override;
  bool is_materialised(const runtime::Frame& frame, std::uint32_t stack_slot) const override;
  runtime::Method* left_out_adapter(const runtime::Frame& caller,
                                    const runtime::Method& callee) const override;
  void prepare_for_signals(runtime::JavaThread& self) override;
  interp::InterruptedFrame interrupted_frame(const runtime::JavaThread& self) const override;
  bool is_pc_of(const runtime::Method& method, const void* pc) const override;
  std::int32_t find_bci(const runtime::Method& method, const void* pc) const override;

 private:
  bool folds_;
  // One of the two instances of the loop (cell_engine.cpp).
  interp::Loop loop_ = nullptr;
  // In which registers that instance keeps what; empty until a profiler needs it.
  interp::LoopRegisters registers_;
};

}  // namespace minijvm::vm
