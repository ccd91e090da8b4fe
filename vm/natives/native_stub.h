// Describes how to call the C function of a native method. native_call.cpp asks at each call; all
// methods of one shape share a stub.
// Tested by tests/vm/native/jni.
#pragma once

#include <ffi.h>

#include <array>
#include <string>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::vm {

// JVMS 4.3.3 allows 255 slots of arguments; JNIEnv* and jclass come on top.
inline constexpr int kMaxArguments = 257;

// Describes how to call a function of one shape: the kind of each Java argument, and libffi's
// description of the call. All methods with the same shape share one stub.
struct NativeStub {
  ffi_cif cif;
  // Has one letter for each parameter, without the receiver: L for a reference, else the letter of
  // its descriptor.
  std::string kinds;
  bool is_static;
  runtime::BasicType return_type;
  // True if all arguments fit in registers, so that libffi is not needed.
  bool is_register_call;
  // True if some argument is a float or a double.
  bool has_floats;
  // True if the call is likely to wait in the kernel (blocking_natives.h). Such methods have stubs
  // of their own.
  bool blocks = false;
  // True if a journal keeps the calls. Such methods have stubs of their own as well, and no
  // register calls.
  bool is_journaled = false;
  // cif points into this array, so a stub must not move.
  std::array<ffi_type*, kMaxArguments> types;
};

// The first call of a method comes here. A deterministic run asks whether it may be made: not
// earlier, since a class may bind natives that it never calls. The stub lives as long as the
// process. Not inlined, since its texts would make the frame of each native call larger.
[[gnu::noinline]] const NativeStub& first_stub_of(runtime::JavaThread& self,
                                                  runtime::Method& method, void* entry);

}  // namespace minijvm::vm
