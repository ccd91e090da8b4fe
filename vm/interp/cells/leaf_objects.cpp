// Holds the leaf functions of objects, classes and threads. They run in kInJava.
#include "gc/heap/allocate.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/identity_hash.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/java/mirrors.h"
#include "vm/observer.h"

namespace minijvm::interp {
namespace {

using runtime::Class;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

const Class& class_behind(const Slot& mirror) {
  return *runtime::as<java::ClassMirror>(mirror.ref)->vm_class();
}

// Serves Object.hashCode, whose receiver is not null, and System.identityHashCode, which returns 0
// for null.
bool object_hash(JavaThread& self, Slot* args, Slot* result) {
  sync::NoSafepoint still(self);
  Object* object = args[0].ref;
  result->set_int(object == nullptr ? 0
                                    : static_cast<std::int32_t>(sync::identity_hash(
                                          self, object->multi_use_word(), still)));
  return true;
}

bool object_class(JavaThread&, Slot* args, Slot* result) {
  result->ref = args[0].ref->klass()->mirror;
  return true;
}

bool current_thread(JavaThread& self, Slot*, Slot* result) {
  result->ref = self.thread_object;
  return true;
}

// Returns false for null, and for the mirrors of primitive types.
bool class_is_instance(JavaThread&, Slot* args, Slot* result) {
  const Class& klass = class_behind(args[0]);
  const Object* object = args[1].ref;
  result->set_int(object != nullptr && !klass.is_primitive() &&
                  object->klass()->is_subclass_of(klass));
  return true;
}

bool class_is_array(JavaThread&, Slot* args, Slot* result) {
  result->set_int(class_behind(args[0]).is_array());
  return true;
}

bool class_is_primitive(JavaThread&, Slot* args, Slot* result) {
  result->set_int(class_behind(args[0]).is_primitive());
  return true;
}

// Returns whether nobody watches the class's constructors, and those of its superclasses are the
// library's own ones.
bool may_skip_constructors(const Class& klass) {
  for (const Class* each = &klass; each != nullptr; each = each->super) {
    if (!may_skip_callees(*each))
      return false;
  }
  return true;
}

// Small numbers share the boxes of IntegerCache, which is null until it is initialized. Declines
// where array_in_tlab does.
bool integer_value_of(JavaThread& self, Slot* args, Slot* result) {
  constexpr std::int64_t kLowest = -128;
  const std::int32_t value = args[0].as_int();
  const java::ObjectArray* cache = java::IntegerCache::get_cache();
  const std::int64_t index = value - kLowest;
  if (cache == nullptr)
    return false;
  if (index >= 0 && index < cache->length()) {
    result->ref = cache->at(index);
    return true;
  }
  const Class& klass = *java::Integer::java_class();
  Object* box =
      vm::is_observed(vm::kObjectEvents) || !may_skip_constructors(klass)
          ? nullptr
          : gc::try_allocate(self, klass.instance_bytes, Object::make_class_word(&klass, 0));
  if (box == nullptr)
    return false;
  runtime::as<java::Integer>(box)->set_value(value);
  result->ref = box;
  return true;
}

bool require_non_null(JavaThread&, Slot* args, Slot* result) {
  result->ref = args[0].ref;
  return args[0].ref != nullptr;
}

// ConcurrentHashMap.tabAt gets an index that is in the table.
bool table_at(JavaThread&, Slot* args, Slot* result) {
  const Object* table = args[0].ref;
  const std::int32_t index = args[1].as_int();
  if (table == nullptr || index < 0 || index >= table->array_length())
    return false;
  // acquire: pairs with the release of setTabAt and casTabAt.
  result->ref = __atomic_load_n(&table->elements<Object*>()[index], __ATOMIC_ACQUIRE);
  return true;
}

constexpr LeafFunction kLeaves[] = {
    calling_others("java/lang/Integer.valueOf(I)Ljava/lang/Integer;", integer_value_of),
    calling_others("java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;",
                   require_non_null),
    calling_others("java/util/concurrent/ConcurrentHashMap.tabAt"
                   "([Ljava/util/concurrent/ConcurrentHashMap$Node;I)"
                   "Ljava/util/concurrent/ConcurrentHashMap$Node;",
                   table_at),
    {"java/lang/Object.hashCode()I", object_hash},
    {"java/lang/System.identityHashCode(Ljava/lang/Object;)I", object_hash},
    {"java/lang/Object.getClass()Ljava/lang/Class;", object_class},
    {"java/lang/Thread.currentThread()Ljava/lang/Thread;", current_thread},
    {"java/lang/Class.isInstance(Ljava/lang/Object;)Z", class_is_instance},
    {"java/lang/Class.isArray()Z", class_is_array},
    {"java/lang/Class.isPrimitive()Z", class_is_primitive},
};

}  // namespace

std::span<const LeafFunction> object_leaves() { return kLeaves; }

}  // namespace minijvm::interp
