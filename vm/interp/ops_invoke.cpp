#include "vm/interp/ops_invoke.h"

#include "vm/interp/calls.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/sites.h"

namespace minijvm::interp {

using vm::CallKind;
using vm::CallTarget;

namespace {

// Links the site; null with an exception pending. What may not be kept is left in *once.
const CallTarget* keep_target(State& s, vm::JavaResult<vm::LinkedCall> linked, CallTarget* once) {
  if (!linked.ok()) return nullptr;
  vm::LinkedCall call = linked.take();
  if (call.may_keep) return keep_copy(s, call.target);
  *once = call.target;
  return once;
}

const CallTarget* find_target(State& s, runtime::InvokeKind kind, CallTarget* once) {
  SlowPath slow(s);
  return keep_target(s, vm::link_call(s.self, *s.method, s.u2(1), kind), once);
}

const CallTarget* find_dynamic_target(State& s, CallTarget* once) {
  SlowPath slow(s);
  return keep_target(s, vm::link_invokedynamic(s.self, *s.method, s.bci(), s.u2(1)), once);
}

Method* table_entry(const CallTarget& target, const Class& receiver) {
  if (target.kind == CallKind::kVtable) return receiver.vtable()[target.index];
  if (target.guard != nullptr) return guarded_method(target, receiver);
  const runtime::ItableEntry* entry = receiver.find_itable(*target.method->holder);
  return entry == nullptr ? nullptr : entry->methods[target.index];
}

// The method for this receiver; null with an exception pending.
Method* select(State& s, const CallTarget& target, Class& receiver) {
  if (target.kind == CallKind::kDirect) return target.method;
  Method* selected = table_entry(target, receiver);
  if (selected != nullptr && !selected->is_abstract()) return selected;
  SlowPath slow(s);
  if (target.kind == CallKind::kSpecial || (target.kind == CallKind::kObject && selected == nullptr)) {
    (void)throw_wrong_receiver(s.self, receiver, target);
    return nullptr;
  }
  return vm::select_or_throw(s.self, receiver, *target.method, target.select_for).value_or(nullptr);
}

// java.lang.invoke's adapter: the site's arguments, then the appendix.
Step call_adapter(State& s, const CallTarget& target) {
  Slot* args = s.sp - target.method->arg_slots + (target.appendix == nullptr ? 0 : 1);
  if (target.has_receiver && args[0].ref == nullptr) return raise_null_pointer(s);
  if (target.appendix != nullptr) {
    s.push_ref(*target.appendix);
  }
  return enter_method(s, *target.method, args);
}

}  // namespace

Step invoke(State& s, runtime::InvokeKind kind) {
  CallTarget once;
  const CallTarget* target = kept<const CallTarget>(s);
  if (target == nullptr) {
    target = find_target(s, kind, &once);
    if (target == nullptr) return Step::kThrow;
  }
  if (target->kind == CallKind::kAdapter) return call_adapter(s, *target);
  Slot* args = s.sp - target->method->arg_slots;
  if (!target->has_receiver) return enter_method(s, *target->method, args);
  if (args[0].ref == nullptr) return raise_null_pointer(s);
  Method* callee = select(s, *target, *args[0].ref->klass());
  return callee == nullptr ? Step::kThrow : enter_method(s, *callee, args);
}

Step invoke_dynamic(State& s) {
  CallTarget once;
  const CallTarget* target = kept<const CallTarget>(s);
  if (target == nullptr) {
    target = find_dynamic_target(s, &once);
    if (target == nullptr) return Step::kThrow;
  }
  if (target->kind == CallKind::kDirect) return enter_method(s, *target->method, s.sp - target->method->arg_slots);
  return call_adapter(s, *target);
}

}  // namespace minijvm::interp
