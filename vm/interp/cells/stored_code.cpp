// Takes translations apart for the archive, and puts those of the archive together. The first runs
// when an archive is made; the second at a method's first call, in kInJava, instead of a
// translation: it neither stops nor throws.
#include "vm/interp/cells/stored_code.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/check.h"
#include "classfile/archive/stored_class.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/stored_classes.h"
#include "runtime/runtime_state.h"
#include "vm/interp/cells/translator.h"
#include "vm/interp/large_frame.h"

namespace minijvm::interp {

using runtime::Method;

namespace {

// The parts that follow it are in the order of their alignments: masks, entries, words, bcis,
// cells.
struct StoredTranslation {
  std::uint32_t cell_count;
  std::uint32_t word_bytes;
  std::uint32_t entry_count;
  std::uint32_t mask_count;
};

// A cell of ten bytes: sixteen without the address.
struct StoredCell {
  // The number of the cell plus one; 0 for a data cell, which is zero.
  std::uint16_t handler;
  std::int16_t a;
  std::int16_t b;
  std::uint16_t c_low;
  std::uint16_t c_high;
};
static_assert(sizeof(StoredCell) == 10);

StoredCell stored_cell(const Cell& cell) {
  if (cell.handler == nullptr)
    return {};
  const auto c = static_cast<std::uint32_t>(cell.c);
  return {static_cast<std::uint16_t>(static_cast<unsigned>(cell_of_handler(cell.handler)) + 1),
          cell.a, cell.b, static_cast<std::uint16_t>(c), static_cast<std::uint16_t>(c >> 16)};
}

void place_cell(Cell& cell, const StoredCell& stored) {
  // The memory of data cells is zero already.
  if (stored.handler == 0)
    return;
  cell = {handler_of(static_cast<CellOp>(stored.handler - 1)), stored.a, stored.b,
          static_cast<std::int32_t>(stored.c_low | std::uint32_t{stored.c_high} << 16)};
}

template <class T>
void append(std::vector<std::uint8_t>& out, std::span<const T> values) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
  out.insert(out.end(), bytes, bytes + values.size_bytes());
}

// Reads arrays that follow each other.
class Parts {
 public:
  explicit Parts(const std::uint8_t* at) : at_(at) {}
  template <class T>
  std::span<const T> take(std::size_t count) {
    const auto* first = reinterpret_cast<const T*>(at_);
    at_ += count * sizeof(T);
    return {first, count};
  }

 private:
  const std::uint8_t* at_;
};

// A method whose bytecode is not that of the archive is translated. So are those without bytecode:
// that is as cheap. The reference interpreter has no cells, and cells that count ticks are others.
bool may_be_stored(const Method& method) {
  return vm::the_vm.interp.cell_handlers != nullptr && !vm::the_vm.interp.counts_ticks &&
         method.bytecode != nullptr && method.version == 0 && !method.holder->is_changed_by_agent &&
         !has_large_frame(method);
}

// Returns the stored form of a translation that is not linked yet.
std::vector<std::uint8_t> form_of(const Code& code) {
  const StoredTranslation head{code.cell_count, code.word_bytes,
                               static_cast<std::uint32_t>(code.entries.size()),
                               static_cast<std::uint32_t>(code.masks.size())};
  std::vector<StoredCell> cells(code.cell_count);
  for (std::uint32_t i = 0; i < code.cell_count; ++i) cells[i] = stored_cell(code.cells()[i]);
  std::vector<std::uint8_t> out;
  append(out, std::span(&head, 1));
  append(out, code.masks);
  append(out, code.entries);
  append(out, std::span(reinterpret_cast<const std::uint8_t*>(code.cells() + code.cell_count),
                        code.word_bytes));
  append(out, std::span(code.bcis, code.cell_count));
  append(out, std::span<const StoredCell>(cells));
  return out;
}

}  // namespace

std::vector<std::uint8_t> stored_form(Method& method) {
  return may_be_stored(method) ? form_of(*new_translation(method, false))
                               : std::vector<std::uint8_t>();
}

void compare_restored_translations(bool are_compared) {
  vm::the_vm.interp.compares_translations = are_compared;
}

Code* restored_translation(Method& method) {
  if (!may_be_stored(method))
    return nullptr;
  const classfile::ClassFile& file = method.pool->file();
  const classfile::StoredClass* stored = file.stored();
  // Leaf functions depend on the loader (leaf_functions.h).
  if (stored == nullptr || stored->is_boot() != method.holder->loader->is_boot())
    return nullptr;
  const classfile::Bytes bytes =
      stored->code(static_cast<std::size_t>(method.info - file.methods().data()));
  if (bytes.empty())
    return nullptr;
  Parts parts(bytes.data());
  const StoredTranslation& head = parts.take<StoredTranslation>(1)[0];
  Code* code = allocate_code(method, head.cell_count, head.word_bytes);
  code->masks = parts.take<StackMask>(head.mask_count);
  code->entries = parts.take<CodeEntry>(head.entry_count);
  const auto words = parts.take<std::uint8_t>(head.word_bytes);
  code->bcis = parts.take<std::uint16_t>(head.cell_count).data();
  const auto cells = parts.take<StoredCell>(head.cell_count);
  for (std::uint32_t i = 0; i < head.cell_count; ++i) place_cell(code->cells()[i], cells[i]);
  if (!words.empty())
    std::memcpy(code->cells() + head.cell_count, words.data(), words.size());
  MJ_CHECK(!vm::the_vm.interp.compares_translations ||
               std::ranges::equal(bytes, form_of(*new_translation(method, false))),
           "the archive has another translation of %s", method.text().c_str());
  runtime::note_taken(runtime::runtime_state.archive_use.translations);
  return code;
}

}  // namespace minijvm::interp
