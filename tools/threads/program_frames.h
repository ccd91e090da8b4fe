// Tells the program's frames from those of the class library and the VM.
// Tested by tests/vm/hangs.
#pragma once

#include <optional>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

bool is_of_program(const runtime::Method& method);
// The innermost frame of the program. REQUIRES: the thread is the caller, with its anchor
// published, or it stands still.
std::optional<runtime::Frame> program_frame(const runtime::JavaThread& thread);
// The object whose method that frame has called, such as the semaphore on which it waits. Null if
// there is none. REQUIRES: as above.
runtime::Object* called_object(const runtime::JavaThread& thread);

}  // namespace minijvm::vm
