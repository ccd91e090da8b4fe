#include "vm/interp/method_handle_calls.h"

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/no_safepoint.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ItableEntry;
using runtime::Method;
using runtime::Object;
using runtime::PolymorphicKind;
using runtime::Slot;
using runtime::wk;

namespace {

constexpr HandleCall kNull{nullptr, HandleCallFailure::kNullPointer, nullptr, nullptr};
constexpr HandleCall kUnlinked{nullptr, HandleCallFailure::kNoMethod, nullptr, nullptr};

// MemberName.method.vmtarget.
Method* target_of_member(const Object* member) {
  const Object* resolved = member->load_ref(wk().MemberName_method);
  if (resolved == nullptr) return nullptr;
  return reinterpret_cast<Method*>(static_cast<std::uintptr_t>(resolved->load<std::int64_t>(wk().ResolvedMethodName_vmtarget)));
}

HandleCall direct(Method* target) { return target == nullptr ? kUnlinked : HandleCall{target, HandleCallFailure::kNone, nullptr, nullptr}; }

HandleCall select_for(Class& receiver, const Method* resolved) {
  return {nullptr, HandleCallFailure::kSelect, &receiver, resolved};
}

// mh.form.vmentry, read anew each time: forms are customised and compiled.
HandleCall invoke_basic(const Slot* args) {
  const Object* handle = args[0].ref;
  if (handle == nullptr) return kNull;
  const Object* form = handle->load_ref(wk().MethodHandle_form);
  const Object* entry = form == nullptr ? nullptr : form->load_ref(wk().LambdaForm_vmentry);
  return entry == nullptr ? kUnlinked : direct(target_of_member(entry));
}

// vmindex of an interface's method counts in the itable of its holder (vm/invoke/member_resolution.cpp), whatever kind of call asks.
HandleCall select_from_itable(Class& klass, const Class& interface, std::int64_t index, const Method* resolved) {
  const ItableEntry* entry = klass.find_itable(interface);
  Method* selected = entry == nullptr || index < 0 ? nullptr : entry->methods[index];
  return selected == nullptr || selected->is_abstract() ? select_for(klass, resolved) : direct(selected);
}

HandleCall link_to_virtual(const Object* member, const Object* receiver) {
  Method* resolved = target_of_member(member);
  if (resolved == nullptr) return kUnlinked;
  std::int64_t index = member->load<std::int64_t>(wk().MemberName_vmindex);
  if (index < 0) return direct(resolved);
  Class& klass = *receiver->klass();
  if (resolved->holder->is_interface()) return select_from_itable(klass, *resolved->holder, index, resolved);
  if (index >= klass.vtable_length) return select_for(klass, resolved);
  Method* selected = klass.vtable()[index];
  return selected == nullptr || selected->is_abstract() ? select_for(klass, resolved) : direct(selected);
}

HandleCall link_to_interface(const Object* member, const Object* receiver) {
  Method* resolved = target_of_member(member);
  const Object* mirror = member->load_ref(wk().MemberName_clazz);
  if (resolved == nullptr || mirror == nullptr) return kUnlinked;
  std::int64_t index = member->load<std::int64_t>(wk().MemberName_vmindex);
  return select_from_itable(*receiver->klass(), class_of_mirror(mirror), index, resolved);
}

}  // namespace

HandleCall target_of_handle_call(runtime::JavaThread& self, const Method& method, const Slot* args) {
  sync::NoSafepoint still(self);
  if (method.polymorphic == PolymorphicKind::kInvokeBasic) return invoke_basic(args);
  if (method.polymorphic == PolymorphicKind::kLinkToNative) return {nullptr, HandleCallFailure::kNative, nullptr, nullptr};
  const Object* member = args[method.arg_slots - 1].ref;
  if (member == nullptr) return kNull;
  if (method.polymorphic == PolymorphicKind::kLinkToStatic) return direct(target_of_member(member));
  const Object* receiver = args[0].ref;
  if (receiver == nullptr) return kNull;
  if (method.polymorphic == PolymorphicKind::kLinkToSpecial) return direct(target_of_member(member));
  if (method.polymorphic == PolymorphicKind::kLinkToVirtual) return link_to_virtual(member, receiver);
  return link_to_interface(member, receiver);
}

}  // namespace minijvm::vm
