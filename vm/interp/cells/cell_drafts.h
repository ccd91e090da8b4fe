// Holds cells while they are made: the translator writes drafts before it knows where the cells
// will be, and then they become Code.
// Tested by tests/vm/interp_cells_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vm/interp/cells/code.h"

namespace minijvm::interp {

// Lists the meanings of a draft's c operand, until the cells have their places.
enum class Fix : std::uint8_t {
  kNone,     // itself
  kTarget,   // a bci to go to
  kCell,     // the index of a cell to go to
  kLiteral,  // index of a 64-bit literal
  kTable,    // index of the first word of a switch's table
  kData,     // no cell at all: a data cell, zero
};

inline constexpr std::uint64_t kAllInPlace = ~std::uint64_t{0};
// Operand c of a `mov` that is the last to read its slot b: a store of an operand that has no copy.
inline constexpr std::int32_t kLastUse = 1;

// A draft is a cell without an address.
struct Draft {
  CellOp op;
  Fix fix;
  std::int16_t a;
  std::int16_t b;
  std::int32_t c;
  std::uint32_t bci;
  // Says which operands at this bci are in place, as StackMask does.
  std::uint64_t in_place = kAllInPlace;
};

// Returns operand c of a cell that takes it as two numbers of 16 bits.
inline std::int32_t halves(std::int32_t low, std::int32_t high) {
  return static_cast<std::int32_t>((static_cast<std::uint32_t>(high) << 16) |
                                   (static_cast<std::uint32_t>(low) & 0xffff));
}

class CellDrafts {
 public:
  explicit CellDrafts(std::uint32_t bytecode_length) : cell_of_bci_(bytecode_length, kNoCell) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(drafts_.size()); }
  Draft& operator[](std::uint32_t at) { return drafts_[at]; }
  const Draft& operator[](std::uint32_t at) const { return drafts_[at]; }
  void emit(Draft draft) { drafts_.push_back(draft); }
  void emit_data(std::uint32_t bci, int count) {
    for (int i = 0; i < count; ++i) emit({CellOp::leave, Fix::kData, 0, 0, 0, bci});
  }
  // Removes cells that are fused with a later one. REQUIRES: no block begins at one of them, except
  // perhaps at the first.
  void drop_last(std::uint32_t count) { drafts_.resize(drafts_.size() - count); }
  // Makes jumps to this bci go to the next cell.
  void start_block(std::uint32_t bci) { cell_of_bci_[bci] = size(); }
  bool is_started(std::uint32_t bci) const { return cell_of_bci_[bci] != kNoCell; }
  std::uint32_t block(std::uint32_t bci) const { return cell_of_bci_[bci]; }
  void add_entry(std::uint32_t bci) { entries_.push_back({bci, size()}); }

  // Returns the index of a literal with these bits. Equal literals share one.
  std::int32_t literal(std::uint64_t bits);
  // Adds the table of a switch. Each word is a number, or a bci to go to if is_target is true for
  // it. Returns the index of its first word.
  std::int32_t add_table(std::vector<std::int32_t> words, std::vector<bool> is_target,
                         std::uint32_t cell);

  // Makes the finished code, in the memory of the method's class.
  Code* finish(runtime::Method& method) const;

 private:
  static constexpr std::uint32_t kNoCell = ~std::uint32_t{0};
  struct Table {
    std::uint32_t cell;
    std::size_t first_word;
    std::vector<bool> is_target;
  };
  // Returns the cell to which a jump to this bci leads.
  std::uint32_t landing(std::int32_t target_bci) const;
  std::int32_t displacement(std::uint32_t from, std::int32_t target_bci) const;
  // Returns whether there is a jump in this place that does not lead to a return.
  bool is_plain_jump(std::uint32_t at) const;
  std::uint32_t follower(std::uint32_t at) const;
  // Returns a draft as it is placed.
  Draft shortened(std::uint32_t at) const;
  Draft shortened_constant(std::uint32_t at) const;
  std::optional<Draft> step_instead(std::uint32_t at, std::uint32_t to) const;
  void place_cells(Code& code) const;
  void place_tables(char* literals) const;
  std::vector<bool> jump_targets() const;
  std::vector<StackMask> masks() const;

  std::vector<Draft> drafts_;
  std::vector<std::uint32_t> cell_of_bci_;
  std::vector<CodeEntry> entries_;
  std::vector<std::uint64_t> literals_;
  std::vector<std::int32_t> words_;
  std::vector<Table> tables_;
};

}  // namespace minijvm::interp
