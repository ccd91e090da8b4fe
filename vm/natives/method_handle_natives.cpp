// Implements the natives of MethodHandleNatives and MethodHandle's two reflective methods. Each
// checks its arguments as java.lang.invoke expects and calls vm/invoke. Callers are in kInNative.
#include "vm/natives/method_handle_natives.h"

#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/run_constant_pool.h"
#include "vm/invoke/bootstrap_arguments.h"
#include "vm/invoke/member_name.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/native_registry.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;
using runtime::wk;
using sync::NoSafepoint;

Class* class_or_null(jclass mirror) { return mirror == nullptr ? nullptr : &class_of(mirror); }

// Fills a MemberName from a reflect object.
void JNICALL init(JNIEnv* env, jclass, jobject member_name, jobject target) {
  NativeEntry vm(env);
  if (member_name == nullptr || target == nullptr) {
    (void)throw_new(vm.self, "java/lang/InternalError", "mname and ref must not be null");
    return;
  }
  (void)init_member_name(vm.self, handle_of<java::MemberName>(member_name), handle_of(target));
}

// Fills the name and the type of a MemberName from its resolved method or field.
void JNICALL expand(JNIEnv* env, jclass, jobject member_name) {
  NativeEntry vm(env);
  if (member_name == nullptr) {
    (void)throw_new(vm.self, "java/lang/InternalError", "mname must not be null");
    return;
  }
  (void)expand_member_name(vm.self, handle_of<java::MemberName>(member_name));
}

// This is MethodHandles.Lookup.UNCONDITIONAL, the mode of a public lookup.
constexpr jint kUnconditional = 32;

// A public lookup has no loader whose types could be constrained, so it skips that check.
jobject JNICALL resolve(JNIEnv* env, jclass, jobject member_name, jclass caller, jint lookup_modes,
                        jboolean speculative) {
  NativeEntry vm(env);
  if (member_name == nullptr) {
    (void)throw_new(vm.self, "java/lang/InternalError", "mname must not be null");
    return nullptr;
  }
  return vm.result(resolve_member_name(vm.self, handle_of<java::MemberName>(member_name),
                                       {class_or_null(caller), lookup_modes != kUnconditional},
                                       speculative != JNI_FALSE));
}

// Returns -1 to tell Java that the arguments are bad; no exception is thrown.
jint JNICALL getMembers(JNIEnv* env, jclass, jclass klass, jstring name, jstring descriptor,
                        jint flags, jclass, jint skip, jobjectArray results) {
  NativeEntry vm(env);
  if (klass == nullptr || results == nullptr) {
    return -1;
  }
  return vm.value(get_members(vm.self, class_of(klass), handle_of(name), handle_of(descriptor),
                              flags, skip, handle_of(results)));
}

// Returns the offset of a resolved field, which its MemberName has in vmindex. Throws InternalError
// if the member is no field, or if it is static and an instance field is wanted, or the reverse.
jlong field_offset(JNIEnv* env, jobject member_name, bool wants_static) {
  NativeEntry vm(env);
  std::int32_t flags = 0;
  std::int64_t offset = 0;
  if (member_name != nullptr) {
    NoSafepoint still(vm.self);
    const java::MemberName* raw = handle_of<java::MemberName>(member_name).raw(still);
    flags = raw->flags();
    offset = raw->vmindex();
  }
  // This is ACC_STATIC (JVMS table 4.5-A).
  constexpr std::int32_t kStatic = 0x0008;
  if ((flags & MN_IS_FIELD) == 0 || ((flags & kStatic) != 0) != wants_static) {
    (void)throw_new(vm.self, "java/lang/InternalError",
                    wants_static ? "static field required" : "non-static field required");
    return 0;
  }
  return offset;
}

// Java keeps the offset in the DirectMethodHandle of the field.
jlong JNICALL objectFieldOffset(JNIEnv* env, jclass, jobject member_name) {
  return field_offset(env, member_name, false);
}
jlong JNICALL staticFieldOffset(JNIEnv* env, jclass, jobject member_name) {
  return field_offset(env, member_name, true);
}

// Returns the mirror of the class, because static offsets count from there.
jobject JNICALL staticFieldBase(JNIEnv* env, jclass, jobject member_name) {
  NativeEntry vm(env);
  return vm.result(
      field_of(vm.self, handle_of<java::MemberName>(member_name), &java::MemberName::clazz));
}

