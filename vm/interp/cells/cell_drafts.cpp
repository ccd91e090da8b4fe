// Places the drafts of a translation: computes displacements, copies literals and switch tables
// behind the cells, and keeps bcis, entries and masks. Called at the end of a translation
// (translator.cpp), in any state: it allocates from the class's own memory only.
#include "vm/interp/cells/cell_drafts.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/ticks.h"

namespace minijvm::interp {

using runtime::Method;
using runtime::Slot;

namespace {

bool is_return(CellOp op) { return op >= CellOp::return_ && op <= CellOp::return_s_a; }

// Returns whether the cell returns the int in slot b.
bool is_int_return(CellOp op) {
  return op == CellOp::return_raw_r || op == CellOp::return_z_r || op == CellOp::return_b_r ||
         op == CellOp::return_c_r || op == CellOp::return_s_r;
}
// Returns what such a cell makes of the value.
std::int32_t returned(CellOp op, std::int32_t value) {
  switch (op) {
    case CellOp::return_z_r:
      return value & 1;
    case CellOp::return_b_r:
      return static_cast<std::int8_t>(value);
    case CellOp::return_c_r:
      return static_cast<std::uint16_t>(value);
    case CellOp::return_s_r:
      return static_cast<std::int16_t>(value);
    default:
      return value;
  }
}

// Returns a copy that lives as long as the class.
template <class T>
std::span<const T> kept_copy(runtime::LoaderData& loader, const std::vector<T>& values) {
  if (values.empty())
    return {};
  T* copy = loader.allocate_array<T>(values.size());
  std::copy(values.begin(), values.end(), copy);
  return {copy, values.size()};
}

const std::uint16_t* kept_bcis(runtime::LoaderData& loader, const std::vector<Draft>& drafts) {
  std::uint16_t* bcis = loader.allocate_array<std::uint16_t>(drafts.size());
  for (std::size_t i = 0; i < drafts.size(); ++i)
    bcis[i] = static_cast<std::uint16_t>(drafts[i].bci);
  return bcis;
}

}  // namespace

std::int32_t CellDrafts::literal(std::uint64_t bits) {
  // A linear search is enough, because methods have few literals.
  auto found = std::find(literals_.begin(), literals_.end(), bits);
  auto at = static_cast<std::int32_t>(found - literals_.begin());
  if (found == literals_.end()) {
    literals_.push_back(bits);
  }
  return at;
}

std::int32_t CellDrafts::add_table(std::vector<std::int32_t> words, std::vector<bool> is_target,
                                   std::uint32_t cell) {
  tables_.push_back({cell, words_.size(), std::move(is_target)});
  words_.insert(words_.end(), words.begin(), words.end());
  return static_cast<std::int32_t>(tables_.back().first_word);
}

// A jump to a jump goes directly to the end of the chain. The number of steps is limited, since a
// chain may be a cycle (`for (;;);`). While ticks are counted each jump is taken, since it may be
// one that goes back.
std::uint32_t CellDrafts::landing(std::int32_t target_bci) const {
  std::uint32_t to = cell_of_bci_[static_cast<std::size_t>(target_bci)];
  MJ_DCHECK(to != kNoCell, "a jump to bci %d, where no block begins", target_bci);
  const int most_hops = counts_ticks() ? 0 : 4;
  for (int hops = 0;
       hops < most_hops && drafts_[to].op == CellOp::goto_ && drafts_[to].fix == Fix::kTarget;
       ++hops) {
    to = cell_of_bci_[static_cast<std::size_t>(drafts_[to].c)];
  }
  return to;
}

// The result is in bytes, so that the handler only adds.
std::int32_t CellDrafts::displacement(std::uint32_t from, std::int32_t target_bci) const {
  return (static_cast<std::int32_t>(landing(target_bci)) - static_cast<std::int32_t>(from)) *
         static_cast<std::int32_t>(sizeof(Cell));
}

bool CellDrafts::is_plain_jump(std::uint32_t at) const {
  if (at >= size() || drafts_[at].op != CellOp::goto_ || drafts_[at].fix != Fix::kTarget)
    return false;
  return !is_return(drafts_[landing(drafts_[at].c)].op);
}

// Returns the cell that follows this one when it runs: that behind it, or where its plain jump
// leads. While ticks are counted, a jump back takes a tick and stays.
std::uint32_t CellDrafts::follower(std::uint32_t at) const {
  const Draft& next = drafts_[at + 1];
  if (next.op != CellOp::goto_ || next.fix != Fix::kTarget)
    return at + 1;
  const std::uint32_t to = landing(next.c);
  return counts_ticks() && to <= at ? at + 1 : to;
}

// A constant in front of a jump does both. If it only waits for a move and a jump, or for a return,
// it goes with these: the branches of a switch and of `? :` end in this way.
Draft CellDrafts::shortened_constant(std::uint32_t at) const {
  const Draft& draft = drafts_[at];
  const auto value = static_cast<std::int16_t>(draft.c);
  const bool is_short = draft.c == value;
  const std::uint32_t next = follower(at);
  const Draft& then = drafts_[next];
  if (is_int_return(then.op) && then.b == draft.a)
    return {CellOp::return_k, Fix::kNone, then.a, 0, returned(then.op, draft.c), draft.bci};
  const bool ends_in_move = then.op == CellOp::mov && then.b == draft.a && then.c == kLastUse &&
                            is_plain_jump(next + 1) &&
                            (!counts_ticks() || landing(drafts_[next + 1].c) > next + 1);
  if (is_short && ends_in_move)
    return {CellOp::const_goto, Fix::kTarget, then.a, value, drafts_[next + 1].c, draft.bci};
  if (is_short && is_plain_jump(at + 1) && shortened(at + 1).op == CellOp::goto_)
    return {CellOp::const_goto, Fix::kTarget, draft.a, value, drafts_[at + 1].c, draft.bci};
  return draft;
}

// The step and test at a loop's end, in place of a jump to it: `continue` and the branches of an
// `if` end in this way. The cell has 16 bits for each of its ways. A jump into a loop from in front
// of its body stays: the step jumps back there, which takes a tick.
std::optional<Draft> CellDrafts::step_instead(std::uint32_t at, std::uint32_t to) const {
  const Draft& step = drafts_[to];
  const bool is_step = step.op >= CellOp::up_lt_r && step.op <= CellOp::down_ne_k;
  if (!is_step || step.fix != Fix::kCell)
    return std::nullopt;
  const std::int32_t body = step.c - static_cast<std::int32_t>(at);
  const std::int32_t out = static_cast<std::int32_t>(to + 1 - at);
  if (body > 0 || body != static_cast<std::int16_t>(body) || out != static_cast<std::int16_t>(out))
    return std::nullopt;
  constexpr int kSteps = static_cast<int>(CellOp::to_up_lt_r) - static_cast<int>(CellOp::up_lt_r);
  return Draft{variant(step.op, kSteps), Fix::kNone, step.a, step.b, halves(body, out), step.bci};
}

// A jump to a return becomes that return, if the return cannot fail and so needs no bci of its own.
// A jump to a move in front of a jump does both.
Draft CellDrafts::shortened(std::uint32_t at) const {
  const Draft& draft = drafts_[at];
  if (draft.op == CellOp::const_int && at + 1 < size())
    return shortened_constant(at);
  if (draft.op != CellOp::goto_ || draft.fix != Fix::kTarget)
    return draft;
  const std::uint32_t to = landing(draft.c);
  // A jump back takes a tick.
  if (counts_ticks() && to <= at)
    return draft;
  const Draft& target = drafts_[to];
  if (is_return(target.op))
    return target;
  if (const std::optional<Draft> step = step_instead(at, to))
    return *step;
  if (target.op == CellOp::mov && is_plain_jump(to + 1) &&
      (!counts_ticks() || landing(drafts_[to + 1].c) > to + 1))
    return {CellOp::mov_goto, Fix::kTarget, target.a, target.b, drafts_[to + 1].c, draft.bci};
  return draft;
}

void CellDrafts::place_cells(Code& code) const {
  const auto literals_at = static_cast<std::int32_t>(drafts_.size() * sizeof(Cell));
  const auto tables_at =
      literals_at + static_cast<std::int32_t>(literals_.size() * sizeof(std::uint64_t));
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Draft draft = shortened(i);
    Cell& cell = code.cells()[i];
    // The memory of data cells is zero already.
    if (draft.fix == Fix::kData)
      continue;
    const auto here = static_cast<std::int32_t>(i * sizeof(Cell));
    cell = {handler_of(draft.op), draft.a, draft.b, draft.c};
    switch (draft.fix) {
      case Fix::kTarget:
        cell.c = displacement(i, draft.c);
        break;
      case Fix::kCell:
        cell.c = (draft.c - static_cast<std::int32_t>(i)) * static_cast<std::int32_t>(sizeof(Cell));
        break;
      case Fix::kLiteral:
        cell.c = literals_at + draft.c * static_cast<std::int32_t>(sizeof(std::uint64_t)) - here;
        break;
      case Fix::kTable:
        cell.c = tables_at + draft.c * static_cast<std::int32_t>(sizeof(std::int32_t)) - here;
        break;
      case Fix::kNone:
      case Fix::kData:
        break;
    }
  }
}

