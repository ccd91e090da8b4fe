// Makes stubs, one for each shape. The caller is in kInVm.
#include "vm/natives/native_stub.h"

#include <map>
#include <memory>

#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "sync/schedule/scheduler.h"
#include "vm/java/repeatability.h"
#include "vm/natives/blocking_natives.h"
#include "vm/natives/register_call.h"
#include "vm/natives/world/journal/journal.h"
#include "vm/natives/world/journal/journal_rows.h"
#include "vm/natives/world/world.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::JavaThread;
using runtime::Method;

namespace {

ffi_type* ffi_type_of(char kind) {
  // Java's boolean and char are unsigned, its other integers signed (JVMS 2.3.1).
  switch (kind) {
    case 'Z':
      return &ffi_type_uint8;
    case 'B':
      return &ffi_type_sint8;
    case 'C':
      return &ffi_type_uint16;
    case 'S':
      return &ffi_type_sint16;
    case 'I':
      return &ffi_type_sint32;
    case 'J':
      return &ffi_type_sint64;
    case 'F':
      return &ffi_type_float;
    case 'D':
      return &ffi_type_double;
    case 'V':
      return &ffi_type_void;
    default:
      return &ffi_type_pointer;
  }
}

// Returns one letter for each parameter: for "(I[JLjava/lang/String;D)V" it is "ILLD".
std::string parameter_kinds(const Method& method) {
  std::string kinds;
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    kinds += type.is_reference() ? 'L' : type.text()[0];
  }
  return kinds;
}

std::unique_ptr<NativeStub> make_stub(std::string kinds, bool is_static, BasicType return_type,
                                      char return_kind) {
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
  // The description is made for register calls as well: it is made once per shape.
  ffi_status status = ffi_prep_cif(&stub->cif, FFI_DEFAULT_ABI, count, ffi_type_of(return_kind),
                                   stub->types.data());
  MJ_CHECK(status == FFI_OK, "libffi refuses the shape %s (%d)", stub->kinds.c_str(),
           static_cast<int>(status));
  return stub;
}

// Returns the stub of a method's shape, made once per shape.
const NativeStub& find_stub(Method& method) {
  std::string_view descriptor = method.descriptor->text();
  char return_kind = descriptor[classfile::closing_parenthesis(descriptor) + 1];
  std::string kinds = parameter_kinds(method);
  // Example: a static method with descriptor "(IJ)V" has the shape "IJVs"; an instance method ends
  // in 'v'.
  std::string shape = kinds + (runtime::is_reference(method.return_type) ? 'L' : return_kind) +
                      (method.is_static() ? 's' : 'v');
  // A thread model that switches no user threads has no P to give away.
  const bool blocks = sync::thread_model().switches_user_threads() && blocks_in_kernel(method);
  shape += blocks ? "b" : "";
  const bool is_journaled = journal() != nullptr && journal_row_of(method) != nullptr;
  shape += is_journaled ? "j" : "";
  NativesState& state = the_vm.natives;
  sync::MutexLock guard(state.stubs_mutex);
  std::unique_ptr<NativeStub>& stub = (*state.stubs)[shape];
  if (stub == nullptr) {
    stub = make_stub(std::move(kinds), method.is_static(), method.return_type, return_kind);
    stub->blocks = blocks;
    stub->is_journaled = is_journaled;
    stub->is_register_call &= !is_journaled;
  }
  // release: pairs with the acquire load in stub_of.
  method.native_stub.store(stub.get(), std::memory_order_release);
  return *stub;
}

}  // namespace

const NativeStub& first_stub_of(JavaThread& self, Method& method, void* entry) {
  if (is_kept_repeatable()) {
    judge_call(self, method, entry);
  }
  return find_stub(method);
}

}  // namespace minijvm::vm
