// Implements JVM_* functions by which the libraries of later JDKs ask what this VM can do. They are
// answered in any state.
// Tested by tests/jdk25.
#include <dlfcn.h>
#include <jni.h>

#include <string>

#include "runtime/runtime_state.h"
#include "vm/java/threads/continuations.h"
#include "vm/natives/stored_objects.h"
#include "vm/tools.h"
#include "vm/vm.h"

extern "C" {

using minijvm::runtime::runtime_state;

// --enable-preview was given.
jboolean JVM_IsPreviewEnabled(void) {
  return runtime_state.rules.preview_enabled.load(std::memory_order_relaxed);
}

// Without continuations the library makes each virtual thread a thread of its own.
jboolean JVM_IsContinuationsSupported(void) {
  return minijvm::vm::supports_continuations() ? JNI_TRUE : JNI_FALSE;
}

// The library falls back to a linker library, if there is one.
jboolean JVM_IsForeignLinkerSupported(void) { return JNI_FALSE; }

// --finalization=disabled was not given.
jboolean JVM_IsFinalizationEnabled(JNIEnv*) {
  return runtime_state.rules.finalization_enabled.load(std::memory_order_relaxed);
}
void JVM_ReportFinalizationComplete(JNIEnv*, jobject) {}

// Says by bits that an archive is written, and that it will have the module graph. The library has
// other bits for method handles, and for lambdas that come from an archive.
jint JVM_GetCDSConfigStatus(void) {
  constexpr jint kDumpsArchive = 1 << 0;
  constexpr jint kDumpsStaticArchive = 1 << 2;
  return minijvm::vm::keeps_module_graph() ? kDumpsArchive | kDumpsStaticArchive : 0;
}
jboolean JVM_NeedsClassInitBarrierForCDS(JNIEnv*, jclass) { return JNI_FALSE; }

jboolean JVM_IsContainerized(void) { return JNI_FALSE; }
jboolean JVM_IsStaticallyLinked(void) { return JNI_FALSE; }

// libjimage asks for the library that inflates compressed resources of the image.
void* JVM_LoadZipLibrary(void) {
  const std::string path = *minijvm::vm::the_vm.java.settings.library_folder + "/libzip.so";
  return dlopen(path.c_str(), RTLD_NOW);
}

// JEP 451: true unless -XX:±EnableDynamicAgentLoading was given.
jboolean JVM_PrintWarningAtDynamicAgentLoad(void) {
  return minijvm::vm::mentions_dynamic_agents() ? JNI_FALSE : JNI_TRUE;
}

}  // extern "C"
