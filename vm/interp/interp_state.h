// Holds the state of vm/interp: the engines, and the tables of the cell engine. It is a member of
// Vm (vm/vm.h).
// Tested by tests/vm/interp_cells_test.cpp, interp_loop_test.cpp and interp_observation_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "base/lazy.h"
#include "sync/threads/vm_mutex.h"
#include "vm/interp/cells/leaf_functions.h"

namespace minijvm::interp {
enum class CellOp : std::uint16_t;
struct Cell;
}  // namespace minijvm::interp

namespace minijvm::vm {

class CellEngine;
class Engine;
class ReferenceEngine;

struct InterpState {
  Engine* chosen_engine = nullptr;  // -XX:Interpreter
  Lazy<ReferenceEngine> reference_engine;
  Lazy<CellEngine> plain_engine;
  Lazy<CellEngine> folded_engine;

  // The run is deterministic, and its moments are counted in ticks (ticks.h).
  bool counts_ticks = false;

  // These belong to the cell engine and are set once it has started.
  bool translation_folds = true;
  bool compares_translations = false;          // with those of the archive (cells/stored_code.h)
  const void* const* cell_handlers = nullptr;  // by CellOp
  interp::Cell* call_from_cpp = nullptr;  // two cells: the call from C++, and `leave` behind it
  Lazy<std::unordered_map<const void*, interp::CellOp>> ops_by_handler;
  sync::Mutex call_cache_mutex{sync::LockRank::kLeaf};
  Lazy<std::unordered_map<std::string_view, int>> leaf_index;  // by the method's name
  interp::LeafBody leaf_bodies[interp::kMaxLeaves] = {};
  // The access of each, if the run has points there (threads/points.h) or watches it.
  interp::LeafAccess leaf_accesses[interp::kMaxLeaves] = {};
};

}  // namespace minijvm::vm
