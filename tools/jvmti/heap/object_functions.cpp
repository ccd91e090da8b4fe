// Implements JVMTI, chapter "Object": size and hash code. GetObjectMonitorUsage is in
// functions/monitor_info.cpp. The callers are agents; the bodies run in kInVm.
// Tested by tests/vm/jvmti_heap.
#include "gc/heap/allocate.h"
#include "sync/identity_hash.h"
#include "tools/jvmti/arguments.h"

namespace minijvm::vm::jvmti {

// The size includes header and padding.
jvmtiError GetObjectSize(Call& call, jobject reference, jlong* size) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  MJ_JVMTI_TRY(check_pointers(size));
  NoSafepoint still(call.self);
  *size = static_cast<jlong>(gc::object_bytes(object.raw(still)));
  return JVMTI_ERROR_NONE;
}

// The result is the identity hash, as System.identityHashCode returns it. Storing it in the header
// may stop, so the object is passed as a slot.
jvmtiError GetObjectHashCode(Call& call, jobject reference, jint* hash) {
  Handle<> object;
  MJ_JVMTI_TRY(find_object(reference, &object));
  MJ_JVMTI_TRY(check_pointers(hash));
  *hash = static_cast<jint>(sync::identity_hash(
      call.self, sync::LockTarget(reinterpret_cast<void* const*>(object.slot()))));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
