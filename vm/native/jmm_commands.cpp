// Diagnostic commands of com.sun.management.DiagnosticCommandMBean: this VM has none, so the bean has no operations.
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

jobjectArray get_diagnostic_commands(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(new_object_array(vm.self, *runtime::wk().java_lang_String, 0));
}

void get_diagnostic_command_info(JNIEnv* env, jobjectArray, CommandInfo*) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
}

void get_diagnostic_command_arguments(JNIEnv* env, jstring, CommandArgument*) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
}

jstring execute_diagnostic_command(JNIEnv* env, jstring) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
  return nullptr;
}

// The commands never change.
void set_command_notification_enabled(JNIEnv*, jboolean) {}

}  // namespace minijvm::vm::jmm
