// Implements the natives of jdk.internal.reflect.ConstantPool. The cookie that Java passes, its
// field constantPoolOop, is the mirror of the pool's class. The caller is in native state.
// Tested by tests/java/reflection.
#include <string>

#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using classfile::ConstantPool;
using classfile::ConstantTag;
using runtime::Class;
using runtime::Field;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr const char* kWrongType = "Wrong type at constant pool index";

Class& holder_of(jobject cookie) { return class_of(static_cast<jclass>(cookie)); }
const ConstantPool& pool_of(const Class& holder) { return holder.pool->raw(); }

// Entry 0 is not a constant (JVMS 4.1), so indexes begin at 1.
JavaResult<void> check_index(JavaThread& self, const ConstantPool& pool, jint index) {
  if (index <= 0 || index >= pool.size()) {
    return throw_new(self, "java/lang/IllegalArgumentException",
                     "Constant pool index out of bounds");
  }
  return {};
}

// Returns the index, or throws IllegalArgumentException. `fits` says whether the entry has the
// right tag; it is not looked at before the index is checked.
JavaResult<std::uint16_t> check_tag(JavaThread& self, const ConstantPool& pool, jint index,
                                    bool fits) {
  MJ_TRY(check_index(self, pool, index));
  if (!fits) {
    return throw_new(self, "java/lang/IllegalArgumentException", kWrongType);
  }
  return static_cast<std::uint16_t>(index);
}

// Checks for the common case: the entry must have exactly this tag.
JavaResult<std::uint16_t> checked(JavaThread& self, const ConstantPool& pool, jint index,
                                  ConstantTag tag) {
  return check_tag(self, pool, index, index > 0 && pool.is(static_cast<unsigned>(index), tag));
}

// Returns whether the entry refers to a NameAndType (JVMS 4.4.2 and 4.4.10).
bool has_name_and_type(const ConstantPool& pool, unsigned index) {
  return pool.is_member(index) || pool.is(index, ConstantTag::Dynamic) ||
         pool.is(index, ConstantTag::InvokeDynamic);
}

// Without `load`, returns the class only if it is resolved already; else null.
JavaResult<Class*> class_at(JavaThread& self, Class& holder, jint index, bool load) {
  std::uint16_t checked_index = MJ_TRY(checked(self, pool_of(holder), index, ConstantTag::Class));
  if (!load) {
    return static_cast<Class*>(holder.pool->resolved(checked_index));
  }
  return lift(self, runtime::resolve_class(self, holder, checked_index));
}

// Returns the class of a member entry. Null: it is not loaded, and `load` is false.
JavaResult<Class*> member_class_at(JavaThread& self, Class& holder, std::uint16_t index,
                                   bool load) {
  return class_at(self, holder, pool_of(holder).member_class_index(index), load);
}

// Finds a method that the class itself declares; superclasses are not searched.
JavaResult<Handle<>> method_at(JavaThread& self, Class& holder, jint index, bool load) {
  const ConstantPool& pool = pool_of(holder);
  auto at = static_cast<unsigned>(index);
  bool fits = index > 0 &&
              (pool.is(at, ConstantTag::Methodref) || pool.is(at, ConstantTag::InterfaceMethodref));
  std::uint16_t checked_index = MJ_TRY(check_tag(self, pool, index, fits));
  Class* klass = MJ_TRY(member_class_at(self, holder, checked_index, load));
  if (klass == nullptr) {
    return Handle<>();
  }
  const Method* method = klass->find_declared_method(holder.pool->member_name(checked_index),
                                                     holder.pool->member_descriptor(checked_index));
  if (method == nullptr) {
    return throw_new(self, "java/lang/RuntimeException",
                     "Unable to look up method in target class");
  }
  if (method->is_initializer()) {
    return new_reflect_constructor(self, *method);
  }
  return new_reflect_method(self, *method);
}

