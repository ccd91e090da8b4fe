// Enters Java from C++ (declared in vm/java/call_java.h): pushes an entry frame on the Java stack,
// and runs the engine nested on the C++ stack. Callers are in kInVm.
//
//   ... caller's frame | entry frame | arguments = locals of the callee | callee's frame ...
#include "vm/java/call_java.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/thread_state.h"
#include "vm/interp/engine.h"
#include "vm/interp/link_sites.h"
#include "vm/interp/stack_reserve.h"
#include "vm/java/boxing.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::FrameAnchor;
using runtime::kEntryFrame;
using runtime::kFrameCaller;
using runtime::kFrameHeaderSlots;
using runtime::kFrameLock;
using runtime::kFrameMethod;
using runtime::kFrameReturnPc;
using sync::NoSafepoint;

// Returns the first slot above the operands that the innermost method may use at most. If fp is
// null, there is no Java frame below.
Slot* top_of_stack(const JavaThread& self) {
  Slot* fp = self.anchor.fp;
  if (fp == nullptr)
    return self.stack_base;
  const auto& method = *static_cast<const Method*>(fp[kFrameMethod].pointer);
  return fp + kFrameHeaderSlots + method.max_stack;
}

namespace {

// The C++ stack limits recursion through C++, and the Java stack limits recursion in Java; here
// either may be full. The two slots are room for the result.
bool has_room(const JavaThread& self, const Slot* entry, int argument_slots) {
  auto native_stack = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return native_stack >= self.native_stack_limit &&
         entry + kFrameHeaderSlots + argument_slots + 2 <=
             self.true_stack_limit.load(std::memory_order_relaxed);
}

void push_entry_frame(const JavaThread& self, Slot* entry) {
  entry[kFrameReturnPc].pointer = self.anchor.pc;
  entry[kFrameCaller].frame = self.anchor.fp;
  entry[kFrameMethod].bits = kEntryFrame;
  entry[kFrameLock].bits = 0;
}

// Called when the thread cannot stop any more: from here on the references belong to the callee.
void copy_arguments(JavaThread& self, const CallArgs& args, Slot* to) {
  NoSafepoint still(self);
  for (int i = 0; i < args.size(); ++i) {
    if (args.is_handle(i)) {
      to[i].ref = args.handle(i).raw(still);
    } else {
      to[i] = args.slot(i);
    }
  }
}

// A reference becomes a handle at once, because the thread may stop on its way back into the VM.
JavaValue result_of(JavaThread& self, const Method& method, const Slot* at) {
  JavaValue value;
  value.type = method.return_type;
  if (runtime::is_reference(value.type)) {
    NoSafepoint still(self);
    value.reference = runtime::make_handle(self, still, at->ref);
  } else if (value.type != BasicType::kVoid) {
    value.slot = *at;
    truncate_to(value.type, &value.slot);
  }
  return value;
}

}  // namespace

JavaResult<JavaValue> call_java(JavaThread& self, Method& method, const CallArgs& args) {
  MJ_DCHECK(!self.has_pending_exception(), "%s called with an exception pending",
            method.text().c_str());
  MJ_DCHECK(args.size() == method.arg_slots, "%s called with %d argument slots",
            method.text().c_str(), args.size());
  Slot* entry = top_of_stack(self);
  if (!has_room(self, entry, args.size()))
    return throw_stack_overflow(self);
  FrameAnchor before = self.anchor;
  push_entry_frame(self, entry);
  JavaValue value;
  {
    sync::VmToJava to_java(self);
    copy_arguments(self, args, entry + kFrameHeaderSlots);
    engine().run(self, method, entry);
    // Stack walkers must not see the entry frame any more when the change of state below stops.
    self.anchor = before;
    if (!self.has_pending_exception()) {
      value = result_of(self, method, entry + kFrameHeaderSlots);
    }
  }
  if (self.has_pending_exception())
    return kPending;
  return value;
}

JavaResult<JavaValue> call_virtual(JavaThread& self, Method& resolved, const CallArgs& args) {
  if (args.handle(0).is_null())
    return throw_null_pointer(self);
  // A method that is final, private or a constructor needs no selection.
  if (resolved.vtable_index < 0 && !resolved.holder->is_interface())
    return call_java(self, resolved, args);
  Class* receiver = nullptr;
  {
    NoSafepoint still(self);
    receiver = args.handle(0).raw(still)->klass();
  }
  Method* selected =
      MJ_TRY(select_or_throw(self, *receiver, resolved, runtime::SelectFor::kOtherCall));
  return call_java(self, *selected, args);
}

}  // namespace minijvm::vm
