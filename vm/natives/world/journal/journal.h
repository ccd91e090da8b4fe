// Record and replay of the world for a deterministic run (-XX:World=record, replay). A recording
// writes down what came in by natives, entry by entry, in the order of the run. A replay calls none
// of these natives: it gives what the journal says, and checks that the run is where the recording
// was. The first difference ends it.
//
//   the run         thread, tick, native, digest of its arguments
//                      |             |
//   recording       append        "main/1 at tick 70: read0 gave 12"
//   replay          compare       give 12, or say what is different and end with code 91
//
// One thread runs at a time, so the journal needs no lock. What a journal keeps of a call is in
// journaled_call.h, what of a wait in world_wait.h.
// Tested by tests/vm/journal.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "vm/natives/world/journal/journal_entries.h"
#include "vm/natives/world/journal/journal_file.h"

namespace minijvm::vm {

class JournaledCall;

class Journal {
 public:
  Journal(std::string path, JournalFile recording)
      : path_(std::move(path)), recording_(std::move(recording)) {}
  Journal(std::string path, JournalContent content)
      : path_(std::move(path)), content_(std::move(content)) {}

  bool records() const { return recording_.has_value(); }

  // Appends an entry of the thread at its tick, or at another one. If that fails, the run ends.
  // REQUIRES: records().
  void append(runtime::JavaThread& self, const JournalEntry& entry);

  // Returns the entry that comes next; null if the journal is at its end. REQUIRES: !records().
  const JournalEntry* next(runtime::JavaThread& self);
  // Takes the next entry, which must be this one but for its value and what follows. Otherwise the
  // run ends.
  JournalEntry take(runtime::JavaThread& self, const JournalEntry& expected);
  // The run is not where the recording was: says so, and ends the run.
  [[noreturn]] void diverge(runtime::JavaThread& self, const std::string& reason);
  // The entry that was taken last has other bytes than a recording writes.
  [[noreturn]] void reject(runtime::JavaThread& self);

  // The VM ends. Appends the last entry, or checks that it comes next. Returns false if it does
  // not, and has said so.
  bool end(runtime::JavaThread& self);

  // The call that the thread is in; null: none. begin_call returns false if there is one already.
  JournaledCall* call_of(const runtime::JavaThread& self) const;
  bool begin_call(const runtime::JavaThread& self, JournaledCall* call) {
    return calls_.try_emplace(&self, call).second;
  }
  void end_call(const runtime::JavaThread& self) { calls_.erase(&self); }

 private:
  std::string number_text() const { return "entry " + std::to_string(taken_ + 1); }
  std::string end_text() const;
  std::string difference(const JournalEntry& recorded, const JournalEntry& expected) const;
  [[noreturn]] void end_run(runtime::JavaThread& self, const std::string& sentence, int code);

  const std::string path_;
  std::optional<JournalFile> recording_;
  EntryWriter writer_;
  JournalContent content_;
  EntryParser parser_;
  std::optional<JournalEntry> next_;
  std::size_t taken_ = 0;
  std::map<const runtime::JavaThread*, JournaledCall*> calls_;
  bool is_over_ = false;  // a sentence has ended the run
};

// Begins a recording or a replay. Called once, at boot.
void keep_journal(std::unique_ptr<Journal> journal);
// Returns null if the run has no journal.
Journal* journal();

// Fills in where the thread is.
JournalEntry entry_here(runtime::JavaThread& self, EntryKind kind);

}  // namespace minijvm::vm
