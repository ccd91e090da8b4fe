// Call sites: linking, inline caches, tables. A site goes one way only:
//
//   invokeX   link    invoke_direct   a static method            miss_cache, not full   invoke_cached, one entry more
//                     invoke_checked  a direct one, receiver     miss_cache, full       invoke_table or invoke_itable
//                     invoke_leaf...  the same with a leaf function; invoke_object_init for Object.<init>
//                     invoke_adapter  java.lang.invoke's for invokedynamic; invoke_handle and invoke_typed_handle for calls of handles
//                     invoke_basic    MethodHandle.invokeBasic; link_to_static... its linkTo*
//                     invoke_cached   by the receiver's class
//                     invoke_get... invoke_set...   an accessor, direct or by class: then on to invoke_cached
//
// While somebody observes, callees are called in full: no leaf functions, no accessors.
// Entries are only ever added, under one lock: the code first, then the class with release. So a reader that sees a class sees its code.
#include "runtime/class.h"
#include "runtime/object.h"
#include "sync/vm_mutex.h"
#include "vm/interp/accessors.h"
#include "vm/interp/calls.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/hooks.h"
#include "vm/interp/leaf_functions.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/translator.h"
#include "vm/java/exceptions.h"

namespace minijvm::interp {

using runtime::Class;
using runtime::ItableEntry;
using vm::CallKind;
using vm::CallTarget;
using vm::JavaResult;
using vm::LinkedCall;

namespace {

sync::Mutex cache_lock{sync::LockRank::kLeaf};

std::uint32_t class_bits(const Class& klass) { return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&klass)); }

const Cell* code_for(JavaThread& self, Method& callee) { return prepared_code(self, callee)->cells(); }

std::int32_t frame_delta(const Cell* pc, const Cell* code) { return pc->a * static_cast<std::int32_t>(sizeof(Slot)) + code_of(code).locals_bytes; }

void fill(CallEntry& entry, const Cell* pc, const Cell* code) {
  std::atomic_ref<std::int32_t>(entry.frame_delta).store(frame_delta(pc, code), std::memory_order_relaxed);
  std::atomic_ref<const Cell*>(entry.code).store(code, std::memory_order_relaxed);
}

Method* table_entry(const CallTarget& target, const Class& receiver) {
  if (target.kind == CallKind::kVtable) return receiver.vtable()[target.index];
  if (target.guard != nullptr) return guarded_method(target, receiver);
  const ItableEntry* entry = receiver.find_itable(*target.method->holder);
  return entry == nullptr ? nullptr : entry->methods[target.index];
}

// The method for this receiver; null with an exception pending.
Method* select(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target, Class& receiver) {
  Method* selected = table_entry(target, receiver);
  if (selected != nullptr && !selected->is_abstract()) return selected;
  CellSlowPath slow(self, pc, fp);
  if (target.kind == CallKind::kSpecial || (target.kind == CallKind::kObject && selected == nullptr)) {
    (void)throw_wrong_receiver(self, receiver, target);
    return nullptr;
  }
  return vm::select_or_throw(self, receiver, *target.method, target.select_for).value_or(nullptr);
}

bool may_shorten() { return !vm::every_call_is_wanted(); }

// A leaf function is called from here, without a frame; the callee's own code is for when it declines.
bool become_leaf_call(const Cell* pc, const CallTarget& target) {
  int leaf = may_shorten() ? leaf_function_of(*target.method) : -1;
  if (leaf < 0) return false;
  bool has_result = target.method->return_type != runtime::BasicType::kVoid;
  std::atomic_ref<std::uint32_t>(entries_of(writable(pc))[0].klass).store(has_result ? 1 : 0, std::memory_order_relaxed);
  set_c(pc, leaf);
  become(pc, target.has_receiver ? CellOp::invoke_leaf_checked : CellOp::invoke_leaf);
  return true;
}

