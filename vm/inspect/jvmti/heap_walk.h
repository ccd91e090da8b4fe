// Walks what is reachable, from the roots or from one object, and tells each reference once (JVMTI, "Heap": FollowReferences and the
// functions of version 1.0). REQUIRES: the world is stopped. Proved by tests/vm/jvmti_heap and tests/java/instrument.
#pragma once

#include <jvmti.h>

#include <vector>

#include "gc/roots.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "vm/inspect/jvmti/heap_fields.h"
#include "vm/inspect/jvmti/visited_objects.h"

namespace minijvm::vm::jvmti {

using runtime::Object;

// One reference: from an object, or a root (null), to an object.
struct Reference {
  jvmtiHeapReferenceKind kind;
  Object* referrer;
  Object* referee;
  jint index = -1;  // FIELD, STATIC_FIELD, ARRAY_ELEMENT, CONSTANT_POOL
  // STACK_LOCAL, JNI_LOCAL, and of the thread alone: MONITOR.
  runtime::JavaThread* thread = nullptr;
  runtime::Method* method = nullptr;
  jint depth = -1;
  jlocation location = -1;
  jint slot = -1;
};

enum class Onward { kFollow, kLeave, kStop };  // the referee's references, too; not those; no more at all

class ReferenceListener {
 public:
  virtual Onward reference(const Reference& reference) = 0;
  // Before the references of an object are told, once for each object that is followed. False: no more at all.
  virtual bool object(Object* /*object*/) { return true; }

 protected:
  ~ReferenceListener() = default;
};

class HeapWalk {
 public:
  explicit HeapWalk(ReferenceListener& listener) : listener_(listener) {}
  void from_roots();
  void from(Object* object);
  FieldNumbers& fields() { return fields_; }

 private:
  class RootTeller;
  void tell(const Reference& reference);
  void tell_thread(runtime::JavaThread& thread);
  void tell_frame(runtime::JavaThread& thread, const runtime::Frame& frame, jint depth);
  void follow_all();
  void follow(Object* object);
  void follow_class(Object* mirror, const runtime::Class& klass);
  void follow_pool(Object* mirror, const runtime::Class& klass);

  ReferenceListener& listener_;
  FieldNumbers fields_;
  VisitedObjects visited_;
  std::vector<Object*> to_follow_;
  bool is_stopped_ = false;
};

}  // namespace minijvm::vm::jvmti
