#include "vm/invoke/call_site.h"

#include <map>
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
#include "sync/vm_mutex.h"
#include "vm/invoke/bootstrap_arguments.h"
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
using runtime::wk;
using sync::NoSafepoint;

// What linking a site came to, for ever: the first result wins, a failure is repeated (JVMS 5.4.3).
struct Outcome {
  LinkedCallSite site;
  Object* const* failure = nullptr;  // the slot of the Throwable
};

// Outcomes by (method, bci) for invokedynamic and by (pool, index) for pool entries.
class Outcomes {
 public:
  bool find(const void* where, std::uint32_t index, Outcome* found) {
    sync::MutexLock lock(mutex_);
    auto at = outcomes_.find({where, index});
    if (at == outcomes_.end()) {
      return false;
    }
    *found = at->second;
    return true;
  }
  // The winner's outcome.
  Outcome publish(const void* where, std::uint32_t index, const Outcome& outcome) {
    sync::MutexLock lock(mutex_);
    return outcomes_.try_emplace({where, index}, outcome).first->second;
  }

 private:
  sync::Mutex mutex_{sync::LockRank::kResolution};
  std::map<std::pair<const void*, std::uint32_t>, Outcome> outcomes_;
};

Outcomes& outcomes() {
  static auto* table = new Outcomes;
  return *table;
}

JavaResult<LinkedCallSite> unpack(JavaThread& self, const Outcome& outcome) {
  if (outcome.failure != nullptr) {
    return throw_object(self, Handle<>(outcome.failure));
  }
  return outcome.site;
}

Object* const* keep(JavaThread& self, Class& from, Handle<> object) {
  NoSafepoint still(self);
  Object* raw = object.raw(still);
  return raw == nullptr ? nullptr : from.loader->constants.add(raw);
}

// Anything that is no Error becomes a BootstrapMethodError with it as cause (JVMS 5.4.3.6).
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

// Remembers the pending exception for the site. StackOverflowError and OutOfMemoryError say nothing about the site: not remembered.
Pending fail(JavaThread& self, Class& from, const void* where, std::uint32_t index) {
  wrap_bootstrap_failure(self);
  Outcome failed;
  {
    NoSafepoint still(self);
    if (self.pending_exception->klass()->is_subclass_of(*wk().java_lang_VirtualMachineError)) {
      return kPending;
    }
    failed.failure = from.loader->constants.add(self.pending_exception);
  }
  Outcome winner = outcomes().publish(where, index, failed);
  if (winner.failure != nullptr) {
    return throw_object(self, Handle<>(winner.failure));
  }
  return kPending;
}

// The MemberName and appendix that an upcall came to, as a site.
JavaResult<LinkedCallSite> site_of(JavaThread& self, Class& from, Handle<> member_name, Handle<> appendix_result) {
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
  site.appendix = keep(self, from, appendix);
  return site;
}

struct BootstrapCall {
  Handle<> method_handle;
  Handle<> name;
  Handle<> arguments;
};
JavaResult<BootstrapCall> prepare_bootstrap(JavaThread& self, Class& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.pool->raw();
  BootstrapCall call;
  std::uint16_t row = pool.bootstrap_index(pool_index);
  call.method_handle = MJ_TRY(loadable_constant(self, from, from.file->bootstrap_methods()[row].method_ref));
  call.name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  call.arguments = MJ_TRY(static_arguments(self, from, row));
  return call;
}

JavaResult<LinkedCallSite> run_call_site_bootstrap(JavaThread& self, Class& from, std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Handle<> type = MJ_TRY(method_type_of(self, from, from.pool->raw().member(pool_index).descriptor));
  Handle<> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from));
  args.push_int(pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(type);
  args.push(bootstrap.arguments);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkCallSite, args));
  return site_of(self, from, member.reference, appendix);
}

JavaResult<LinkedCallSite> run_link_method(JavaThread& self, Class& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.pool->raw();
  Class* holder = MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(pool_index))));
  Handle<> name = MJ_TRY(intern_string(self, pool.member(pool_index).name));
  Handle<> type = MJ_TRY(method_type_of(self, from, pool.member(pool_index).descriptor));
  Handle<> appendix = MJ_TRY(new_object_array(self, *wk().java_lang_Object, 1));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from));
  args.push_int(static_cast<std::int32_t>(ReferenceKind::REF_invokeVirtual));
  args.push(mirror_of(*holder));
  args.push(name);
  args.push(type);
  args.push(appendix);
  JavaValue member = MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethod, args));
  return site_of(self, from, member.reference, appendix);
}

