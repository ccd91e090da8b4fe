// Shows class files to agents: the event ClassFileLoadHook, RedefineClasses and RetransformClasses
// (JVMTI, chapter "Class" and event ClassFileLoadHook).
//
//   bytes --> environments that cannot retransform --> environments that can --> parser
//                                                 |
//                                                 '- kept as Class::original_bytes
//
// Within each group the order is that in which the environments were made. RetransformClasses
// begins with the kept bytes and calls only the second group, as the specification demands. So the
// changes of the first group stay, and those of the second are made again.
// Tested by tests/java/instrument.
#pragma once

#include "runtime/link/class_linker.h"
#include "tools/jvmti/env.h"

namespace minijvm::vm::jvmti {

// Passes the bytes of a class that is being defined through the agents
// (Observer::class_file_arrived). May run Java code. REQUIRES: kInVm.
void show_arriving_file(JavaThread& self, runtime::LoaderData& loader, const runtime::Symbol* name,
                        const runtime::MirrorFacts& facts, runtime::ClassFileBytes& file);

// Says why agents see the bytes: a new class, RedefineClasses, or RetransformClasses.
enum class LoadKind { kDefine, kRedefine, kRetransform };

struct ArrivingFile {
  runtime::Handle<java::ClassLoader> loader;
  // Null if the definer gave no name.
  const char* name;
  runtime::Handle<java::ProtectionDomain> protection_domain;
  // The class that gets other bytes; null for a new class.
  runtime::Class* redefined;
  LoadKind kind;
};
// Calls the hook of each environment in turn. Each sees what the one before it returned.
void pass_to_agents(JavaThread& self, const ArrivingFile& arriving, runtime::ClassFileBytes& file);

}  // namespace minijvm::vm::jvmti
