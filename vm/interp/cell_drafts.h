// Cells in the making: what the translator writes before it knows where things will lie, and the Code made from it.
// Proved by tests/vm/interp_cells_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "vm/interp/code.h"

namespace minijvm::interp {

// What the c operand of a draft stands for.
enum class Fix : std::uint8_t {
  kNone,     // itself
  kTarget,   // a bci to go to
  kCell,     // the index of a cell to go to
  kLiteral,  // index of a 64-bit literal
  kTable,    // index of the first word of a switch's table
  kData,     // no cell at all: a data cell, zero
};

inline constexpr std::uint64_t kAllInPlace = ~std::uint64_t{0};

struct Draft {
  CellOp op;
  Fix fix;
  std::int16_t a;
  std::int16_t b;
  std::int32_t c;
  std::uint32_t bci;
  std::uint64_t in_place = kAllInPlace;  // of the operands at this bci, as in StackMask
};

class CellDrafts {
 public:
  explicit CellDrafts(std::uint32_t bytecode_length) : cell_of_bci_(bytecode_length, kNoCell) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(drafts_.size()); }
  Draft& operator[](std::uint32_t at) { return drafts_[at]; }
  void emit(Draft draft) { drafts_.push_back(draft); }
  void emit_data(std::uint32_t bci, int count) {
    for (int i = 0; i < count; ++i) emit({CellOp::leave, Fix::kData, 0, 0, 0, bci});
  }
  // REQUIRES: no block began at one of them but perhaps the first.
  void drop_last(std::uint32_t count) { drafts_.resize(drafts_.size() - count); }
  // The next cell is where jumps to this bci go.
  void start_block(std::uint32_t bci) { cell_of_bci_[bci] = size(); }
  bool is_started(std::uint32_t bci) const { return cell_of_bci_[bci] != kNoCell; }
  std::uint32_t block(std::uint32_t bci) const { return cell_of_bci_[bci]; }
  void add_entry(std::uint32_t bci) { entries_.push_back({bci, size()}); }

  std::int32_t literal(std::uint64_t bits);
  // Tables of switches: words are numbers or, from `first_target` on, bcis.
  std::int32_t add_table(std::vector<std::int32_t> words, std::vector<bool> is_target, std::uint32_t cell);

  Code* finish(runtime::Method& method) const;

 private:
  static constexpr std::uint32_t kNoCell = ~std::uint32_t{0};
  struct Table {
    std::uint32_t cell;
    std::size_t first_word;
    std::vector<bool> is_target;
  };
  std::uint32_t landing(std::int32_t target_bci) const;
  std::int32_t displacement(std::uint32_t from, std::int32_t target_bci) const;
  const Draft& shortened(std::uint32_t at) const;
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
