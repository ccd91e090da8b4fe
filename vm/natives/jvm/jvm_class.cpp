// Implements JVM_* functions that describe a class: name, flags, supertypes, nest, inner classes.
// Most are natives of java.lang.Class. The caller is in native state.
// Tested by tests/java/classes and tests/java/reflection.
#include <optional>
#include <string>
#include <vector>

#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/access.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_modifiers.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm {

using classfile::InnerClass;
using runtime::Class;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// A class file may have these flags; the VM's own flags are in the higher bits.
constexpr jint kWrittenFlags = 0x7fff;

// The name is stored in Class.name as well, so Java asks once.
JavaResult<Handle<java::String>> class_name(JavaThread& self, const Class& klass) {
  Handle<java::String> name = MJ_TRY(intern_string(self, klass.external_name()));
  store_field(self, mirror_of(klass), &java::ClassMirror::set_name, name);
  return name;
}

// The mirrors are read under the NoSafepoint, after the allocation.
JavaResult<Handle<java::ObjectArray>> class_array(JavaThread& self,
                                                  const std::vector<Class*>& classes) {
  Handle<java::ObjectArray> array =
      MJ_TRY(new_object_array(self, *wk().java_lang_Class, static_cast<jint>(classes.size())));
  for (std::size_t i = 0; i < classes.size(); ++i) {
    store_element(self, array, i, mirror_of(*classes[i]));
  }
  return array;
}

// Returns whether the class file of `outer` lists `inner`: as a member, or as local or anonymous.
bool declares_inner(const Class& outer, const Class& inner, bool as_member) {
  if (outer.file == nullptr) {
    return false;
  }
  for (InnerClass row : outer.file->inner_classes()) {
    if (row.inner_class_info_index == 0 ||
        outer.pool->class_name(row.inner_class_info_index) != inner.name) {
      continue;
    }
    bool names_outer = row.outer_class_info_index != 0 &&
                       outer.pool->class_name(row.outer_class_info_index) == outer.name;
    // A local or anonymous class has outer_class_info_index 0 (JVMS 4.7.6).
    if (as_member ? names_outer : row.outer_class_info_index == 0) {
      return true;
    }
  }
  return false;
}

// Both class files must agree; otherwise a class could claim to be a member of another one.
JavaResult<void> check_declares(JavaThread& self, const Class& outer, const Class& inner,
                                bool as_member) {
  if (!declares_inner(outer, inner, as_member)) {
    std::string message = outer.external_name() + " and " + inner.external_name() +
                          " disagree on InnerClasses attribute";
    return throw_new(self, "java/lang/IncompatibleClassChangeError", message.c_str());
  }
  return {};
}

// Class.getDeclaringClass: null for a local or anonymous class. Even then the enclosing class is
// checked.
JavaResult<Class*> declaring_class(JavaThread& self, Class& klass) {
  const std::optional<InnerClass> row = find_own_row(klass);
  if (!row) {
    return static_cast<Class*>(nullptr);
  }
  const bool is_member = row->outer_class_info_index != 0;
  // A local class finds its enclosing class in EnclosingMethod (JVMS 4.7.7).
  const std::uint16_t outer_index =
      is_member ? row->outer_class_info_index : klass.file->enclosing_class_index();
  if (outer_index == 0) {
    return static_cast<Class*>(nullptr);
  }
  // The outer class is resolved for the inner class, so by the inner class's loader.
  Class* outer = MJ_TRY(lift(self, runtime::resolve_class(self, klass, outer_index)));
  MJ_TRY(check_declares(self, *outer, klass, is_member));
  return is_member ? outer : nullptr;
}

// Returns the classes in those rows of InnerClasses whose outer class is this class.
JavaResult<Handle<java::ObjectArray>> declared_classes(JavaThread& self, Class& klass) {
  std::vector<Class*> members;
  if (klass.file != nullptr) {
    for (InnerClass row : klass.file->inner_classes()) {
      bool is_member =
          row.inner_class_info_index != 0 && names_itself(klass, row.outer_class_info_index);
      if (is_member) {
        members.push_back(
            MJ_TRY(lift(self, runtime::resolve_class(self, klass, row.inner_class_info_index))));
      }
    }
  }
  return class_array(self, members);
}

