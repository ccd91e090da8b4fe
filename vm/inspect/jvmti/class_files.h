// Agents and class files: the ClassFileLoadHook, and redefinition. Proved by tests/java/instrument.
//
// The bytes pass through the environments that enabled the event: first those that cannot retransform, each in the order of their making,
// then the others. What the latter begin with is kept (Class::original_bytes), so that RetransformClasses can begin there again.
#pragma once

#include "runtime/class_linker.h"
#include "vm/inspect/jvmti/env.h"

namespace minijvm::vm::jvmti {

// From now on definitions come by. Idempotent.
void watch_class_files();

enum class LoadKind { kDefine, kRedefine, kRetransform };

struct ArrivingFile {
  runtime::Handle<> loader;
  const char* name;                   // null: not known
  runtime::Handle<> protection_domain;
  runtime::Class* redefined;          // null: a new class
  LoadKind kind;
};
void pass_to_agents(JavaThread& self, const ArrivingFile& arriving, runtime::ClassFileBytes& file);

}  // namespace minijvm::vm::jvmti