// Turns the targets into displacements from the switch's cell.
void CellDrafts::place_tables(char* at) const {
  std::vector<std::int32_t> words = words_;
  for (const Table& table : tables_) {
    for (std::size_t i = 0; i < table.is_target.size(); ++i) {
      std::int32_t& word = words[table.first_word + i];
      if (table.is_target[i]) {
        word = displacement(table.cell, word);
      }
    }
  }
  if (!words.empty()) {
    std::memcpy(at, words.data(), words.size() * sizeof(std::int32_t));
  }
}

// Marks the cells that are reached from elsewhere than the cell before: calls go to the first cell,
// exceptions and returning subroutines to entries.
std::vector<bool> CellDrafts::jump_targets() const {
  std::vector<bool> is_target(drafts_.size());
  if (!drafts_.empty())
    is_target[0] = true;
  for (const CodeEntry& entry : entries_) is_target[entry.cell] = true;
  for (const Draft& draft : drafts_) {
    if (draft.fix == Fix::kTarget)
      is_target[landing(draft.c)] = true;
    if (draft.fix == Fix::kCell)
      is_target[static_cast<std::size_t>(draft.c)] = true;
  }
  for (const Table& table : tables_) {
    for (std::size_t i = 0; i < table.is_target.size(); ++i) {
      if (table.is_target[i])
        is_target[landing(words_[table.first_word + i])] = true;
    }
  }
  return is_target;
}

