// Calls native methods. The interpreter calls call_native with the thread in kInVm; this file
// builds the C arguments, changes to kInNative around the call, and brings the result back.
// A stub describes the shape of a call (native_stub.h):
//
//   Java locals --marshal--> RegisterArguments --> call_in_registers     most shapes
//               --marshal--> Marshalled        --> ffi_call              too many arguments, or a
//                                                                        journal keeps the call
#include "vm/natives/native_call.h"

#include <ffi.h>

#include <bit>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/thread_state.h"
#include "vm/java/boxing.h"
#include "vm/java/threads/thread_control.h"
#include "vm/natives/foreign_code.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/native_registry.h"
#include "vm/natives/native_stub.h"
#include "vm/natives/register_call.h"
#include "vm/natives/world/journal/journaled_call.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

namespace {

// Later calls find the stub in the method without a lock.
const NativeStub& stub_of(JavaThread& self, Method& method, void* entry) {
  // acquire: pairs with the release in native_stub.cpp, so that the stub's fields are visible.
  void* known = method.native_stub.load(std::memory_order_acquire);
  return known != nullptr ? *static_cast<const NativeStub*>(known)
                          : first_stub_of(self, method, entry);
}

// Holds the C arguments for libffi. A primitive is read from its Java local in place (the machine
// is little-endian, so its low bytes come first). A reference is passed as the address of its
// local, and a null reference as NULL.
struct Marshalled {
  JNIEnv* env;
  const void* receiver;
  // The values of the reference arguments; values[i] points at references[i].
  const void** references;
  // Holds the address of each C argument's value, because ffi_call takes addresses.
  void** values;
};

// Returns the second C argument. For a static method it is the address of the class's mirror field,
// which serves as a local reference; for an instance method it is the address of the first local.
const void* receiver_of(const NativeStub& stub, const Method& method, const Slot* args) {
  return stub.is_static ? static_cast<const void*>(&method.holder->mirror) : args;
}

// Fills *out for ffi_call. The addresses in it point into *out itself and into the Java frame.
void marshal(JavaThread& self, const NativeStub& stub, Method& method, Slot* args,
             Marshalled* out) {
  out->env = jni_env_of(self);
  out->receiver = receiver_of(stub, method, args);
  args += stub.is_static ? 0 : 1;
  out->values[0] = &out->env;
  out->values[1] = &out->receiver;
  std::size_t at = 2;
  for (char kind : stub.kinds) {
    if (kind == 'L') {
      out->references[at] = args->ref == nullptr ? nullptr : args;
      out->values[at] = &out->references[at];
    } else {
      out->values[at] = args;
    }
    // long and double take two locals each (JVMS 2.6.1); the value is in the first.
    args += kind == 'J' || kind == 'D' ? 2 : 1;
    ++at;
  }
}

// Collects the arguments of a register call, which counts each kind separately (register_call.h).
RegisterArguments to_registers(JavaThread& self, const NativeStub& stub, const Method& method,
                               const Slot* args) {
  RegisterArguments out;
  std::size_t integers = 0;
  std::size_t floats = 0;
  out.integers[integers++] = reinterpret_cast<std::uintptr_t>(jni_env_of(self));
  out.integers[integers++] = reinterpret_cast<std::uintptr_t>(receiver_of(stub, method, args));
  args += stub.is_static ? 0 : 1;
  for (char kind : stub.kinds) {
    if (kind == 'L') {
      out.integers[integers++] = args->ref == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(args);
    } else if (kind == 'F' || kind == 'D') {
      out.floats[floats++] = float_argument(kind, *args);
    } else {
      out.integers[integers++] = integer_argument(kind, *args);
    }
    args += kind == 'J' || kind == 'D' ? 2 : 1;
  }
  return out;
}

// The result register is read by type. libffi widens integers to ffi_arg.
union NativeResult {
  ffi_arg integral;
  std::int64_t long_;
  float float_;
  double double_;
  jobject reference;
};

// Stands around a native's code under a model that switches user threads. Foreign code may keep
// addresses of its LWP's thread-local variables, so the thread is pinned to its LWP during the
// call. The VM's own code, and that of libjava's thin natives, keeps none (foreign_code.h).
class CallOut {
 public:
  CallOut(JavaThread& self, void* entry)
      : self_(self), counts_(sync::thread_model().switches_user_threads()) {
    if (counts_) {
      // relaxed: only this thread writes the counter, and readers need only some recent value.
      self.native_calls_.store(self.native_calls_.load(std::memory_order_relaxed) + 1,
                               std::memory_order_relaxed);
      pins_ = may_keep_thread_locals(entry);
      sync::pin_to_lwp(self, pins_ ? 1 : 0);
    }
  }
  ~CallOut() {
    if (pins_) {
      sync::pin_to_lwp(self_, -1);
    }
  }
  CallOut(const CallOut&) = delete;

