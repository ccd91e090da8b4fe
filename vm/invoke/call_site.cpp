#include "vm/invoke/call_site.h"

#include <string>

#include "classfile/class_file.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/invoke/bootstrap_arguments.h"
#include "vm/invoke/link_outcomes.h"
#include "vm/invoke/member_name.h"
#include "vm/invoke/method_types.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using classfile::ConstantPool;
using classfile::ConstantTag;
using classfile::ReferenceKind;
using runtime::Class;
using runtime::HandleScope;
using runtime::RunConstantPool;
using runtime::wk;
using sync::NoSafepoint;

Object* const* keep(JavaThread& self, RunConstantPool& from, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  return raw == nullptr ? nullptr : from.holder().home->constants.add(raw);
}

// The adapter is often a hidden class's, to which nothing else refers: it lives as long as the code that calls it.
void keep_class(JavaThread& self, RunConstantPool& from, const Class& kept) {
  if (!kept.home->is_boot()) {
    (void)keep(self, from, mirror_of(kept));
  }
}

// JVMS 5.4.3.6: what is no Error becomes the cause of a BootstrapMethodError.
void wrap_bootstrap_failure(JavaThread& self) {
  HandleScope scope(self);
  Handle<> thrown = take_exception(self);
  bool is_error;
  {
    NoSafepoint still(self);
    is_error = thrown.raw(still)->klass()->is_subclass_of(*wk().java_lang_Error);
  }
  if (is_error) {
    (void)throw_object(self, thrown);
  } else {
    (void)throw_with_cause(self, "java/lang/BootstrapMethodError", "CallSite bootstrap method initialization exception", thrown);
  }
}

// The MemberName and appendix that an upcall came to, as a site.
JavaResult<LinkedCallSite> site_of(JavaThread& self, RunConstantPool& from, Handle<> member_name, Handle<> appendix_result) {
  LinkedCallSite site;
  Handle<> appendix;
  {
    NoSafepoint still(self);
    const Object* raw = member_name.raw(still);
    site.adapter = raw == nullptr ? nullptr : method_of_member_name(still, raw);
    appendix = runtime::make_handle(self, still, appendix_result.raw(still)->elements<Object*>()[0]);
  }
  if (site.adapter == nullptr) {
    return throw_new(self, "java/lang/LinkageError", "bad call site: no adapter method");
  }
  keep_class(self, from, *site.adapter->holder);
  site.appendix = keep(self, from, appendix);
  return site;
}

struct BootstrapCall {
  Handle<> method_handle;
  Handle<> name;
  Handle<> arguments;
};
JavaResult<BootstrapCall> prepare_bootstrap(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  BootstrapCall call;
  std::uint16_t row = pool.bootstrap_index(pool_index);
  call.method_handle = MJ_TRY(loadable_constant(self, from, from.file().bootstrap_methods()[row].method_ref));
  call.name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  call.arguments = MJ_TRY(static_arguments(self, from, row));
  return call;
}

JavaResult<LinkedCallSite> run_call_site_bootstrap(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Handle<> type = MJ_TRY(method_type_of(self, from.holder(), from.raw().member(pool_index).descriptor));
  Handle<> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from.holder()));
  args.push_int(pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(type);
  args.push(bootstrap.arguments);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkCallSite, args));
  return site_of(self, from, member.reference, appendix);
}

JavaResult<LinkedCallSite> run_link_method(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  Class* holder = MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(pool_index))));
  Handle<> name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  Handle<> type = MJ_TRY(method_type_of(self, from.holder(), pool.member(pool_index).descriptor));
  Handle<> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from.holder()));
  args.push_int(static_cast<std::int32_t>(ReferenceKind::REF_invokeVirtual));
  args.push(mirror_of(*holder));
  args.push(name);
  args.push(type);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethod, args));
  return site_of(self, from, member.reference, appendix);
}

// JVMS 5.4.3.5: the Methodref of a handle constant must name a class, an InterfaceMethodref an interface.
JavaResult<void> check_reference_form(JavaThread& self, const ConstantPool& pool, std::uint16_t pool_index, const Class& holder) {
  const std::uint16_t reference = pool.reference_index(pool_index);
  if (pool.is(reference, ConstantTag::Fieldref) || pool.is(reference, ConstantTag::InterfaceMethodref) == holder.is_interface()) {
    return {};
  }
  std::string signature = runtime::external_signature("", pool.member(reference).name, pool.member(reference).descriptor);
  const char* is = holder.is_interface() ? "CONSTANT_MethodRef" : "CONSTANT_InterfaceMethodRef";
  const char* should_be = holder.is_interface() ? "CONSTANT_InterfaceMethodRef" : "CONSTANT_MethodRef";
  return throw_newf(self, "java/lang/IncompatibleClassChangeError",
                    "Inconsistent constant pool data in classfile for class %s. Method '%s' at index %d is %s and should be %s", holder.name->c_str(),
                    signature.c_str(), pool_index, is, should_be);
}

