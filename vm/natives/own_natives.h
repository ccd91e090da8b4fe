// Declares the tables of the natives that this folder implements, one function for each file.
// native_registry.cpp collects them at boot.
#pragma once

#include <span>

#include "vm/natives/native_registry.h"

namespace minijvm::vm {

// Returns the rows of object_natives.cpp: java.lang.Object.
std::span<const VmNative> object_natives();
// Returns the rows of unsafe.cpp: memory, layout and classes of jdk.internal.misc.Unsafe.
std::span<const VmNative> unsafe_natives();
// Returns the rows of misc_natives.cpp: Unsafe.park, ScopedMemoryAccess, VectorSupport and
// NativeEntryPoint.
std::span<const VmNative> misc_natives();
// Returns the rows of later_natives.cpp: natives whose arguments differ by the JDK.
std::span<const VmNative> later_natives();
// Returns the rows of later_natives.cpp for the access modes of VarHandle.
std::span<const VmNative> var_handle_natives();
// Returns the rows of close_scope.cpp: ScopedMemoryAccess.closeScope0.
std::span<const VmNative> close_scope_natives();
// Returns the rows of perf_natives.cpp: jdk.internal.perf.Perf.
std::span<const VmNative> perf_natives();
// Returns the rows of user_thread_io.cpp, which replaces some functions of libnio when the thread
// model switches user threads.
std::span<const VmNative> user_thread_io_natives();
// Returns the rows of deterministic_natives.cpp, which a deterministic run has before all others.
std::span<const VmNative> deterministic_natives();
// Return the rows of world/checked_natives.cpp and world/file_facts.cpp, which it has as well.
std::span<const VmNative> checked_natives();
std::span<const VmNative> file_facts_natives();

}  // namespace minijvm::vm
