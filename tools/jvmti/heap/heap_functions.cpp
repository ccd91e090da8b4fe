// Implements JVMTI, chapters "Heap" (FollowReferences, IterateThroughHeap, GetObjectsWithTags) and
// "Heap (1.0)". The callers are agents; the bodies run in kInVm and stop the world. Heap callbacks
// then run on the calling thread while the world is stopped, and may call only the functions that
// JVMTI marks as "callback safe". Tested by tests/vm/jvmti_heap.
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "gc/heap/allocate.h"
#include "gc/heap/heap.h"
#include "gc/heap/object_scan.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/safepoint.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/heap/heap_walk.h"
#include "tools/jvmti/heap/tags.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::wk;

namespace {

// Runs a function with the world stopped.
class AtSafepoint final : public sync::SafepointOperation {
 public:
  explicit AtSafepoint(std::function<void()> act) : act_(std::move(act)) {}
  void run() override { act_(); }
  const char* name() const override { return "HeapWalkOperation"; }

 private:
  std::function<void()> act_;
};

void stop_and(JavaThread& self, std::function<void()> act) {
  AtSafepoint operation(std::move(act));
  sync::run_at_safepoint(self, operation);
}

// Holds an object's tag while a callback may change it through a pointer. The destructor writes a
// changed tag back. A null object has tag 0, which no agent can change.
class Tag {
 public:
  Tag(TagMap& tags, const NoSafepoint& still, Object* object)
      : tags_(tags),
        still_(still),
        object_(object),
        before_(object == nullptr ? 0 : tags.get(still, object)),
        value(before_) {}
  ~Tag() {
    if (value != before_)
      tags_.set(still_, object_, value);
  }
  Tag(const Tag&) = delete;

 private:
  TagMap& tags_;
  const NoSafepoint& still_;
  Object* object_;
  jlong before_;

 public:
  jlong value;
};

// JVMTI, "Heap Filter Flags": each flag excludes objects. Returns whether the object is reported.
bool passes(jint filter, jlong tag, jlong class_tag) {
  if (tag != 0 && (filter & JVMTI_HEAP_FILTER_TAGGED) != 0)
    return false;
  if (tag == 0 && (filter & JVMTI_HEAP_FILTER_UNTAGGED) != 0)
    return false;
  if (class_tag != 0 && (filter & JVMTI_HEAP_FILTER_CLASS_TAGGED) != 0)
    return false;
  return class_tag != 0 || (filter & JVMTI_HEAP_FILTER_CLASS_UNTAGGED) == 0;
}

// JVMTI, heap_iteration_callback: -1 for an object that is no array.
jint length_of(const Object* object) {
  return object->klass()->is_array() ? object->array_length() : -1;
}
// The size is in bytes, with header and padding.
jlong size_of(const Object* object) { return static_cast<jlong>(gc::object_bytes(object)); }

jvmtiPrimitiveType primitive_type_of(runtime::BasicType type) {
  using runtime::BasicType;
  switch (type) {
    case BasicType::kBoolean:
      return JVMTI_PRIMITIVE_TYPE_BOOLEAN;
    case BasicType::kByte:
      return JVMTI_PRIMITIVE_TYPE_BYTE;
    case BasicType::kChar:
      return JVMTI_PRIMITIVE_TYPE_CHAR;
    case BasicType::kShort:
      return JVMTI_PRIMITIVE_TYPE_SHORT;
    case BasicType::kInt:
      return JVMTI_PRIMITIVE_TYPE_INT;
    case BasicType::kLong:
      return JVMTI_PRIMITIVE_TYPE_LONG;
    case BasicType::kFloat:
      return JVMTI_PRIMITIVE_TYPE_FLOAT;
    default:
      return JVMTI_PRIMITIVE_TYPE_DOUBLE;
  }
}

// The bits are copied as an integer of the field's size; the agent reads the member of its type.
jvalue value_at(const Object* holder, const runtime::Field& field) {
  using runtime::BasicType;
  jvalue value{};
  switch (field.type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
      value.b = holder->load<jbyte>(field.offset);
      break;
    case BasicType::kChar:
    case BasicType::kShort:
      value.s = holder->load<jshort>(field.offset);
      break;
    case BasicType::kInt:
    case BasicType::kFloat:
      value.i = holder->load<jint>(field.offset);
      break;
    default:
      value.j = holder->load<jlong>(field.offset);
      break;
  }
  return value;
}

bool is_class_object(const Object* object) { return object->klass() == wk().java_lang_Class; }

// Makes the three callbacks for primitive values, which both walks share: fields, arrays of
// primitives, strings. Each returns false if the agent has ended the walk (JVMTI_VISIT_ABORT).
class PrimitiveTeller {
 public:
  PrimitiveTeller(TagMap& tags, const NoSafepoint& still, FieldNumbers& fields,
                  const jvmtiHeapCallbacks& callbacks, const void* user_data)
      : tags_(tags),
        still_(still),
        fields_(fields),
        callbacks_(callbacks),
        user_data_(const_cast<void*>(user_data)) {}

