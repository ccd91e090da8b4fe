// The interpreter as the rest of the VM sees it: one engine, chosen at start by -XX:Interpreter=switch|plain|folded.
//   switch   a naive switch over the raw bytecode (reference.h): the executable specification and the tests' oracle
//   plain    pre-decoded cells, one or more for each bytecode: to learn from
//   folded   the same cells with operands folded: the default
// All engines share frames (runtime/frame.h), calls, linking, unwinding and natives; they differ in what a pc is and in the loop.
// Proved by tests/vm/interp_loop_test.cpp and every Java test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/java_value.h"

namespace minijvm::runtime {
class Frame;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

class Engine {
 public:
  virtual const char* name() const = 0;
  // Runs `method`, whose arguments stand in entry[kFrameHeaderSlots...], until it returns there; its result then stands in the same
  // slots, or an exception is pending. REQUIRES: self in kInJava, entry is an entry frame on top of its stack.
  virtual void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) = 0;
  // Makes what the engine keeps in method.code. Idempotent, thread-safe. REQUIRES: the method has bytecode.
  virtual void prepare(runtime::Method& method) = 0;
  // The hooks are others, or want other methods. REQUIRES: as observe().
  virtual void observers_changed() {}
  virtual void observers_changed(runtime::Method&) {}
  // The bodies that these methods had are those of their older versions now (runtime/redefinition.h). REQUIRES: the world is stopped, and the
  // frames name the versions that they run.
  virtual void bodies_replaced(std::span<runtime::Method* const> /*current*/) {}
  // The bci of the instruction in progress; -1 in a native method.
  virtual std::int32_t pc_to_bci(const runtime::Method& method, const void* pc) const = 0;
  // The adapter of java.lang.invoke that `caller` called `callee` without (vm/native/stack_walk.h); null: none is missing.
  virtual runtime::Method* left_out_adapter(const runtime::Frame& /*caller*/, const runtime::Method& /*callee*/) const { return nullptr; }

 protected:
  ~Engine() = default;
};

// Once at boot, before any Java code runs. False: no engine has this name.
bool select_engine(std::string_view name);
// REQUIRES: one was selected.
Engine& engine();

}  // namespace minijvm::vm
