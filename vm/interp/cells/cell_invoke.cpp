// Links call sites and keeps their inline caches and tables. Called from the loop in kInJava. A
// site changes in one direction only, from left to right:
//
//   invokeX  -> invoke_direct          one method, no receiver
//           -> invoke_checked         one method, a receiver to be checked for null
//           -> invoke_leaf...         the same with a leaf function
//           -> invoke_object_init     Object.<init>, or a constructor that only calls it
//           -> invoke_adapter         java.lang.invoke's adapter of an invokedynamic
//           -> invoke_handle, invoke_typed_handle   MethodHandle.invoke and invokeExact
//           -> invoke_basic, link_to_...            MethodHandle.invokeBasic and linkTo*
//           -> invoke_get..., invoke_set...         an accessor, of one method or for one class
//           -> invoke_cached          by the receiver's class; up to three classes
//                -> invoke_table, invoke_itable     when a fourth class comes
//   invoke_get_cached..., invoke_set_cached..., invoke_leaf_cached
//           -> invoke_cached          when a second class comes
//
// While an observer wants every call, callees are called in full: no leaf functions, no accessors.
//
// Entries are only added, under one lock for all sites: the code first, then the class with
// release. So a reader that sees the class sees its code. The lock is rarely taken: at most four
// times for a site.
#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "sync/threads/vm_mutex.h"
#include "vm/interp/callee.h"
#include "vm/interp/cells/accessors.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/cells/translator.h"
#include "vm/interp/hooks.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/ticks.h"
#include "vm/java/errors/exceptions.h"
#include "vm/vm.h"

namespace minijvm::interp {

using runtime::Class;
using vm::CallKind;
using vm::CallTarget;
using vm::JavaResult;
using vm::LinkedCall;

namespace {

// Returns the class in the form of an instance's class word.
std::uint32_t class_bits(const Class& klass) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&klass));
}

// Translates the callee if that has not happened yet: a site holds code, not a method.
const Cell* code_for(Method& callee) { return translated(callee).cells(); }

// Returns the distance from the caller's frame pointer to the callee's: to the slot of the first
// argument, then over the callee's locals.
std::int32_t frame_delta(const Cell* pc, const Cell* code) {
  return pc->a * static_cast<std::int32_t>(sizeof(Slot)) + code_of(code).locals_bytes;
}

// Relaxed is enough: the handler or the entry's class is published afterwards.
void fill(CallEntry& entry, const Cell* pc, const Cell* code) {
  std::atomic_ref<std::int32_t>(entry.frame_delta)
      .store(frame_delta(pc, code), std::memory_order_relaxed);
  std::atomic_ref<const Cell*>(entry.code).store(code, std::memory_order_relaxed);
}

bool may_skip_call() { return !vm::observers_want_every_call(); }

// Returns the number of the callee's leaf function, if the site may call it; else -1.
int leaf_at_site(const Method& callee) { return may_skip_call() ? leaf_function_of(callee) : -1; }

// Lets a move in front of the call go on with it, in the form `call` of the move's family
// (cells.def). A cell in front of the method's first one does not exist, and data cells are no
// moves. A call that is `moved` is reached by a dispatch.
void join_move(const Cell* pc, const Slot* fp, JoinedCall call) {
  const bool is_moved = pc->handler == handler_of(CellOp::moved);
  if (is_moved || code_at(method_of(fp), pc).index_of(pc) == 0)
    return;
  std::atomic_ref<const void*> handler(writable(pc)[-1].handler);
  for (CellOp move : {CellOp::mov, CellOp::mov2, CellOp::mov3, CellOp::mov_const}) {
    const void* expected = handler_of(move);
    // release: the call's entry has been filled. A move that is `moved` stays so.
    if (handler.compare_exchange_strong(expected, handler_of(variant(move, call)),
                                        std::memory_order_release, std::memory_order_relaxed))
      return;
  }
}

// Makes the site call a leaf function, without a frame. The entry has the callee's own code, for
// the case that the function declines.
bool quicken_to_leaf_call(const Cell* pc, const CallTarget& target) {
  const int leaf = leaf_at_site(*target.method);
  if (leaf < 0)
    return false;
  bool has_result = target.method->return_type != runtime::BasicType::kVoid;
  std::atomic_ref<std::uint32_t>(entries_of(writable(pc))[0].klass)
      .store(has_result ? 1 : 0, std::memory_order_relaxed);
  set_c(pc, leaf);
  quicken(pc, target.has_receiver ? CellOp::invoke_leaf_checked : CellOp::invoke_leaf);
  return true;
}