// Finds a field of the class or of its supertypes. Here a field may be inherited, unlike a method.
JavaResult<Handle<>> field_at(JavaThread& self, Class& holder, jint index, bool load) {
  std::uint16_t checked_index =
      MJ_TRY(checked(self, pool_of(holder), index, ConstantTag::Fieldref));
  Class* klass = MJ_TRY(member_class_at(self, holder, checked_index, load));
  if (klass == nullptr) {
    return Handle<>();
  }
  const Field* field = runtime::lookup_field(*klass, holder.pool->member_name(checked_index),
                                             holder.pool->member_descriptor(checked_index));
  if (field == nullptr) {
    return throw_new(self, "java/lang/RuntimeException", "Unable to look up field in target class");
  }
  return new_reflect_field(self, *field);
}

// Makes a String[] of the given texts.
JavaResult<Handle<java::ObjectArray>> strings(JavaThread& self,
                                              std::initializer_list<std::string_view> texts) {
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *wk().java_lang_String, static_cast<jint>(texts.size())));
  std::int64_t index = 0;
  for (std::string_view text : texts) {
    store_element(self, array, index++, MJ_TRY(new_string(self, text)));
  }
  return array;
}

// Returns {class, name, descriptor} of a member entry. Nothing is resolved.
JavaResult<Handle<java::ObjectArray>> member_info(JavaThread& self, Class& holder, jint index) {
  const ConstantPool& pool = pool_of(holder);
  std::uint16_t at = MJ_TRY(
      check_tag(self, pool, index, index > 0 && pool.is_member(static_cast<unsigned>(index))));
  classfile::NameAndType parts = pool.member(at);
  return strings(self, {pool.member_class(at), parts.name, parts.descriptor});
}

JavaResult<Handle<java::ObjectArray>> name_and_type_info(JavaThread& self, Class& holder,
                                                         jint index) {
  std::uint16_t at = MJ_TRY(checked(self, pool_of(holder), index, ConstantTag::NameAndType));
  classfile::NameAndType parts = pool_of(holder).name_and_type(at);
  return strings(self, {parts.name, parts.descriptor});
}

// Returns the pool index of a member entry's class.
JavaResult<jint> class_ref_index(JavaThread& self, Class& holder, jint index) {
  const ConstantPool& pool = pool_of(holder);
  std::uint16_t at = MJ_TRY(
      check_tag(self, pool, index, index > 0 && pool.is_member(static_cast<unsigned>(index))));
  return jint{pool.member_class_index(at)};
}

// Returns the pool index of the NameAndType of a member, Dynamic or InvokeDynamic entry.
JavaResult<jint> name_and_type_index(JavaThread& self, Class& holder, jint index) {
  const ConstantPool& pool = pool_of(holder);
  std::uint16_t at = MJ_TRY(check_tag(
      self, pool, index, index > 0 && has_name_and_type(pool, static_cast<unsigned>(index))));
  return jint{pool.name_and_type_index(at)};
}

// Returns the interned String, the same object that ldc gives.
JavaResult<Handle<java::String>> string_at(JavaThread& self, Class& holder, jint index) {
  std::uint16_t at = MJ_TRY(checked(self, pool_of(holder), index, ConstantTag::String));
  return intern_string(self, pool_of(holder).string(at));
}

// Makes a new String at each call.
JavaResult<Handle<java::String>> utf8_at(JavaThread& self, Class& holder, jint index) {
  std::uint16_t at = MJ_TRY(checked(self, pool_of(holder), index, ConstantTag::Utf8));
  return new_string(self, pool_of(holder).utf8(at));
}

JavaResult<jbyte> tag_at(JavaThread& self, Class& holder, jint index) {
  MJ_TRY(check_index(self, pool_of(holder), index));
  return static_cast<jbyte>(pool_of(holder).tag(static_cast<unsigned>(index)));
}

// The common body of the functions for numbers. It returns 0 with the exception pending for a wrong
// index or tag.
template <class T, class Read>
T number_at(JNIEnv* env, jobject cookie, jint index, ConstantTag tag, Read read) {
  NativeEntry vm(env);
  const ConstantPool& pool = pool_of(holder_of(cookie));
  JavaResult<std::uint16_t> at = checked(vm.self, pool, index, tag);
  return at.ok() ? read(pool, at.take()) : T{};
}

