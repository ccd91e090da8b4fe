// Makes the journal of a run with -XX:World=record, or reads that of -XX:World=replay and checks
// that it is of the same program, VM and JDK.
// Tested by tests/vm/journal.
#pragma once

#include <memory>
#include <string>

#include "base/expected.h"
#include "vm/boot/options.h"
#include "vm/natives/world/journal/journal.h"

namespace minijvm::vm {

struct JournalChoice {
  Options options;                   // a replay's have the schedule of the journal
  std::string schedule;              // the text that -XX:Schedule=replay follows
  std::unique_ptr<Journal> journal;  // null: the run has none
};

// The error is the message for stderr.
Expected<JournalChoice, std::string> choose_journal(const Options& options);

}  // namespace minijvm::vm
