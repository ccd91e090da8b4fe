// Executes the invoke instructions: links the site, checks the receiver, selects the method
// (callee.h), enters it (calls.h). They run in kInJava.
#include "vm/interp/reference/ops_invoke.h"

#include "vm/interp/callee.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/reference/calls.h"
#include "vm/interp/reference/sites.h"

namespace minijvm::interp {

using vm::CallKind;
using vm::CallTarget;

namespace {

// Links the site; null if an exception is pending. An answer that may not be kept is left in *once.
const CallTarget* keep_target(State& s, vm::JavaResult<vm::LinkedCall> linked, CallTarget* once) {
  if (!linked.ok())
    return nullptr;
  vm::LinkedCall call = linked.take();
  if (call.may_keep)
    return keep_copy(s, call.target);
  *once = call.target;
  return once;
}

const CallTarget* find_target(State& s, runtime::InvokeKind kind, CallTarget* once) {
  StateSlowPath slow(s);
  return keep_target(s, vm::link_call(s.self, *s.method, s.u2(1), kind), once);
}

const CallTarget* find_dynamic_target(State& s, CallTarget* once) {
  StateSlowPath slow(s);
  return keep_target(s, vm::link_invokedynamic(s.self, *s.method, s.bci(), s.u2(1)), once);
}

// Selects the method for this receiver; null if an exception is pending.
Method* select(State& s, const CallTarget& target, Class& receiver) {
  Method* selected = select_callee(s.self, s.pc, s.fp, target, receiver);
  // The selection may have stopped at a safepoint, so the state looks its method up again.
  s.refresh_method();
  return selected;
}

// An adapter of java.lang.invoke takes the site's arguments, then the appendix. The appendix may be
// above the operands that max_stack reserves, which is safe because it is one of the callee's
// arguments.
Step call_adapter(State& s, const CallTarget& target) {
  Slot* args = s.sp - target.method->arg_slots + (target.appendix == nullptr ? 0 : 1);
  if (target.has_receiver && args[0].ref == nullptr)
    return raise_null_pointer(s);
  if (target.appendix != nullptr) {
    s.push(*target.appendix);
  }
  return enter_method(s, *target.method, args);
}

}  // namespace

Step invoke(State& s, runtime::InvokeKind kind) {
  CallTarget once;
  // The first execution links the site (JVMS 5.4.3); later ones find the target there.
  const CallTarget* target = kept<const CallTarget>(s);
  if (target == nullptr) {
    target = find_target(s, kind, &once);
    if (target == nullptr)
      return Step::kThrow;
  }
  if (target->kind == CallKind::kAdapter)
    return call_adapter(s, *target);
  Slot* args = s.sp - target->method->arg_slots;
  if (!target->has_receiver)
    return enter_method(s, *target->method, args);
  // 6.5.invokevirtual: a null objectref throws NullPointerException.
  if (args[0].ref == nullptr)
    return raise_null_pointer(s);
  Method* callee = select(s, *target, *args[0].ref->klass());
  return callee == nullptr ? Step::kThrow : enter_method(s, *callee, args);
}

Step invoke_dynamic(State& s) {
  CallTarget once;
  // 6.5.invokedynamic: the call site is linked once, for each instruction and not for each pool
  // entry.
  const CallTarget* target = kept<const CallTarget>(s);
  if (target == nullptr) {
    target = find_dynamic_target(s, &once);
    if (target == nullptr)
      return Step::kThrow;
  }
  if (target->kind == CallKind::kDirect)
    return enter_method(s, *target->method, s.sp - target->method->arg_slots);
  return call_adapter(s, *target);
}

}  // namespace minijvm::interp