  // Reports the primitive values of one object. A mirror stands for the static fields of its class.
  bool tell(Object* object) {
    const Class& klass = *object->klass();
    if (is_class_object(object))
      return tell_statics(object);
    if (klass.kind == runtime::ClassKind::kPrimitiveArray)
      return tell_array(object);
    if (!klass.is_instance_class())
      return true;
    return tell_fields(object, fields_.of_instances(klass), JVMTI_HEAP_REFERENCE_FIELD) &&
           (&klass != wk().java_lang_String || tell_string(object));
  }

 private:
  // A mirror whose definition failed has no class; it stays until the next collection.
  bool tell_statics(Object* mirror) {
    const Class* klass = gc::class_of_mirror(mirror);
    bool has_statics = klass != nullptr && klass->is_instance_class();
    return !has_statics ||
           tell_fields(mirror, fields_.statics_of(*klass), JVMTI_HEAP_REFERENCE_STATIC_FIELD);
  }
  bool tell_fields(Object* object, const std::vector<NumberedField>& rows,
                   jvmtiHeapReferenceKind kind) {
    if (callbacks_.primitive_field_callback == nullptr)
      return true;
    for (const NumberedField& row : rows) {
      // References have their own callback.
      if (runtime::is_reference(row.field->type))
        continue;
      jvmtiHeapReferenceInfo info{};
      info.field.index = row.index;
      // Each call has its own Tag, so that the next callback sees a tag that this one has set.
      Tag tag(tags_, still_, object);
      jint answer = callbacks_.primitive_field_callback(
          kind, &info, class_tag(object), &tag.value, value_at(object, *row.field),
          primitive_type_of(row.field->type), user_data_);
      if ((answer & JVMTI_VISIT_ABORT) != 0)
        return false;
    }
    return true;
  }
  bool tell_array(Object* array) {
    if (callbacks_.array_primitive_value_callback == nullptr)
      return true;
    Tag tag(tags_, still_, array);
    jint answer = callbacks_.array_primitive_value_callback(
        class_tag(array), size_of(array), &tag.value, array->array_length(),
        primitive_type_of(array->klass()->element_type), array->elements<jbyte>(), user_data_);
    return (answer & JVMTI_VISIT_ABORT) == 0;
  }
  // JVMTI, string_primitive_value_callback: agents get UTF-16. A string whose bytes are Latin-1 is
  // widened.
  bool tell_string(Object* string) {
    if (callbacks_.string_primitive_value_callback == nullptr)
      return true;
    const java::ByteArray* value = runtime::as<java::String>(string)->value();
    // The constructor of this string has not run yet.
    if (value == nullptr)
      return true;
    bool is_latin1 = runtime::as<java::String>(string)->coder() == 0;
    std::vector<jchar> text(
        static_cast<std::size_t>(is_latin1 ? value->array_length() : value->array_length() / 2));
    for (std::size_t i = 0; i < text.size(); ++i)
      text[i] = is_latin1 ? value->elements<std::uint8_t>()[i] : value->elements<jchar>()[i];
    Tag tag(tags_, still_, string);
    jint answer = callbacks_.string_primitive_value_callback(
        class_tag(string), size_of(string), &tag.value, text.data(), static_cast<jint>(text.size()),
        user_data_);
    return (answer & JVMTI_VISIT_ABORT) == 0;
  }
  // The tag of an object's class is that of the class's mirror.
  jlong class_tag(const Object* object) { return tags_.get(still_, object->klass()->mirror); }

