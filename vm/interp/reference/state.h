// Holds the registers of the reference interpreter, and the result of an instruction for the loop.
// Tested by tests/vm/interp_loop_test.cpp.
//
//   locals                     fp                                  sp
//   v                          v                                   v
//   | local 0 .. local n-1 | return pc, caller, method, lock | S0 S1 |  free
//
// An operand stays in its own slot until the instruction has done its work: `sp` moves last, or the
// thread cannot stop any more once it has moved. So whenever the thread may stop, the frame is as
// JVMS 2.6 describes it before the instruction at `pc`. The oop maps and the stack walkers rely on
// that.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "classfile/byte_reader.h"
#include "runtime/class/class.h"
#include "runtime/object/java_value.h"
#include "sync/threads/no_safepoint.h"
#include "vm/interp/activation.h"
#include "vm/java/java_result.h"

// The body of a bytecode is a function to break on in a debug build, and part of the loop in a
// release build. A debug build never inlines it: the address sanitizer marks a function's locals at
// each call, so one frame with the locals of all bodies would take most of the time.
#ifdef MINIJVM_DEBUG
#define MJ_BYTECODE [[gnu::noinline]] inline Step
#else
#define MJ_BYTECODE [[gnu::always_inline]] inline Step
#endif

namespace minijvm::interp {

using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using sync::NoSafepoint;

// Says what the loop does after an instruction.
enum class Step : std::uint8_t {
  // The loop goes on behind this instruction.
  kNext,
  // The pc is already where the loop goes on.
  kJump,
  // An exception is pending. The instruction in progress is still at pc.
  kThrow,
  // The method that C++ called has returned.
  kLeave,
};

// Holds what a linking instruction has found out (sites.h); null as long as it has not run.
using Site = std::atomic<void*>;

// An operand of this type takes this many slots (JVMS 2.6.2); its value is in the first.
template <class T>
constexpr int kOperandSlots = sizeof(T) == 8 && !std::is_pointer_v<T> ? 2 : 1;

// Returns the value in an operand's slot, narrowed to T if T is smaller than an int.
template <class T>
inline T value_in(const Slot& slot) {
  if constexpr (std::is_pointer_v<T>) {
    return slot.ref;
  } else if constexpr (std::is_same_v<T, float>) {
    return slot.as_float();
  } else if constexpr (std::is_same_v<T, double>) {
    return slot.as_double();
  } else if constexpr (sizeof(T) == 8) {
    return slot.as_long();
  } else {
    return static_cast<T>(slot.as_int());
  }
}
inline void set_value(Slot* slot, std::int32_t value) { slot->set_int(value); }
inline void set_value(Slot* slot, std::int64_t value) { slot->set_long(value); }
inline void set_value(Slot* slot, float value) { slot->set_float(value); }
inline void set_value(Slot* slot, double value) { slot->set_double(value); }
inline void set_value(Slot* slot, Object* value) { slot->ref = value; }

struct State {
  JavaThread& self;
  // The instruction in progress; null in a native method and before the first frame.
  const std::uint8_t* pc = nullptr;
  // The first free operand slot.
  Slot* sp = nullptr;
  Slot* locals = nullptr;
  Slot* fp = nullptr;
  // The method of the frame, cached; null if fp is an entry frame.
  Method* method = nullptr;
  Site* sites = nullptr;
  // True if this runs one frame among those of the other engine (large_frame.h): calls go through
  // C++.
  bool runs_one_frame = false;
  // True if that frame has left early: its caller repeats the call (early_exit.h).
  bool was_popped = false;

  // By the frame's own word for its method: in a slow path `method` may have got another body
  // already (runtime/class/class_versions.h).
  std::uint32_t bci() const { return static_cast<std::uint32_t>(pc - frame_method()->bytecode); }
  // The site of the instruction in progress. Linking instructions are two bytes long at least, so
  // halves of bcis are unique.
  Site& site() const { return sites[bci() >> 1]; }

  // Read operands of the instruction, `at` bytes from its opcode: unsigned or signed, big-endian.
  std::uint8_t u1(int at) const { return pc[at]; }
  std::int8_t s1(int at) const { return static_cast<std::int8_t>(pc[at]); }
  std::uint16_t u2(int at) const { return classfile::load_u2(pc + at); }
  std::int16_t s2(int at) const { return static_cast<std::int16_t>(classfile::load_u2(pc + at)); }
  std::int32_t s4(int at) const { return classfile::load_s4(pc + at); }

  // Read and change the operand on top. A long or double takes two slots.
  template <class T>
  T top() const {
    return value_in<T>(sp[-kOperandSlots<T>]);
  }
  template <class T>
  T pop() {
    sp -= kOperandSlots<T>;
    return value_in<T>(*sp);
  }
  template <class T>
  void push(T value) {
    set_value(sp, value);
    sp += kOperandSlots<T>;
  }

  // The frame knows which version of the method it runs.
  Method* frame_method() const { return method_or_null(fp); }
  void refresh_method() {
    if (method != nullptr) {
      method = frame_method();
    }
  }

  // Publishes where this thread is, for stack walkers.
  void publish() const { self.anchor = anchor_at(pc, fp); }
};

// Is a SlowPath of the reference interpreter. The thread may stop on its way into the VM and back,
// so the method is looked up at both ends.
class [[nodiscard]] StateSlowPath {
 public:
  explicit StateSlowPath(State& s) : refresh_{s}, slow_(s.self, s.pc, s.fp) { s.refresh_method(); }

 private:
  // Destroyed last of all: while this thread was stopped, the body that it runs may have become
  // that of an older version of the method (runtime/class/class_versions.h).
  struct Refresh {
    State& s;
    ~Refresh() { s.refresh_method(); }
  };
  Refresh refresh_;
  SlowPath slow_;
};

inline Step thrown(vm::Pending) { return Step::kThrow; }

// The implicit exceptions are made in a slow path of their own.
[[gnu::cold]] Step raise_null_pointer(State& s);
[[gnu::cold]] Step raise(State& s, const char* class_name, const char* message);

// Stops here if another thread asks for it (at a backward jump, at a method's entry). REQUIRES: the
// instruction at pc has not started.
[[gnu::cold]] Step poll_slow(State& s);

}  // namespace minijvm::interp
