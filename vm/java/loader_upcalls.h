// Implements the upcalls of runtime's linker (runtime/link/class_linker.h): user-defined loaders,
// mirrors and the old verifier need Java code or JNI, which are above runtime. vm implements the
// LoaderUpcalls interface and registers it.
// Tested by tests/java/loading.
#pragma once

namespace minijvm::vm {

// Registers the implementation. Called once, at boot.
void install_loader_upcalls();

// Sets the folder that holds libverify.so (the JDK's lib folder).
void set_jdk_library_folder(const char* folder);

}  // namespace minijvm::vm