JavaResult<Handle<>> resolve_method_type(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  return method_type_of(self, from.holder(), from.raw().method_type(pool_index));
}

JavaResult<Handle<>> resolve_method_handle(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  std::uint16_t reference = pool.reference_index(pool_index);
  Class* holder = MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(reference))));
  MJ_TRY(check_reference_form(self, pool, pool_index, *holder));
  std::string_view descriptor = pool.member(reference).descriptor;
  MJ_TRY(check_member(self, pool.reference_kind(pool_index), *holder, pool.member(reference).name, descriptor, from.holder()));
  Handle<> name = MJ_TRY(intern_string(self, pool.member(reference).name));
  Handle<> type;
  if (descriptor[0] == '(') {
    type = MJ_TRY(method_type_of(self, from.holder(), descriptor));
  } else {
    type = mirror_of(*MJ_TRY(class_of_field_descriptor(self, from.holder(), descriptor)));
  }
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from.holder()));
  args.push_int(static_cast<std::int32_t>(pool.reference_kind(pool_index)));
  args.push(mirror_of(*holder));
  args.push(name);
  args.push(type);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethodHandleConstant, args)).reference;
}

JavaResult<Handle<>> run_dynamic_bootstrap(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Class* type = MJ_TRY(class_of_field_descriptor(self, from.holder(), from.raw().member(pool_index).descriptor));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from.holder()));
  args.push_int(pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(mirror_of(*type));
  args.push(bootstrap.arguments);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkDynamicConstant, args)).reference;
}

JavaResult<Handle<>> run_resolution(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  if (pool.is(pool_index, ConstantTag::MethodType)) {
    return resolve_method_type(self, from, pool_index);
  }
  return pool.is(pool_index, ConstantTag::MethodHandle) ? resolve_method_handle(self, from, pool_index)
                                                        : run_dynamic_bootstrap(self, from, pool_index);
}

// What HotSpot calls a constant by whose resolution failed without a message.
std::string text_of_constant(const RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  if (pool.is(pool_index, ConstantTag::MethodType)) {
    return std::string(pool.method_type(pool_index));
  }
  std::uint16_t member = pool.is(pool_index, ConstantTag::MethodHandle) ? pool.reference_index(pool_index) : pool_index;
  return std::string(pool.member(member).name);
}

}  // namespace

JavaResult<LinkedCallSite> link_call_site(JavaThread& self, Method& in, std::uint32_t bci, std::uint16_t pool_index) {
  RunConstantPool& from = *in.pool;
  const LinkKey key = key_of_instruction(in, bci);
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return unpack(self, *known);
  }
  HandleScope scope(self);
  JavaResult<LinkedCallSite> linked = run_call_site_bootstrap(self, from, pool_index);
  if (linked.ok()) {
    return unpack(self, publish_site(from, key, linked.take()));
  }
  wrap_bootstrap_failure(self);
  const LinkOutcome* winner = publish_failure(self, from, key, nullptr, false);  // HOTSPOT: a site forgets the cause, a constant does not
  return winner == nullptr ? kPending : unpack(self, *winner);
}

JavaResult<LinkedCallSite> link_method_handle_call(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const LinkKey key = key_of_entry(pool_index);
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return unpack(self, *known);
  }
  HandleScope scope(self);
  LinkedCallSite linked = MJ_TRY(run_link_method(self, from, pool_index));
  return unpack(self, publish_site(from, key, linked));
}

JavaResult<Handle<>> resolve_constant(JavaThread& self, RunConstantPool& from, std::uint16_t pool_index) {
  const LinkKey key = key_of_entry(pool_index);
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return throw_remembered(self, *known->failure);
  }
  const bool is_dynamic = from.raw().is(pool_index, ConstantTag::Dynamic);
  JavaResult<Handle<>> value = run_resolution(self, from, pool_index);
  if (value.ok()) {
    return value;
  }
  if (void* slot = from.resolved(pool_index)) {  // another thread came further
    self.pending_exception = nullptr;
    return Handle<>(static_cast<Object* const*>(slot));
  }
  if (is_dynamic) {
    wrap_bootstrap_failure(self);
  }
  const LinkOutcome* winner = publish_failure(self, from, key, text_of_constant(from, pool_index).c_str(), true);
  return winner == nullptr ? kPending : throw_remembered(self, *winner->failure);
}

}  // namespace minijvm::vm
