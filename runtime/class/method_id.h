// jmethodIDs, by which native code refers to methods (JNI, JVMTI).
//
//   jmethodID -> MethodId { method } -> Method     a word of its own, which is never freed
//   Method.id -> MethodId                          made when somebody asks first
//
// A class takes its methods with it when it dies. Their ids then refer to no method, and a caller
// that asks about one gets null. Rejected: the address of the Method as its id, because the address
// may later belong to another method.
// Tested by tests/vm/jvmti.
#pragma once

#include "base/atomic.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

struct MethodId {
  Atomic<Method*> method{nullptr};  // null if the method is gone
};

// Returns the id of a method, which is the same at each call. REQUIRES: the caller keeps the method
// alive.
MethodId* id_of(Method& method);
// Returns the method of an id; null if its class was unloaded. REQUIRES: the id comes from id_of.
Method* method_of(const MethodId* id);
// Does the same for any value that an agent may pass. Returns null if the value is no id.
Method* find_method_by_id(const void* id);

// Called when a class or an old version of one dies. REQUIRES: no frame runs its methods.
void forget_method_ids(Class& klass);

}  // namespace minijvm::runtime
