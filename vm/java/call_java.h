// Enters Java from C++. vm/java needs these calls and is below the interpreter, so the functions
// are declared here and defined in vm/interp/call_java.cpp.
// Tested by tests/vm/interp_loop_test.cpp and every Java test.
//
//   CallArgs args;
//   args.push(thread);                                       // receiver first
//   args.push_long(deadline);
//   JavaValue result = MJ_TRY(call_java(self, *wk().X_m, args));
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;

// Holds the arguments of a call, in slots as the callee will see them. A reference is kept as a
// handle, because the call may stop at a safepoint before the callee's frame exists. The arguments
// of a long list lie on the C++ heap, because calls nest, and each has its CallArgs on the C stack.
class CallArgs {
 public:
  void push(Handle<> reference) { next(true).pointer = reference.slot(); }
  void push_int(std::int32_t value) { next().set_int(value); }
  void push_float(float value) { next().set_float(value); }
  // A long or double takes two slots; the value is in the first.
  void push_long(std::int64_t value) {
    next().set_long(value);
    next().bits = 0;
  }
  void push_double(double value) {
    next().set_double(value);
    next().bits = 0;
  }
  void append(const CallArgs& others) {
    for (int i = 0; i < others.size(); ++i) {
      next(others.is_handle(i)) = others.slot(i);
    }
  }
  // Adds one slot of a primitive value, in the form that it has in a frame.
  void push_slot(Slot primitive) { next() = primitive; }
  int size() const { return used_; }
  bool is_handle(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return many_ == nullptr ? few_.is_handle[at] : many_->is_handle[at];
  }
  Slot slot(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return many_ == nullptr ? few_.slots[at] : many_->slots[at];
  }
  Handle<> handle(int i) const { return Handle<>(static_cast<Object* const*>(slot(i).pointer)); }

 private:
  template <std::size_t kSize>
  struct List {
    std::array<Slot, kSize> slots;
    std::array<bool, kSize> is_handle;
  };
  static constexpr std::size_t kFew = 8;
  // A descriptor allows 255 slots with the receiver (JVMS 4.3.3).
  static constexpr std::size_t kMaxSlots = 256;

  Slot& next(bool is_handle = false) {
    if (used_ == kFew) [[unlikely]] {
      move_to_heap();
    }
    const std::size_t at = used_++;
    if (many_ == nullptr) [[likely]] {
      few_.is_handle[at] = is_handle;
      return few_.slots[at];
    }
    many_->is_handle[at] = is_handle;
    return many_->slots[at];
  }
  [[gnu::noinline]] void move_to_heap() {
    many_ = std::make_unique<List<kMaxSlots>>();
    for (std::size_t i = 0; i < kFew; ++i) {
      many_->slots[i] = few_.slots[i];
      many_->is_handle[i] = few_.is_handle[i];
    }
  }

  std::uint16_t used_ = 0;
  List<kFew> few_;
  std::unique_ptr<List<kMaxSlots>> many_;
};

// Holds the value that a call returned. A result narrower than int is cut to its type (boolean to 0
// or 1).
struct JavaValue {
  BasicType type = BasicType::kVoid;
  Slot slot{};         // primitives
  Handle<> reference;  // references: a handle in the caller's scope

  std::int32_t as_int() const { return slot.as_int(); }
  std::int64_t as_long() const { return slot.as_long(); }
  float as_float() const { return slot.as_float(); }
  double as_double() const { return slot.as_double(); }
};

// Runs exactly this method: there is no dispatch by the receiver, and no initialization of its
// class.
// REQUIRES: self is in kInVm, no exception is pending, and args match the descriptor.
JavaResult<JavaValue> call_java(JavaThread& self, Method& method, const CallArgs& args);
// Selects the method by the receiver's class first, then runs it. REQUIRES: args.handle(0) is not
// null.
JavaResult<JavaValue> call_virtual(JavaThread& self, Method& resolved, const CallArgs& args);

}  // namespace minijvm::vm
