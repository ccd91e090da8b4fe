#include "vm/native/jvm_exports.h"

#include <cstring>
#include <string>

#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "vm/java/exceptions.h"

// The rows' symbols, declared here without their types: the table only needs their addresses.
#define MJ_JVM(name, file, state, note) extern "C" void name();
#include "vm/native/jvm_exports.def"
#undef MJ_JVM

namespace minijvm::vm {

std::span<const JvmExport> jvm_exports() {
  static const JvmExport rows[] = {
#define MJ_JVM(name, file, state, note) {#name, #file, ExportState::state, note, name},
#include "vm/native/jvm_exports.def"
#undef MJ_JVM
  };
  return rows;
}

Pending throw_not_implemented(runtime::JavaThread& self, const char* function) {
  const char* file = "?";
  for (const JvmExport& row : jvm_exports()) {
    if (std::strcmp(row.name, function) == 0) {
      file = row.file;
    }
  }
  runtime::FrameWalk walk(self);
  std::string caller = walk.done() ? "native code" : walk.frame().method().text();
  return throw_newf(self, "java/lang/InternalError", "%s is not implemented (vm/native/%s.cpp); called by %s", function, file, caller.c_str());
}

}  // namespace minijvm::vm
