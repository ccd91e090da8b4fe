#include "vm/interp/dead_classes.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/class_unloading.h"
#include "runtime/redefinition.h"
#include "vm/interp/code.h"
#include "vm/interp/engine.h"

namespace minijvm::interp {

namespace {

// What a cell has met: nothing, the object that passed last, receivers, or the one receiver whose accessor stands in the cell.
enum class Memory { kNone, kPassed, kReceivers, kAccessor };

Memory memory_of(CellOp op) {
  if (op == CellOp::checkcast_quick || op == CellOp::instanceof_quick) return Memory::kPassed;
  if (op == CellOp::invoke_cached) return Memory::kReceivers;
  bool is_accessor = op >= CellOp::invoke_get_b && op <= CellOp::invoke_set_cached_a;
  bool is_by_class = is_accessor && (static_cast<int>(op) - static_cast<int>(CellOp::invoke_get_b)) % 2 != 0;  // cells.def: in pairs
  return is_by_class ? Memory::kAccessor : Memory::kNone;
}

bool is_dead(std::uint32_t klass) { return klass != 0 && !reinterpret_cast<const runtime::Class*>(std::uintptr_t{klass})->is_live(); }

// The living entries move to the front: only a site's first callee may be an accessor.
void forget_receivers(Cell& cell) {
  CallEntry* entries = entries_of(&cell);
  CallEntry* end = std::remove_if(entries, entries + kCacheEntries, [](const CallEntry& entry) { return is_dead(entry.klass); });
  std::fill(end, entries + kCacheEntries, CallEntry{});
}

// The world is stopped, and no thread stops between looking at a class and using what goes with it: plain stores will do.
class CacheCleaner final : public runtime::ClassVisitor {
 public:
  CacheCleaner() {
    for (std::size_t op = 0; op < kCellOps; ++op) {
      Memory memory = memory_of(static_cast<CellOp>(op));
      if (memory != Memory::kNone) memories_.emplace(cell_handlers[op], memory);
    }
  }
  void visit(runtime::Class& klass) override {
    runtime::for_each_version(klass, [this](runtime::Method& method) {
      Code* code = existing_code(method);
      if (code == nullptr) return;
      clean(*code);
      if (code->other != nullptr) clean(*code->other);
    });
  }

 private:
  void clean(Code& code) {
    for (std::uint32_t i = 0; i < code.cell_count; ++i) {
      Cell& cell = code.cells()[i];
      clean(cell, cell.handler);
    }
    for (CodeMove& move : code.moves) {
      clean(code.cells()[move.cell], move.handler);
    }
  }
  // The handler stands in the cell, or in the move that replaced it.
  void clean(Cell& cell, const void*& handler) {
    auto found = memories_.find(handler);
    if (found == memories_.end()) return;
    if (found->second == Memory::kPassed) {
      DataCell& data = *data_of(&cell);
      data.klass = is_dead(data.klass) ? 0 : data.klass;
      return;
    }
    forget_receivers(cell);
    // A new first entry is seen before the handler that fits it (cell_invoke.cpp:/add_to_cache/): the old accessor must not read it.
    if (found->second == Memory::kAccessor && entries_of(&cell)[0].klass == 0) {
      handler = handler_of(CellOp::invoke_cached);
    }
  }
  std::unordered_map<const void*, Memory> memories_;  // by handler
};

class CacheObserver final : public runtime::UnloadObserver {
 public:
  void forget_dead_classes() override {
    if (std::string_view(vm::engine().name()) == "switch") return;  // its sites remember what they were linked to only, and are no cells
    CacheCleaner cleaner;
    runtime::for_each_class(cleaner);
  }
};

}  // namespace

void observe_dead_classes() {
  static auto& observer = *new CacheObserver;
  runtime::add_unload_observer(observer);
}

}  // namespace minijvm::interp
