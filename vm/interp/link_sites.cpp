// Turns a constant pool index into a linked answer. runtime/link resolves, vm/java initialises, and
// vm/invoke links method handles; this file gives each answer the form that the engines keep.
// Callers are in kInVm.
#include "vm/interp/link_sites.h"

#include <string>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/invoke/bootstrap_arguments.h"
#include "vm/invoke/call_site.h"
#include "vm/java/boxing.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"

namespace minijvm::vm {

using classfile::ConstantTag;
using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::FieldUse;
using runtime::Handle;
using runtime::HandleScope;
using runtime::InvokeKind;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::PolymorphicKind;
using runtime::ResolvedCall;
using runtime::RunConstantPool;
using runtime::wk;
using sync::NoSafepoint;

namespace {

bool is_static_use(FieldUse use) {
  return use == FieldUse::kGetStatic || use == FieldUse::kPutStatic;
}

// --- calls ---

// A resolved method without a table index is called directly. Among the methods that are called
// through an itable, only an interface's private method has none.
CallTarget target_of(const ResolvedCall& call) {
  CallTarget target;
  target.method = call.method;
  target.has_receiver = !call.method->is_static();
  target.index = call.table_index;
  if (call.table_index >= 0) {
    target.kind = call.through_itable ? CallKind::kItable : CallKind::kVtable;
    target.select_for = call.referenced->is_interface() ? runtime::SelectFor::kItableCall
                                                        : runtime::SelectFor::kOtherCall;
  } else if (call.through_itable) {
    target.kind = CallKind::kPrivate;
    target.guard = call.method->holder;
  }
  return target;
}

// 6.5.invokespecial: except for constructors, objectref must be an instance of the current class.
// The verifier ensures that for classes, not for interfaces.
CallTarget special_target_of(const ResolvedCall& call, const Class& current) {
  CallTarget target = target_of(call);
  if (current.is_interface() && !call.method->is_initializer()) {
    target.kind = CallKind::kSpecial;
    target.guard = &current;
  }
  return target;
}

// JVMS 6.5.invokeinterface: an interface has Object's methods, too (5.4.3.4). Even then the
// receiver must implement the interface.
CallTarget object_target_of(const ResolvedCall& call) {
  CallTarget target;
  target.method = call.method;
  target.has_receiver = true;
  target.kind = CallKind::kObject;
  target.guard = call.referenced;
  return target;
}

CallTarget adapter_of(const LinkedCallSite& site) {
  CallTarget target;
  target.kind = CallKind::kAdapter;
  target.method = site.adapter;
  target.appendix = site.appendix;
  return target;
}

// OPTIMIZATION: the adapter of a ConstantCallSite calls the handle that is its appendix. If the
// handle only calls a static method, the site may call that method itself. Returns null if the
// handle does something else. With -XX:+ShowHiddenFrames the adapter must appear on the stack, so
// nothing is skipped.
Method* only_callee(JavaThread& self, const LinkedCallSite& site) {
  if (site.appendix == nullptr || site.adapter->name->text() != "linkToTargetMethod" ||
      shows_hidden_frames())
    return nullptr;
  NoSafepoint still(self);
  const Object* handle = *site.appendix;
  if (handle->klass() != wk().java_lang_invoke_DirectMethodHandle)
    return nullptr;
  Method* callee = target_of_member(runtime::as<java::DirectMethodHandle>(handle)->member());
  bool is_plain = callee != nullptr && callee->is_static() && !is_call_intrinsic(*callee);
  return is_plain && callee->arg_slots + 1 == site.adapter->arg_slots ? callee : nullptr;
}

// The adapter of MethodHandle.invoke and invokeExact takes the site's MethodType as its appendix,
// and compares it with the type of the handle.
bool passes_type(JavaThread& self, const LinkedCallSite& site) {
  if (site.appendix == nullptr)
    return false;
  NoSafepoint still(self);
  const Object* appendix = *site.appendix;
  return appendix->klass() == wk().java_lang_invoke_MethodType;
}

// --- constants ---

LinkedConstant reference_constant(Object* const* slot) {
  LinkedConstant constant;
  constant.type = BasicType::kObject;
  constant.reference = slot;
  return constant;
}

JavaResult<LinkedConstant> object_constant(JavaThread& self, RunConstantPool& pool,
                                           std::uint16_t pool_index) {
  HandleScope scope(self);
  MJ_TRY(loadable_constant(self, pool, pool_index));
  return reference_constant(static_cast<Object* const*>(pool.resolved(pool_index)));
}

// A Dynamic constant whose descriptor is primitive is kept boxed in the pool.
JavaResult<LinkedConstant> dynamic_constant(JavaThread& self, RunConstantPool& pool,
                                            std::uint16_t pool_index) {
  BasicType type = runtime::type_of_descriptor(pool.raw().member(pool_index).descriptor[0]);
  if (runtime::is_reference(type))
    return object_constant(self, pool, pool_index);
  HandleScope scope(self);
  Handle<> value = MJ_TRY(loadable_constant(self, pool, pool_index));
  LinkedConstant constant;
  constant.type = type;
  BasicType found = unbox(self, value, &constant.value);
  if (found != type) {
    return throw_new(self, "java/lang/InternalError",
                     "a primitive dynamic constant that is not boxed as its descriptor says");
  }
  return constant;
}

}  // namespace

// The arguments are already in their slots, so a static and an instance method of one name and
// descriptor cannot replace each other.
Method* successor_of(const Method& deleted) {
  Method* found = deleted.holder->find_declared_method(deleted.name, deleted.descriptor);
  return found != nullptr && found->arg_slots == deleted.arg_slots ? found : nullptr;
}
Pending throw_deleted(JavaThread& self, const Method& deleted) {
  return throw_newf(self, "java/lang/NoSuchMethodError", "'%s'", deleted.external_text().c_str());
}

JavaResult<LinkedField> link_field(JavaThread& self, Method& in, std::uint16_t pool_index,
                                   FieldUse use) {
  Field* field = MJ_TRY(lift(self, runtime::resolve_field(self, in, pool_index, use)));
  if (!is_static_use(use))
    return LinkedField{field, true};
  // JVMS 5.5: the class that declares the field is initialised, not the class that the instruction
  // names.
  MJ_TRY(initialize_class(self, *field->holder));
  return LinkedField{field, field->holder->is_initialized()};
}

JavaResult<LinkedCall> link_call(JavaThread& self, Method& in, std::uint16_t pool_index,
                                 InvokeKind kind) {
  // The pool is read now, because later the class may be redefined, and `in` may be a new version.
  RunConstantPool& pool = *in.pool;
  ResolvedCall call = MJ_TRY(lift(self, runtime::resolve_call(self, pool, pool_index, kind)));
  // 6.5.invokevirtual of a signature polymorphic method (JVMS 2.9.3): MethodHandle.invoke and
  // invokeExact are linked like call sites; the handle itself is the receiver.
  if (call.method->polymorphic == PolymorphicKind::kGeneric) {
    LinkedCallSite site = MJ_TRY(link_method_handle_call(self, pool, pool_index));
    LinkedCall handle_call{adapter_of(site), true};
    // The handle must not be null.
    handle_call.target.has_receiver = true;
    handle_call.target.by_type = passes_type(self, site) && !shows_hidden_frames();
    return handle_call;
  }
  if (kind == InvokeKind::kInterface && !call.method->holder->is_interface())
    return LinkedCall{object_target_of(call), true};
  if (kind == InvokeKind::kSpecial)
    return LinkedCall{special_target_of(call, *in.holder), true};
  // 6.5.invokestatic is the only one of the rest that initialises a class.
  if (kind != InvokeKind::kStatic || is_call_intrinsic(*call.method))
    return LinkedCall{target_of(call), true};
  MJ_TRY(initialize_class(self, *call.method->holder));
  return LinkedCall{target_of(call), call.method->holder->is_initialized()};
}

JavaResult<LinkedCall> link_invokedynamic(JavaThread& self, Method& in, std::uint32_t bci,
                                          std::uint16_t pool_index) {
  LinkedCallSite site = MJ_TRY(link_call_site(self, in, bci, pool_index));
  Method* only = only_callee(self, site);
  if (only == nullptr)
    return LinkedCall{adapter_of(site), true};
  // JVMS 5.5: as long as the class is not initialised, the call must go through the adapter, which
  // initialises it.
  if (!only->holder->is_initialized())
    return LinkedCall{adapter_of(site), false};
  CallTarget target;
  target.method = only;
  return LinkedCall{target, true};
}

JavaResult<LinkedClass> link_new(JavaThread& self, Method& in, std::uint16_t pool_index) {
  Class* klass = MJ_TRY(lift(self, runtime::resolve_class(self, *in.pool, pool_index)));
  // Only the VM makes instances of java.lang.Class: their size depends on the class that they stand
  // for.
  bool is_class_class = klass->name == runtime::find_symbol("java/lang/Class");
  if (!klass->is_instance_class() || klass->is_abstract() || klass->is_interface()) {
    return throw_new(self, "java/lang/InstantiationError", klass->external_name().c_str());
  }
  if (is_class_class) {
    return throw_new(self, "java/lang/IllegalAccessError", klass->external_name().c_str());
  }
  MJ_TRY(initialize_class(self, *klass));
  return LinkedClass{klass, klass->is_initialized()};
}

JavaResult<Class*> link_class(JavaThread& self, Method& in, std::uint16_t pool_index) {
  return lift(self, runtime::resolve_class(self, *in.pool, pool_index));
}

JavaResult<Class*> link_array_of(JavaThread& self, Method& in, std::uint16_t pool_index) {
  Class* component = MJ_TRY(link_class(self, in, pool_index));
  return lift(self, runtime::array_class_of(self, *component));
}

JavaResult<LinkedConstant> link_constant(JavaThread& self, Method& in, std::uint16_t pool_index) {
  RunConstantPool& pool = *in.pool;
  const classfile::ConstantPool& raw = pool.raw();
  LinkedConstant number;
  switch (raw.tag(pool_index)) {
    case ConstantTag::Integer:
      number.type = BasicType::kInt;
      number.value.set_int(raw.integer(pool_index));
      return number;
    case ConstantTag::Float:
      number.type = BasicType::kFloat;
      number.value.set_float(raw.float_(pool_index));
      return number;
    case ConstantTag::Long:
      number.type = BasicType::kLong;
      number.value.set_long(raw.long_(pool_index));
      return number;
    case ConstantTag::Double:
      number.type = BasicType::kDouble;
      number.value.set_double(raw.double_(pool_index));
      return number;
    // Mirrors never move, so the class's own field for its mirror serves as the root slot.
    case ConstantTag::Class:
      return reference_constant(
          runtime::root_slot(&MJ_TRY(link_class(self, in, pool_index))->mirror));
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::MethodHandle:
      return object_constant(self, pool, pool_index);
    case ConstantTag::Dynamic:
      return dynamic_constant(self, pool, pool_index);
    default:
      break;
  }
  return throw_new(self, "java/lang/ClassFormatError", "ldc of a constant that is not loadable");
}

JavaResult<Method*> select_or_throw(JavaThread& self, Class& receiver, const Method& resolved,
                                    runtime::SelectFor call) {
  return lift(self, runtime::select_method(receiver, resolved, call));
}

}  // namespace minijvm::vm
