#include "vm/interp/link_sites.h"

#include <string>

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/invoke/bootstrap_arguments.h"
#include "vm/invoke/call_site.h"
#include "vm/java/boxing.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/stack_trace.h"

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

bool is_static_use(FieldUse use) { return use == FieldUse::kGetStatic || use == FieldUse::kPutStatic; }

// --- calls ---

CallTarget target_of(const ResolvedCall& call) {
  CallTarget target;
  target.method = call.method;
  target.has_receiver = !call.method->is_static();
  target.index = call.table_index;
  if (call.table_index >= 0) {
    target.kind = call.through_itable ? CallKind::kItable : CallKind::kVtable;
    target.select_for = call.referenced->is_interface() ? runtime::SelectFor::kItableCall : runtime::SelectFor::kOtherCall;
  } else if (call.through_itable) {
    target.kind = CallKind::kPrivate;
    target.guard = call.method->holder;
  }
  return target;
}

// 6.5.invokespecial: but for constructors, objectref is of the current class. Verification sees to that, but not for interfaces.
CallTarget special_target_of(const ResolvedCall& call, const Class& current) {
  CallTarget target = target_of(call);
  if (current.is_interface() && !call.method->is_initializer()) {
    target.kind = CallKind::kSpecial;
    target.guard = &current;
  }
  return target;
}

// JVMS 6.5.invokeinterface: an interface has Object's methods, too (5.4.3.4), and whoever receives them implements it.
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

// OPTIMIZATION: the adapter of a ConstantCallSite calls the handle that is its appendix. If that handle does nothing but call a static method,
// the site may do so itself. Null: something else.
Method* only_callee(JavaThread& self, const LinkedCallSite& site) {
  if (site.appendix == nullptr || site.adapter->name->text() != "linkToTargetMethod" || shows_hidden_frames()) return nullptr;
  NoSafepoint still(self);
  const Object* handle = *site.appendix;
  if (handle->klass() != wk().java_lang_invoke_DirectMethodHandle) return nullptr;
  Method* callee = target_of_member(handle->load_ref(wk().DirectMethodHandle_member));
  bool is_plain = callee != nullptr && callee->is_static() && !is_call_intrinsic(*callee);
  return is_plain && callee->arg_slots + 1 == site.adapter->arg_slots ? callee : nullptr;
}

// The adapter of MethodHandle.invoke and invokeExact takes the site's MethodType and compares it with the handle's.
bool passes_type(JavaThread& self, const LinkedCallSite& site) {
  if (site.appendix == nullptr) return false;
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

JavaResult<LinkedConstant> object_constant(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index) {
  HandleScope scope(self);
  MJ_TRY(loadable_constant(self, pool, pool_index));
  return reference_constant(static_cast<Object* const*>(pool.resolved(pool_index)));
}

// A Dynamic constant whose descriptor is primitive is kept boxed.
JavaResult<LinkedConstant> dynamic_constant(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index) {
  BasicType type = runtime::type_of_descriptor(pool.raw().member(pool_index).descriptor[0]);
  if (runtime::is_reference(type)) return object_constant(self, pool, pool_index);
  HandleScope scope(self);
  Handle<> value = MJ_TRY(loadable_constant(self, pool, pool_index));
  LinkedConstant constant;
  constant.type = type;
  BasicType found = unbox(self, value, &constant.value);
  if (found != type) {
    return throw_new(self, "java/lang/InternalError", "a primitive dynamic constant that is not boxed as its descriptor says");
  }
  return constant;
}

LinkedConstant int_constant(std::int32_t value) {
  LinkedConstant constant;
  constant.type = BasicType::kInt;
  constant.value.set_int(value);
  return constant;
}
LinkedConstant float_constant(float value) {
  LinkedConstant constant;
  constant.type = BasicType::kFloat;
  constant.value.set_float(value);
  return constant;
}
LinkedConstant long_constant(std::int64_t value) {
  LinkedConstant constant;
  constant.type = BasicType::kLong;
  constant.value.set_long(value);
  return constant;
}
LinkedConstant double_constant(double value) {
  LinkedConstant constant;
  constant.type = BasicType::kDouble;
  constant.value.set_double(value);
  return constant;
}

}  // namespace

