// MethodHandle.invokeBasic and linkTo* (JDK interface 5.5): calls that only decide who is called. They have no frame; the target runs with
// the arguments where they stand. Shared by all engines. Proved by tests/java/invoke.
#pragma once

#include "runtime/java_value.h"
#include "runtime/method.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

inline bool is_call_intrinsic(const runtime::Method& method) { return method.polymorphic > runtime::PolymorphicKind::kGeneric; }

// The method that a call of this intrinsic with these arguments runs next (perhaps an intrinsic again), or what stands in its way.
// The trailing MemberName of linkTo* is simply not part of the target's arguments.
enum class HandleCallFailure : std::uint8_t { kNone, kNullPointer, kNoMethod, kSelect, kNative };
struct HandleCall {
  runtime::Method* target = nullptr;
  HandleCallFailure failure = HandleCallFailure::kNone;
  // kSelect: the receiver's class has no runnable method for this one; select_or_throw words the error.
  runtime::Class* receiver = nullptr;
  const runtime::Method* resolved = nullptr;
};
// Touches no state and does not stop. REQUIRES: is_call_intrinsic(method), a heap-touching state.
HandleCall target_of_handle_call(runtime::JavaThread& self, const runtime::Method& method, const runtime::Slot* args);

}  // namespace minijvm::vm
