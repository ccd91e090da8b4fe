// Cells: the instructions that the fast engine executes. Sixteen bytes each; what they mean is written once, in
// cells.def. Proved by tests/vm/interp_cells_test.cpp and every Java test.
//
//   +0  handler   address of the code that runs the cell; replaced, by a release store, when a linking cell has been linked
//   +8  a, b      16-bit operands: slots counted from the frame pointer, or small constants
//   +12 c         32-bit operand: slot, constant, field offset, or displacement in bytes from this cell
//
// Some cells are followed by data cells, which are never executed: a pointer, or an entry of an inline cache.
#pragma once

#include <cstddef>
#include <cstdint>

namespace minijvm::runtime {
class Class;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::interp {

enum class CellOp : std::uint16_t {
#define MJ_CELL(name, ...) name,
#include "vm/interp/cells.def"
#undef MJ_CELL
  kCount
};

inline constexpr std::size_t kCellOps = static_cast<std::size_t>(CellOp::kCount);

// Families of cells stand together in cells.def, one per operand form, always in the same order: the member that is `form` behind the first.
constexpr CellOp variant(CellOp first, int form) { return static_cast<CellOp>(static_cast<int>(first) + form); }

const char* cell_name(CellOp op);
// The cell that is run by a handler; `leave` for other addresses.
CellOp cell_of_handler(const void* handler);

struct Cell {
  const void* handler;
  std::int16_t a;
  std::int16_t b;
  std::int32_t c;
};
static_assert(sizeof(Cell) == 16);

// Data behind a cell: a pointer and a number.
struct DataCell {
  const void* pointer;
  std::uint32_t klass;  // a Class, which lies below 4 GiB; 0: none yet
  std::int32_t number;
};
static_assert(sizeof(DataCell) == sizeof(Cell));

// One answer of a call site: for receivers of this class (or all), the code, and how far the callee's frame lies above the caller's.
struct CallEntry {
  const Cell* code;
  std::uint32_t klass;  // written last, with release; 0: free
  std::int32_t frame_delta;  // bytes
};
static_assert(sizeof(CallEntry) == sizeof(Cell));

inline constexpr int kCacheEntries = 3;  // one is not enough for sites that see two or three classes

inline DataCell* data_of(Cell* cell) { return reinterpret_cast<DataCell*>(cell + 1); }
inline CallEntry* entries_of(Cell* cell) { return reinterpret_cast<CallEntry*>(cell + 1); }

// The addresses of the handlers by CellOp; there once the engine has started.
extern const void* const* cell_handlers;
inline const void* handler_of(CellOp op) { return cell_handlers[static_cast<std::size_t>(op)]; }

}  // namespace minijvm::interp
