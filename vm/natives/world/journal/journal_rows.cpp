// Searches the table, at the first call of each native. The caller is in kInVm.
#include "vm/natives/world/journal/journal_rows.h"

#include <algorithm>

#include "base/name_pattern.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"

namespace minijvm::vm {
namespace {

constexpr JournalRow kRows[] = {
#include "vm/natives/world/journal/journal.def"
};

}  // namespace

const JournalRow* journal_row_of(const runtime::Method& method) {
  if (!method.holder->loader->is_boot_or_platform()) {
    return nullptr;
  }
  const auto* row = std::ranges::find_if(kRows, [&](const JournalRow& each) {
    return fits_pattern(each.holder, method.holder->name->text()) &&
           fits_pattern_of(each.methods, ' ', method.name->text());
  });
  return row == std::end(kRows) ? nullptr : row;
}

std::string_view unkept_by_journal(const JournalRow& row, const runtime::Method& method) {
  std::size_t longs = 0;
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    longs += type.text() == "J" ? 1 : 0;
  }
  if (longs != row.longs.size() - (row.is_called_in_replays() ? 1 : 0)) {
    return "may write to memory that no journal knows of";
  }
  return row.longs.find('x') == std::string_view::npos
             ? ""
             : "maps a file, whose bytes then come without a native method";
}

}  // namespace minijvm::vm
