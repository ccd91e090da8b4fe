// The registers of the reference interpreter, and what an instruction tells the loop. Proved by tests/vm/interp_loop_test.cpp.
//
// Operands stand in their own slots until the instruction has done its work: `sp` moves last. So whenever something may stop, the frame
// is what JVMS 2.6 says it is before the instruction at `pc`, which is what the oop maps and the stack walkers assume.
#pragma once

#include <atomic>
#include <cstdint>

#include "classfile/byte_reader.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/handle.h"
#include "runtime/java_thread.h"
#include "runtime/java_value.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "sync/no_safepoint.h"
#include "sync/thread_state.h"
#include "vm/java/java_result.h"

// A bytecode's body: a function one can break on in a debug build, part of the loop in a release build. Never inlined in
// the former: the address sanitizer marks a function's locals at each call, so one frame with those of all bodies would take most of the time.
#ifdef MINIJVM_DEBUG
#define MJ_BYTECODE [[gnu::noinline]] inline Step
#else
#define MJ_BYTECODE [[gnu::always_inline]] inline Step
#endif

namespace minijvm::interp {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

// What the loop does after an instruction.
enum class Step : std::uint8_t {
  kNext,   // go on behind this instruction
  kJump,   // pc is already where to go on
  kThrow,  // an exception is pending; the instruction in progress is still at pc
  kLeave,  // the method that C++ called has returned
};

using Site = std::atomic<void*>;

struct State {
  JavaThread& self;
  const std::uint8_t* pc = nullptr;  // the instruction in progress; null in a native method and before the first frame
  Slot* sp = nullptr;                // first free operand slot
  Slot* locals = nullptr;
  Slot* fp = nullptr;
  Method* method = nullptr;          // null: fp is an entry frame
  Site* sites = nullptr;
  bool is_guest = false;             // runs one frame among those of the other engine (large_frame.h): calls go through C++
  bool was_popped = false;           // of a guest that has left: it is to be called anew (early_exit.h)

  // By the frame's own word for its method: amid a slow path `method` may have got another body already (runtime/redefinition.h).
  std::uint32_t bci() const { return static_cast<std::uint32_t>(pc - frame_method()->bytecode); }
  // What a linking instruction found out when it ran first. Linking instructions are two bytes at least, so halves of bcis are unique.
  Site& site() const { return sites[bci() >> 1]; }

  std::uint8_t u1(int at) const { return pc[at]; }
  std::int8_t s1(int at) const { return static_cast<std::int8_t>(pc[at]); }
  std::uint16_t u2(int at) const { return classfile::load_u2(pc + at); }
  std::int16_t s2(int at) const { return static_cast<std::int16_t>(classfile::load_u2(pc + at)); }
  std::int32_t s4(int at) const { return classfile::load_s4(pc + at); }

  void push_int(std::int32_t value) { (sp++)->set_int(value); }
  void push_float(float value) { (sp++)->set_float(value); }
  void push_long(std::int64_t value) {
    sp->set_long(value);
    sp += 2;
  }
  void push_double(double value) {
    sp->set_double(value);
    sp += 2;
  }
  void push_ref(Object* value) { (sp++)->ref = value; }

  // The frame knows which version of the method it runs.
  Method* frame_method() const { return static_cast<Method*>(const_cast<void*>(fp[runtime::kFrameMethod].pointer)); }
  void refresh_method() {
    if (method != nullptr) {
      method = frame_method();
    }
  }

  // Tells stack walkers where this thread stands. An entry frame without a callee stands for what was below it.
  void publish() const {
    if (method == nullptr) {
      self.anchor = {fp[runtime::kFrameReturnPc].pointer, fp[runtime::kFrameCaller].frame};
    } else {
      self.anchor = {pc, fp};
    }
  }
};

// Around everything that may stop, allocate or throw. Handles made inside die with it.
class [[nodiscard]] SlowPath {
 public:
  // The way into the VM may stop, too, so the method is looked up on both ends.
  explicit SlowPath(State& s) : refresh_{s}, scope_(published(s)), to_vm_(s.self) { s.refresh_method(); }

 private:
  // Last of all: while this thread stopped, the body that it runs may have become that of an older version (runtime/redefinition.h).
  struct Refresh {
    State& s;
    ~Refresh() { s.refresh_method(); }
  };
  static JavaThread& published(State& s) {
    s.publish();
    return s.self;
  }
  Refresh refresh_;
  runtime::HandleScope scope_;
  sync::JavaToVm to_vm_;
};

inline Step thrown(vm::Pending) { return Step::kThrow; }

// The implicit exceptions, made in a slow path of their own.
[[gnu::cold]] Step raise_null_pointer(State& s);
[[gnu::cold]] Step raise(State& s, const char* class_name, const char* message);

// Stops here if somebody asks (a back-edge, a method's entry). The state is that of an instruction not yet begun.
[[gnu::cold]] Step poll_slow(State& s);

inline bool is_entry_frame(const Slot* fp) { return fp[runtime::kFrameMethod].bits == runtime::kEntryFrame; }

}  // namespace minijvm::interp