// Returns {class, method name, descriptor} from EnclosingMethod (JVMS 4.7.7), or null without it.
// The last two are null if the class is not inside of a method or constructor.
JavaResult<Handle<java::ObjectArray>> enclosing_method(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || klass.file->enclosing_class_index() == 0) {
    return Handle<java::ObjectArray>();
  }
  Handle<java::ObjectArray> info = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 3));
  Class* enclosing =
      MJ_TRY(lift(self, runtime::resolve_class(self, klass, klass.file->enclosing_class_index())));
  store_element(self, info, 0, mirror_of(*enclosing));
  if (std::uint16_t method = klass.file->enclosing_method_index(); method != 0) {
    classfile::NameAndType parts = klass.file->constant_pool().name_and_type(method);
    store_element(self, info, 1, MJ_TRY(intern_string(self, parts.name)));
    store_element(self, info, 2, MJ_TRY(intern_string(self, parts.descriptor)));
  }
  return info;
}

// Returns null for a class that is not inner, and for an anonymous class.
JavaResult<Handle<java::String>> simple_binary_name(JavaThread& self, const Class& klass) {
  const std::optional<InnerClass> row = find_own_row(klass);
  if (!row || row->inner_name_index == 0) {
    return Handle<java::String>();
  }
  return intern_string(self, klass.file->constant_pool().utf8(row->inner_name_index));
}

// Returns true for an error such as OutOfMemoryError, which must not be swallowed.
bool is_vm_error(JavaThread& self) {
  NoSafepoint still(self);
  return self.pending_exception != nullptr &&
         self.pending_exception->klass()->is_subclass_of(*wk().java_lang_VirtualMachineError);
}

// Resolves a list of Class entries. An entry that cannot be resolved is left out, unless the
// failure is a VirtualMachineError. With `nestmates_only`, a class counts only if it has `klass` as
// its nest host.
JavaResult<void> add_resolvable(JavaThread& self, Class& klass,
                                classfile::Table<classfile::U2> indexes, std::vector<Class*>* to,
                                bool nestmates_only) {
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

// The nest host of an array or a primitive is the class itself.
JavaResult<Class*> nest_host(JavaThread& self, Class& klass) {
  return klass.file == nullptr ? JavaResult<Class*>(&klass)
                               : lift(self, runtime::nest_host_of(self, klass));
}

// The host comes first, then the members in the order of NestMembers (JVMS 4.7.29).
JavaResult<Handle<java::ObjectArray>> nest_members(JavaThread& self, Class& klass) {
  Class* host = MJ_TRY(nest_host(self, klass));
  std::vector<Class*> members = {host};
  if (host->file != nullptr) {
    MJ_TRY(add_resolvable(self, *host, host->file->nest_members(), &members, true));
  }
  return class_array(self, members);
}

// Returns null if the class is not sealed (JVMS 4.7.31).
JavaResult<Handle<java::ObjectArray>> permitted_subclasses(JavaThread& self, Class& klass) {
  if (klass.file == nullptr || !klass.file->is_sealed()) {
    return Handle<java::ObjectArray>();
  }
  std::vector<Class*> classes;
  MJ_TRY(add_resolvable(self, klass, klass.file->permitted_subclasses(), &classes, false));
  return class_array(self, classes);
}

// Returns a copy, so that the caller cannot change the class's own array.
JavaResult<Handle<>> signers_copy(JavaThread& self, const Class& klass) {
  Handle<> signers = field_of(self, mirror_of(klass), &java::ClassMirror::signers);
  return signers.is_null() ? JavaResult<Handle<>>(Handle<>()) : copy_object(self, signers);
}

// Returns the Signature attribute (JVMS 4.7.9), or null.
JavaResult<Handle<java::String>> generic_signature(JavaThread& self, const Class& klass) {
  if (klass.file == nullptr || klass.file->signature_index() == 0) {
    return Handle<java::String>();
  }
  return intern_string(self, klass.file->constant_pool().utf8(klass.file->signature_index()));
}

JavaResult<Handle<java::ByteArray>> raw_bytes(JavaThread& self, classfile::Bytes bytes) {
  return new_byte_array_or_null(self, bytes.data(), bytes.size());
}

}  // namespace

extern "C" {

// Implements Class.initClassName.
jstring JVM_InitClassName(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(class_name(vm.self, class_of(mirror)));
}

// Implements Class.isInterface.
jboolean JVM_IsInterface(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_instance_class() && class_of(mirror).is_interface();
}

// Implements Class.isArray.
jboolean JVM_IsArrayClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_array();
}

