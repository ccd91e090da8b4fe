// Walks everything that is reachable, from the roots or from one object, and reports each reference
// once (JVMTI, chapter "Heap": FollowReferences, and the functions of version 1.0). A listener
// decides for each reference whether the walk goes on behind it.
//
//   roots, one by one ---> listener.reference() ---> to_follow_ ---> listener.object()
//                               ^                                        |
//                               '---- references of that object <--------'
//
// The walk keeps its own stack, so that a long list in the heap does not overflow the thread's
// stack. Nothing moves meanwhile, so it uses raw pointers. REQUIRES for all: the world is stopped.
// Tested by tests/vm/jvmti_heap and tests/java/instrument.
#pragma once

#include <jvmti.h>

#include <vector>

#include "gc/heap/roots.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "tools/jvmti/heap/heap_fields.h"
#include "tools/jvmti/heap/visited_objects.h"

namespace minijvm::vm::jvmti {

using runtime::Object;

// Describes one reference to an object, from another object or from a root.
struct Reference {
  jvmtiHeapReferenceKind kind;
  // Null for a root.
  Object* referrer;
  Object* referee;
  // FIELD, STATIC_FIELD: the number (heap_fields.h). ARRAY_ELEMENT: the index. CONSTANT_POOL: the
  // index in the pool. All others: -1.
  jint index = -1;
  // STACK_LOCAL and JNI_LOCAL only: the frame that holds the reference.
  runtime::JavaThread* thread = nullptr;
  runtime::Method* method = nullptr;
  jint depth = -1;
  jlocation location = -1;
  jint slot = -1;
};

// kFollow reports the references of this object, too; kLeave does not; kStop ends the walk.
enum class Onward { kFollow, kLeave, kStop };

class ReferenceListener {
 public:
  // Called for each reference to an object that is not null.
  virtual Onward reference(const Reference& reference) = 0;
  // Called once for each object that is followed, before its references are reported. Returns false
  // to end the walk.
  virtual bool object(Object* /*object*/) { return true; }

 protected:
  ~ReferenceListener() = default;
};

// REQUIRES: the listener outlives the walk.
class HeapWalk {
 public:
  explicit HeapWalk(ReferenceListener& listener) : listener_(listener) {}
  // Reports all roots, then everything behind them.
  void from_roots();
  // Reports the references of the object, and everything behind them. The object itself is not
  // reported.
  void from(Object* object);
  FieldNumbers& fields() { return fields_; }

 private:
  class RootTeller;
  // Calls the listener and puts the referee on the stack if it must be followed for the first time.
  void tell(const Reference& reference);
  void tell_thread(runtime::JavaThread& thread);
  void tell_frame(runtime::JavaThread& thread, const runtime::Frame& frame, jint depth);
  void follow_all();
  void follow(Object* object);
  void follow_class(java::ClassMirror* mirror, const runtime::Class& klass);
  void follow_pool(Object* mirror, const runtime::Class& klass);

  ReferenceListener& listener_;
  FieldNumbers fields_;
  // Objects that have been put on to_follow_.
  VisitedObjects visited_;
  std::vector<Object*> to_follow_;
  bool is_stopped_ = false;
};

}  // namespace minijvm::vm::jvmti