// Returns null for a class that has no pool: an array or a primitive.
JavaResult<Handle<java::ConstantPool>> class_constant_pool(JavaThread& self, const Class& klass) {
  if (klass.pool == nullptr) {
    return Handle<java::ConstantPool>();
  }
  MJ_TRY(initialize_class(self, *java::ConstantPool::java_class()));
  auto pool = MJ_TRY(new_instance<java::ConstantPool>(self));
  NoSafepoint still(self);
  pool.raw(still)->set_constantPoolOop(still, klass.mirror);
  return pool;
}

}  // namespace

extern "C" {

// Implements Class.getConstantPool.
jobject JVM_GetClassConstantPool(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result(class_constant_pool(vm.self, class_of(mirror)));
}

// The natives below are those of ConstantPool, by name: getSize0 and so on.
jint JVM_ConstantPoolGetSize(JNIEnv* env, jobject, jobject cookie) {
  NativeEntry vm(env);
  return pool_of(holder_of(cookie)).size();
}

// Loads the class if it is not loaded yet.
jclass JVM_ConstantPoolGetClassAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.class_result(class_at(vm.self, holder_of(cookie), index, true));
}

// The functions with IfLoaded never run Java code to load a class.
jclass JVM_ConstantPoolGetClassAtIfLoaded(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.class_result(class_at(vm.self, holder_of(cookie), index, false));
}

// Returns a Method or Constructor object. Throws RuntimeException if the class does not declare the
// method.
jobject JVM_ConstantPoolGetMethodAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result(method_at(vm.self, holder_of(cookie), index, true));
}

jobject JVM_ConstantPoolGetMethodAtIfLoaded(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result(method_at(vm.self, holder_of(cookie), index, false));
}

// Returns a Field object. Throws RuntimeException if there is no such field.
jobject JVM_ConstantPoolGetFieldAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result(field_at(vm.self, holder_of(cookie), index, true));
}

jobject JVM_ConstantPoolGetFieldAtIfLoaded(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result(field_at(vm.self, holder_of(cookie), index, false));
}

// Returns a String[] of class, name and descriptor.
jobjectArray JVM_ConstantPoolGetMemberRefInfoAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(member_info(vm.self, holder_of(cookie), index));
}

jint JVM_ConstantPoolGetClassRefIndexAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.value(class_ref_index(vm.self, holder_of(cookie), index));
}

jint JVM_ConstantPoolGetNameAndTypeRefIndexAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.value(name_and_type_index(vm.self, holder_of(cookie), index));
}

jobjectArray JVM_ConstantPoolGetNameAndTypeRefInfoAt(JNIEnv* env, jobject, jobject cookie,
                                                     jint index) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(name_and_type_info(vm.self, holder_of(cookie), index));
}

// Throws IllegalArgumentException if the entry has another tag; so do the functions below.
jint JVM_ConstantPoolGetIntAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  return number_at<jint>(env, cookie, index, ConstantTag::Integer,
                         [](const ConstantPool& pool, unsigned at) { return pool.integer(at); });
}

jlong JVM_ConstantPoolGetLongAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  return number_at<jlong>(env, cookie, index, ConstantTag::Long,
                          [](const ConstantPool& pool, unsigned at) { return pool.long_(at); });
}

jfloat JVM_ConstantPoolGetFloatAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  return number_at<jfloat>(env, cookie, index, ConstantTag::Float,
                           [](const ConstantPool& pool, unsigned at) { return pool.float_(at); });
}

jdouble JVM_ConstantPoolGetDoubleAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  return number_at<jdouble>(env, cookie, index, ConstantTag::Double,
                            [](const ConstantPool& pool, unsigned at) { return pool.double_(at); });
}

jstring JVM_ConstantPoolGetStringAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(string_at(vm.self, holder_of(cookie), index));
}

jstring JVM_ConstantPoolGetUTF8At(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(utf8_at(vm.self, holder_of(cookie), index));
}

// Returns the tag as in the class file (JVMS table 4.4-A).
jbyte JVM_ConstantPoolGetTagAt(JNIEnv* env, jobject, jobject cookie, jint index) {
  NativeEntry vm(env);
  return vm.value(tag_at(vm.self, holder_of(cookie), index));
}

}  // extern "C"
}  // namespace minijvm::vm
