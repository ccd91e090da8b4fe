// Links by java.lang.invoke: collects the pieces from the constant pool, calls the matching method
// of MethodHandleNatives, and publishes the outcome in the class's pool. The interpreter calls it
// with the thread in kInVm when it first executes the instruction.
//
//   instruction or constant            Java method called            outcome kept under
//   invokedynamic                      linkCallSite                  method and bci
//   MethodHandle.invoke, VarHandle     linkMethod                    pool entry
//   CONSTANT_MethodHandle              linkMethodHandleConstant      pool entry
//   CONSTANT_Dynamic                   linkDynamicConstant           pool entry
//   CONSTANT_MethodType                findMethodHandleType          pool entry
#include "vm/invoke/call_site.h"

#include <string>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/invoke/bootstrap_arguments.h"
#include "vm/invoke/link_outcomes.h"
#include "vm/invoke/member_name.h"
#include "vm/invoke/method_types.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
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

// Returns a constant slot that holds the object and lives as long as the class's loader. Returns
// null for null.
Object* const* keep(JavaThread& self, RunConstantPool& from, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  return raw == nullptr ? nullptr : from.holder().home->constants.add(raw);
}

// Keeps the adapter's class as long as the code that calls the adapter. Often it is a hidden class,
// to which nothing else refers.
void keep_class(JavaThread& self, RunConstantPool& from, const Class& kept) {
  if (!kept.home->is_boot()) {
    (void)keep(self, from, mirror_of(kept));
  }
}

// JVMS 5.4.3.6: if the bootstrap method threw an exception that is not an Error, it becomes the
// cause of a BootstrapMethodError. An Error is thrown as it is.
void wrap_bootstrap_failure(JavaThread& self) {
  HandleScope scope(self);
  Handle<java::Throwable> thrown = take_exception(self);
  if (klass_of(self, thrown)->is_subclass_of(*wk().java_lang_Error)) {
    (void)throw_object(self, thrown);
  } else {
    (void)throw_with_cause(self, "java/lang/BootstrapMethodError",
                           "CallSite bootstrap method initialization exception", thrown);
  }
}

// Turns the result of an upcall into a site. The MemberName gives the adapter, and element 0 of the
// array gives the appendix.
JavaResult<LinkedCallSite> site_of(JavaThread& self, RunConstantPool& from,
                                   Handle<java::MemberName> member_name,
                                   Handle<java::ObjectArray> appendix_result) {
  LinkedCallSite site;
  {
    NoSafepoint still(self);
    const java::MemberName* raw = member_name.raw(still);
    site.adapter = raw == nullptr ? nullptr : method_of_member_name(still, raw);
  }
  Handle<> appendix = element_of(self, appendix_result, 0);
  if (site.adapter == nullptr) {
    return throw_new(self, "java/lang/LinkageError", "bad call site: no adapter method");
  }
  // The site refers to both by address, so both must stay alive first.
  keep_class(self, from, *site.adapter->holder);
  site.appendix = keep(self, from, appendix);
  return site;
}

// Holds the parts that call sites and dynamic constants have in common.
struct BootstrapCall {
  Handle<java::MethodHandle> method_handle;
  Handle<java::String> name;
  Handle<> arguments;
};
// JVMS 5.4.3.6: the bootstrap method handle and the static arguments. The caller adds the type,
// which is a MethodType for a call site and a Class for a constant.
JavaResult<BootstrapCall> prepare_bootstrap(JavaThread& self, RunConstantPool& from,
                                            std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  BootstrapCall call;
  std::uint16_t row = pool.bootstrap_index(pool_index);
  call.method_handle = runtime::as<java::MethodHandle>(
      MJ_TRY(loadable_constant(self, from, from.file().bootstrap_methods()[row].method_ref)));
  call.name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  call.arguments = MJ_TRY(static_arguments(self, from, row));
  return call;
}

// Passes what MethodHandleNatives wants to know of the place that is linked.
void push_caller(CallArgs& args, const RunConstantPool& from, std::uint16_t pool_index) {
  args.push(mirror_of(from.holder()));
  if (runtime::jdk().links_with_pool_index) {
    args.push_int(pool_index);
  }
}