// Returns {vmindex, target}: the target is the class for a field, and the MemberName itself for a
// method.
JavaResult<Handle<java::ObjectArray>> member_info(JavaThread& self,
                                                  Handle<java::MemberName> member_name) {
  Handle<java::ObjectArray> info = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 2));
  Slot index{};
  bool is_field;
  {
    NoSafepoint still(self);
    const java::MemberName* raw = member_name.raw(still);
    index.set_long(raw->vmindex());
    is_field = (raw->flags() & MN_IS_FIELD) != 0;
  }
  // Boxing allocates, so it comes before the next NoSafepoint.
  Handle<> boxed = MJ_TRY(box(self, runtime::BasicType::kLong, index));
  store_element(self, info, 0, boxed);
  if (is_field) {
    store_element(self, info, 1, field_of(self, member_name, &java::MemberName::clazz));
  } else {
    store_element(self, info, 1, member_name);
  }
  return info;
}

jobject JNICALL getMemberVMInfo(JNIEnv* env, jclass, jobject member_name) {
  NativeEntry vm(env);
  return member_name == nullptr
             ? nullptr
             : vm.result(member_info(vm.self, handle_of<java::MemberName>(member_name)));
}

// Stores without any order, which is enough for a ConstantCallSite or a MutableCallSite.
void JNICALL setCallSiteTargetNormal(JNIEnv* env, jclass, jobject call_site, jobject target) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  handle_of<java::CallSite>(call_site).raw(still)->set_target(
      still, handle_of<java::MethodHandle>(target).raw(still));
}

// Stores the target of a VolatileCallSite in the total order of volatile accesses.
void JNICALL setCallSiteTargetVolatile(JNIEnv* env, jclass, jobject call_site, jobject target) {
  NativeEntry vm(env);
  NoSafepoint still(vm.self);
  handle_of<java::CallSite>(call_site).raw(still)->set_target_volatile(
      still, handle_of<java::MethodHandle>(target).raw(still));
}

// Reads bootstrap arguments for Java, one by one. Index -4 is the bootstrap method, -3 the name, -2
// the type, -1 the number of arguments, and 0 or more an argument.
class ArgumentPull {
 public:
  ArgumentPull(JavaThread& self, Class& from, std::uint16_t pool_index, bool resolve,
               Handle<> not_available)
      : self_(self),
        from_(from),
        pool_index_(pool_index),
        resolve_(resolve),
        not_available_(not_available) {}

  // Returns one argument. Throws ArrayIndexOutOfBoundsException below -4 or beyond the last
  // argument.
  JavaResult<Handle<>> at(std::int32_t index) {
    const classfile::ConstantPool& pool = from_.pool->raw();
    const classfile::BootstrapMethod& row =
        from_.file->bootstrap_methods()[pool.bootstrap_index(pool_index_)];
    switch (index) {
      case -4:
        return constant(row.method_ref);
      case -3:
        return intern_string(self_, pool.member(pool_index_).name);
      case -2:
        return intern_string(self_, pool.member(pool_index_).descriptor);
      case -1: {
        Slot count{};
        count.set_int(static_cast<std::int32_t>(row.arguments.size()));
        return box(self_, runtime::BasicType::kInt, count);
      }
      default:
        break;
    }
    if (index < -4 || index >= static_cast<std::int32_t>(row.arguments.size())) {
      return throw_newf(self_, "java/lang/ArrayIndexOutOfBoundsException", "bootstrap argument %d",
                        index);
    }
    return constant(row.arguments[static_cast<std::uint32_t>(index)]);
  }

 private:
  // Without `resolve_`, a constant that is not resolved yet is replaced by the not_available
  // object.
  JavaResult<Handle<>> constant(std::uint16_t index) {
    if (resolve_) {
      return loadable_constant(self_, *from_.pool, index);
    }
    Handle<> found = MJ_TRY(constant_if_resolved(self_, *from_.pool, index));
    return found.is_null() ? not_available_ : found;
  }

  JavaThread& self_;
  Class& from_;
  std::uint16_t pool_index_;
  bool resolve_;
  // The replacement for a constant that is not resolved yet.
  Handle<> not_available_;
};

// Copies the arguments with indexes start (inclusive) to end (exclusive) into the buffer.
// index_info[1] is the pool index of the call site or constant.
void JNICALL copyOutBootstrapArguments(JNIEnv* env, jclass, jclass caller, jintArray index_info,
                                       jint start, jint end, jobjectArray buffer, jint position,
                                       jboolean resolve_arguments, jobject not_available) {
  NativeEntry vm(env);
  std::uint16_t pool_index;
  {
    NoSafepoint still(vm.self);
    pool_index = static_cast<std::uint16_t>(handle_of(index_info).raw(still)->at(1));
    std::int32_t room = handle_of(buffer).raw(still)->array_length();
    if (start < -4 || start > end || position < 0 || position > room ||
        end - start > room - position) {
      // This marks bad bounds: the exception is thrown below, outside of the NoSafepoint.
      end = start - 1;
    }
  }
  if (end < start) {
    (void)throw_new(vm.self, "java/lang/ArrayIndexOutOfBoundsException");
    return;
  }
  ArgumentPull pull(vm.self, class_of(caller), pool_index, resolve_arguments != JNI_FALSE,
                    handle_of(not_available));
  for (jint i = start; i < end; ++i) {
    HandleScope scope(vm.self);
    JavaResult<Handle<>> value = pull.at(i);
    // The exception stays pending; elements before this one are written.
    if (!value.ok()) {
      return;
    }
    store_element(vm.self, handle_of(buffer), position + i - start, value.take());
  }
}

