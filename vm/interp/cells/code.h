// Holds the translation of one method: its cells, and the way from a cell back to the bytecode. It
// lives as long as the method's class.
// Tested by tests/vm/interp_cells_test.cpp.
//
//   | Code | cells ... | literals ... |       bcis, entries, masks and moves are allocated apart
//          ^ Method::code
//
// A method that was observed and no longer is (or the other way round) has two translations, one of
// which is current (observation.h).
#pragma once

#include <cstdint>
#include <span>

#include "runtime/class/method.h"
#include "vm/interp/cells/cell.h"

namespace minijvm::interp {

// Names a bci at which execution can enter the method from outside the cells: an exception handler,
// the point behind a jsr.
struct CodeEntry {
  std::uint32_t bci;
  std::uint32_t cell;
};

// Says which operand slots hold their own values while the thread is in this cell. The values of
// the others are elsewhere (in a local, a constant, a slot below), so the collector must not look
// at these slots. In a cell without a row all operands are in place.
inline constexpr std::int32_t kMaskBits = 64;
struct StackMask {
  std::uint32_t cell;
  std::uint32_t unused;
  // Bit d stands for slot d; slots from kMaskBits on are always in place.
  std::uint64_t in_place;
};

// Describes a cell of a translation that is not current, at which the method continues in the
// current one.
struct CodeMove {
  std::uint32_t cell;
  // For a cell behind a call: the slot of the result, which the accumulator must hold as well; else
  // any slot.
  std::int32_t result;
  // The cell in the other translation.
  const Cell* to;
  // The cell's own handler while `moved` replaces it, else null.
  const void* handler;
};

struct alignas(16) Code {
  runtime::Method* method;
  // The distance from the frame pointer to the end of the operand stack.
  std::int32_t frame_bytes;
  // The distance from local 0 to the frame pointer.
  std::int32_t locals_bytes;
  std::uint32_t cell_count;
  // The bytes of literals and tables behind the cells.
  std::uint32_t word_bytes;
  // True if the code calls the hooks at instructions, entries and exits.
  bool is_observed;
  // The ticks that a call takes (ticks.h).
  std::uint8_t entry_ticks;
  // Sorted by bci.
  std::span<const CodeEntry> entries;
  // Sorted by cell.
  std::span<const StackMask> masks;
  // Sorted by cell.
  std::span<CodeMove> moves;
  // The bci of each cell; two bytes are enough, since code is shorter than 65536 bytes (JVMS
  // 4.7.3).
  const std::uint16_t* bcis;
  // The method's other translation; null if there is none.
  Code* other;

  Cell* cells() { return reinterpret_cast<Cell*>(this + 1); }
  const Cell* cells() const { return reinterpret_cast<const Cell*>(this + 1); }
  bool contains(const void* pc) const { return pc >= cells() && pc < cells() + cell_count; }
  std::uint32_t index_of(const Cell* cell) const {
    return static_cast<std::uint32_t>(cell - cells());
  }
  std::uint32_t bci_of(const Cell* cell) const { return bcis[index_of(cell)]; }
  // REQUIRES: there is an entry for this bci.
  const Cell* cell_at_entry(std::uint32_t bci) const;
};
static_assert(sizeof(Code) % sizeof(Cell) == 0);

// Makes a Code without masks, entries and bcis, whose cells and words are zero. It lives as long as
// the method's class.
Code* allocate_code(runtime::Method& method, std::uint32_t cell_count, std::uint32_t word_bytes);

// Finds the Code from the address in Method::code.
inline Code& code_of(const Cell* first) {
  return const_cast<Code*>(reinterpret_cast<const Code*>(first))[-1];
}

// Returns null if the method is not translated yet. acquire: pairs with the release in
// translator.cpp:/publish/.
inline Code* existing_code(const runtime::Method& method) {
  void* first = method.code.load(std::memory_order_acquire);
  return first == nullptr ? nullptr : &code_of(static_cast<const Cell*>(first));
}

// Returns the translation that contains this pc of the method, which need not be the current one.
inline Code& code_at(const runtime::Method& method, const void* pc) {
  Code* code = existing_code(method);
  return code->contains(pc) || code->other == nullptr ? *code : *code->other;
}

}  // namespace minijvm::interp