// A thread can stop before a cell to which a jump or a call has led it, and in a cell that has a
// slow path; cells.def has all of the latter behind goto_.
std::vector<StackMask> CellDrafts::masks() const {
  std::vector<StackMask> rows;
  std::vector<bool> is_target = jump_targets();
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Draft& draft = drafts_[i];
    bool may_stop = is_target[i] || draft.op >= CellOp::goto_;
    if (may_stop && draft.fix != Fix::kData && draft.in_place != kAllInPlace)
      rows.push_back({i, 0, draft.in_place});
  }
  return rows;
}

Code* allocate_code(Method& method, std::uint32_t cell_count, std::uint32_t word_bytes) {
  auto* code = static_cast<Code*>(method.holder->home->allocate(
      sizeof(Code) + cell_count * sizeof(Cell) + word_bytes, runtime::MetadataUse::kCode));
  code->method = &method;
  code->frame_bytes =
      (runtime::kFrameHeaderSlots + method.max_stack) * static_cast<std::int32_t>(sizeof(Slot));
  code->locals_bytes = method.max_locals * static_cast<std::int32_t>(sizeof(Slot));
  code->entry_ticks = counts_ticks() ? entry_ticks(method) : std::uint8_t{0};
  code->cell_count = cell_count;
  code->word_bytes = word_bytes;
  return code;
}

Code* CellDrafts::finish(Method& method) const {
  runtime::LoaderData& loader = *method.holder->home;
  const std::size_t literal_bytes = literals_.size() * sizeof(std::uint64_t);
  Code* code = allocate_code(
      method, size(),
      static_cast<std::uint32_t>(literal_bytes + words_.size() * sizeof(std::int32_t)));
  std::vector<CodeEntry> entries = entries_;
  // The drafts have the entries in the order of cells, but a lookup is by bci.
  std::sort(entries.begin(), entries.end(),
            [](const CodeEntry& x, const CodeEntry& y) { return x.bci < y.bci; });
  code->entries = kept_copy(loader, entries);
  code->masks = kept_copy(loader, masks());
  code->bcis = kept_bcis(loader, drafts_);
  place_cells(*code);
  char* literals = reinterpret_cast<char*>(code->cells() + drafts_.size());
  if (literal_bytes != 0) {
    std::memcpy(literals, literals_.data(), literal_bytes);
  }
  place_tables(literals + literal_bytes);
  return code;
}

const Cell* Code::cell_at_entry(std::uint32_t bci) const {
  auto found =
      std::lower_bound(entries.begin(), entries.end(), bci,
                       [](const CodeEntry& entry, std::uint32_t at) { return entry.bci < at; });
  MJ_CHECK(found != entries.end() && found->bci == bci, "no entry at bci %u of %s", bci,
           method->text().c_str());
  return cells() + found->cell;
}

}  // namespace minijvm::interp
