// Implements PopFrame and ForceEarlyReturn* (JVMTI, chapters "Stack Frame" and "Force Early
// Return"). The function only records a request for a thread that does not run. The thread itself
// ends its innermost frame at the next boundary that it reaches (vm/interp/early_exit.h).
//
//   agent: request_exit(fp) -> ThreadData.exit_      thread: at_instruction, early_exit() takes it
//          watch_frames_of(method)                   and leaves the frame
//
// Tested by tests/jdb.
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/link/class_linker.h"
#include "tools/jvmti/debug_hooks.h"
#include "tools/jvmti/frames.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/thread_data.h"
#include "vm/interp/early_exit.h"

namespace minijvm::vm::jvmti {

using runtime::BasicType;
using runtime::Frame;
using runtime::FrameWalk;
using runtime::Method;
using runtime::Slot;

namespace {

// Returns OPAQUE_FRAME unless the innermost frame may end early; a native method's may not. For a
// pop its caller must be Java code as well and must have called it directly, because the caller's
// call instruction runs again.
jvmtiError check_frames(const JavaThread& target, bool needs_caller) {
  FrameWalk walk(target);
  if (walk.done())
    return JVMTI_ERROR_NO_MORE_FRAMES;
  if (!interp::may_leave_early(walk.frame().method()))
    return JVMTI_ERROR_OPAQUE_FRAME;
  if (!needs_caller)
    return JVMTI_ERROR_NONE;
  walk.next();
  if (walk.done())
    return JVMTI_ERROR_NO_MORE_FRAMES;
  return walk.crossed_entry() || !interp::may_leave_early(walk.frame().method())
             ? JVMTI_ERROR_OPAQUE_FRAME
             : JVMTI_ERROR_NONE;
}

// Returns whether the method returns a value of this type, as JVMTI groups types: sub-int types are
// int.
bool returns(const Method& method, BasicType type) {
  switch (method.return_type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
    case BasicType::kChar:
    case BasicType::kShort:
      return type == BasicType::kInt;
    case BasicType::kArray:
      return type == BasicType::kObject;
    default:
      return method.return_type == type;
  }
}

// Returns false, for TYPE_MISMATCH, if the object is no instance of the return type. A class that
// is not loaded has no instances. To the verifier an interface is Object (JVMS 4.10.1.2), so any
// object passes.
bool fits_return_type(const Object* value, const Method& method) {
  if (value == nullptr)
    return true;
  std::string_view descriptor = method.descriptor->text();
  descriptor.remove_prefix(descriptor.find(')') + 1);
  // "Lp/C;" becomes p/C; an array's descriptor is its name.
  std::string_view name =
      descriptor[0] == 'L' ? descriptor.substr(1, descriptor.size() - 2) : descriptor;
  const runtime::Symbol* symbol = runtime::find_symbol(name);
  const runtime::Class* wanted =
      symbol == nullptr ? nullptr : runtime::find_loaded_class(*method.holder->loader, symbol);
  return wanted != nullptr && (wanted->is_interface() || value->klass()->is_subclass_of(*wanted));
}

// Holds one request of an agent.
struct Wish {
  EarlyExit::Kind kind;
  BasicType type = BasicType::kVoid;
  Slot value{};
  // For an object result: a global reference.
  jobject reference = nullptr;
};

// Checks and records the request while the thread does not run, then makes the frames of both
// methods report: the frame ends at its next instruction, and for a pop the thread goes on at the
// caller's call.
jvmtiError ask(JavaThread& self, jthread thread, const Wish& wish) {
  HandleScope scope(self);
  Method* inner = nullptr;
  Method* outer = nullptr;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    bool pops = wish.kind == EarlyExit::kPop;
    if (!target.is_to_be_suspended() && &target != &self) {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
      return;
    }
    // HOTSPOT: a virtual thread must be mounted.
    outcome = runtime::is_unmounted(target) ? JVMTI_ERROR_OPAQUE_FRAME : check_frames(target, pops);
    if (outcome != JVMTI_ERROR_NONE)
      return;
    FrameWalk walk(target);
    inner = &walk.frame().method();
    bool fits = pops || (returns(*inner, wish.type) &&
                         (wish.type != BasicType::kObject ||
                          fits_return_type(handle_of(wish.reference).raw(still), *inner)));
    if (!fits) {
      outcome = JVMTI_ERROR_TYPE_MISMATCH;
      return;
    }
    // HOTSPOT: a frame has one request at a time; a second one gets INTERNAL.
    if (thread_data(target).is_to_exit(walk.frame().fp())) {
      outcome = JVMTI_ERROR_INTERNAL;
      return;
    }
    thread_data(target).request_exit({wish.kind, walk.frame().fp(), wish.value, wish.reference});
    // The methods are used below, when the thread may already have ended the frame.
    keep_method(self, still, *inner);
    if (pops) {
      walk.next();
      outer = &walk.frame().method();
      keep_method(self, still, *outer);
    }
  });
  if (error == JVMTI_ERROR_NONE)
    error = outcome;
  if (error == JVMTI_ERROR_NONE)
    // This is done outside of the handshake, since it stops the world.
    watch_frames_of(self, *inner, outer);
  return error;
}

jvmtiError return_early(Call& call, jthread thread, BasicType type, Slot value) {
  return ask(call.self, thread, {EarlyExit::kReturn, type, value});
}

}  // namespace

jvmtiError PopFrame(Call& call, jthread thread) {
  return ask(call.self, thread, {EarlyExit::kPop});
}

jvmtiError ForceEarlyReturnObject(Call& call, jthread thread, jobject value) {
  // The value must outlive this call. The request owns the global reference if it succeeds.
  jobject kept = new_global_ref(call.self, handle_of(value));
  jvmtiError error = ask(call.self, thread, {EarlyExit::kReturn, BasicType::kObject, {}, kept});
  if (error != JVMTI_ERROR_NONE)
    delete_global_ref(kept);
  return error;
}

jvmtiError ForceEarlyReturnInt(Call& call, jthread thread, jint value) {
  Slot slot{};
  slot.set_int(value);
  return return_early(call, thread, BasicType::kInt, slot);
}
jvmtiError ForceEarlyReturnLong(Call& call, jthread thread, jlong value) {
  Slot slot{};
  slot.set_long(value);
  return return_early(call, thread, BasicType::kLong, slot);
}
jvmtiError ForceEarlyReturnFloat(Call& call, jthread thread, jfloat value) {
  Slot slot{};
  slot.set_float(value);
  return return_early(call, thread, BasicType::kFloat, slot);
}
jvmtiError ForceEarlyReturnDouble(Call& call, jthread thread, jdouble value) {
  Slot slot{};
  slot.set_double(value);
  return return_early(call, thread, BasicType::kDouble, slot);
}
jvmtiError ForceEarlyReturnVoid(Call& call, jthread thread) {
  return return_early(call, thread, BasicType::kVoid, {});
}

}  // namespace minijvm::vm::jvmti
