// The `vfprintf` option of JNI_CreateJavaVM: where jio_vfprintf and jio_fprintf go. Proved by tests/vm/native/jio_test.cpp.
#pragma once

#include <cstdarg>
#include <cstdio>

namespace minijvm::vm {

using VfprintfHook = int (*)(std::FILE* file, const char* format, va_list values);
void set_vfprintf_hook(VfprintfHook hook);

}  // namespace minijvm::vm