// minijvm compiles nothing, so nothing depends on the context of a call site.
void JNICALL clearCallSiteContext(JNIEnv*, jclass, jobject) {}

// Java asks only in assertions. 0 means that there are no named constants to compare.
jint JNICALL getNamedCon(JNIEnv*, jclass, jint, jobjectArray) { return 0; }

// There is nothing to register: the rows below are bound by name.
void JNICALL registerNatives(JNIEnv*, jclass) {}

// MethodHandle.invoke and invokeExact are native and signature-polymorphic (JVMS 2.9.3). A call by
// reflection must throw, as the API documents.
jobject JNICALL invoke_reflectively(JNIEnv* env, jobject, jobjectArray) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/UnsupportedOperationException",
                  "MethodHandle.invoke cannot be invoked reflectively");
  return nullptr;
}

jobject JNICALL invoke_exact_reflectively(JNIEnv* env, jobject, jobjectArray) {
  NativeEntry vm(env);
  (void)throw_new(vm.self, "java/lang/UnsupportedOperationException",
                  "MethodHandle.invokeExact cannot be invoked reflectively");
  return nullptr;
}

// Each row has holder, name and descriptor; the registry binds the row at the first call.
#define MJ_MHN "java/lang/invoke/MethodHandleNatives"
#define MJ_MEMBER "Ljava/lang/invoke/MemberName;"
const VmNative kNatives[] = {
    {MJ_MHN, "registerNatives", "()V", reinterpret_cast<void*>(registerNatives)},
    {MJ_MHN, "init", "(" MJ_MEMBER "Ljava/lang/Object;)V", reinterpret_cast<void*>(init)},
    {MJ_MHN, "expand", "(" MJ_MEMBER ")V", reinterpret_cast<void*>(expand)},
    {MJ_MHN, "resolve", "(" MJ_MEMBER "Ljava/lang/Class;IZ)" MJ_MEMBER,
     reinterpret_cast<void*>(resolve)},
    {MJ_MHN, "getMembers",
     "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;ILjava/lang/Class;I[" MJ_MEMBER ")I",
     reinterpret_cast<void*>(getMembers)},
    {MJ_MHN, "objectFieldOffset", "(" MJ_MEMBER ")J", reinterpret_cast<void*>(objectFieldOffset)},
    {MJ_MHN, "staticFieldOffset", "(" MJ_MEMBER ")J", reinterpret_cast<void*>(staticFieldOffset)},
    {MJ_MHN, "staticFieldBase", "(" MJ_MEMBER ")Ljava/lang/Object;",
     reinterpret_cast<void*>(staticFieldBase)},
    {MJ_MHN, "getMemberVMInfo", "(" MJ_MEMBER ")Ljava/lang/Object;",
     reinterpret_cast<void*>(getMemberVMInfo)},
    {MJ_MHN, "setCallSiteTargetNormal",
     "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V",
     reinterpret_cast<void*>(setCallSiteTargetNormal)},
    {MJ_MHN, "setCallSiteTargetVolatile",
     "(Ljava/lang/invoke/CallSite;Ljava/lang/invoke/MethodHandle;)V",
     reinterpret_cast<void*>(setCallSiteTargetVolatile)},
    {MJ_MHN, "copyOutBootstrapArguments",
     "(Ljava/lang/Class;[III[Ljava/lang/Object;IZLjava/lang/Object;)V",
     reinterpret_cast<void*>(copyOutBootstrapArguments)},
    {MJ_MHN, "clearCallSiteContext", "(Ljava/lang/invoke/MethodHandleNatives$CallSiteContext;)V",
     reinterpret_cast<void*>(clearCallSiteContext)},
    {MJ_MHN, "getNamedCon", "(I[Ljava/lang/Object;)I", reinterpret_cast<void*>(getNamedCon)},
    {"java/lang/invoke/MethodHandle", "invoke", "([Ljava/lang/Object;)Ljava/lang/Object;",
     reinterpret_cast<void*>(invoke_reflectively)},
    {"java/lang/invoke/MethodHandle", "invokeExact", "([Ljava/lang/Object;)Ljava/lang/Object;",
     reinterpret_cast<void*>(invoke_exact_reflectively)},
};
#undef MJ_MHN
#undef MJ_MEMBER

}  // namespace

void add_method_handle_natives() { add_vm_natives(kNatives); }

}  // namespace minijvm::vm
