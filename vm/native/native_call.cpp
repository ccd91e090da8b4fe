#include "vm/native/native_call.h"

#include <ffi.h>

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "classfile/descriptor.h"
#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/symbol_table.h"
#include "sync/schedule/scheduler.h"
#include "sync/thread_state.h"
#include "vm/java/boxing.h"
#include "vm/java/thread_control.h"
#include "vm/native/foreign_code.h"
#include "vm/native/jni_handles.h"
#include "vm/native/native_registry.h"
#include "vm/native/register_call.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

namespace {

constexpr int kMaxArguments = 257;  // JVMS 4.3.3: 255 slots, with JNIEnv* and jclass

// How to call a function of one shape: the kind of each Java argument, in registers or by libffi's description. Methods with the same types
// share it.
struct NativeStub {
  ffi_cif cif;
  std::string kinds;  // one letter per parameter, without the receiver: L for references, else the descriptor letter
  bool is_static;
  BasicType return_type;
  bool is_register_call;
  bool has_floats;
  std::array<ffi_type*, kMaxArguments> types;
};

ffi_type* ffi_type_of(char kind) {
  switch (kind) {
    case 'Z': return &ffi_type_uint8;
    case 'B': return &ffi_type_sint8;
    case 'C': return &ffi_type_uint16;
    case 'S': return &ffi_type_sint16;
    case 'I': return &ffi_type_sint32;
    case 'J': return &ffi_type_sint64;
    case 'F': return &ffi_type_float;
    case 'D': return &ffi_type_double;
    case 'V': return &ffi_type_void;
    default: return &ffi_type_pointer;
  }
}

std::string parameter_kinds(const Method& method) {
  std::string kinds;
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    kinds += type.is_reference() ? 'L' : type.text()[0];
  }
  return kinds;
}

std::unique_ptr<NativeStub> make_stub(std::string kinds, bool is_static, BasicType return_type, char return_kind) {
  auto stub = std::make_unique<NativeStub>();
  stub->kinds = std::move(kinds);
  stub->is_static = is_static;
  stub->return_type = return_type;
  stub->is_register_call = fits_registers(stub->kinds);
  stub->has_floats = has_float_kind(stub->kinds);
  unsigned count = 0;
  stub->types[count++] = &ffi_type_pointer;  // JNIEnv*
  stub->types[count++] = &ffi_type_pointer;  // jclass or receiver
  for (char kind : stub->kinds) {
    stub->types[count++] = ffi_type_of(kind);
  }
  ffi_status status = ffi_prep_cif(&stub->cif, FFI_DEFAULT_ABI, count, ffi_type_of(return_kind), stub->types.data());
  MJ_CHECK(status == FFI_OK, "libffi refuses the shape %s (%d)", stub->kinds.c_str(), static_cast<int>(status));
  return stub;
}

// The stub of a method's shape, made once per shape. Stubs live as long as the process.
const NativeStub& stub_of(Method& method) {
  // acquire: pairs with the release below, so that the stub is seen whole.
  if (void* known = method.native_stub.load(std::memory_order_acquire); known != nullptr) {
    return *static_cast<const NativeStub*>(known);
  }
  static std::mutex mutex;
  static auto* stubs = new std::map<std::string, std::unique_ptr<NativeStub>>;
  std::string_view descriptor = method.descriptor->text();
  char return_kind = descriptor[classfile::closing_parenthesis(descriptor) + 1];
  std::string kinds = parameter_kinds(method);
  std::string shape = kinds + (runtime::is_reference(method.return_type) ? 'L' : return_kind) + (method.is_static() ? 's' : 'v');
  std::lock_guard<std::mutex> guard(mutex);
  std::unique_ptr<NativeStub>& stub = (*stubs)[shape];
  if (stub == nullptr) {
    stub = make_stub(std::move(kinds), method.is_static(), method.return_type, return_kind);
  }
  method.native_stub.store(stub.get(), std::memory_order_release);
  return *stub;
}

