// Searches the table of natives, at the first call of each. The caller is in kInVm.
#include "vm/natives/world/world.h"

#include <algorithm>
#include <utility>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/repeatability.h"
#include "vm/natives/foreign_code.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Method;

namespace {

using enum Effect;

// The first row that names a method counts.
constexpr NativeRow kRows[] = {
#include "vm/natives/world/world.def"
};

// A star stands at the end, if at all.
bool names(std::string_view pattern, std::string_view name) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                : name == pattern;
}

// Tries each part of a list until `test` likes one.
template <class Test>
bool any_part(std::string_view list, char separator, Test test) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (test(list.substr(0, end))) {
      return true;
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

const NativeRow* row_of(const Method& method) {
  for (const NativeRow& row : kRows) {
    const auto is_name = [&](std::string_view word) { return names(word, method.name->text()); };
    if (names(row.holder, method.holder->name->text()) && any_part(row.methods, ' ', is_name)) {
      return &row;
    }
  }
  return nullptr;
}

// Returns true if the user answers for the class of this name.
bool is_trusted(const std::string& holder) {
  return any_part(*the_vm.natives.trusted, ',',
                  [&](std::string_view pattern) { return names(pattern, holder); });
}

// Returns what the native does that the run may not; empty if it may be called. A class of the
// program may have the name of one of the JDK, so no row speaks in its favour.
std::string_view offence_of(const Method& method, void* entry) {
  const NativeRow* row = row_of(method);
  if (row != nullptr && row->effect == kWorld) {
    return row->does;
  }
  const bool is_known = row != nullptr || !may_keep_thread_locals(entry);
  if (is_known && method.holder->loader->is_boot_or_platform()) {
    return {};
  }
  return "may do anything, since the VM does not know its code";
}

}  // namespace

void trust_natives(std::string classes) { *the_vm.natives.trusted = std::move(classes); }

void judge_call(runtime::JavaThread& self, const Method& method, void* entry) {
  const std::string_view offence = offence_of(method, entry);
  if (!offence.empty()) {
    native_meets_world(self, offence);
  }
}

void native_meets_world(runtime::JavaThread& self, std::string_view does,
                        const std::string& remedy) {
  const Method& method = runtime::FrameWalk(self).frame().method();
  const std::string holder = method.holder->external_name();
  if (!is_trusted(holder)) {
    meet_world(self, "native " + holder + "." + std::string(method.name->text()), does,
               remedy + "-XX:TrustNatives=" + holder + " takes its natives for repeatable.");
  }
}

}  // namespace minijvm::vm
