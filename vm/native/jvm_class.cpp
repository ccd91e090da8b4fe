// JVM_*: what a class is: names, flags, supertypes, nests, inner classes. Proved by tests/java/classes and reflection.
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "gc/barrier.h"
#include "runtime/access.h"
#include "runtime/class_linker.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm {

using classfile::InnerClass;
using runtime::Class;
using sync::NoSafepoint;
using runtime::wk;

namespace {

constexpr jint kPrimitiveModifiers = 0x411;  // public, final, abstract
constexpr jint kAccess = 0x0007;  // public, private, protected
constexpr jint kSuper = 0x0020;
constexpr jint kWrittenFlags = 0x7fff;

JavaResult<Handle<>> class_name(JavaThread& self, const Class& klass) {
  Handle<> name = MJ_TRY(intern_string(self, klass.external_name()));
  NoSafepoint still(self);
  gc::store_ref(still, klass.mirror, wk().Class_name, name.raw(still));
  return name;
}

JavaResult<Handle<>> class_array(JavaThread& self, const std::vector<Class*>& classes) {
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_Class, static_cast<jint>(classes.size())));
  NoSafepoint still(self);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), classes[i]->mirror);
  }
  return array;
}

// Does an entry of the class's own pool stand for the class? The name of a hidden class is not the one that its file has.
bool names_itself(const Class& klass, std::uint16_t class_index) {
  return class_index != 0 && (class_index == klass.file->this_class_index() || klass.pool->class_name(class_index) == klass.name);
}

// The InnerClasses row that describes `klass` in its own class file.
bool find_own_row(const Class& klass, InnerClass* row) {
  if (klass.file == nullptr) {
    return false;
  }
  for (InnerClass candidate : klass.file->inner_classes()) {
    if (names_itself(klass, candidate.inner_class_info_index)) {
      *row = candidate;
      return true;
    }
  }
  return false;
}

jint modifiers_of(const Class& klass) {
  if (klass.is_primitive()) {
    return kPrimitiveModifiers;
  }
  if (klass.is_array()) {
    return (modifiers_of(*klass.component) & kAccess) | classfile::ACC_FINAL | classfile::ACC_ABSTRACT;
  }
  InnerClass row{};
  jint flags = find_own_row(klass, &row) ? row.inner_class_access_flags : klass.access_flags;
  return flags & kWrittenFlags & ~kSuper;
}

// Does outer's own class file list inner: as a member, or as a local or anonymous class?
bool declares_inner(const Class& outer, const Class& inner, bool as_member) {
  if (outer.file == nullptr) {
    return false;
  }
  for (InnerClass row : outer.file->inner_classes()) {
    if (row.inner_class_info_index == 0 || outer.pool->class_name(row.inner_class_info_index) != inner.name) {
      continue;
    }
    bool names_outer = row.outer_class_info_index != 0 && outer.pool->class_name(row.outer_class_info_index) == outer.name;
    if (as_member ? names_outer : row.outer_class_info_index == 0) {
      return true;
    }
  }
  return false;
}

// Both class files must agree, else a class could pass for another's member.
JavaResult<void> check_declares(JavaThread& self, const Class& outer, const Class& inner, bool as_member) {
  if (!declares_inner(outer, inner, as_member)) {
    std::string message = outer.external_name() + " and " + inner.external_name() + " disagree on InnerClasses attribute";
    return throw_new(self, "java/lang/IncompatibleClassChangeError", message.c_str());
  }
  return {};
}

// Null for a local or anonymous class, yet what encloses it is checked, too.
JavaResult<Class*> declaring_class(JavaThread& self, Class& klass) {
  InnerClass row{};
  if (!find_own_row(klass, &row)) {
    return static_cast<Class*>(nullptr);
  }
  const bool is_member = row.outer_class_info_index != 0;
  const std::uint16_t outer_index = is_member ? row.outer_class_info_index : klass.file->enclosing_class_index();
  if (outer_index == 0) {
    return static_cast<Class*>(nullptr);
  }
  Class* outer = MJ_TRY(lift(self, runtime::resolve_class(self, klass, outer_index)));
  MJ_TRY(check_declares(self, *outer, klass, is_member));
  return is_member ? outer : nullptr;
}

