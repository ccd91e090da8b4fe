// Finds the row of journal.def for a native method: whether a journal keeps its calls, and what the
// longs among its parameters mean.
// Tested by tests/vm/journal/table, for the natives of each JDK.
#pragma once

#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

struct JournalRow {
  std::string_view holder;   // a class, or with a star at its end all whose names begin so
  std::string_view methods;  // separated by single spaces
  std::string_view longs;    // a letter for each parameter of type long

  bool is_called_in_replays() const { return longs.starts_with('!'); }
};

// Returns null if no journal keeps the calls of this method.
const JournalRow* journal_row_of(const runtime::Method& method);
// Returns what the native does that a journal cannot keep, as a sentence goes on; empty: nothing.
std::string_view unkept_by_journal(const JournalRow& row, const runtime::Method& method);

}  // namespace minijvm::vm
