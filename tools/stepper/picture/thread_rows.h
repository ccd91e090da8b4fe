// Writes a picture's threads: state, LWP, what each waits for, and its frames with their variables.
// Tested by tests/vm/stepper.
#pragma once

#include <string>
#include <vector>

#include "tools/stepper/picture/picture.h"

namespace minijvm::vm::stepper {

// Returns the thread's state in a word or two, or where it is in a meta-lock, which says more.
std::string state_text(const Stage& stage, const runtime::JavaThread& thread);

// Returns the threads that a picture shows: those of the program, and the selected one.
std::vector<runtime::JavaThread*> threads_of_picture(const Scene& scene);
// Returns one row of "threads". With `few_frames`, the innermost frames only.
Json thread_row(const PictureSources& sources, const runtime::JavaThread& thread, bool few_frames);

}  // namespace minijvm::vm::stepper
