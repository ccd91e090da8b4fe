// Searches the table of natives, at the first call of each. The caller is in kInVm.
#include "vm/natives/world/world.h"

#include <utility>

#include "base/name_pattern.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/repeatability.h"
#include "vm/natives/foreign_code.h"
#include "vm/natives/world/journal/journal.h"
#include "vm/natives/world/journal/journal_rows.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Method;

namespace {

using enum Effect;

// The first row that names a method counts. Those of later JDKs have no stars, so they come first.
constexpr NativeRow kRows[] = {
#include "vm/natives/world/world_later.def"
// Then those of JDK 17.
#include "vm/natives/world/world.def"
};

const NativeRow* row_of(const Method& method) {
  for (const NativeRow& row : kRows) {
    if (fits_pattern(row.holder, method.holder->name->text()) &&
        fits_pattern_of(row.methods, ' ', method.name->text())) {
      return &row;
    }
  }
  return nullptr;
}

// Returns true if the user answers for the class of this name.
bool is_trusted(const std::string& holder) {
  return fits_pattern_of(*the_vm.natives.trusted, ',', holder);
}

// Returns what the native does that the run may not; empty if it may be called. A class of the
// program may have the name of one of the JDK, so no row speaks in its favour.
std::string_view offence_of(const Method& method, const NativeRow* row, void* entry) {
  if (row != nullptr && row->effect == kWorld) {
    return row->does;
  }
  const bool is_known = row != nullptr || !may_keep_thread_locals(entry);
  if (is_known && method.holder->loader->is_boot_or_platform()) {
    return {};
  }
  return "may do anything, since the VM does not know its code";
}

// Returns the advice for a run that has no journal yet.
std::string remedy_by_journal(const Method& method) {
  const JournalRow* row = journal() == nullptr ? journal_row_of(method) : nullptr;
  return row != nullptr && unkept_by_journal(*row, method).empty()
             ? "--record FILE keeps what comes in, and --replay FILE gives it again. "
             : "";
}

}  // namespace

void trust_natives(std::string classes) { *the_vm.natives.trusted = std::move(classes); }

bool has_changed_world() {
  return the_vm.natives.has_changed_world.load(std::memory_order_relaxed);
}

void note_changed_world() {
  the_vm.natives.has_changed_world.store(true, std::memory_order_relaxed);
}

void judge_call(runtime::JavaThread& self, const Method& method, void* entry) {
  const JournalRow* kept = journal() == nullptr ? nullptr : journal_row_of(method);
  if (kept != nullptr) {
    const std::string_view unkept = unkept_by_journal(*kept, method);
    if (!unkept.empty()) {
      native_meets_world(self, unkept);
    }
    return;
  }
  const NativeRow* row = row_of(method);
  const std::string_view offence = offence_of(method, row, entry);
  if (row != nullptr && row->effect == kOut) {
    note_changed_world();
  }
  if (!offence.empty()) {
    native_meets_world(self, offence);
  }
}

void native_meets_world(runtime::JavaThread& self, std::string_view does,
                        const std::string& remedy) {
  const Method& method = runtime::FrameWalk(self).frame().method();
  const std::string holder = method.holder->external_name();
  note_changed_world();
  if (!is_trusted(holder)) {
    meet_world(self, "native " + holder + "." + std::string(method.name->text()), does,
               remedy + remedy_by_journal(method) + "-XX:TrustNatives=" + holder +
                   " takes its natives for repeatable.");
  }
}

}  // namespace minijvm::vm
