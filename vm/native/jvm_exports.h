// The functions that the JDK's libraries import from libjvm.so, and how far each of ours goes: rows of jvm_exports.def.
// Proved by tests/vm/native/jvm_exports_test.cpp: every row has its symbol, every exported JVM_* has a row.
#pragma once

#include <jni.h>

#include <cstdint>
#include <span>

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

enum class ExportState : std::uint8_t {
  kImplemented,
  kAnswersConstant,  // and says in its note why that is right
  kNotImplemented,   // throws InternalError that names itself and its caller
};

struct JvmExport {
  const char* name;
  const char* file;  // in vm/native, without .cpp
  ExportState state;
  const char* note;
  void (*entry)();
};
std::span<const JvmExport> jvm_exports();

// InternalError: "JVM_Foo is not implemented (vm/native/jvm_foo.cpp); called by pkg.Class.method(...)".
[[nodiscard]] Pending throw_not_implemented(runtime::JavaThread& self, const char* function);

}  // namespace minijvm::vm