// MethodHandle.invokeBasic and linkTo* find their method at the site. The entry has the callee's
// own code, for unusual cases.
bool quicken_to_handle_call(const Cell* pc, const Method& callee) {
  using runtime::PolymorphicKind;
  if (!vm::is_call_intrinsic(callee))
    return false;
  set_c(pc, pc->a + callee.arg_slots - 1);
  switch (callee.polymorphic) {
    case PolymorphicKind::kInvokeBasic:
      quicken(pc, CellOp::invoke_basic);
      return true;
    case PolymorphicKind::kLinkToStatic:
      quicken(pc, CellOp::link_to_static);
      return true;
    case PolymorphicKind::kLinkToSpecial:
      quicken(pc, CellOp::link_to_special);
      return true;
    case PolymorphicKind::kLinkToVirtual:
      quicken(pc, CellOp::link_to_virtual);
      return true;
    default:
      return false;
  }
}

// While ticks are counted, only Object.<init> is left out: the others take a tick.
Accessor::Kind empty_constructor_at_site(Method& callee) {
  if (!may_skip_call() || callee.version != 0)
    return Accessor::kNone;
  if (callee.is_object_init)
    return Accessor::kFound;
  return counts_ticks() ? Accessor::kNone : empty_constructor(code_of(code_for(callee)));
}

// Calls one method. The site is linked first if the answer may be kept.
Continuation call_direct(JavaThread& self, const Cell* pc, Slot* fp, const LinkedCall& call) {
  Method& callee = *call.target.method;
  if (call.may_keep && !callee.is_abstract() && !callee.is_deleted) {
    fill(entries_of(writable(pc))[0], pc, code_for(callee));
    if (quicken_to_leaf_call(pc, call.target) || quicken_to_handle_call(pc, callee))
      return {pc, fp};
    Accessor accessor = may_skip_call() ? accessor_of(code_of(code_for(callee))) : Accessor{};
    const Accessor::Kind constructor = empty_constructor_at_site(callee);
    const bool is_unlinked = accessor.kind == Accessor::kNotYet || constructor == Accessor::kNotYet;
    // The callee links its cell when it runs; the site stays as it is until the next call.
    if (is_unlinked && fp[pc->a].ref != nullptr)
      return enter(self, pc + pc->b, fp, callee, fp + pc->a);
    if (accessor.kind == Accessor::kFound) {
      // A null receiver throws in the accessor's cell.
      set_c(pc, accessor.offset);
      quicken(pc, accessor.direct);
      return {pc, fp};
    }
    if (constructor == Accessor::kFound) {
      quicken(pc, CellOp::invoke_object_init);
      return {pc, fp};
    }
    const bool has_receiver = call.target.has_receiver;
    quicken(pc, has_receiver ? CellOp::invoke_checked : CellOp::invoke_direct);
    join_move(pc, fp, has_receiver ? kJoinedChecked : kJoinedDirect);
    return {pc, fp};
  }
  if (call.target.has_receiver && fp[pc->a].ref == nullptr)
    return throw_null(self, pc, fp);
  return enter(self, pc + pc->b, fp, callee, fp + pc->a);
}

// Links an adapter of java.lang.invoke, which takes the site's arguments, then the appendix, in
// slot c.
Continuation call_adapter(const Cell* pc, Slot* fp, const CallTarget& target) {
  Method& adapter = *target.method;
  fill(entries_of(writable(pc))[0], pc, code_for(adapter));
  if (target.appendix == nullptr) {
    quicken(pc, target.has_receiver ? CellOp::invoke_checked : CellOp::invoke_direct);
    return {pc, fp};
  }
  set_c(pc, pc->a + adapter.arg_slots - 1);
  std::atomic_ref<const void*>(data_of(writable(pc))[1].pointer)
      .store(target.appendix, std::memory_order_relaxed);
  quicken(pc, target.by_type        ? CellOp::invoke_typed_handle
              : target.has_receiver ? CellOp::invoke_handle
                                    : CellOp::invoke_adapter);
  return {pc, fp};
}

// Calls the adapter once when the answer may not be kept.
Continuation call_adapter_once(JavaThread& self, const Cell* pc, Slot* fp,
                               const CallTarget& target) {
  Slot* args = fp + pc->a;
  args[target.method->arg_slots - 1].ref = *target.appendix;
  return enter(self, pc + pc->b, fp, *target.method, args);
}

// Resolves the site's method from the pool again. The c of a linked cell is not enough: it does not
// say which method was resolved.
bool resolve(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind, LinkedCall* call) {
  SlowPath slow(self, pc, fp);
  JavaResult<LinkedCall> linked = vm::link_call(self, method_of(fp), pool_index_at(pc, fp), kind);
  if (!linked.ok())
    return false;
  *call = linked.take();
  return true;
}

// Sites with a cache are invokevirtual or invokeinterface.
InvokeKind kind_at(const Cell* pc, const Slot* fp) {
  bool is_interface =
      static_cast<classfile::Opcode>(*instruction_at(pc, fp)) == classfile::Opcode::invokeinterface;
  return is_interface ? InvokeKind::kInterface : InvokeKind::kVirtual;
}