 private:
  JavaThread& self_;
  // True if the thread model switches user threads.
  bool counts_;
  // True if this call pins the thread to its LWP.
  bool pins_ = false;
};

// Stands around the code of a native that is likely to block: others may use the P meanwhile.
// REQUIRES: kInNative.
class BlockingCall {
 public:
  BlockingCall(JavaThread& self, const NativeStub& stub) : self_(self), blocks_(stub.blocks) {
    if (blocks_) [[unlikely]] {
      sync::thread_model().begin_blocking_call(self);
    }
  }
  ~BlockingCall() {
    if (blocks_) [[unlikely]] {
      sync::thread_model().end_blocking_call(self_);
    }
  }
  BlockingCall(const BlockingCall&) = delete;

 private:
  JavaThread& self_;
  bool blocks_;
};

void call_through_ffi(JavaThread& self, const NativeStub& stub, Method& method, Slot* args,
                      void* entry, NativeResult* result) {
  // The arrays are as long as this call needs them, because natives that call back nest here.
  const std::size_t bytes = stub.cif.nargs * sizeof(void*);
  Marshalled marshalled{nullptr, nullptr, static_cast<const void**>(__builtin_alloca(bytes)),
                        static_cast<void**>(__builtin_alloca(bytes))};
  marshal(self, stub, method, args, &marshalled);
  // From here on the collector may move objects. The arguments are slot addresses, which it
  // updates.
  sync::VmToNative native(self);
  BlockingCall blocking(self, stub);
  // ffi_call takes a mutable cif, but only reads it.
  ffi_call(const_cast<ffi_cif*>(&stub.cif), reinterpret_cast<void (*)()>(entry), result,
           marshalled.values);
}

// A recording calls the function and writes down what came of it. A replay gives that without a
// call.
[[gnu::noinline]] void call_by_journal(JavaThread& self, const NativeStub& stub, Method& method,
                                       Slot* args, void* entry, NativeResult* result) {
  JournaledCall call(self, method, args);
  result->integral = 0;
  if (call.is_made()) {
    call_through_ffi(self, stub, method, args, entry, result);
  }
  auto bits = std::bit_cast<std::uint64_t>(*result);
  call.finish(&bits);
  *result = std::bit_cast<NativeResult>(bits);
}

void call_by_registers(JavaThread& self, const NativeStub& stub, const Method& method,
                       const Slot* args, void* entry, NativeResult* result) {
  RegisterArguments arguments = to_registers(self, stub, method, args);
  bool returns_float =
      stub.return_type == BasicType::kFloat || stub.return_type == BasicType::kDouble;
  // The registers were filled before the change of state: they hold slot addresses and no raw
  // references.
  sync::VmToNative native(self);
  BlockingCall blocking(self, stub);
  result->integral = call_in_registers(entry, arguments, stub.has_floats, returns_float);
}

// Stores the function's result as a Java value. A sub-int result is truncated to its type, since C
// leaves the high bits of the register undefined.
void store_result(JavaThread& self, BasicType type, const NativeResult& from, Slot* to) {
  switch (type) {
    case BasicType::kVoid:
      return;
    case BasicType::kFloat:
      to->set_float(from.float_);
      return;
    case BasicType::kDouble:
      to->set_double(from.double_);
      return;
    case BasicType::kLong:
      to->set_long(from.long_);
      return;
    case BasicType::kObject:
    case BasicType::kArray: {
      NoSafepoint still(self);
      // The reference is raw from here on; the caller stores it before anything may stop.
      to->ref = handle_of(from.reference).raw(still);
      return;
    }
    default:
      to->set_int(static_cast<std::int32_t>(from.integral));
      truncate_to(type, to);
  }
}

}  // namespace

JavaResult<void> call_native(JavaThread& self, Method& method, Slot* args, Slot* result) {
  // acquire: pairs with the release in bind_native.
  void* entry = method.native_entry.load(std::memory_order_acquire);
  if (entry == nullptr) [[unlikely]] {
    entry = MJ_TRY(find_native_entry(self, method));
  }
  const NativeStub& stub = stub_of(self, method, entry);
  // The mark separates the local references from before the call from those that the function
  // makes; these are dropped below.
  runtime::HandleArea::Mark mark = self.handles.mark();
  void* frames = self.jni_frames;
  NativeResult native_result;
  CallOut call_out(self, entry);
  const std::uint64_t begun = stub.blocks && is_wanted(Event::native_block) ? event_ticks() : 0;
  if (stub.is_register_call) {
    call_by_registers(self, stub, method, args, entry, &native_result);
  } else if (stub.is_journaled) {
    call_by_journal(self, stub, method, args, entry, &native_result);
  } else {
    call_through_ffi(self, stub, method, args, entry, &native_result);
  }
  if (begun != 0) [[unlikely]] {
    MJ_EVENT(self.events(), Event::native_block, reinterpret_cast<std::uintptr_t>(&method), begun);
  }
  // Thread.stop may have come while the thread was in native state.
  if (self.async_exception != nullptr) [[unlikely]] {
    accept_async_exception(self);
  }
  // The result may be one of the local references, so it is read before they are dropped.
  if (!self.has_pending_exception()) {
    store_result(self, stub.return_type, native_result, result);
  }
  drop_local_frames(self, frames);
  self.handles.release(mark);
  if (self.has_pending_exception()) {
    return kPending;
  }
  return {};
}

void bind_native(Method& method, void* entry) {
  // release: pairs with the acquire in call_native.
  method.native_entry.store(entry, std::memory_order_release);
}

}  // namespace minijvm::vm
