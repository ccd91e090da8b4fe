// jmethodIDs: what native code holds of a method (JNI, JVMTI). Proved by tests/vm/jvmti.
//
//   jmethodID -> MethodId { method } -> Method        a word of its own, which stays for ever
//   Method.id -> MethodId                             made when somebody asks first
//
// A class takes its methods with it when it dies; their ids then name nobody, and whoever asks about one is told so. Rejected: the address of
// the Method as its id, which another method's may become.
#pragma once

#include <atomic>

namespace minijvm::runtime {

class Class;
class Method;

struct MethodId {
  std::atomic<Method*> method{nullptr};  // null: it is gone
};

// The same at each call. From any thread that keeps the method alive.
MethodId* id_of(Method& method);
// Null: its class was unloaded. REQUIRES: it comes from id_of.
Method* method_of(const MethodId* id);
// The same for anything an agent may pass.
Method* find_method_by_id(const void* id);

// When a class or an old version of one goes. REQUIRES: nobody runs its methods.
void forget_method_ids(Class& klass);

}  // namespace minijvm::runtime
