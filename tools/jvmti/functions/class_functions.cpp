// Implements JVMTI, chapter "Class": which classes are loaded, and what their class files say. The
// callers are agents; the bodies run in kInVm.
// Tested by tests/vm/jvmti_heap and tests/java/instrument.
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "tools/jvmti/arguments.h"
#include "tools/redefine/redefinition.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::ClassState;
using runtime::Field;
using runtime::Method;

namespace {

constexpr std::uint16_t kAccSuper = 0x0020;

// Collects all classes that Java code can know. A class without a mirror is still being made;
// primitive types are not loaded classes.
class Collector final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    if (klass.mirror != nullptr && !klass.is_primitive())
      classes.push_back(&klass);
  }
  std::vector<Class*> classes;
};

// Makes references before any of the classes can die. REQUIRES: the NoSafepoint under which they
// were found still lives.
jvmtiError copy_classes(JavaThread& self, Collector& found, jint* count, jclass** result) {
  return copy_class_refs(self, found.classes, count, result);
}

bool is_prepared(const Class& klass) { return klass.is_linked(); }

// JVMTI, GetClassStatus: the bits add up. VERIFIED and PREPARED come together, because linking does
// both.
jint status_of(const Class& klass) {
  if (klass.is_primitive())
    return JVMTI_CLASS_STATUS_PRIMITIVE;
  if (klass.is_array())
    return JVMTI_CLASS_STATUS_ARRAY;
  jint status = 0;
  ClassState state = klass.state.load(std::memory_order_acquire);
  if (state >= ClassState::kLinked)
    status |= JVMTI_CLASS_STATUS_VERIFIED | JVMTI_CLASS_STATUS_PREPARED;
  if (state == ClassState::kInitialized)
    status |= JVMTI_CLASS_STATUS_INITIALIZED;
  if (state == ClassState::kErroneous)
    status |= JVMTI_CLASS_STATUS_ERROR;
  return status;
}

// JVMS 4.7.6: the flags of a member class are those of its row in InnerClasses, as the source
// declares them. The class file's own flags may differ: a private member class has package access
// there. HOTSPOT: ACC_SUPER of the class file is added.
jint modifiers_of(const Class& klass) {
  jint flags = klass.access_flags;
  if (klass.file != nullptr) {
    for (classfile::InnerClass row : klass.file->inner_classes()) {
      if (row.inner_class_info_index != 0 &&
          klass.file->constant_pool().class_name(row.inner_class_info_index) ==
              klass.name->text()) {
        flags = row.inner_class_access_flags;
        break;
      }
    }
  }
  return flags | (klass.access_flags & kAccSuper);
}

// Serves functions that read the class file. Returns ABSENT_INFORMATION for arrays and primitive
// types, which have none.
jvmtiError find_file(const Call& call, jclass mirror, Class** klass) {
  MJ_JVMTI_TRY(find_class(call, mirror, klass));
  return (*klass)->file == nullptr ? JVMTI_ERROR_ABSENT_INFORMATION : JVMTI_ERROR_NONE;
}

}  // namespace

jvmtiError GetLoadedClasses(Call& call, jint* count, jclass** classes) {
  MJ_JVMTI_TRY(check_pointers(count, classes));
  // Classes die in collections only, and none can run while this lives.
  NoSafepoint still(call.self);
  Collector all;
  runtime::for_each_class(all);
  return copy_classes(call.self, all, count, classes);
}

// JVMTI, GetClassLoaderClasses: returns the classes for which it is an initiating loader (JVMS
// 5.3), which includes those that it delegated.
jvmtiError GetClassLoaderClasses(Call& call, jobject loader, jint* count, jclass** classes) {
  MJ_JVMTI_TRY(check_pointers(count, classes));
  runtime::LoaderData& data =
      runtime::LoaderData::of(call.self, handle_of<java::ClassLoader>(loader));
  NoSafepoint still(call.self);
  Collector all;
  runtime::for_each_initiated_class(data, all);
  return copy_classes(call.self, all, count, classes);
}

jvmtiError GetClassSignature(Call& call, jclass mirror, char** signature, char** generic) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  if (signature != nullptr)
    MJ_JVMTI_TRY(copy_text(signature_of(*klass), signature));
  if (generic == nullptr)
    return JVMTI_ERROR_NONE;
  *generic = nullptr;
  if (klass->file == nullptr || klass->file->signature_index() == 0)
    return JVMTI_ERROR_NONE;
  // If the second text fails, the agent must not have to free the first.
  jvmtiError error =
      copy_text(klass->file->constant_pool().utf8(klass->file->signature_index()), generic);
  if (error != JVMTI_ERROR_NONE && signature != nullptr)
    free_bytes(*signature);
  return error;
}

