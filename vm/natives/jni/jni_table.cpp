// Makes the JNI function table, which each JNIEnv points at.
#include "runtime/object/java_objects.h"
#include "vm/java/threads/java_threads.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/natives/jni/jni_functions.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using runtime::Object;
using sync::NoSafepoint;

namespace {

// The functions behind those of jni.h 17, the header that minijvm is built with. A longer table
// serves an older JDK as well.
struct LaterJniTable {
  JNINativeInterface_ common;
  jboolean (*IsVirtualThread)(JNIEnv*, jobject);        // JNI 21
  jlong (*GetStringUTFLengthAsLong)(JNIEnv*, jstring);  // JNI 24
};

// JNI 21.
jboolean IsVirtualThread(JNIEnv* env, jobject object) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  const Object* raw = handle_of(object).raw(still);
  return raw != nullptr && is_virtual(*raw);
}

// Four reserved slots come first, then the functions in the order of jni_functions.def.
constexpr JNINativeInterface_ kJniTable = {
    nullptr,
    nullptr,
    nullptr,
    nullptr,
#define MJ_JNI(name) jni::name,
#include "vm/natives/jni/jni_functions.def"
#undef MJ_JNI
};
// In JNI 10 the last slot is GetModule, number 233.
constexpr std::size_t kJniSlots = 4 + 230;
static_assert(sizeof(JNINativeInterface_) == kJniSlots * sizeof(void*));

constexpr LaterJniTable kLaterJniTable = {kJniTable, IsVirtualThread,
                                          jni::GetStringUTFLengthAsLong};

}  // namespace

const JNINativeInterface_* jni_function_table() { return &kLaterJniTable.common; }

}  // namespace minijvm::vm