Method* successor_of(const Method& deleted) {
  Method* found = deleted.holder->find_declared_method(deleted.name, deleted.descriptor);
  return found != nullptr && found->arg_slots == deleted.arg_slots ? found : nullptr;
}
Pending throw_deleted(JavaThread& self, const Method& deleted) {
  return throw_newf(self, "java/lang/NoSuchMethodError", "'%s'", deleted.external_text().c_str());
}

JavaResult<LinkedField> link_field(JavaThread& self, Method& in, std::uint16_t pool_index, FieldUse use) {
  Field* field = MJ_TRY(lift(self, runtime::resolve_field(self, in, pool_index, use)));
  if (!is_static_use(use)) return LinkedField{field, true};
  // JVMS 5.5: the class that declares the field is initialised, not the one the instruction names.
  MJ_TRY(initialize_class(self, *field->holder));
  return LinkedField{field, field->holder->is_initialized()};
}

JavaResult<LinkedCall> link_call(JavaThread& self, Method& in, std::uint16_t pool_index, InvokeKind kind) {
  RunConstantPool& pool = *in.pool;  // now: meanwhile the class may be redefined, and `in` a new version
  ResolvedCall call = MJ_TRY(lift(self, runtime::resolve_call(self, pool, pool_index, kind)));
  if (call.method->polymorphic == PolymorphicKind::kGeneric) {
    LinkedCallSite site = MJ_TRY(link_method_handle_call(self, pool, pool_index));
    LinkedCall handle_call{adapter_of(site), true};
    handle_call.target.has_receiver = true;  // 6.5.invokevirtual: the handle itself
    handle_call.target.by_type = passes_type(self, site) && !shows_hidden_frames();
    return handle_call;
  }
  if (kind == InvokeKind::kInterface && !call.method->holder->is_interface()) return LinkedCall{object_target_of(call), true};
  if (kind == InvokeKind::kSpecial) return LinkedCall{special_target_of(call, *in.holder), true};
  if (kind != InvokeKind::kStatic || is_call_intrinsic(*call.method)) return LinkedCall{target_of(call), true};
  MJ_TRY(initialize_class(self, *call.method->holder));
  return LinkedCall{target_of(call), call.method->holder->is_initialized()};
}

JavaResult<LinkedCall> link_invokedynamic(JavaThread& self, Method& in, std::uint32_t bci, std::uint16_t pool_index) {
  LinkedCallSite site = MJ_TRY(link_call_site(self, in, bci, pool_index));
  Method* only = only_callee(self, site);
  if (only == nullptr) return LinkedCall{adapter_of(site), true};
  // JVMS 5.5: until the class is initialised, the adapter sees to that.
  if (!only->holder->is_initialized()) return LinkedCall{adapter_of(site), false};
  CallTarget target;
  target.method = only;
  return LinkedCall{target, true};
}

JavaResult<LinkedClass> link_new(JavaThread& self, Method& in, std::uint16_t pool_index) {
  Class* klass = MJ_TRY(lift(self, runtime::resolve_class(self, *in.pool, pool_index)));
  // java.lang.Class is made by the VM alone: its instances have the size of their class's statics.
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
  switch (raw.tag(pool_index)) {
    case ConstantTag::Integer: return int_constant(raw.integer(pool_index));
    case ConstantTag::Float: return float_constant(raw.float_(pool_index));
    case ConstantTag::Long: return long_constant(raw.long_(pool_index));
    case ConstantTag::Double: return double_constant(raw.double_(pool_index));
    case ConstantTag::Class: return reference_constant(&MJ_TRY(link_class(self, in, pool_index))->mirror);
    case ConstantTag::String:
    case ConstantTag::MethodType:
    case ConstantTag::MethodHandle: return object_constant(self, pool, pool_index);
    case ConstantTag::Dynamic: return dynamic_constant(self, pool, pool_index);
    default: break;
  }
  return throw_new(self, "java/lang/ClassFormatError", "ldc of a constant that is not loadable");
}

JavaResult<Method*> select_or_throw(JavaThread& self, Class& receiver, const Method& resolved, runtime::SelectFor call) {
  return lift(self, runtime::select_method(receiver, resolved, call));
}

}  // namespace minijvm::vm