// The C arguments: primitives are read from the Java slots where they stand (little-endian: the low bytes), references are the addresses
// of their slots, null slots are NULL.
struct Marshalled {
  JNIEnv* env;
  const void* receiver;
  std::array<const void*, kMaxArguments> references;
  std::array<void*, kMaxArguments> values;
};

const void* receiver_of(const NativeStub& stub, const Method& method, const Slot* args) {
  return stub.is_static ? static_cast<const void*>(&method.holder->mirror) : args;
}

void marshal(JavaThread& self, const NativeStub& stub, Method& method, Slot* args, Marshalled* out) {
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
    args += kind == 'J' || kind == 'D' ? 2 : 1;
    ++at;
  }
}

RegisterArguments to_registers(JavaThread& self, const NativeStub& stub, const Method& method, const Slot* args) {
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

union NativeResult {
  ffi_arg integral;
  std::int64_t long_;
  float float_;
  double double_;
  jobject reference;
};

// Around a native's code under a model whose user threads switch: foreign code may keep addresses of its LWP's thread-locals, the VM's own and
// that of is_thin_native do not.
class CallOut {
 public:
  CallOut(JavaThread& self, void* entry) : self_(self), counts_(sync::thread_model().switches_user_threads()) {
    if (counts_) {
      self.native_calls_.store(self.native_calls_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      pins_ = may_keep_thread_locals(entry);
      self.lwp_pins_ += pins_ ? 1 : 0;
    }
  }
  ~CallOut() { self_.lwp_pins_ -= pins_ ? 1 : 0; }
  CallOut(const CallOut&) = delete;

 private:
  JavaThread& self_;
  bool counts_;
  bool pins_ = false;
};

void call_through_ffi(JavaThread& self, const NativeStub& stub, Method& method, Slot* args, void* entry, NativeResult* result) {
  Marshalled marshalled;
  marshal(self, stub, method, args, &marshalled);
  sync::VmToNative native(self);
  // libffi wants a mutable cif, yet only reads it.
  ffi_call(const_cast<ffi_cif*>(&stub.cif), reinterpret_cast<void (*)()>(entry), result, marshalled.values.data());
}

void call_by_registers(JavaThread& self, const NativeStub& stub, const Method& method, const Slot* args, void* entry, NativeResult* result) {
  RegisterArguments arguments = to_registers(self, stub, method, args);
  bool returns_float = stub.return_type == BasicType::kFloat || stub.return_type == BasicType::kDouble;
  sync::VmToNative native(self);
  result->integral = call_in_registers(entry, arguments, stub.has_floats, returns_float);
}

void store_result(JavaThread& self, BasicType type, const NativeResult& from, Slot* to) {
  switch (type) {
    case BasicType::kVoid: return;
    case BasicType::kFloat: to->set_float(from.float_); return;
    case BasicType::kDouble: to->set_double(from.double_); return;
    case BasicType::kLong: to->set_long(from.long_); return;
    case BasicType::kObject:
    case BasicType::kArray: {
      NoSafepoint still(self);
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
  void* entry = method.native_entry.load(std::memory_order_acquire);  // acquire: pairs with bind_native
  if (entry == nullptr) [[unlikely]] {
    entry = MJ_TRY(find_native_entry(self, method));
  }
  const NativeStub& stub = stub_of(method);
  runtime::HandleArea::Mark mark = self.handles.mark();
  void* frames = self.jni_frames;
  NativeResult native_result;
  CallOut call_out(self, entry);
  if (stub.is_register_call) {
    call_by_registers(self, stub, method, args, entry, &native_result);
  } else {
    call_through_ffi(self, stub, method, args, entry, &native_result);
  }
  if (self.async_exception != nullptr) [[unlikely]] {
    accept_async_exception(self);
  }
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
  method.native_entry.store(entry, std::memory_order_release);  // acquire in call_native
}

}  // namespace minijvm::vm
