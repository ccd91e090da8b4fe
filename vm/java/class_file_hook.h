// Door: who sees and changes class files before they are classes (JVMTI ClassFileLoadHook, vm/inspect/jvmti). Nobody by default: then a
// definition pays one load for it. Proved by tests/java/instrument.
#pragma once

#include "runtime/class_linker.h"

namespace minijvm::vm {

class ClassFileHook {
 public:
  // See LoaderUpcalls::file_arrived (runtime/class_linker.h). Leaves no exception pending.
  virtual void file_arrived(runtime::JavaThread& self, runtime::LoaderData& loader, const runtime::Symbol* name, const runtime::MirrorFacts& facts,
                            runtime::ClassFileBytes& file) = 0;

 protected:
  ~ClassFileHook() = default;
};

// Null: nobody (any more).
void set_class_file_hook(ClassFileHook* hook);

}  // namespace minijvm::vm
