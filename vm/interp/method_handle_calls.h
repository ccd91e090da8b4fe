// Handles MethodHandle.invokeBasic and linkTo*, calls that only decide which method is called. They
// have no frame; the target runs with the arguments where they are. Both engines use it.
// Tested by tests/java/invoke.
//
//   invokeBasic(handle, args)          handle.form.vmentry     is a MemberName of the method to run
//   linkTo...(args, member)            member.method.vmtarget  is the method, or is resolved like a
//                                                              virtual or an interface call
#pragma once

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// kGeneric stands for invoke and invokeExact, which are linked to adapters instead
// (link_sites.cpp).
inline bool is_call_intrinsic(const runtime::Method& method) {
  return method.polymorphic > runtime::PolymorphicKind::kGeneric;
}

// The next three find the target in the usual case of each intrinsic, quickly enough for a call
// site. If they return null, target_of_handle_call must be called.
//
// Returns MemberName.method.vmtarget.
inline runtime::Method* target_of_member(const runtime::Object* member) {
  const java::ResolvedMethodName* resolved =
      member == nullptr ? nullptr : runtime::as<java::MemberName>(member)->method();
  return resolved == nullptr ? nullptr : resolved->vmtarget();
}
// Returns MethodHandle.form.vmentry. It is read at each call, because java.lang.invoke replaces
// forms by customised and compiled ones.
inline runtime::Method* target_of_handle(const runtime::Object* handle) {
  const java::LambdaForm* form = runtime::as<java::MethodHandle>(handle)->form();
  return form == nullptr ? nullptr : target_of_member(form->vmentry());
}
// Finds the target of linkToVirtual through a vtable. A negative vmindex means that the method
// cannot be overridden.
inline runtime::Method* target_in_vtable(const runtime::Object* member,
                                         const runtime::Object* receiver) {
  runtime::Method* resolved = target_of_member(member);
  if (resolved == nullptr || resolved->holder->is_interface())
    return nullptr;
  std::int64_t index = runtime::as<java::MemberName>(member)->vmindex();
  if (index < 0)
    return resolved;
  runtime::Class& klass = *receiver->klass();
  return index < klass.vtable_length ? klass.vtable()[index] : nullptr;
}

// Lists the reasons why a call has no target yet.
enum class HandleCallFailure : std::uint8_t {
  kNone,
  // The handle, the receiver or the MemberName is null.
  kNullPointer,
  // A handle or MemberName lacks its method. The call throws InternalError.
  kNoMethod,
  // The tables have no method of the receiver's class for the resolved one. Selection by the rules
  // of the JVMS finds it, or the exception (callee.cpp).
  kSelect,
  // The call throws AbstractMethodError without a message.
  kAbstract,
  // The call throws IllegalAccessError without a message.
  kNotPublic,
  // A redefinition has deleted the method. The call throws NoSuchMethodError.
  kDeleted,
  // The intrinsic is linkToNative, which is not supported.
  kNative
};
// Holds the method that a call of this intrinsic with these arguments runs next (perhaps an
// intrinsic again), or the reason why there is none. The trailing MemberName of linkTo* is not one
// of the target's arguments.
struct HandleCall {
  runtime::Method* target = nullptr;
  HandleCallFailure failure = HandleCallFailure::kNone;
  // For kSelect: among this class's methods, the one for `resolved` must be selected.
  runtime::Class* receiver = nullptr;
  const runtime::Method* resolved = nullptr;
};
// Changes no state and does not stop. REQUIRES: is_call_intrinsic(method), and a state that may
// touch the heap.
HandleCall target_of_handle_call(runtime::JavaThread& self, const runtime::Method& method,
                                 const runtime::Slot* args);

}  // namespace minijvm::vm
