// The natives that this folder implements, by file: rows for native_registry.h.
#pragma once

#include <span>

#include "vm/native/native_registry.h"

namespace minijvm::vm {

std::span<const VmNative> object_natives();  // object_natives.cpp: java.lang.Object
std::span<const VmNative> unsafe_natives();  // unsafe.cpp: memory, layout and classes of jdk.internal.misc.Unsafe
std::span<const VmNative> misc_natives();    // misc_natives.cpp: Unsafe.park, Perf, ScopedMemoryAccess, VectorSupport, NativeEntryPoint
std::span<const VmNative> user_thread_io_natives();  // user_thread_io.cpp: in place of libnio's, if user threads switch

}  // namespace minijvm::vm
