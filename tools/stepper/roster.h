// Lists the Java threads by number and name. A name is a Java string, which cannot be read between
// two phases of a collection, so names are read at the start of a conversation and remembered.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/fwd.h"
#include "sync/fwd.h"
#include "tools/stepper/describe.h"

namespace minijvm::vm::stepper {

// Reads the names of all threads that have one by now. REQUIRES: view.is_settled.
void remember_names(const View& view);

// Return the thread's name as it is now; the first function returns nothing for a thread of the
// class library. Any thread may call them. REQUIRES: objects can be read.
std::optional<std::string> program_thread_name(const sync::NoSafepoint& still,
                                               const runtime::JavaThread& thread);
std::string name_of_thread(const sync::NoSafepoint& still, const runtime::JavaThread& thread);

// Returns the remembered name; empty if none is remembered.
std::string thread_name(const sync::ExecEnv& thread);
// The same for a thread that may have ended, by its number (ExecEnv::id).
std::string name_of_number(std::uint32_t thread);
// Returns number and name: 11 "worker".
std::string thread_title(const sync::ExecEnv& thread);

// Returns true for a thread that the class library started, such as Reference Handler and
// Finalizer, and for one whose name has not been read.
bool is_library_thread(const sync::ExecEnv& thread);

// Returns all threads that Java code can know, the oldest first.
std::vector<runtime::JavaThread*> java_threads();
// Finds a thread by number or, if no thread has that number, by name; null if there is no such
// thread.
runtime::JavaThread* find_thread(std::string_view name);

// Returns the thread's state in a word or two, close to java.lang.Thread.State: "runnable",
// "blocked", "waiting", "parked", "sleeping", "in native code"; and a text for a thread without
// frames, which has not yet started.
std::string thread_state_text(const runtime::JavaThread& thread);

}  // namespace minijvm::vm::stepper
