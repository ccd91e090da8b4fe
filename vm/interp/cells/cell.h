// Defines cells, the instructions that the fast engine executes. A cell has sixteen bytes;
// cells.def has the only definition of each cell's meaning.
// Tested by tests/vm/interp_cells_test.cpp and every Java test.
//
//   0                               8       10      12              16
//   +-------------------------------+-------+-------+---------------+
//   | handler: address of the code  |   a   |   b   |       c       |
//   +-------------------------------+-------+-------+---------------+
//
//   handler  is replaced, by a release store, when a linking cell has been linked
//   a, b     16 bits: slots counted from the frame pointer, or small constants
//   c        32 bits: a slot, a constant, a field offset, or a displacement in bytes from this cell
//
// Example: `i = i + 5` for local 1 of a method with three locals is the one cell iadd_rk -2, -2, 5.
// Some cells are followed by data cells, which are never executed: a pointer, or an entry of an
// inline cache.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vm/vm.h"

namespace minijvm::runtime {
class Class;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::interp {

enum class CellOp : std::uint16_t {
#define MJ_CELL(name, ...) name,
#include "vm/interp/cells/cells.def"
#undef MJ_CELL
  kCount
};

inline constexpr std::size_t kCellOps = static_cast<std::size_t>(CellOp::kCount);

// The members of a family are next to each other in cells.def, one for each operand form, always in
// the same order. Returns the member that is `form` places after the first.
constexpr CellOp variant(CellOp first, int form) {
  return static_cast<CellOp>(static_cast<int>(first) + form);
}

const char* cell_name(CellOp op);
// Returns the cell whose handler is at this address; `leave` for other addresses, which data cells
// may hold.
CellOp cell_of_handler(const void* handler);

struct Cell {
  const void* handler;
  std::int16_t a;
  std::int16_t b;
  std::int32_t c;
};
static_assert(sizeof(Cell) == 16);

// Is the data cell of a linked cell: a pointer and a number.
struct DataCell {
  const void* pointer;
  // This is the address of a Class, which is always below 4 GiB; 0 while there is none.
  std::uint32_t klass;
  std::int32_t number;
};
static_assert(sizeof(DataCell) == sizeof(Cell));

// Is the data cell of a call site. For receivers of this class (or for all), it holds the code to
// run and the distance from the caller's frame to the callee's.
struct CallEntry {
  const Cell* code;
  // This field is written last, with release. 0 means that the entry is free.
  std::uint32_t klass;
  // The distance is in bytes.
  std::int32_t frame_delta;
};
static_assert(sizeof(CallEntry) == sizeof(Cell));

// Many sites see two or three classes, so one entry is not enough.
inline constexpr int kCacheEntries = 3;

inline DataCell* data_of(Cell* cell) { return reinterpret_cast<DataCell*>(cell + 1); }
inline CallEntry* entries_of(Cell* cell) { return reinterpret_cast<CallEntry*>(cell + 1); }

// Returns the address of a cell's handler. The table is set once the engine has started.
inline const void* handler_of(CellOp op) {
  return vm::the_vm.interp.cell_handlers[static_cast<std::size_t>(op)];
}

}  // namespace minijvm::interp
