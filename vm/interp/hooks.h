// What the interpreter tells its observers: the stepper, JVMTI and the tracer (vm/inspect), in the order in which they came. Nobody observes by
// default; the reference loop then pays one relaxed load per instruction, other engines nothing (they observe through boundary cells: observation.h).
// Proved by tests/vm/interp_loop_test.cpp and interp_observation_test.cpp.
//
// Calls come in kInVm with the anchor published, so an observer may walk the stack, stop and run Java. It leaves no exception pending.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/handle.h"
#include "runtime/java_value.h"

namespace minijvm::runtime {
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

// How a frame ends before its time (early_exit.h).
struct EarlyExit {
  enum Kind : std::uint8_t { kNone, kPop, kReturn };
  Kind kind = kNone;
  runtime::Slot value{};        // kReturn, of a primitive
  runtime::Handle<> reference;  // kReturn, of a reference
};

class InterpHooks {
 public:
  // Shall instructions, entries and exits of this method be told? The answer may change with observe() or observe_anew(), only. Exceptions are told
  // of all methods. A method that was running unobserved is told of from its next jump or call on.
  virtual bool wants(const runtime::Method&) const { return true; }
  // May it want methods that call sites do without (accessors, leaf functions)? Such sites then become full calls, and stay so. As above.
  virtual bool wants_every_call() const { return true; }
  // Asked of a wanted method's instruction before anything is told, in kInJava, and answered at once: so threads that nobody looks at, in methods that
  // are wanted for another thread's sake, pay little.
  virtual bool concerns(const runtime::JavaThread&, const runtime::Method&, std::uint32_t) const { return true; }
  // Before the instruction at bci of the innermost frame.
  virtual void at_instruction(runtime::JavaThread& self, runtime::Method& method, std::uint32_t bci) = 0;
  // Asked behind at_instruction: shall this frame end now? An answer counts once.
  virtual EarlyExit early_exit(runtime::JavaThread&) { return {}; }
  // The frame has been made, a synchronized method has its lock; natives too.
  virtual void method_entered(runtime::JavaThread& self, runtime::Method& method) = 0;
  // The frame is still there. The result: where it stands, a root slot if it is a reference; null: none, or left by an exception.
  virtual void method_left(runtime::JavaThread& self, runtime::Method& method, const runtime::Slot* result) = 0;
  virtual void method_left_by_exception(runtime::JavaThread& self, runtime::Method& method) = 0;
  // An exception was thrown in the innermost frame; it is set aside, not pending.
  virtual void exception_thrown(runtime::JavaThread& self, runtime::Method& method, std::int32_t bci, runtime::Handle<> exception) = 0;
  // Control goes on at handler_bci of the innermost frame.
  virtual void exception_caught(runtime::JavaThread& self, runtime::Method& method, std::uint32_t handler_bci, runtime::Handle<> exception) = 0;

 protected:
  ~InterpHooks() = default;
};

// Adds an observer behind the others, or, if it is one, says that it wants other methods now. REQUIRES: the world is stopped, or no Java has run.
void observe(InterpHooks& hooks);
void stop_observing(InterpHooks& hooks);
// An observer wants this one method now, or does not any more: cheaper than observe(). REQUIRES: as there.
void observe_anew(runtime::Method& method);

// All observers as one; null: there is none.
extern std::atomic<InterpHooks*> interp_hooks;
inline InterpHooks* active_hooks() { return interp_hooks.load(std::memory_order_relaxed); }

inline bool every_call_is_wanted() {
  InterpHooks* hooks = active_hooks();
  return hooks != nullptr && hooks->wants_every_call();
}

// The hooks, if there are any and they want this method.
inline InterpHooks* hooks_of(const runtime::Method& method) {
  InterpHooks* hooks = active_hooks();
  return hooks != nullptr && hooks->wants(method) ? hooks : nullptr;
}

}  // namespace minijvm::vm
