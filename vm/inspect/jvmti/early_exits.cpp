// PopFrame and ForceEarlyReturn* (JVMTI, "Stack Frame" and "Force Early Return"): asked of a thread that stands still, done by the thread itself at
// the next boundary of its innermost frame (vm/interp/early_exit.h). Proved by tests/jdb.
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/symbol_table.h"
#include "vm/inspect/jvmti/debug_hooks.h"
#include "vm/inspect/jvmti/frames.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/inspect/jvmti/thread_data.h"
#include "vm/interp/early_exit.h"

namespace minijvm::vm::jvmti {

using runtime::BasicType;
using runtime::Frame;
using runtime::FrameWalk;
using runtime::Method;
using runtime::Slot;

namespace {

// The two innermost frames, which must be Java's, the outer one the caller of the inner.
jvmtiError check_frames(const JavaThread& target, bool needs_caller) {
  FrameWalk walk(target);
  if (walk.done()) return JVMTI_ERROR_NO_MORE_FRAMES;
  if (!interp::may_leave_early(walk.frame().method())) return JVMTI_ERROR_OPAQUE_FRAME;
  if (!needs_caller) return JVMTI_ERROR_NONE;
  walk.next();
  if (walk.done()) return JVMTI_ERROR_NO_MORE_FRAMES;
  return walk.crossed_entry() || !interp::may_leave_early(walk.frame().method()) ? JVMTI_ERROR_OPAQUE_FRAME : JVMTI_ERROR_NONE;
}

bool returns(const Method& method, BasicType type) {
  switch (method.return_type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
    case BasicType::kChar:
    case BasicType::kShort: return type == BasicType::kInt;
    case BasicType::kArray: return type == BasicType::kObject;
    default: return method.return_type == type;
  }
}

// Of a class that is not loaded there are no instances; an interface is Object to the verifier (JVMS 4.10.1.2).
bool fits_return_type(const Object* value, const Method& method) {
  if (value == nullptr) return true;
  std::string_view descriptor = method.descriptor->text();
  descriptor.remove_prefix(descriptor.find(')') + 1);
  std::string_view name = descriptor[0] == 'L' ? descriptor.substr(1, descriptor.size() - 2) : descriptor;
  const runtime::Symbol* symbol = runtime::find_symbol(name);
  const runtime::Class* wanted = symbol == nullptr ? nullptr : runtime::find_loaded_class(*method.holder->loader, symbol);
  return wanted != nullptr && (wanted->is_interface() || value->klass()->is_subclass_of(*wanted));
}

struct Wish {
  EarlyExit::Kind kind;
  BasicType type = BasicType::kVoid;
  Slot value{};
  jobject reference = nullptr;  // global
};

// The observers must see the frame's next instruction, and for a pop the caller's call.
jvmtiError ask(JavaThread& self, jthread thread, const Wish& wish) {
  HandleScope scope(self);
  Method* inner = nullptr;
  Method* outer = nullptr;
  jvmtiError outcome = JVMTI_ERROR_NONE;
  jvmtiError error = on_thread(self, thread, [&](JavaThread& target, const NoSafepoint& still) {
    bool pops = wish.kind == EarlyExit::kPop;
    if (!target.suspended() && &target != &self) {
      outcome = JVMTI_ERROR_THREAD_NOT_SUSPENDED;
      return;
    }
    outcome = check_frames(target, pops);
    if (outcome != JVMTI_ERROR_NONE) return;
    FrameWalk walk(target);
    inner = &walk.frame().method();
    bool fits = pops || (returns(*inner, wish.type) && (wish.type != BasicType::kObject || fits_return_type(handle_of(wish.reference).raw(still), *inner)));
    if (!fits) {
      outcome = JVMTI_ERROR_TYPE_MISMATCH;
      return;
    }
    if (thread_data(target).is_to_exit(walk.frame().fp())) {
      outcome = JVMTI_ERROR_INTERNAL;  // HOTSPOT: one thing at a time
      return;
    }
    thread_data(target).request_exit({wish.kind, walk.frame().fp(), wish.value, wish.reference});
    keep_method(self, still, *inner);
    if (pops) {
      walk.next();
      outer = &walk.frame().method();
      keep_method(self, still, *outer);
    }
  });
  if (error == JVMTI_ERROR_NONE) error = outcome;
  if (error == JVMTI_ERROR_NONE) watch_frames_of(self, *inner, outer);
  return error;
}

jvmtiError return_early(Call& call, jthread thread, BasicType type, Slot value) { return ask(call.self, thread, {EarlyExit::kReturn, type, value}); }

}  // namespace

jvmtiError PopFrame(Call& call, jthread thread) { return ask(call.self, thread, {EarlyExit::kPop}); }

jvmtiError ForceEarlyReturnObject(Call& call, jthread thread, jobject value) {
  jobject kept = new_global_ref(call.self, handle_of(value));
  jvmtiError error = ask(call.self, thread, {EarlyExit::kReturn, BasicType::kObject, {}, kept});
  if (error != JVMTI_ERROR_NONE) delete_global_ref(kept);
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
jvmtiError ForceEarlyReturnVoid(Call& call, jthread thread) { return return_early(call, thread, BasicType::kVoid, {}); }

}  // namespace minijvm::vm::jvmti