jvmtiError GetClassStatus(Call& call, jclass mirror, jint* status) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(status));
  *status = status_of(*klass);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetSourceFileName(Call& call, jclass mirror, char** name) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_file(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(name));
  return klass->source_file == nullptr ? JVMTI_ERROR_ABSENT_INFORMATION
                                       : copy_text(klass->source_file->text(), name);
}

jvmtiError GetClassModifiers(Call& call, jclass mirror, jint* modifiers) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(modifiers));
  *modifiers = modifiers_of(*klass);
  return JVMTI_ERROR_NONE;
}

jvmtiError GetClassMethods(Call& call, jclass mirror, jint* count, jmethodID** methods) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(count, methods));
  // JVMTI, GetClassMethods: CLASS_NOT_PREPARED before the class is linked.
  if (klass->is_instance_class() && !is_prepared(*klass))
    return JVMTI_ERROR_CLASS_NOT_PREPARED;
  std::vector<jmethodID> ids;
  // A redefinition may have deleted a method; its slot stays (tools/redefine/redefinition.h).
  for (Method& method : klass->methods) {
    if (!method.is_deleted)
      ids.push_back(jmethod_of(method));
  }
  return copy_all(ids, count, methods);
}

// The order is that of the class file; a jfieldID is the address of the Field.
jvmtiError GetClassFields(Call& call, jclass mirror, jint* count, jfieldID** fields) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(count, fields));
  if (klass->is_instance_class() && !is_prepared(*klass))
    return JVMTI_ERROR_CLASS_NOT_PREPARED;
  std::vector<jfieldID> ids;
  for (Field& field : klass->fields) ids.push_back(reinterpret_cast<jfieldID>(&field));
  return copy_all(ids, count, fields);
}

// JVMTI, GetImplementedInterfaces: returns the direct superinterfaces. HOTSPOT: there are none for
// an array, although it implements Cloneable and Serializable.
jvmtiError GetImplementedInterfaces(Call& call, jclass mirror, jint* count, jclass** interfaces) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(count, interfaces));
  if (klass->is_instance_class() && !is_prepared(*klass))
    return JVMTI_ERROR_CLASS_NOT_PREPARED;
  std::vector<Class*> direct;
  if (klass->is_instance_class())
    direct.assign(klass->interfaces.begin(), klass->interfaces.end());
  return copy_class_refs(call.self, direct, count, interfaces);
}

jvmtiError GetClassVersionNumbers(Call& call, jclass mirror, jint* minor, jint* major) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_file(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(minor, major));
  *minor = klass->file->minor_version();
  *major = klass->file->major_version();
  return JVMTI_ERROR_NONE;
}

// JVMTI, GetConstantPool: the raw bytes of the constant pool (JVMS 4.4); the count is
// constant_pool_count.
jvmtiError GetConstantPool(Call& call, jclass mirror, jint* count, jint* byte_count,
                           unsigned char** bytes) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_file(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(count, byte_count, bytes));
  const classfile::ConstantPool& pool = klass->file->constant_pool();
  std::vector<unsigned char> raw(pool.raw().begin(), pool.raw().end());
  *count = pool.size();
  return copy_all(raw, byte_count, bytes);
}

jvmtiError IsInterface(Call& call, jclass mirror, jboolean* answer) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = klass->is_instance_class() && klass->is_interface();
  return JVMTI_ERROR_NONE;
}

jvmtiError IsArrayClass(Call& call, jclass mirror, jboolean* answer) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = klass->is_array();
  return JVMTI_ERROR_NONE;
}

jvmtiError IsModifiableClass(Call& call, jclass mirror, jboolean* answer) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(answer));
  *answer = redefine::is_modifiable_class(*klass);
  return JVMTI_ERROR_NONE;
}

// The result is null for the boot loader. The loader of an array is that of its element.
jvmtiError GetClassLoader(Call& call, jclass mirror, jobject* loader) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_class(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(loader));
  NoSafepoint still(call.self);
  *loader = klass->loader == nullptr
                ? nullptr
                : new_local_ref(call.self, still, klass->loader->class_loader_raw());
  return JVMTI_ERROR_NONE;
}

// The text is that of the attribute SourceDebugExtension (JVMS 4.7.11).
jvmtiError GetSourceDebugExtension(Call& call, jclass mirror, char** text) {
  Class* klass = nullptr;
  MJ_JVMTI_TRY(find_file(call, mirror, &klass));
  MJ_JVMTI_TRY(check_pointers(text));
  std::string_view extension = klass->file->source_debug_extension();
  return extension.empty() ? JVMTI_ERROR_ABSENT_INFORMATION : copy_text(extension, text);
}

}  // namespace minijvm::vm::jvmti