// MethodHandle.invokeBasic and linkTo* find their method at the site; the callee's own code is for what is unusual.
bool become_handle_call(const Cell* pc, const Method& callee) {
  using runtime::PolymorphicKind;
  if (!vm::is_call_intrinsic(callee)) return false;
  set_c(pc, pc->a + callee.arg_slots - 1);
  switch (callee.polymorphic) {
    case PolymorphicKind::kInvokeBasic: become(pc, CellOp::invoke_basic); return true;
    case PolymorphicKind::kLinkToStatic: become(pc, CellOp::link_to_static); return true;
    case PolymorphicKind::kLinkToSpecial: become(pc, CellOp::link_to_special); return true;
    case PolymorphicKind::kLinkToVirtual: become(pc, CellOp::link_to_virtual); return true;
    default: return false;
  }
}

// A call of one method: patched if it may be, then made.
Go call_direct(JavaThread& self, const Cell* pc, Slot* fp, const LinkedCall& call) {
  Method& callee = *call.target.method;
  if (call.may_keep && !callee.is_abstract() && !callee.is_deleted) {
    fill(entries_of(writable(pc))[0], pc, code_for(self, callee));
    if (become_leaf_call(pc, call.target) || become_handle_call(pc, callee)) return {pc, fp};
    Accessor accessor = may_shorten() ? accessor_of(code_of(code_for(self, callee))) : Accessor{};
    if (accessor.kind == Accessor::kNotYet && fp[pc->a].ref != nullptr) return enter(self, pc + pc->b, fp, callee, fp + pc->a);
    if (accessor.kind == Accessor::kFound) {
      set_c(pc, accessor.offset);
      become(pc, accessor.direct);
      return {pc, fp};
    }
    become(pc, callee.is_object_init && callee.version == 0 && may_shorten() ? CellOp::invoke_object_init
               : call.target.has_receiver ? CellOp::invoke_checked
                                          : CellOp::invoke_direct);
    return {pc, fp};
  }
  if (call.target.has_receiver && fp[pc->a].ref == nullptr) return throw_null(self, pc, fp);
  return enter(self, pc + pc->b, fp, callee, fp + pc->a);
}

// java.lang.invoke's adapter: the site's arguments, then the appendix, in slot c.
Go call_adapter(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target) {
  Method& adapter = *target.method;
  fill(entries_of(writable(pc))[0], pc, code_for(self, adapter));
  if (target.appendix == nullptr) {
    become(pc, target.has_receiver ? CellOp::invoke_checked : CellOp::invoke_direct);
    return {pc, fp};
  }
  set_c(pc, pc->a + adapter.arg_slots - 1);
  std::atomic_ref<const void*>(data_of(writable(pc))[1].pointer).store(target.appendix, std::memory_order_relaxed);
  become(pc, target.by_type ? CellOp::invoke_typed_handle : target.has_receiver ? CellOp::invoke_handle : CellOp::invoke_adapter);
  return {pc, fp};
}

Go call_adapter_once(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target) {
  Slot* args = fp + pc->a;
  args[target.method->arg_slots - 1].ref = *target.appendix;
  return enter(self, pc + pc->b, fp, *target.method, args);
}

// What the site calls, from the pool: the word c says as much to quick cells, but not which method was resolved.
bool resolve(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind, LinkedCall* call) {
  CellSlowPath slow(self, pc, fp);
  JavaResult<LinkedCall> linked = vm::link_call(self, method_of(fp), pool_index_at(pc, fp), kind);
  if (!linked.ok()) return false;
  *call = linked.take();
  return true;
}

InvokeKind kind_at(const Cell* pc, const Slot* fp) {
  bool is_interface = static_cast<classfile::Opcode>(*instruction_at(pc, fp)) == classfile::Opcode::invokeinterface;
  return is_interface ? InvokeKind::kInterface : InvokeKind::kVirtual;
}

// Remembers the callee for receivers of this class, or gives the cache up when it is full.
void add_to_cache(const Cell* pc, const CallTarget& target, const Class& receiver, const Cell* code) {
  sync::MutexLock lock(cache_lock);
  CallEntry* entries = entries_of(writable(pc));
  for (int i = 0; i < kCacheEntries; ++i) {
    if (entries[i].klass == class_bits(receiver)) return;  // another thread was here
    if (entries[i].klass != 0) continue;
    fill(entries[i], pc, code);
    Accessor accessor = i == 0 && may_shorten() ? accessor_of(code_of(code)) : Accessor{};
    if (accessor.kind == Accessor::kFound) {
      std::atomic_ref<std::int32_t>(data_of(writable(pc))[kCacheEntries].number).store(accessor.offset, std::memory_order_relaxed);
    }
    std::atomic_ref<std::uint32_t>(entries[i].klass).store(class_bits(receiver), std::memory_order_release);
    become(pc, accessor.kind == Accessor::kFound ? variant(accessor.direct, 1) : CellOp::invoke_cached);
    return;
  }
  become(pc, target.kind == CallKind::kVtable ? CellOp::invoke_table : CellOp::invoke_itable);
}

