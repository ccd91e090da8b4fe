// Appends and compares entries, and says where a replay has left its journal. The callers are in
// kInVm.
#include "vm/natives/world/journal/journal.h"

#include <cstdio>
#include <utility>

#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/halt.h"
#include "vm/java/repeatability.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::JavaThread;

namespace {

sync::DeterministicRun& run() { return *sync::thread_model().run(); }

class JournalEnd final : public Observer {
 public:
  void phase_reached(JavaThread& self, VmPhase phase) override {
    if (phase == VmPhase::kEnded && !journal()->end(self)) {
      halt_held_vm(kDivergedCode);
    }
  }
};

}  // namespace

JournalEntry entry_here(JavaThread& self, EntryKind kind) {
  JournalEntry entry;
  entry.kind = kind;
  entry.thread = run().name_of(self);
  entry.tick = run().tick();
  return entry;
}

void Journal::end_run(JavaThread& self, const std::string& sentence, int code) {
  is_over_ = true;
  std::fprintf(stderr, "%s\n", sentence.c_str());
  const sync::RunEnd why = code == kDivergedCode ? sync::RunEnd::kDiverged : sync::RunEnd::kRefused;
  notify(kRunEvents, [&](Observer& observer) { observer.run_ends_early(self, why); });
  halt_vm(code);
}

void Journal::append(JavaThread& self, const JournalEntry& entry) {
  const std::string fault = recording_->append(writer_.print(entry));
  if (!fault.empty()) {
    end_run(self,
            "Cannot write the journal " + path_ + ": " + fault +
                ".\nThe recording ends here; --replay follows it up to this point.",
            kRefusedCode);
  }
  ++taken_;
}

const JournalEntry* Journal::next(JavaThread& self) {
  if (!next_ && taken_ < content_.frames.size()) {
    next_.emplace();
    if (!parser_.parse(content_.frames[taken_], &*next_)) {
      reject(self);
    }
  }
  return next_ ? &*next_ : nullptr;
}

JournalEntry Journal::take(JavaThread& self, const JournalEntry& expected) {
  const JournalEntry* recorded = next(self);
  if (recorded == nullptr) {
    diverge(self, expected.text() + ", but " + end_text());
  }
  const std::string reason = difference(*recorded, expected);
  if (!reason.empty()) {
    diverge(self, reason);
  }
  JournalEntry taken = std::move(*next_);
  next_.reset();
  ++taken_;
  return taken;
}

JournaledCall* Journal::call_of(const JavaThread& self) const {
  const auto call = calls_.find(&self);
  return call == calls_.end() ? nullptr : call->second;
}

std::string Journal::end_text() const {
  return "the recording was cut off before" +
         (content_.torn_bytes == 0 ? std::string()
                                   : ", in the middle of an entry of which it has " +
                                         std::to_string(content_.torn_bytes) + " bytes");
}

// Returns where the run is, and where the recording was; empty if that is the same.
std::string Journal::difference(const JournalEntry& recorded, const JournalEntry& expected) const {
  if (recorded.kind == EntryKind::kEnd && expected.kind != EntryKind::kEnd) {
    return expected.text() + ", but the recorded run had ended before";
  }
  const bool is_there = recorded.kind == expected.kind && recorded.thread == expected.thread &&
                        recorded.native == expected.native && recorded.tick == expected.tick;
  if (!is_there) {
    return expected.text() + ", but in the recording " + recorded.text();
  }
  return recorded.digest == expected.digest
             ? ""
             : expected.text() + " with other arguments than in the recording";
}

void Journal::diverge(JavaThread& self, const std::string& reason) {
  const std::string place = place_in_program(self);
  end_run(self,
          "The replay left its journal at " + number_text() + ": " + reason + "." +
              (place.empty() ? "" : "   at " + place),
          kDivergedCode);
}

void Journal::reject(JavaThread& self) {
  end_run(self, "The journal " + path_ + " is damaged in " + number_text() + ".", kDivergedCode);
}

bool Journal::end(JavaThread& self) {
  if (is_over_) {
    return true;
  }
  JournalEntry last;
  const std::string hash = run().figures().hash;
  last.rest = hash;
  if (records()) {
    const std::string fault = recording_->append(writer_.print(last));
    if (!fault.empty()) {
      std::fprintf(stderr, "Cannot write the journal %s: %s.\n", path_.c_str(), fault.c_str());
    }
    return true;
  }
  is_over_ = true;
  const JournalEntry* recorded = next(self);
  std::string reason;
  if (recorded == nullptr) {
    reason = end_text();
  } else if (recorded->kind != EntryKind::kEnd) {
    reason = "in the recording " + recorded->text();
  } else if (recorded->rest != hash) {
    reason = "its threads took other turns than in the recording (run hash " + hash + ", not " +
             std::string(recorded->rest) + ")";
  } else {
    return true;
  }
  std::fprintf(stderr, "The replay left its journal at %s: the run has ended, but %s.\n",
               number_text().c_str(), reason.c_str());
  return false;
}

void keep_journal(std::unique_ptr<Journal> journal) {
  // Both live as long as the process.
  the_vm.natives.journal = journal.release();
  observe(*new JournalEnd, kPhaseEvents);
}

Journal* journal() { return the_vm.natives.journal; }

}  // namespace minijvm::vm
