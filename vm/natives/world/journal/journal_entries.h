// The entries of a journal, each in a frame of its own (journal_file.h). All of them but the last
// one begin with the thread and its tick, which say at which moment of the run something came in.
//
//   'C'  a call of a native: which one, a digest of its arguments, and what came of it
//   'W'  the native waits for a descriptor from here on; its call is entered when it returns
//   'R'  ... which is ready now: these events
//   'I'  no thread could run but those that wait for descriptors: one of these is ready now, or the
//        time of the next deadline has come
//   'E'  the end of the run, with its hash
//
// Names of threads and natives are written when they first come, and numbered.
// Tested by tests/vm/native/journal_file_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "vm/natives/world/journal/journal_bytes.h"

namespace minijvm::vm {

enum class EntryKind : char { kCall = 'C', kWait = 'W', kReady = 'R', kIdle = 'I', kEnd = 'E' };

struct JournalEntry {
  EntryKind kind = EntryKind::kEnd;
  std::string thread;
  std::uint64_t tick = 0;
  std::string native = {};   // kCall, kWait: "java.io.FileInputStream.read0()I"
  std::uint64_t digest = 0;  // kCall, kWait: of the arguments
  // kWait: the deadline in ns of the program's clock; kReady: the events; kIdle: 1 if time passes
  std::int64_t value = 0;
  // kCall: what came of it (journaled_call.cpp); kEnd: the hash of the run
  std::string_view rest = {};

  // "main calls java.io.FileInputStream.read0 at tick 70", without a period
  std::string text() const;
};

class EntryWriter {
 public:
  std::string print(const JournalEntry& entry);

 private:
  void name(JournalWriter* out, const std::string& text);
  std::map<std::string, std::uint64_t> names_;
};

class EntryParser {
 public:
  // Returns false if the frame is no entry. `rest` then and otherwise points into the frame.
  bool parse(std::string_view frame, JournalEntry* entry);

 private:
  std::string name(JournalReader* in);
  std::vector<std::string> names_;
};

}  // namespace minijvm::vm
