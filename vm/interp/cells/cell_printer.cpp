// Prints one line for each cell: index, bci, name, operands, and c as a branch would use it, which
// is the index of the target.
#include "vm/interp/cells/cell_printer.h"

#include "base/log.h"
#include "vm/interp/cells/code.h"

namespace minijvm::interp {

void print_cells(const Code& code) {
  if (!log_enabled(LogTag::interp, LogLevel::kTrace))
    return;
  MJ_LOG(interp, kTrace, "%s: %u cells, %zu entries, %zu masks", code.method->text().c_str(),
         code.cell_count, code.entries.size(), code.masks.size());
  for (std::uint32_t i = 0; i < code.cell_count; ++i) {
    const Cell& cell = code.cells()[i];
    CellOp op = cell_of_handler(cell.handler);
    if (op == CellOp::leave) {
      MJ_LOG(interp, kTrace, "  %4u %5u   data", i, code.bci_of(&cell));
      continue;
    }
    std::int64_t target = i + cell.c / static_cast<std::int64_t>(sizeof(Cell));
    MJ_LOG(interp, kTrace, "  %4u %5u %s %d %d %d (-> %ld)", i, code.bci_of(&cell), cell_name(op),
           cell.a, cell.b, cell.c, static_cast<long>(target));
  }
}

}  // namespace minijvm::interp
