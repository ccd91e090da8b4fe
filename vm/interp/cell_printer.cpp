// Prints what was translated: -Xlog:interp=trace. A line a cell: index, bci, name, operands, branch targets as indexes.
#include "vm/interp/cell_printer.h"

#include <unordered_map>

#include "base/log.h"
#include "vm/interp/code.h"

namespace minijvm::interp {

namespace {

const char* name_of(const void* handler) {
  static const std::unordered_map<const void*, CellOp>& ops = [] () -> const std::unordered_map<const void*, CellOp>& {
    auto& made = *new std::unordered_map<const void*, CellOp>;
    for (std::size_t op = 0; op < kCellOps; ++op) made.emplace(cell_handlers[op], static_cast<CellOp>(op));
    return made;
  }();
  auto found = ops.find(handler);
  return found == ops.end() ? nullptr : cell_name(found->second);
}

}  // namespace

void print_cells(const Code& code) {
  if (!log_enabled(LogTag::interp, LogLevel::kTrace)) return;
  MJ_LOG(interp, kTrace, "%s: %u cells, %zu entries, %zu masks", code.method->text().c_str(), code.cell_count, code.entries.size(), code.masks.size());
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    const Cell& cell = code.cells()[i];
    const char* name = name_of(cell.handler);
    if (name == nullptr) {
      MJ_LOG(interp, kTrace, "  %4u %5u   data", i, code.bci_of(&cell));
      continue;
    }
    std::int64_t target = i + cell.c / static_cast<std::int64_t>(sizeof(Cell));
    MJ_LOG(interp, kTrace, "  %4u %5u %s %d %d %d (-> %ld)", i, code.bci_of(&cell), name, cell.a, cell.b, cell.c, static_cast<long>(target));
  }
}

}  // namespace minijvm::interp