  TagMap& tags_;
  const NoSafepoint& still_;
  FieldNumbers& fields_;
  const jvmtiHeapCallbacks& callbacks_;
  void* user_data_;
};

// Roots of a thread are reported with the thread's tag and number (Thread.tid).
jlong thread_tag(TagMap& tags, const NoSafepoint& still, const JavaThread& thread) {
  return thread.thread_object == nullptr ? 0 : tags.get(still, thread.thread_object);
}
jlong thread_id(const JavaThread& thread) {
  return thread.thread_object == nullptr ? 0 : thread.thread_object->tid();
}
jmethodID id_of(const Reference& reference) {
  return reference.method == nullptr ? nullptr : jmethod_of(*reference.method);
}

// --- FollowReferences ---

// Listens for FollowReferences: filters, calls the agent and reports primitive values.
class Follower final : public ReferenceListener {
 public:
  Follower(TagMap& tags, const NoSafepoint& still, jint filter, const Class* only,
           const jvmtiHeapCallbacks& callbacks, const void* user_data)
      : tags_(tags),
        still_(still),
        filter_(filter),
        only_(only),
        callbacks_(callbacks),
        user_data_(const_cast<void*>(user_data)),
        walk_(*this),
        primitives_(tags, still, walk_.fields(), callbacks, user_data) {}
  HeapWalk& walk() { return walk_; }

  Onward reference(const Reference& found) override {
    // JVMTI, FollowReferences: the filter only decides what is reported. A reference that is
    // filtered out is followed nevertheless.
    bool is_wanted = is_of_class(found.referee) &&
                     passes(filter_, tags_.get(still_, found.referee), class_tag(found.referee));
    if (callbacks_.heap_reference_callback == nullptr || !is_wanted)
      return Onward::kFollow;
    jvmtiHeapReferenceInfo info = info_of(found);
    // The info pointer is null for kinds that have none.
    bool has_info = found.index >= 0 || found.thread != nullptr;
    Tag referee(tags_, still_, found.referee);
    // An object that refers to itself has one tag, so both pointers lead to the same number. Two
    // Tags would write two values back.
    std::optional<Tag> referrer;
    if (found.referrer != nullptr && found.referrer != found.referee)
      referrer.emplace(tags_, still_, found.referrer);
    jlong* referrer_tag = found.referrer == nullptr ? nullptr
                          : referrer.has_value()    ? &referrer->value
                                                    : &referee.value;
    jint answer = callbacks_.heap_reference_callback(
        found.kind, has_info ? &info : nullptr, class_tag(found.referee),
        found.referrer == nullptr ? 0 : class_tag(found.referrer), size_of(found.referee),
        &referee.value, referrer_tag, length_of(found.referee), user_data_);
    if ((answer & JVMTI_VISIT_ABORT) != 0)
      return Onward::kStop;
    // Without JVMTI_VISIT_OBJECTS the referee's own references are not followed.
    return (answer & JVMTI_VISIT_OBJECTS) != 0 ? Onward::kFollow : Onward::kLeave;
  }
  // Values are reported once for each object, filtered like references.
  bool object(Object* followed) override {
    bool is_wanted =
        is_of_class(followed) && passes(filter_, tags_.get(still_, followed), class_tag(followed));
    return !is_wanted || primitives_.tell(followed);
  }

 private:
  // The class filter matches exactly, not subclasses.
  bool is_of_class(const Object* object) const {
    return only_ == nullptr || object->klass() == only_;
  }
  jlong class_tag(const Object* object) { return tags_.get(still_, object->klass()->mirror); }
  // Fills the member of the union that belongs to the kind.
  jvmtiHeapReferenceInfo info_of(const Reference& found) {
    jvmtiHeapReferenceInfo info{};
    switch (found.kind) {
      case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
        info.stack_local = {thread_tag(tags_, still_, *found.thread),
                            thread_id(*found.thread),
                            found.depth,
                            id_of(found),
                            found.location,
                            found.slot};
        break;
      case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
        info.jni_local = {thread_tag(tags_, still_, *found.thread), thread_id(*found.thread),
                          found.depth, id_of(found)};
        break;
      // The members for fields, elements and constants all begin with the index.
      default:
        info.field.index = found.index;
        break;
    }
    return info;
  }