JavaResult<Handle<>> declared_classes(JavaThread& self, Class& klass) {
  std::vector<Class*> members;
  if (klass.file != nullptr) {
    for (InnerClass row : klass.file->inner_classes()) {
      bool is_member = row.inner_class_info_index != 0 && names_itself(klass, row.outer_class_info_index);
      if (is_member) {
        members.push_back(MJ_TRY(lift(self, runtime::resolve_class(self, klass, row.inner_class_info_index))));
      }
    }
  }
  return class_array(self, members);
}

void store_element(JavaThread& self, Handle<> array, int index, Handle<> value) {
  NoSafepoint still(self);
  gc::store_ref(still, array.raw(still), Object::element_offset(index, 3), value.raw(still));
}

JavaResult<Handle<>> enclosing_method(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || klass.file->enclosing_class_index() == 0) {
    return Handle<>();
  }
  Handle<> info = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 3));
  Class* enclosing = MJ_TRY(lift(self, runtime::resolve_class(self, klass, klass.file->enclosing_class_index())));
  store_element(self, info, 0, mirror_of(*enclosing));
  if (std::uint16_t method = klass.file->enclosing_method_index(); method != 0) {
    classfile::NameAndType parts = klass.file->constant_pool().name_and_type(method);
    store_element(self, info, 1, MJ_TRY(intern_string(self, parts.name)));
    store_element(self, info, 2, MJ_TRY(intern_string(self, parts.descriptor)));
  }
  return info;
}

JavaResult<Handle<>> simple_binary_name(JavaThread& self, const Class& klass) {
  InnerClass row{};
  if (!find_own_row(klass, &row) || row.inner_name_index == 0) {
    return Handle<>();
  }
  return intern_string(self, klass.file->constant_pool().utf8(row.inner_name_index));
}

bool is_vm_error(JavaThread& self) {
  NoSafepoint still(self);
  return self.pending_exception != nullptr && self.pending_exception->klass()->is_subclass_of(*wk().java_lang_VirtualMachineError);
}

// A list of Class entries; what cannot be resolved is left out, VirtualMachineErrors excepted.
JavaResult<void> add_resolvable(JavaThread& self, Class& klass, classfile::Table<classfile::U2> indexes, std::vector<Class*>* to, bool nestmates_only) {
  for (classfile::U2 index : indexes) {
    JavaResult<Class*> found = lift(self, runtime::resolve_class(self, klass, index));
    if (!found.ok()) {
      if (is_vm_error(self)) {
        return kPending;
      }
      self.pending_exception = nullptr;
      continue;
    }
    Class* member = found.take();
    if (!member->is_instance_class()) {
      continue;
    }
    if (!nestmates_only || MJ_TRY(lift(self, runtime::nest_host_of(self, *member))) == &klass) {
      to->push_back(member);
    }
  }
  return {};
}

// An array's or a primitive's is itself.
JavaResult<Class*> nest_host(JavaThread& self, Class& klass) {
  return klass.file == nullptr ? JavaResult<Class*>(&klass) : lift(self, runtime::nest_host_of(self, klass));
}

JavaResult<Handle<>> nest_members(JavaThread& self, Class& klass) {
  Class* host = MJ_TRY(nest_host(self, klass));
  std::vector<Class*> members = {host};
  if (host->file != nullptr) {
    MJ_TRY(add_resolvable(self, *host, host->file->nest_members(), &members, true));
  }
  return class_array(self, members);
}

JavaResult<Handle<>> permitted_subclasses(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || !klass.file->is_sealed()) {
    return Handle<>();
  }
  std::vector<Class*> classes;
  MJ_TRY(add_resolvable(self, klass, klass.file->permitted_subclasses(), &classes, false));
  return class_array(self, classes);
}

Object* injected(const Class& klass, std::size_t offset) { return klass.mirror->load_ref(offset); }

