#include "vm/interp/engine.h"

#include "base/check.h"
#include "runtime/frame.h"
#include "vm/interp/cell_engine.h"
#include "vm/interp/reference.h"
#include "vm/native/stack_walk.h"

namespace minijvm::vm {

namespace {

ReferenceEngine reference_engine;
CellEngine plain_engine(false);
CellEngine folded_engine(true);
Engine* chosen_engine = nullptr;

std::int32_t bci_by_engine(const runtime::Method& method, const void* pc) { return chosen_engine->pc_to_bci(method, pc); }

runtime::Method* adapter_by_engine(const runtime::Frame& caller, const runtime::Method& callee) {
  return chosen_engine->left_out_adapter(caller, callee);
}

Engine* engine_named(std::string_view name) {
  if (name == reference_engine.name()) return &reference_engine;
  if (name == plain_engine.name()) return plain_engine.start();
  if (name == folded_engine.name()) return folded_engine.start();
  return nullptr;
}

}  // namespace

bool select_engine(std::string_view name) {
  Engine* found = engine_named(name);
  if (found == nullptr) return false;
  chosen_engine = found;
  runtime::set_pc_to_bci(bci_by_engine);
  set_left_out_adapter(adapter_by_engine);
  return true;
}

Engine& engine() {
  MJ_DCHECK(chosen_engine != nullptr, "Java runs before select_engine()");
  return *chosen_engine;
}

}  // namespace minijvm::vm
