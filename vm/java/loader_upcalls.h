// The door that runtime's linker calls up through (runtime/class_linker.h): user-defined loaders, mirrors, the old verifier.
// Proved by tests/java/loading.
#pragma once

namespace minijvm::vm {

// Installs the door; once, at boot.
void install_loader_upcalls();

// Where libverify.so lies (the JDK's lib folder).
void set_jdk_library_folder(const char* folder);

}  // namespace minijvm::vm