// Links an invokedynamic. MethodHandleNatives.linkCallSite calls the bootstrap method, checks the
// CallSite it returns, and answers with an adapter and its appendix.
JavaResult<LinkedCallSite> run_call_site_bootstrap(JavaThread& self, RunConstantPool& from,
                                                   std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Handle<java::MethodType> type =
      MJ_TRY(method_type_of(self, from.holder(), from.raw().member(pool_index).descriptor));
  // Java stores the appendix in element 0.
  Handle<java::ObjectArray> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  // linkCallSite(caller, indexInCD, bootstrapMethod, name, type, staticArguments, appendixResult);
  // later JDKs ask for no index
  push_caller(args, from, pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(type);
  args.push(bootstrap.arguments);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkCallSite, args));
  return site_of(self, from, runtime::as<java::MemberName>(member.reference), appendix);
}

// Links a call of a signature-polymorphic method. There is no bootstrap method; java.lang.invoke
// generates an adapter for the call's type.
JavaResult<LinkedCallSite> run_link_method(JavaThread& self, RunConstantPool& from,
                                           std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  Class* holder =
      MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(pool_index))));
  Handle<java::String> name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  Handle<java::MethodType> type =
      MJ_TRY(method_type_of(self, from.holder(), pool.member(pool_index).descriptor));
  Handle<java::ObjectArray> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  // linkMethod(callerClass, refKind, defc, name, type, appendixResult)
  args.push(mirror_of(from.holder()));
  args.push_int(static_cast<std::int32_t>(ReferenceKind::REF_invokeVirtual));
  args.push(mirror_of(*holder));
  args.push(name);
  args.push(type);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethod, args));
  return site_of(self, from, runtime::as<java::MemberName>(member.reference), appendix);
}

// JVMS 5.4.3.5 with 4.4.8: a method handle constant with a Methodref must refer to a class, and one
// with an InterfaceMethodref to an interface. A Fieldref may refer to either.
JavaResult<void> check_reference_form(JavaThread& self, const ConstantPool& pool,
                                      std::uint16_t pool_index, const Class& holder) {
  const std::uint16_t reference = pool.reference_index(pool_index);
  if (pool.is(reference, ConstantTag::Fieldref) ||
      pool.is(reference, ConstantTag::InterfaceMethodref) == holder.is_interface()) {
    return {};
  }
  std::string signature = runtime::external_signature("", pool.member(reference).name,
                                                      pool.member(reference).descriptor);
  const char* is = holder.is_interface() ? "CONSTANT_MethodRef" : "CONSTANT_InterfaceMethodRef";
  const char* should_be =
      holder.is_interface() ? "CONSTANT_InterfaceMethodRef" : "CONSTANT_MethodRef";
  return throw_newf(self, "java/lang/IncompatibleClassChangeError",
                    "Inconsistent constant pool data in classfile for class %s. Method '%s' at "
                    "index %d is %s and should be %s",
                    holder.name->c_str(), signature.c_str(), pool_index, is, should_be);
}

JavaResult<Handle<java::MethodType>> resolve_method_type(JavaThread& self, RunConstantPool& from,
                                                         std::uint16_t pool_index) {
  return method_type_of(self, from.holder(), from.raw().method_type(pool_index));
}

// CONSTANT_MethodHandle (JVMS 5.4.3.5): resolve the class, check the member, make the type, then
// let Java build the handle.
JavaResult<Handle<>> resolve_method_handle(JavaThread& self, RunConstantPool& from,
                                           std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  std::uint16_t reference = pool.reference_index(pool_index);
  Class* holder =
      MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(reference))));
  MJ_TRY(check_reference_form(self, pool, pool_index, *holder));
  std::string_view descriptor = pool.member(reference).descriptor;
  MJ_TRY(check_member(self, pool.reference_kind(pool_index), *holder, pool.member(reference).name,
                      descriptor, from.holder()));
  Handle<java::String> name = MJ_TRY(intern_string(self, pool.member(reference).name));
  Handle<> type;
  // A method has a MethodType; a field has the Class of its type.
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
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethodHandleConstant, args))
      .reference;
}

