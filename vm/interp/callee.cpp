// Finds the method that a call runs, from the linked site and the receiver. It is the last step
// before a new frame. Callers are in kInJava.
#include "vm/interp/callee.h"

#include <string>

#include "runtime/class/class.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

using runtime::Class;
using vm::CallKind;
using vm::CallTarget;

namespace {

// Returns the method that a call with a guard runs; null if the receiver does not implement that
// interface.
Method* guarded_method(const CallTarget& target, const Class& receiver) {
  if (!receiver.is_subclass_of(*target.guard))
    return nullptr;
  // Only Object's methods can be overridden here; the guarded methods of interfaces are private.
  const bool is_overridable = target.kind == CallKind::kObject && target.method->vtable_index >= 0;
  return is_overridable ? receiver.vtable()[target.method->vtable_index] : target.method;
}

// Looks into the tables, which is quick. If the result is null or abstract, there is nothing to
// run.
Method* table_entry(const CallTarget& target, const Class& receiver) {
  if (target.kind == CallKind::kVtable)
    return receiver.vtable()[target.index];
  if (target.guard != nullptr)
    return guarded_method(target, receiver);
  const runtime::ItableEntry* entry = receiver.find_itable(*target.method->holder);
  return entry == nullptr ? nullptr : entry->methods[target.index];
}

// Throws for a receiver that does not implement the interface: IllegalAccessError from
// 6.5.invokespecial in an interface, IncompatibleClassChangeError from 6.5.invokeinterface of a
// method of Object.
void throw_wrong_receiver(JavaThread& self, const Class& receiver, const CallTarget& target) {
  const Class& interface = *target.guard;
  if (target.kind == CallKind::kObject) {
    std::string message = "Class " + receiver.external_name() +
                          " does not implement the requested interface " +
                          interface.external_name();
    (void)vm::throw_new(self, "java/lang/IncompatibleClassChangeError", message.c_str());
    return;
  }
  std::string message = "Receiver class " + receiver.external_name() +
                        " must be the current class or a subtype of interface " +
                        interface.external_name();
  (void)vm::throw_new(self, "java/lang/IllegalAccessError", message.c_str());
}

}  // namespace

Method* select_callee(JavaThread& self, const void* pc, Slot* fp, const CallTarget& target,
                      Class& receiver) {
  if (target.kind == CallKind::kDirect)
    return target.method;
  Method* selected = table_entry(target, receiver);
  if (selected != nullptr && !selected->is_abstract())
    return selected;
  // The tables have no answer. Selection by the rules of the JVMS finds the exception to throw.
  SlowPath slow(self, pc, fp);
  if (target.kind == CallKind::kSpecial ||
      (target.kind == CallKind::kObject && selected == nullptr)) {
    throw_wrong_receiver(self, receiver, target);
    return nullptr;
  }
  return vm::select_or_throw(self, receiver, *target.method, target.select_for).value_or(nullptr);
}

Method* runnable(JavaThread& self, const void* pc, Slot* fp, Method& method) {
  Method* found = &method;
  if (method.is_deleted) {
    found = vm::successor_of(method);
    if (found == nullptr) {
      SlowPath slow(self, pc, fp);
      (void)vm::throw_deleted(self, method);
      return nullptr;
    }
  }
  if (found->bytecode != nullptr || found->is_native() || vm::is_call_intrinsic(*found))
    return found;
  std::string message =
      "Missing implementation of resolved method " + found->text_with_holder() + ".";
  SlowPath slow(self, pc, fp);
  (void)vm::throw_new(self, "java/lang/AbstractMethodError", message.c_str());
  return nullptr;
}

Method* follow_intrinsic(JavaThread& self, const void* pc, Slot* fp, const Method& intrinsic,
                         const Slot* args) {
  vm::HandleCall call = vm::target_of_handle_call(self, intrinsic, args);
  if (call.failure == vm::HandleCallFailure::kNone)
    return call.target;
  SlowPath slow(self, pc, fp);
  switch (call.failure) {
    case vm::HandleCallFailure::kSelect:
      return vm::select_or_throw(self, *call.receiver, *call.resolved,
                                 runtime::SelectFor::kOtherCall)
          .value_or(nullptr);
    case vm::HandleCallFailure::kNullPointer:
      (void)vm::throw_null_pointer(self);
      break;
    case vm::HandleCallFailure::kAbstract:
      (void)vm::throw_new(self, "java/lang/AbstractMethodError");
      break;
    case vm::HandleCallFailure::kNotPublic:
      (void)vm::throw_new(self, "java/lang/IllegalAccessError");
      break;
    case vm::HandleCallFailure::kDeleted:
      (void)vm::throw_new(self, "java/lang/NoSuchMethodError");
      break;
    case vm::HandleCallFailure::kNative:
      (void)vm::throw_new(self, "java/lang/UnsupportedOperationException",
                          "MethodHandle.linkToNative");
      break;
    default:
      (void)vm::throw_new(self, "java/lang/InternalError",
                          "a method handle or member name without its method");
  }
  return nullptr;
}

}  // namespace minijvm::interp