// JVMS 5.4.3.5: a Methodref must name a class, an InterfaceMethodref an interface.
JavaResult<void> check_reference_form(JavaThread& self, const ConstantPool& pool, std::uint16_t reference, const Class& holder) {
  if (pool.is(reference, ConstantTag::Methodref) && holder.is_interface()) {
    return throw_newf(self, "java/lang/IncompatibleClassChangeError", "Found interface %s, but class was expected", holder.external_name().c_str());
  }
  if (pool.is(reference, ConstantTag::InterfaceMethodref) && !holder.is_interface()) {
    return throw_newf(self, "java/lang/IncompatibleClassChangeError", "Found class %s, but interface was expected", holder.external_name().c_str());
  }
  return {};
}

JavaResult<Handle<>> run_dynamic_bootstrap(JavaThread& self, Class& from, std::uint16_t pool_index) {
  BootstrapCall bootstrap = MJ_TRY(prepare_bootstrap(self, from, pool_index));
  Class* type = MJ_TRY(class_of_field_descriptor(self, from, from.pool->raw().member(pool_index).descriptor));
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from));
  args.push_int(pool_index);
  args.push(bootstrap.method_handle);
  args.push(bootstrap.name);
  args.push(mirror_of(*type));
  args.push(bootstrap.arguments);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkDynamicConstant, args)).reference;
}

}  // namespace

JavaResult<LinkedCallSite> link_call_site(JavaThread& self, Method& in, std::uint32_t bci, std::uint16_t pool_index) {
  Outcome known;
  if (outcomes().find(&in, bci, &known)) {
    return unpack(self, known);
  }
  HandleScope scope(self);
  JavaResult<LinkedCallSite> linked = run_call_site_bootstrap(self, *in.holder, pool_index);
  if (!linked.ok()) {
    return fail(self, *in.holder, &in, bci);
  }
  return unpack(self, outcomes().publish(&in, bci, {linked.take(), nullptr}));
}

JavaResult<LinkedCallSite> link_method_handle_call(JavaThread& self, Class& from, std::uint16_t pool_index) {
  Outcome known;
  if (outcomes().find(from.pool, pool_index, &known)) {
    return unpack(self, known);
  }
  HandleScope scope(self);
  LinkedCallSite linked = MJ_TRY(run_link_method(self, from, pool_index));
  return unpack(self, outcomes().publish(from.pool, pool_index, {linked, nullptr}));
}

JavaResult<Handle<>> resolve_method_type(JavaThread& self, Class& from, std::uint16_t pool_index) {
  return method_type_of(self, from, from.pool->raw().method_type(pool_index));
}

JavaResult<Handle<>> resolve_method_handle(JavaThread& self, Class& from, std::uint16_t pool_index) {
  const ConstantPool& pool = from.pool->raw();
  std::uint16_t reference = pool.reference_index(pool_index);
  Class* holder = MJ_TRY(lift(self, runtime::resolve_class(self, from, pool.member_class_index(reference))));
  MJ_TRY(check_reference_form(self, pool, reference, *holder));
  Handle<> name = MJ_TRY(intern_string(self, pool.member(reference).name));
  std::string_view descriptor = pool.member(reference).descriptor;
  Handle<> type;
  if (descriptor[0] == '(') {
    type = MJ_TRY(method_type_of(self, from, descriptor));
  } else {
    type = mirror_of(*MJ_TRY(class_of_field_descriptor(self, from, descriptor)));
  }
  MJ_TRY(initialize_class(self, *wk().java_lang_invoke_MethodHandleNatives));
  CallArgs args;
  args.push(mirror_of(from));
  args.push_int(static_cast<std::int32_t>(pool.reference_kind(pool_index)));
  args.push(mirror_of(*holder));
  args.push(name);
  args.push(type);
  return MJ_TRY(call_java(self, *wk().MethodHandleNatives_linkMethodHandleConstant, args)).reference;
}

JavaResult<Handle<>> resolve_dynamic_constant(JavaThread& self, Class& from, std::uint16_t pool_index) {
  Outcome known;
  if (outcomes().find(from.pool, pool_index, &known) && known.failure != nullptr) {
    return throw_object(self, Handle<>(known.failure));
  }
  JavaResult<Handle<>> value = run_dynamic_bootstrap(self, from, pool_index);
  if (!value.ok()) {
    return fail(self, from, from.pool, pool_index);
  }
  return value;
}

}  // namespace minijvm::vm
