// Acts on the first OutOfMemoryError as HotSpot does, by its flags HeapDumpOnOutOfMemoryError,
// OnOutOfMemoryError, CrashOnOutOfMemoryError and ExitOnOutOfMemoryError.
// Tested by tests/java/exceptions and tests/java/bad_input.
#pragma once

namespace minijvm::vm {

// Adds the observer that acts on the error. Called once, at boot.
void watch_for_out_of_memory();

}  // namespace minijvm::vm