Go call_by_receiver(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target) {
  const Object* receiver = fp[pc->a].ref;
  if (receiver == nullptr) return throw_null(self, pc, fp);
  Class& klass = *receiver->klass();
  Method* callee = select(self, pc, fp, target, klass);
  if (callee == nullptr) return throw_pending(self, pc, fp);
  const Cell* code = code_for(self, *callee);
  bool is_first = entries_of(writable(pc))[0].klass == 0;
  // An accessor that has not run yet is called once more before the site settles.
  if (!is_first || !may_shorten() || accessor_of(code_of(code)).kind != Accessor::kNotYet) {
    add_to_cache(pc, target, klass, code);
  }
  return enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

// invokespecial has no room for a cache: rare in interfaces, it stays unlinked.
Go call_guarded(JavaThread& self, const Cell* pc, Slot* fp, const CallTarget& target) {
  const Object* receiver = fp[pc->a].ref;
  if (receiver == nullptr) return throw_null(self, pc, fp);
  Method* callee = select(self, pc, fp, target, *receiver->klass());
  return callee == nullptr ? throw_pending(self, pc, fp) : enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

}  // namespace

Go link_invoke(JavaThread& self, const Cell* pc, Slot* fp, InvokeKind kind) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind, &call)) return throw_pending(self, pc, fp);
  if (call.target.kind == CallKind::kAdapter) return call_adapter(self, pc, fp, call.target);
  if (call.target.kind == CallKind::kDirect) return call_direct(self, pc, fp, call);
  set_c(pc, call.target.index);
  if (call.target.kind == CallKind::kSpecial) return call_guarded(self, pc, fp, call.target);
  if (call.target.kind != CallKind::kVtable) {
    std::atomic_ref<const void*>(data_of(writable(pc))[kCacheEntries].pointer).store(call.target.method->holder, std::memory_order_relaxed);
  }
  return call_by_receiver(self, pc, fp, call.target);
}

Go link_invokedynamic(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  {
    CellSlowPath slow(self, pc, fp);
    JavaResult<LinkedCall> linked = vm::link_invokedynamic(self, method_of(fp), bci_at(pc, fp), pool_index_at(pc, fp));
    if (linked.ok()) {
      call = linked.take();
    }
  }
  if (call.target.method == nullptr) return throw_pending(self, pc, fp);
  if (call.target.kind == CallKind::kDirect) return call_direct(self, pc, fp, call);
  return call.may_keep ? call_adapter(self, pc, fp, call.target) : call_adapter_once(self, pc, fp, call.target);
}

Go miss_cache(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind_at(pc, fp), &call)) return throw_pending(self, pc, fp);
  return call_by_receiver(self, pc, fp, call.target);
}

Go call_selected(JavaThread& self, const Cell* pc, Slot* fp) {
  LinkedCall call;
  if (!resolve(self, pc, fp, kind_at(pc, fp), &call)) return throw_pending(self, pc, fp);
  Method* callee = select(self, pc, fp, call.target, *fp[pc->a].ref->klass());
  if (callee == nullptr) return throw_pending(self, pc, fp);
  return enter(self, pc + pc->b, fp, *callee, fp + pc->a);
}

// Behind the entries of such a site stands the interface. Null: call_selected knows.
const Method* itable_callee(const Cell* pc, const Class& receiver) {
  const auto& interface = *static_cast<const Class*>(data_of(writable(pc))[kCacheEntries].pointer);
  const ItableEntry* entry = receiver.find_itable(interface);
  return entry == nullptr || pc->c < 0 ? nullptr : entry->methods[pc->c];
}

}  // namespace minijvm::interp
