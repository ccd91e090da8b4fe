// The arguments of a native's call as a journal sees them: a digest, by which a replay knows that
// the run still asks for the same, and the memory that a native writes by address. An address is
// another one in each process, so what counts is what it points to.
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "sync/threads/no_safepoint.h"
#include "vm/natives/world/journal/journal_bytes.h"
#include "vm/natives/world/journal/journal_rows.h"

namespace minijvm::vm {

class CallArguments {
 public:
  // `args` are the locals of the native's frame. REQUIRES: unkept_by_journal() had nothing to say.
  CallArguments(const JournalRow& row, const runtime::Method& method, const runtime::Slot* args);

  std::uint64_t digest(const sync::NoSafepoint& still) const;
  // Does the native write to standard output, or to standard error? A replay writes there again.
  bool goes_to_output(const sync::NoSafepoint& still) const;

  // Writes what the native has written to addresses. `result` is what it returned.
  void write_memory(std::int64_t result, JournalWriter* out) const;
  // Writes the same to the addresses of this call. The reader fails if it does not fit there.
  void fill_memory(std::int64_t result, JournalReader* in) const;

 private:
  struct Parameter {
    char type;    // the first letter of its descriptor
    char letter;  // of the row; 0: it is no long
    const runtime::Slot* slot;
  };
  // The int behind a long, not below zero.
  std::size_t count_behind(std::size_t parameter) const;

  std::string_view method_name_;
  const runtime::Slot* receiver_ = nullptr;
  std::vector<Parameter> parameters_;
};

}  // namespace minijvm::vm
