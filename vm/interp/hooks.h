// What the interpreter tells an observer: the stepper, JVMTI and the tracer (vm/inspect). Nobody observes by default; the reference loop
// then pays one relaxed load per instruction, other engines nothing (they observe through boundary cells: observation.h).
// Proved by tests/vm/interp_loop_test.cpp and interp_observation_test.cpp.
//
// Calls come in kInVm with the anchor published, so an observer may walk the stack, stop and run Java. It leaves no exception pending.
#pragma once

#include <atomic>
#include <cstdint>

namespace minijvm::runtime {
class Class;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

class InterpHooks {
 public:
  // Shall instructions, entries and exits of this method be told? The answer may change when observe() is called, only. Exceptions are told
  // of all methods. A method that was running unobserved is told of from its next jump or call on.
  virtual bool wants(const runtime::Method&) const { return true; }
  // Before the instruction at bci of the innermost frame.
  virtual void at_instruction(runtime::JavaThread& self, runtime::Method& method, std::uint32_t bci) = 0;
  // The frame has been made, a synchronized method has its lock; natives too.
  virtual void method_entered(runtime::JavaThread& self, runtime::Method& method) = 0;
  // The frame is still there.
  virtual void method_left(runtime::JavaThread& self, runtime::Method& method, bool by_exception) = 0;
  // An exception was thrown in the innermost frame; pending_exception has been set aside, `exception` is a root slot.
  virtual void exception_thrown(runtime::JavaThread& self, runtime::Method& method, std::int32_t bci, runtime::Class& exception) = 0;
  // Control goes on at handler_bci of the innermost frame.
  virtual void exception_caught(runtime::JavaThread& self, runtime::Method& method, std::uint32_t handler_bci, runtime::Class& exception) = 0;

 protected:
  ~InterpHooks() = default;
};

// Makes these the observer (null: nobody), or says that they want other methods now. REQUIRES: the world is stopped, or no Java has run.
void observe(InterpHooks* hooks);

extern std::atomic<InterpHooks*> interp_hooks;
inline InterpHooks* active_hooks() { return interp_hooks.load(std::memory_order_relaxed); }

// The hooks, if there are any and they want this method.
inline InterpHooks* hooks_of(const runtime::Method& method) {
  InterpHooks* hooks = active_hooks();
  return hooks != nullptr && hooks->wants(method) ? hooks : nullptr;
}

}  // namespace minijvm::vm
