// JVMTI, chapter "Object": size and hash; monitors: monitor_info.cpp. Proved by tests/vm/jvmti_heap.
#include "gc/allocate.h"
#include "sync/identity_hash.h"
#include "vm/inspect/jvmti/arguments.h"

namespace minijvm::vm::jvmti {

jvmtiError GetObjectSize(Call& call, jobject reference, jlong* size) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  MJ_JVMTI_TRY(check_pointers(size));
  NoSafepoint still(call.self);
  *size = static_cast<jlong>(gc::object_bytes(object.raw(still)));
  return JVMTI_ERROR_NONE;
}

jvmtiError GetObjectHashCode(Call& call, jobject reference, jint* hash) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  MJ_JVMTI_TRY(check_pointers(hash));
  *hash = static_cast<jint>(sync::identity_hash(call.self, sync::LockTarget(reinterpret_cast<void* const*>(object.slot()))));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
