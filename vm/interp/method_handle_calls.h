// MethodHandle.invokeBasic and linkTo*: calls that only decide who is called. They have no frame; the target runs with
// the arguments where they stand. Shared by all engines. Proved by tests/java/invoke.
#pragma once

#include "runtime/class.h"
#include "runtime/java_value.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

inline bool is_call_intrinsic(const runtime::Method& method) { return method.polymorphic > runtime::PolymorphicKind::kGeneric; }

// The usual case of each intrinsic, quick enough for a call site; null: target_of_handle_call knows more.
// MemberName.method.vmtarget.
inline runtime::Method* target_of_member(const runtime::Object* member) {
  const runtime::Object* resolved = member == nullptr ? nullptr : member->load_ref(runtime::wk().MemberName_method);
  if (resolved == nullptr) return nullptr;
  return reinterpret_cast<runtime::Method*>(static_cast<std::uintptr_t>(resolved->load<std::int64_t>(runtime::wk().ResolvedMethodName_vmtarget)));
}
// mh.form.vmentry, read anew each time: forms are customised and compiled.
inline runtime::Method* target_of_handle(const runtime::Object* handle) {
  const runtime::Object* form = handle->load_ref(runtime::wk().MethodHandle_form);
  return form == nullptr ? nullptr : target_of_member(form->load_ref(runtime::wk().LambdaForm_vmentry));
}
// linkToVirtual through a vtable.
inline runtime::Method* target_in_vtable(const runtime::Object* member, const runtime::Object* receiver) {
  runtime::Method* resolved = target_of_member(member);
  if (resolved == nullptr || resolved->holder->is_interface()) return nullptr;
  std::int64_t index = member->load<std::int64_t>(runtime::wk().MemberName_vmindex);
  if (index < 0) return resolved;
  runtime::Class& klass = *receiver->klass();
  return index < klass.vtable_length ? klass.vtable()[index] : nullptr;
}

// The method that a call of this intrinsic with these arguments runs next (perhaps an intrinsic again), or what stands in its way.
// The trailing MemberName of linkTo* is simply not part of the target's arguments.
enum class HandleCallFailure : std::uint8_t { kNone, kNullPointer, kNoMethod, kSelect, kAbstract, kDeleted, kNative };
struct HandleCall {
  runtime::Method* target = nullptr;
  HandleCallFailure failure = HandleCallFailure::kNone;
  // kSelect: the tables have no method of the receiver's class for this one; select_or_throw finds it or words the error.
  runtime::Class* receiver = nullptr;
  const runtime::Method* resolved = nullptr;
};
// Touches no state and does not stop. REQUIRES: is_call_intrinsic(method), a heap-touching state.
HandleCall target_of_handle_call(runtime::JavaThread& self, const runtime::Method& method, const runtime::Slot* args);

}  // namespace minijvm::vm