  TagMap& tags_;
  const NoSafepoint& still_;
  jint filter_;
  const Class* only_;
  const jvmtiHeapCallbacks& callbacks_;
  void* user_data_;
  HeapWalk walk_;
  PrimitiveTeller primitives_;
};

//  --- the functions of version 1.0: other callbacks, the same walk ---

// Listens for IterateOverReachableObjects and IterateOverObjectsReachableFromObject. Roots, stack
// references and references between objects have a callback each; a null callback means that the
// walk continues.
class OldFollower final : public ReferenceListener {
 public:
  OldFollower(TagMap& tags, const NoSafepoint& still, jvmtiHeapRootCallback root,
              jvmtiStackReferenceCallback stack, jvmtiObjectReferenceCallback between,
              const void* user_data)
      : tags_(tags),
        still_(still),
        root_(root),
        stack_(stack),
        between_(between),
        user_data_(const_cast<void*>(user_data)),
        walk_(*this) {}
  HeapWalk& walk() { return walk_; }

  Onward reference(const Reference& found) override {
    // JVMTI_ITERATION_IGNORE does not follow this object; ABORT ends the walk.
    switch (answer_to(found)) {
      case JVMTI_ITERATION_CONTINUE:
        return Onward::kFollow;
      case JVMTI_ITERATION_IGNORE:
        return Onward::kLeave;
      default:
        return Onward::kStop;
    }
  }

 private:
  jvmtiIterationControl answer_to(const Reference& found) {
    jlong class_tag = tags_.get(still_, found.referee->klass()->mirror);
    Tag tag(tags_, still_, found.referee);
    if (found.referrer != nullptr) {
      if (between_ == nullptr)
        return JVMTI_ITERATION_CONTINUE;
      // The tag is passed by value: the 1.0 callbacks can change the tag of the referee only.
      jlong referrer_tag = tags_.get(still_, found.referrer);
      return between_(old_kind(found.kind), class_tag, size_of(found.referee), &tag.value,
                      referrer_tag, found.index, user_data_);
    }
    if (found.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL ||
        found.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
      if (stack_ == nullptr)
        return JVMTI_ITERATION_CONTINUE;
      return stack_(old_root(found.kind), class_tag, size_of(found.referee), &tag.value,
                    thread_tag(tags_, still_, *found.thread), found.depth, id_of(found), found.slot,
                    user_data_);
    }
    if (root_ == nullptr)
      return JVMTI_ITERATION_CONTINUE;
    return root_(old_root(found.kind), class_tag, size_of(found.referee), &tag.value, user_data_);
  }
  // The kinds of references between objects have the same numbers in both versions; version 1.0 has
  // no superclass, which counts as a class.
  static jvmtiObjectReferenceKind old_kind(jvmtiHeapReferenceKind kind) {
    return kind == JVMTI_HEAP_REFERENCE_SUPERCLASS ? JVMTI_REFERENCE_CLASS
                                                   : static_cast<jvmtiObjectReferenceKind>(kind);
  }
  static jvmtiHeapRootKind old_root(jvmtiHeapReferenceKind kind) {
    switch (kind) {
      case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
        return JVMTI_HEAP_ROOT_JNI_GLOBAL;
      case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
        return JVMTI_HEAP_ROOT_SYSTEM_CLASS;
      case JVMTI_HEAP_REFERENCE_MONITOR:
        return JVMTI_HEAP_ROOT_MONITOR;
      case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
        return JVMTI_HEAP_ROOT_STACK_LOCAL;
      case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
        return JVMTI_HEAP_ROOT_JNI_LOCAL;
      case JVMTI_HEAP_REFERENCE_THREAD:
        return JVMTI_HEAP_ROOT_THREAD;
      default:
        return JVMTI_HEAP_ROOT_OTHER;
    }
  }