JavaResult<Handle<>> signers_copy(JavaThread& self, const Class& klass) {
  Handle<> signers;
  {
    NoSafepoint still(self);
    signers = runtime::make_handle(self, still, injected(klass, wk().Class_signers));
  }
  return signers.is_null() ? JavaResult<Handle<>>(Handle<>()) : copy_object(self, signers);
}

JavaResult<Handle<>> generic_signature(JavaThread& self, const Class& klass) {
  if (klass.file == nullptr || klass.file->signature_index() == 0) {
    return Handle<>();
  }
  return intern_string(self, klass.file->constant_pool().utf8(klass.file->signature_index()));
}

JavaResult<Handle<>> raw_bytes(JavaThread& self, classfile::Bytes bytes) { return new_byte_array_or_null(self, bytes.data(), bytes.size()); }

}  // namespace

extern "C" {

jstring JVM_InitClassName(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(class_name(vm.self, class_of(mirror)));
}

jboolean JVM_IsInterface(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_instance_class() && class_of(mirror).is_interface();
}

jboolean JVM_IsArrayClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_array();
}

jboolean JVM_IsPrimitiveClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_primitive();
}

jboolean JVM_IsHiddenClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_hidden;
}

jboolean JVM_IsRecord(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_record;
}

jint JVM_GetClassModifiers(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return modifiers_of(class_of(mirror));
}

jint JVM_GetClassAccessFlags(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.is_primitive() ? kPrimitiveModifiers : klass.access_flags & kWrittenFlags;
}

jobjectArray JVM_GetClassInterfaces(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return vm.result_as<jobjectArray>(class_array(vm.self, {klass.interfaces.begin(), klass.interfaces.end()}));
}

jobjectArray JVM_GetClassSigners(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(signers_copy(vm.self, class_of(mirror)));
}

void JVM_SetClassSigners(JNIEnv* env, jclass mirror, jobjectArray signers) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  if (klass.is_instance_class()) {
    NoSafepoint still(vm.self);
    gc::store_ref(still, klass.mirror, wk().Class_signers, handle_of(signers).raw(still));
  }
}

jobject JVM_GetProtectionDomain(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class* klass = &class_of(mirror);
  while (klass->is_array()) {
    klass = klass->component;
  }
  return klass->is_primitive() ? nullptr : vm.raw_result(injected(*klass, wk().Class_protection_domain));
}

jobjectArray JVM_GetDeclaredClasses(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(declared_classes(vm.self, class_of(mirror)));
}

jclass JVM_GetDeclaringClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.class_result(declaring_class(vm.self, class_of(mirror)));
}

jobjectArray JVM_GetEnclosingMethodInfo(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(enclosing_method(vm.self, class_of(mirror)));
}

jstring JVM_GetSimpleBinaryName(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(simple_binary_name(vm.self, class_of(mirror)));
}

jstring JVM_GetClassSignature(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(generic_signature(vm.self, class_of(mirror)));
}

jbyteArray JVM_GetClassAnnotations(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.file == nullptr ? nullptr : vm.result_as<jbyteArray>(raw_bytes(vm.self, klass.file->annotations().visible));
}

jbyteArray JVM_GetClassTypeAnnotations(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.file == nullptr ? nullptr : vm.result_as<jbyteArray>(raw_bytes(vm.self, klass.file->annotations().visible_type));
}

jclass JVM_GetNestHost(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.class_result(nest_host(vm.self, class_of(mirror)));
}

jobjectArray JVM_GetNestMembers(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(nest_members(vm.self, class_of(mirror)));
}

jboolean JVM_AreNestMates(JNIEnv* env, jclass first, jclass second) {
  NativeEntry vm(env);
  Class& one = class_of(first);
  Class& other = class_of(second);
  if (&one == &other || one.file == nullptr || other.file == nullptr) {
    return &one == &other;
  }
  return vm.value(lift(vm.self, runtime::are_nestmates(vm.self, one, other)));
}

jobjectArray JVM_GetPermittedSubclasses(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(permitted_subclasses(vm.self, class_of(mirror)));
}

}  // extern "C"
}  // namespace minijvm::vm