// CONSTANT_Dynamic (JVMS 5.4.3.6): its descriptor is a field descriptor, so its type is a Class.
JavaResult<Handle<>> run_dynamic_bootstrap(JavaThread& self, RunConstantPool& from,
                                           std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Class* type = MJ_TRY(
      class_of_field_descriptor(self, from.holder(), from.raw().member(pool_index).descriptor));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  push_caller(args, from, pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(mirror_of(*type));
  args.push(bootstrap.arguments);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkDynamicConstant, args)).reference;
}

JavaResult<Handle<>> run_resolution(JavaThread& self, RunConstantPool& from,
                                    std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  if (pool.is(pool_index, ConstantTag::MethodType)) {
    return resolve_method_type(self, from, pool_index);
  }
  return pool.is(pool_index, ConstantTag::MethodHandle)
             ? resolve_method_handle(self, from, pool_index)
             : run_dynamic_bootstrap(self, from, pool_index);
}

// HOTSPOT: the message for a constant whose resolution failed with an exception that has no
// message.
std::string text_of_constant(const RunConstantPool& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.raw();
  if (pool.is(pool_index, ConstantTag::MethodType)) {
    return std::string(pool.method_type(pool_index));
  }
  std::uint16_t member = pool.is(pool_index, ConstantTag::MethodHandle)
                             ? pool.reference_index(pool_index)
                             : pool_index;
  return std::string(pool.member(member).name);
}

}  // namespace

JavaResult<LinkedCallSite> link_call_site(JavaThread& self, Method& in, std::uint32_t bci,
                                          std::uint16_t pool_index) {
  RunConstantPool& from = *in.pool;
  const LinkKey key = key_of_instruction(in, bci);
  // If the instruction was linked before, or linking failed before, the outcome is the same again,
  // without any Java code.
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return unpack(self, *known);
  }
  HandleScope scope(self);
  // Several threads may be here at once, and each runs the bootstrap method (JVMS 5.4.3.6 allows
  // it). The one that publishes first decides.
  JavaResult<LinkedCallSite> linked = run_call_site_bootstrap(self, from, pool_index);
  if (linked.ok()) {
    return unpack(self, publish_site(from, key, linked.take()));
  }
  wrap_bootstrap_failure(self);
  // HOTSPOT: a call site does not remember the cause of its failure; a constant does.
  const LinkOutcome* winner = publish_failure(self, from, key, nullptr, false);
  return winner == nullptr ? kPending : unpack(self, *winner);
}

JavaResult<LinkedCallSite> link_method_handle_call(JavaThread& self, RunConstantPool& from,
                                                   std::uint16_t pool_index) {
  const LinkKey key = key_of_entry(pool_index);
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return unpack(self, *known);
  }
  HandleScope scope(self);
  // A failure here is not remembered: the next execution tries again.
  LinkedCallSite linked = MJ_TRY(run_link_method(self, from, pool_index));
  return unpack(self, publish_site(from, key, linked));
}

JavaResult<Handle<>> resolve_constant(JavaThread& self, RunConstantPool& from,
                                      std::uint16_t pool_index) {
  const LinkKey key = key_of_entry(pool_index);
  if (const LinkOutcome* known = known_outcome(from, key)) {
    return throw_remembered(self, *known->failure);
  }
  // Only failures are kept as outcomes of constants. A value is in the pool's resolved() entry.
  const bool is_dynamic = from.raw().is(pool_index, ConstantTag::Dynamic);
  JavaResult<Handle<>> value = run_resolution(self, from, pool_index);
  if (value.ok()) {
    return value;
  }
  // If another thread resolved the constant while this one failed, the value of that thread counts.
  if (void* slot = from.resolved(pool_index)) {
    self.pending_exception = nullptr;
    return Handle<>(static_cast<Object* const*>(slot));
  }
  // Only a Dynamic constant has a bootstrap method whose exception could need wrapping.
  if (is_dynamic) {
    wrap_bootstrap_failure(self);
  }
  const LinkOutcome* winner =
      publish_failure(self, from, key, text_of_constant(from, pool_index).c_str(), true);
  return winner == nullptr ? kPending : throw_remembered(self, *winner->failure);
}

}  // namespace minijvm::vm
