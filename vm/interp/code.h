// The translation of one method: its cells, and what leads back from a cell to the bytecode. Lives as long as the method's class; in
// Method::code stands the address of the first cell. Proved by tests/vm/interp_cells_test.cpp.
//
//   | Code | cells ... | literals ... |   bcis, entries, masks and moves stand apart
//          ^ Method::code
//
// A method that was observed and is not (or the other way round) has two translations, of which one is current (observation.h).
#pragma once

#include <cstdint>
#include <span>

#include "runtime/method.h"
#include "vm/interp/cell.h"

namespace minijvm::interp {

// Where a bci can be entered from outside the cells: an exception handler, the point behind a jsr.
struct CodeEntry {
  std::uint32_t bci;
  std::uint32_t cell;
};

// Which operand slots hold their own values while the thread stands in a cell: the others' values are elsewhere (a local, a constant,
// a slot below), so the collector must not look at them. Cells without a row have all in place.
inline constexpr std::int32_t kMaskBits = 64;
struct StackMask {
  std::uint32_t cell;
  std::uint32_t unused;
  std::uint64_t in_place;  // bit d: slot d; slots from kMaskBits on are always in place
};

// A cell of a translation that is not current, from which the method goes on in the current one.
struct CodeMove {
  std::uint32_t cell;
  std::int32_t result;   // behind a call: the slot of its result, which the accumulator must hold as well; else any slot
  const Cell* to;        // in the other translation
  const void* handler;   // the cell's own, while it is replaced by that of `moved`; else null
};

struct alignas(16) Code {
  runtime::Method* method;
  std::int32_t frame_bytes;   // from the frame pointer to the end of the operand stack
  std::int32_t locals_bytes;  // from local 0 to the frame pointer
  std::uint32_t cell_count;
  bool is_observed;           // tells the hooks of instructions, entries and exits
  std::span<const CodeEntry> entries;  // ascending bci
  std::span<const StackMask> masks;    // ascending cell
  std::span<CodeMove> moves;           // ascending cell
  const std::uint16_t* bcis;           // of each cell (JVMS 4.7.3: code is shorter than 65536)
  Code* other;                         // the method's other translation; null: there is none

  Cell* cells() { return reinterpret_cast<Cell*>(this + 1); }
  const Cell* cells() const { return reinterpret_cast<const Cell*>(this + 1); }
  bool contains(const void* pc) const { return pc >= cells() && pc < cells() + cell_count; }
  std::uint32_t index_of(const Cell* cell) const { return static_cast<std::uint32_t>(cell - cells()); }
  std::uint32_t bci_of(const Cell* cell) const { return bcis[index_of(cell)]; }
  // REQUIRES: such an entry exists.
  const Cell* cell_at_entry(std::uint32_t bci) const;
};
static_assert(sizeof(Code) % sizeof(Cell) == 0);

inline Code& code_of(const Cell* first) { return const_cast<Code*>(reinterpret_cast<const Code*>(first))[-1]; }

// Null: not translated yet. acquire: pairs with the release of publish_code.
inline Code* existing_code(const runtime::Method& method) {
  void* first = method.code.load(std::memory_order_acquire);
  return first == nullptr ? nullptr : &code_of(static_cast<const Cell*>(first));
}

// The translation in which a pc of the method lies: not always the current one.
inline Code& code_at(const runtime::Method& method, const void* pc) {
  Code* code = existing_code(method);
  return code->contains(pc) || code->other == nullptr ? *code : *code->other;
}

}  // namespace minijvm::interp