// Implements Class.isPrimitive.
jboolean JVM_IsPrimitiveClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_primitive();
}

// Implements Class.isHidden.
jboolean JVM_IsHiddenClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_hidden;
}

// Implements Class.isRecord0.
jboolean JVM_IsRecord(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return class_of(mirror).is_record;
}

// Implements Class.getModifiers.
jint JVM_GetClassModifiers(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return modifiers_of(class_of(mirror));
}

// Returns the class file's own flags (jdk.internal.reflect.Reflection.getClassAccessFlags).
jint JVM_GetClassAccessFlags(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.is_primitive() ? modifiers_of(klass) : klass.access_flags & kWrittenFlags;
}

// Class.getInterfaces0: the direct ones, in the order of the class file.
jobjectArray JVM_GetClassInterfaces(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return vm.result_as<jobjectArray>(
      class_array(vm.self, {klass.interfaces.begin(), klass.interfaces.end()}));
}

// Implements Class.getSigners.
jobjectArray JVM_GetClassSigners(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(signers_copy(vm.self, class_of(mirror)));
}

// Implements Class.setSigners. Arrays and primitives have no signers.
void JVM_SetClassSigners(JNIEnv* env, jclass mirror, jobjectArray signers) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  if (klass.is_instance_class()) {
    store_field(vm.self, mirror_of(klass), &java::ClassMirror::set_signers, handle_of(signers));
  }
}

// Implements Class.getProtectionDomain0. An array has the domain of its element type.
jobject JVM_GetProtectionDomain(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class* klass = &class_of(mirror);
  while (klass->is_array()) {
    klass = klass->component;
  }
  return klass->is_primitive() ? nullptr : vm.raw_result(klass->mirror->protection_domain());
}

// Implements Class.getDeclaredClasses0.
jobjectArray JVM_GetDeclaredClasses(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(declared_classes(vm.self, class_of(mirror)));
}

// Implements Class.getDeclaringClass0.
jclass JVM_GetDeclaringClass(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.class_result(declaring_class(vm.self, class_of(mirror)));
}

// Implements Class.getEnclosingMethod0.
jobjectArray JVM_GetEnclosingMethodInfo(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(enclosing_method(vm.self, class_of(mirror)));
}

// Implements Class.getSimpleBinaryName0.
jstring JVM_GetSimpleBinaryName(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(simple_binary_name(vm.self, class_of(mirror)));
}

// Implements Class.getGenericSignature0.
jstring JVM_GetClassSignature(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(generic_signature(vm.self, class_of(mirror)));
}

// Class.getRawAnnotations: the bytes of RuntimeVisibleAnnotations, which Java parses.
jbyteArray JVM_GetClassAnnotations(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.file == nullptr
             ? nullptr
             : vm.result_as<jbyteArray>(raw_bytes(vm.self, klass.file->annotations().visible));
}

// Implements Class.getRawTypeAnnotations.
jbyteArray JVM_GetClassTypeAnnotations(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  const Class& klass = class_of(mirror);
  return klass.file == nullptr
             ? nullptr
             : vm.result_as<jbyteArray>(raw_bytes(vm.self, klass.file->annotations().visible_type));
}

// Implements Class.getNestHost0.
jclass JVM_GetNestHost(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.class_result(nest_host(vm.self, class_of(mirror)));
}

// Implements Class.getNestMembers0.
jobjectArray JVM_GetNestMembers(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(nest_members(vm.self, class_of(mirror)));
}

// Implements jdk.internal.reflect.Reflection.areNestMates. An array or a primitive is a nestmate of
// itself only.
jboolean JVM_AreNestMates(JNIEnv* env, jclass first, jclass second) {
  NativeEntry vm(env);
  Class& one = class_of(first);
  Class& other = class_of(second);
  if (&one == &other || one.file == nullptr || other.file == nullptr) {
    return &one == &other;
  }
  return vm.value(lift(vm.self, runtime::are_nestmates(vm.self, one, other)));
}

// Implements Class.getPermittedSubclasses0.
jobjectArray JVM_GetPermittedSubclasses(JNIEnv* env, jclass mirror) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(permitted_subclasses(vm.self, class_of(mirror)));
}

}  // extern "C"
}  // namespace minijvm::vm
