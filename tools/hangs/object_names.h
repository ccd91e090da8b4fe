// The names of objects in an explanation.
// Tested by tests/vm/hangs.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "sync/threads/no_safepoint.h"

namespace minijvm::vm::hangs {

class History;

// A class as a person would write it: "Stuck.Fork", "ReentrantLock" for its synchronizer.
std::string short_name(const runtime::Class& klass);

// "<Stuck.Fork#1>", with the number that the object has in this deterministic run
// (vm/java/threads/object_numbers.h).
std::string numbered_name(const sync::NoSafepoint& still, const runtime::Object& object);
// The same if there is a history, and otherwise "<0x00007f...> (a Stuck$Fork)" as in thread dumps.
std::string object_name(const sync::NoSafepoint& still, History* history,
                        const runtime::Object& object);

}  // namespace minijvm::vm::hangs
