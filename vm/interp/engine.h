// Shows the rest of the VM one interpreter: the engine that -XX:Interpreter=switch|plain|folded
// chooses at start.
//   switch   a switch over the raw bytecode (reference/reference.h): executable specification, and
//            the oracle of the tests
//   plain    pre-decoded cells, one or more for each bytecode: to learn from
//   folded   the same cells with operands folded into them: the default
// All engines share frames (runtime/frame/frame.h, activation.h), linking, unwinding and natives.
// They differ in what a pc is and in the loop.
//
// Tested by tests/vm/interp_loop_test.cpp and every Java test.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "runtime/frame/frame.h"
#include "vm/interp/sampling/interrupted.h"

namespace minijvm::vm {

class Engine : public runtime::FrameDecoder {
 public:
  // Returns the word that follows -XX:Interpreter=.
  virtual const char* name() const = 0;
  // Runs `method`, whose arguments are in entry[kFrameHeaderSlots...], until it returns there. Its
  // result is then in the same slots, or an exception is pending. REQUIRES: self is in kInJava, and
  // entry is an entry frame on top of its stack.
  virtual void run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) = 0;
  // Makes the data that the engine keeps in method.code. Idempotent and thread-safe. REQUIRES: the
  // method has bytecode.
  virtual void prepare(runtime::Method& method) = 0;
  // There are other observers now, or they want other methods; the second form: another answer for
  // this method only. REQUIRES: the world is stopped, or no Java has run.
  virtual void observers_changed() {}
  virtual void observers_changed(runtime::Method&) {}
  // These methods have got new bodies; their former bodies are those of their older versions now
  // (runtime/class/class_versions.h). REQUIRES: the world is stopped, and each frame refers to the
  // version that it runs.
  virtual void bodies_replaced(std::span<runtime::Method* const> /*current*/) {}

  // --- for profilers that interrupt threads (tools/profile) ---
  // Learns what the next function needs to know. Idempotent. REQUIRES: one thread at a time.
  virtual void prepare_for_signals(runtime::JavaThread& /*self*/) {}
  // Says where a signal has interrupted the calling thread, which is in kInJava. Async-signal-safe.
  virtual interp::InterruptedFrame interrupted_frame(const runtime::JavaThread& self) const = 0;
  // Returns whether a frame of this method may be at this pc, for any method and pc; and the bci
  // there, or -1 if there is none. Async-signal-safe.
  virtual bool is_pc_of(const runtime::Method& method, const void* pc) const = 0;
  virtual std::int32_t find_bci(const runtime::Method& method, const void* pc) const = 0;

 protected:
  ~Engine() = default;
};

// Called once at boot, before any Java code runs. Returns false if no engine has this name.
bool select_engine(std::string_view name);
// REQUIRES: select_engine has succeeded.
Engine& engine();

}  // namespace minijvm::vm
