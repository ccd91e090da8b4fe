// The three engines, one of each, and the choice between them. The chosen engine is also the
// FrameDecoder of the rooms below, since only an engine knows what its pcs are.
#include "vm/interp/engine.h"

#include "base/check.h"
#include "runtime/frame/frame.h"
#include "vm/interp/cells/cell_engine.h"
#include "vm/interp/reference/reference.h"
#include "vm/natives/jvm/stack_walk.h"
#include "vm/vm.h"

namespace minijvm::vm {

namespace {

constexpr InterpState& state = the_vm.interp;

// Null: no engine has this name. A cell engine must be started: its loop tells where its handlers
// are.
Engine* engine_named(std::string_view name) {
  if (name == "switch")
    return &*state.reference_engine;
  if (name == "plain")
    return state.plain_engine.get([] { return new CellEngine(false); }).start();
  if (name == "folded")
    return state.folded_engine.get([] { return new CellEngine(true); }).start();
  return nullptr;
}

}  // namespace

bool select_engine(std::string_view name) {
  Engine* found = engine_named(name);
  if (found == nullptr)
    return false;
  state.chosen_engine = found;
  runtime::set_frame_decoder(*found);
  return true;
}

Engine& engine() {
  MJ_DCHECK(state.chosen_engine != nullptr, "Java runs before select_engine()");
  return *state.chosen_engine;
}

}  // namespace minijvm::vm