  TagMap& tags_;
  const NoSafepoint& still_;
  jvmtiHeapRootCallback root_;
  jvmtiStackReferenceCallback stack_;
  jvmtiObjectReferenceCallback between_;
  void* user_data_;
  HeapWalk walk_;
};

// Visits all objects, also those that are unreachable and not yet collected. visit(Object*) returns
// whether to continue.
template <class Visit>
void for_each_object(Visit visit) {
  class Visitor final : public gc::ObjectVisitor {
   public:
    explicit Visitor(Visit& act) : act_(act) {}
    void visit(Object* object) override {
      if (goes_on_)
        goes_on_ = act_(object);
    }

   private:
    Visit& act_;
    bool goes_on_ = true;
  } visitor(visit);
  gc::for_each_object(visitor);
}

// JVMTI, jvmtiHeapObjectFilter: tagged, untagged or either.
bool is_selected(jvmtiHeapObjectFilter filter, jlong tag) {
  return filter == JVMTI_HEAP_OBJECT_EITHER || (filter == JVMTI_HEAP_OBJECT_TAGGED) == (tag != 0);
}

// Serves IterateOverHeap and IterateOverInstancesOfClass. In version 1.0 a class stands for its
// subclasses too.
jvmtiError iterate(Call& call, const Class* of, jvmtiHeapObjectFilter filter,
                   jvmtiHeapObjectCallback callback, const void* user_data) {
  if (callback == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  TagMap& tags = tags_of(call.env);
  stop_and(call.self, [&] {
    NoSafepoint still(call.self);
    for_each_object([&](Object* object) {
      Tag tag(tags, still, object);
      if ((of != nullptr && !object->klass()->is_subclass_of(*of)) ||
          !is_selected(filter, tag.value))
        return true;
      jlong class_tag = tags.get(still, object->klass()->mirror);
      return callback(class_tag, size_of(object), &tag.value, const_cast<void*>(user_data)) ==
             JVMTI_ITERATION_CONTINUE;
    });
  });
  return JVMTI_ERROR_NONE;
}

// A null class means no filter.
jvmtiError find_filter(const Call& call, jclass mirror, const Class** klass) {
  Class* found = nullptr;
  if (mirror != nullptr)
    MJ_JVMTI_TRY(find_class(call, mirror, &found));
  *klass = found;
  return JVMTI_ERROR_NONE;
}

}  // namespace

// --- the functions of the chapter Heap ---
jvmtiError ForceGarbageCollection(Call& call) {
  gc::collect_full(call.self, gc::GcCause::kSystemGc);
  return JVMTI_ERROR_NONE;
}

// HOTSPOT: with a primitive class as filter nothing is reported, since it has no instances.
jvmtiError FollowReferences(Call& call, jint filter, jclass only, jobject initial,
                            const jvmtiHeapCallbacks* callbacks, const void* user_data) {
  const Class* klass = nullptr;
  MJ_JVMTI_TRY(check_pointers(callbacks));
  MJ_JVMTI_TRY(find_filter(call, only, &klass));
  if (initial != nullptr && handle_of(initial).is_null())
    return JVMTI_ERROR_INVALID_OBJECT;
  if (klass != nullptr && klass->is_primitive())
    return JVMTI_ERROR_NONE;
  TagMap& tags = tags_of(call.env);
  // The handle is read after the world has stopped: a collection may move the object on the way
  // there.
  stop_and(call.self, [&] {
    NoSafepoint still(call.self);
    Follower follower(tags, still, filter, klass, *callbacks, user_data);
    if (initial == nullptr) {
      follower.walk().from_roots();
    } else {
      follower.walk().from(handle_of(initial).raw(still));
    }
  });
  return JVMTI_ERROR_NONE;
}

jvmtiError IterateThroughHeap(Call& call, jint filter, jclass only,
                              const jvmtiHeapCallbacks* callbacks, const void* user_data) {
  const Class* klass = nullptr;
  MJ_JVMTI_TRY(check_pointers(callbacks));
  MJ_JVMTI_TRY(find_filter(call, only, &klass));
  if (klass != nullptr && klass->is_primitive())
    return JVMTI_ERROR_NONE;
  TagMap& tags = tags_of(call.env);
  // This is one pass over the heap, in the order of addresses within each space.
  stop_and(call.self, [&] {
    NoSafepoint still(call.self);
    FieldNumbers fields;
    PrimitiveTeller primitives(tags, still, fields, *callbacks, user_data);
    for_each_object([&](Object* object) {
      jlong class_tag = tags.get(still, object->klass()->mirror);
      if ((klass != nullptr && object->klass() != klass) ||
          !passes(filter, tags.get(still, object), class_tag))
        return true;
      if (callbacks->heap_iteration_callback != nullptr) {
        Tag tag(tags, still, object);
        jint answer =
            callbacks->heap_iteration_callback(class_tag, size_of(object), &tag.value,
                                               length_of(object), const_cast<void*>(user_data));
        if ((answer & JVMTI_VISIT_ABORT) != 0)
          return false;
      }
      // The object is reported first, then its primitive values.
      return primitives.tell(object);
    });
  });
  return JVMTI_ERROR_NONE;
}

// The world is not stopped: the tag map is enough, and the NoSafepoint keeps the addresses valid.
jvmtiError GetObjectsWithTags(Call& call, jint tag_count, const jlong* wanted, jint* count,
                              jobject** objects, jlong** found_tags) {
  if (tag_count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(wanted, count));
  std::span<const jlong> all(wanted, static_cast<std::size_t>(tag_count));
  std::vector<jobject> references;
  std::vector<jlong> tags;
  NoSafepoint still(call.self);
  std::vector<std::pair<Object*, jlong>> found;
  tags_of(call.env).for_each(still, [&](Object* object, jlong tag) {
    if (std::find(all.begin(), all.end(), tag) != all.end())
      found.emplace_back(object, tag);
  });
  // References are made after the map's mutex has been released.
  for (auto [object, tag] : found) {
    references.push_back(new_local_ref(call.self, still, object));
    tags.push_back(tag);
  }
  *count = static_cast<jint>(found.size());
  if (objects != nullptr)
    MJ_JVMTI_TRY(copy_all(references, count, objects));
  return found_tags == nullptr ? JVMTI_ERROR_NONE : copy_all(tags, count, found_tags);
}

// Version 1.0: the walk starts from one object and has no filter.
jvmtiError IterateOverObjectsReachableFromObject(Call& call, jobject object,
                                                 jvmtiObjectReferenceCallback callback,
                                                 const void* user_data) {
  Handle<> start;
  MJ_JVMTI_TRY(find_object(object, &start));
  if (callback == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  TagMap& tags = tags_of(call.env);
  stop_and(call.self, [&] {
    NoSafepoint still(call.self);
    OldFollower(tags, still, nullptr, nullptr, callback, user_data).walk().from(start.raw(still));
  });
  return JVMTI_ERROR_NONE;
}

jvmtiError IterateOverReachableObjects(Call& call, jvmtiHeapRootCallback root,
                                       jvmtiStackReferenceCallback stack,
                                       jvmtiObjectReferenceCallback object, const void* user_data) {
  TagMap& tags = tags_of(call.env);
  stop_and(call.self, [&] {
    NoSafepoint still(call.self);
    OldFollower(tags, still, root, stack, object, user_data).walk().from_roots();
  });
  return JVMTI_ERROR_NONE;
}

jvmtiError IterateOverHeap(Call& call, jvmtiHeapObjectFilter filter,
                           jvmtiHeapObjectCallback callback, const void* user_data) {
  return iterate(call, nullptr, filter, callback, user_data);
}

jvmtiError IterateOverInstancesOfClass(Call& call, jclass mirror, jvmtiHeapObjectFilter filter,
                                       jvmtiHeapObjectCallback callback, const void* user_data) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  if (klass->is_primitive())
    return JVMTI_ERROR_NONE;
  return iterate(call, klass, filter, callback, user_data);
}

}  // namespace minijvm::vm::jvmti
