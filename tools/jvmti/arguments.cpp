// Implements the checks of arguments.h. Agents may pass anything, so a class or a jmethodID is
// verified before it is used. Local and global references themselves are trusted, as in JNI.
#include "tools/jvmti/arguments.h"

#include <algorithm>

#include "gc/heap/object_scan.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/object/well_known.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::Field;
using runtime::Method;

namespace {

// Compares addresses with the fields of the class. It never reads through `field`: the class of a
// stale jfieldID may have been unloaded, and its memory freed.
bool declares(const Class& klass, const Field* field) {
  return std::any_of(klass.fields.begin(), klass.fields.end(),
                     [&](const Field& own) { return &own == field; });
}

// Walks the class and its superclasses, then all superinterfaces.
bool has_field(const Class& klass, const Field* field) {
  for (const Class* each = &klass; each != nullptr; each = each->super) {
    if (declares(*each, field))
      return true;
  }
  return std::any_of(klass.secondaries.begin(), klass.secondaries.end(),
                     [&](const Class* interface) { return declares(*interface, field); });
}

}  // namespace

jvmtiError find_class(const Call& call, jclass mirror, Class** klass) {
  if (mirror == nullptr)
    return JVMTI_ERROR_INVALID_CLASS;
  NoSafepoint still(call.self);
  // The agent may pass any object, so the type is not promised yet.
  Object* raw = handle_of(static_cast<jobject>(mirror)).raw(still);
  // A cleared weak reference reads as null.
  if (raw == nullptr || raw->klass() != runtime::wk().java_lang_Class)
    return JVMTI_ERROR_INVALID_CLASS;
  // The class is null if the definition of the mirror's class failed.
  *klass = gc::class_of_mirror(raw);
  return *klass == nullptr ? JVMTI_ERROR_INVALID_CLASS : JVMTI_ERROR_NONE;
}

jvmtiError find_object(jobject reference, Handle<>* object) {
  if (reference == nullptr)
    return JVMTI_ERROR_INVALID_OBJECT;
  *object = handle_of(reference);
  return object->is_null() ? JVMTI_ERROR_INVALID_OBJECT : JVMTI_ERROR_NONE;
}

jvmtiError find_method(jmethodID id, Method** method) {
  *method = runtime::find_method_by_id(id);
  return *method == nullptr ? JVMTI_ERROR_INVALID_METHODID : JVMTI_ERROR_NONE;
}

jvmtiError find_field(const Call& call, jclass mirror, jfieldID id, Field** field) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  *field = reinterpret_cast<Field*>(id);
  return has_field(*klass, *field) ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_FIELDID;
}

jobject new_local_ref(JavaThread& self, const NoSafepoint& still, Object* object) {
  return object == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, object));
}

jclass new_class_ref(JavaThread& self, const Class& klass) {
  NoSafepoint still(self);
  return static_cast<jclass>(new_local_ref(self, still, klass.mirror));
}

jvmtiError copy_class_refs(JavaThread& self, const std::vector<Class*>& classes, jint* count,
                           jclass** result) {
  std::vector<jclass> references;
  references.reserve(classes.size());
  for (const Class* klass : classes) references.push_back(new_class_ref(self, *klass));
  return copy_all(references, count, result);
}

std::string signature_of(const Class& klass) {
  // An array's name is its signature already.
  std::string text(klass.name->text());
  if (klass.is_array())
    return text;
  if (klass.is_primitive()) {
    bool is_void = klass.element_type == runtime::BasicType::kVoid;
    return is_void
               ? "V"
               : std::string(
                     runtime::primitive_array_class(klass.element_type)->name->text().substr(1));
  }
  // A hidden class is stored as pkg/C+0x1234 (JVMS names may hold '+'); JVMTI prints a dot there.
  std::replace(text.begin(), text.end(), '+', klass.is_hidden ? '.' : '+');
  return 'L' + text + ';';
}

}  // namespace minijvm::vm::jvmti
