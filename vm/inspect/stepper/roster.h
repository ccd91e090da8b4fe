// The Java threads by number and name. A name is read while the thread's object can be read, and remembered for when it cannot.
// Proved by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vm/inspect/stepper/describe.h"

namespace minijvm::sync {
class ExecEnv;
}
namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm::stepper {

// Reads the names of all threads that have one by now. REQUIRES: settled.
void remember_names(const View& view);

std::string thread_name(const sync::ExecEnv& thread);
// `11 "worker"`.
std::string thread_title(const sync::ExecEnv& thread);

// Reference Handler, Finalizer and their like, which are there before the program.
bool is_library_thread(const sync::ExecEnv& thread);

// Those that Java knows, oldest first.
std::vector<runtime::JavaThread*> java_threads();
// By number or by name; null: there is no such thread.
runtime::JavaThread* find_thread(std::string_view name);

// Its state in one word or two, as java.lang.Thread.State names it where it can.
std::string thread_state_text(const runtime::JavaThread& thread);

}  // namespace minijvm::vm::stepper
