// The fast engine: runs cells (cells.def) by computed goto. One engine, two ways to translate:
//   folded   operands where they are, compares fused with branches, results stored where they belong: the default
//   plain    a cell or more for each bytecode, the frame exactly as JVMS 2.6 has it before each: to learn and to debug
// Proved by tests/vm/interp_cells_test.cpp and every Java test, compared with the reference interpreter (reference.h).
#pragma once

#include "vm/interp/engine.h"

namespace minijvm::vm {

class CellEngine final : public Engine {
 public:
  explicit constexpr CellEngine(bool folds) : folds_(folds) {}

  // Once, if this engine is the chosen one. Returns itself.
  CellEngine* start();

  const char* name() const override { return folds_ ? "folded" : "plain"; }
  void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) override;
  void prepare(runtime::Method& method) override;
  void observers_changed() override;
  void observers_changed(runtime::Method& method) override;
  void bodies_replaced(std::span<runtime::Method* const> current) override;
  // A pc is the address of a cell; any in native methods.
  std::int32_t pc_to_bci(const runtime::Method& method, const void* pc) const override;
  runtime::Method* left_out_adapter(const runtime::Frame& caller, const runtime::Method& callee) const override;

 private:
  bool folds_;
};

}  // namespace minijvm::vm
