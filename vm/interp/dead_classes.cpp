// Implements rule (2) of dead_classes.h: inline caches drop unreachable classes. Called by class
// unloading in a stopped world, once for each collection that has found any.
#include "vm/interp/dead_classes.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "runtime/class/class.h"
#include "runtime/class/class_versions.h"
#include "runtime/link/class_linker.h"
#include "vm/interp/cells/code.h"
#include "vm/interp/engine.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::interp {

namespace {

// Lists the kinds of classes that a cell remembers: none, the class of the object that passed last,
// receivers, or the only receiver whose accessor or leaf function is in the cell.
enum class Memory { kNone, kPassed, kReceivers, kAccessor };

Memory memory_of(CellOp op) {
  if (op == CellOp::checkcast_quick || op == CellOp::checkcast_copy_quick ||
      op == CellOp::instanceof_quick)
    return Memory::kPassed;
  // A move that is joined to the call reads the entries of a site with a table, too.
  if (op == CellOp::invoke_cached || op == CellOp::invoke_table || op == CellOp::invoke_itable)
    return Memory::kReceivers;
  if (op == CellOp::invoke_leaf_cached)
    return Memory::kAccessor;
  bool is_accessor = op >= CellOp::invoke_get_b && op <= CellOp::invoke_set_cached_a;
  // In cells.def each accessor cell for one method is followed by that for one class of receiver.
  bool is_by_class =
      is_accessor && (static_cast<int>(op) - static_cast<int>(CellOp::invoke_get_b)) % 2 != 0;
  return is_by_class ? Memory::kAccessor : Memory::kNone;
}

bool is_dead(std::uint32_t klass) {
  return klass != 0 && !reinterpret_cast<const runtime::Class*>(std::uintptr_t{klass})->is_live();
}

// The live entries move to the front, since only a site's first callee may be an accessor.
void forget_receivers(Cell& cell) {
  CallEntry* entries = entries_of(&cell);
  CallEntry* end = std::remove_if(entries, entries + kCacheEntries,
                                  [](const CallEntry& entry) { return is_dead(entry.klass); });
  std::fill(end, entries + kCacheEntries, CallEntry{});
}

// Plain stores will do: the world is stopped, and no thread stops between looking at an entry's
// class and using what goes with it.
class CacheCleaner final : public runtime::ClassVisitor {
 public:
  CacheCleaner() {
    for (std::size_t op = 0; op < kCellOps; ++op) {
      Memory memory = memory_of(static_cast<CellOp>(op));
      if (memory != Memory::kNone)
        memories_.emplace(vm::the_vm.interp.cell_handlers[op], memory);
    }
  }
  void visit(runtime::Class& klass) override {
    runtime::for_each_version(klass, [this](runtime::Method& method) {
      Code* code = existing_code(method);
      if (code == nullptr)
        return;
      clean(*code);
      if (code->other != nullptr)
        clean(*code->other);
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
  // The handler is in the cell, or in the move that replaced it.
  void clean(Cell& cell, const void*& handler) {
    auto found = memories_.find(handler);
    if (found == memories_.end())
      return;
    if (found->second == Memory::kPassed) {
      DataCell& data = *data_of(&cell);
      data.klass = is_dead(data.klass) ? 0 : data.klass;
      return;
    }
    forget_receivers(cell);
    // A site fills a new first entry before it sets the handler that fits
    // (cells/cell_invoke.cpp:/add_to_cache/). The old accessor must not read that entry in between.
    if (found->second == Memory::kAccessor && entries_of(&cell)[0].klass == 0) {
      handler = handler_of(CellOp::invoke_cached);
    }
  }
  std::unordered_map<const void*, Memory> memories_;  // by handler
};

class CacheObserver final : public vm::Observer {
 public:
  void classes_unloading() override {
    // The sites of the reference interpreter remember only what they were linked to.
    if (std::string_view(vm::engine().name()) == "switch")
      return;
    CacheCleaner cleaner;
    runtime::for_each_class(cleaner);
  }
};

}  // namespace

void observe_dead_classes() { vm::observe(*new CacheObserver, vm::kUnloadingEvents); }

}  // namespace minijvm::interp