// Remembers the callee for receivers of this class, or gives the cache up when it is full.
void add_to_cache(const Cell* pc, const Slot* fp, const CallTarget& target, const Class& receiver,
                  const Cell* code) {
  sync::MutexLock lock(vm::the_vm.interp.call_cache_mutex);
  CallEntry* entries = entries_of(writable(pc));
  for (int i = 0; i < kCacheEntries; ++i) {
    if (entries[i].klass == class_bits(receiver))
      // Another thread has added this class meanwhile.
      return;
    if (entries[i].klass != 0)
      continue;
    fill(entries[i], pc, code);
    // Only the first entry's callee may be an accessor or leaf function that is done at the site.
    Accessor accessor = i == 0 && may_skip_call() ? accessor_of(code_of(code)) : Accessor{};
    const int leaf = i == 0 ? leaf_at_site(*code_of(code).method) : -1;
    if (accessor.kind == Accessor::kFound || leaf >= 0) {
      std::atomic_ref<std::int32_t>(data_of(writable(pc))[kCacheEntries].number)
          .store(leaf >= 0 ? leaf : accessor.offset, std::memory_order_relaxed);
    }
    std::atomic_ref<std::uint32_t>(entries[i].klass)
        .store(class_bits(receiver), std::memory_order_release);
    const CellOp op = leaf >= 0                           ? CellOp::invoke_leaf_cached
                      : accessor.kind == Accessor::kFound ? variant(accessor.direct, 1)
                                                          : CellOp::invoke_cached;
    quicken(pc, op);
    if (op == CellOp::invoke_cached)
      join_move(pc, fp, kJoinedCached);
    return;
  }
  quicken(pc, target.kind == CallKind::kVtable ? CellOp::invoke_table : CellOp::invoke_itable);
}

Continuation call_by_receiver(JavaThread& self, const Cell* pc, Slot* fp,
                              const CallTarget& target) {
  const Object* receiver = fp[pc->a].ref;
  if (receiver == nullptr)
    return throw_null(self, pc, fp);
  Class& klass = *receiver->klass();
  Method* callee = select_callee(self, pc, fp, target, klass);
  if (callee == nullptr)
    return throw_pending(self, pc, fp);
  const Cell* code = code_for(*callee);
  // An accessor that has not run yet is called once more before the site settles on a form.
  bool is_first = entries_of(writable(pc))[0].klass == 0;
  if (!is_first || !may_skip_call() || accessor_of(code_of(code)).kind != Accessor::kNotYet) {
    add_to_cache(pc, fp, target, klass, code);
  }
  return enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

// Executes invokespecial in an interface. The cell has no room for a cache, and the case is rare,
// so the site stays unlinked.
Continuation call_guarded(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target) {
  const Object* receiver = fp[pc->a].ref;
  if (receiver == nullptr)
    return throw_null(self, pc, fp);
  Method* callee = select_callee(self, pc, fp, target, *receiver->klass());
  return callee == nullptr ? throw_pending(self, pc, fp)
                           : enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

}  // namespace

Continuation link_invoke(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind, &call))
    return throw_pending(self, pc, fp);
  if (call.target.kind == CallKind::kAdapter)
    return call_adapter(pc, fp, call.target);
  if (call.target.kind == CallKind::kDirect)
    return call_direct(self, pc, fp, call);
  set_c(pc, call.target.index);
  if (call.target.kind == CallKind::kSpecial)
    return call_guarded(self, pc, fp, call.target);
  // An itable is found by its interface, which is behind the entries.
  if (call.target.kind != CallKind::kVtable) {
    std::atomic_ref<const void*>(data_of(writable(pc))[kCacheEntries].pointer)
        .store(call.target.method->holder, std::memory_order_relaxed);
  }
  return call_by_receiver(self, pc, fp, call.target);
}

Continuation link_invokedynamic(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  {
    SlowPath slow(self, pc, fp);
    JavaResult<LinkedCall> linked =
        vm::link_invokedynamic(self, method_of(fp), bci_at(pc, fp), pool_index_at(pc, fp));
    if (linked.ok()) {
      call = linked.take();
    }
  }
  if (call.target.method == nullptr)
    return throw_pending(self, pc, fp);
  if (call.target.kind == CallKind::kDirect)
    return call_direct(self, pc, fp, call);
  return call.may_keep ? call_adapter(pc, fp, call.target)
                       : call_adapter_once(self, pc, fp, call.target);
}

Continuation miss_cache(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind_at(pc, fp), &call))
    return throw_pending(self, pc, fp);
  return call_by_receiver(self, pc, fp, call.target);
}

Continuation call_selected(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind_at(pc, fp), &call))
    return throw_pending(self, pc, fp);
  Method* callee = select_callee(self, pc, fp, call.target, *fp[pc->a].ref->klass());
  if (callee == nullptr)
    return throw_pending(self, pc, fp);
  return enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

}  // namespace minijvm::interp
