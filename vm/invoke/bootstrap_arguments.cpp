// Makes Java objects of the constants of a pool. vm/invoke/call_site.cpp asks for the arguments of
// bootstrap methods, and the interpreter for ldc of constants that java.lang.invoke makes. The
// caller is in kInVm, and any of these functions may run Java.
#include "vm/invoke/bootstrap_arguments.h"

#include "classfile/class_file.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/invoke/call_site.h"
#include "vm/java/allocation.h"
#include "vm/java/boxing.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using classfile::ConstantPool;
using classfile::ConstantTag;
using runtime::BasicType;
using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using runtime::RunConstantPool;
using runtime::Slot;
using runtime::wk;
using sync::NoSafepoint;

// Reads a number constant into *value and returns its type; kVoid if the entry is not a number.
BasicType number_constant(const ConstantPool& pool, std::uint16_t index, Slot* value) {
  switch (pool.tag(index)) {
    case ConstantTag::Integer:
      value->set_int(pool.integer(index));
      return BasicType::kInt;
    case ConstantTag::Float:
      value->set_float(pool.float_(index));
      return BasicType::kFloat;
    case ConstantTag::Long:
      value->set_long(pool.long_(index));
      return BasicType::kLong;
    case ConstantTag::Double:
      value->set_double(pool.double_(index));
      return BasicType::kDouble;
    default:
      return BasicType::kVoid;
  }
}

// Resolves a constant that is neither a number nor a class. Its value is an object.
JavaResult<Handle<>> resolve_reference(JavaThread& self, RunConstantPool& from,
                                       std::uint16_t index) {
  const ConstantPool& pool = from.raw();
  switch (pool.tag(index)) {
    case ConstantTag::String:
      return intern_string(self, pool.string(index));
    case ConstantTag::MethodType:
    case ConstantTag::MethodHandle:
    case ConstantTag::Dynamic:
      return resolve_constant(self, from, index);
    default:
      return throw_newf(self, "java/lang/ClassFormatError",
                        "constant pool index %d is not loadable", index);
  }
}

// A lone argument that is an array, or null, must be wrapped in an Object[]: java.lang.invoke could
// not tell it from the list of the arguments.
bool is_single_argument(JavaThread& self, Handle<> value) {
  NoSafepoint still(self);
  const Object* raw = value.raw(still);
  return raw != nullptr && !raw->klass()->is_array();
}

}  // namespace

// Numbers are boxed each time. Classes are cached in the pool as a Class, and all other constants
// as a constant slot.
JavaResult<Handle<>> loadable_constant(JavaThread& self, RunConstantPool& from,
                                       std::uint16_t index) {
  Slot value{};
  BasicType number = number_constant(from.raw(), index, &value);
  if (number != BasicType::kVoid) {
    return box(self, number, value);
  }
  if (from.raw().is(index, ConstantTag::Class)) {
    return mirror_of(*MJ_TRY(lift(self, runtime::resolve_class(self, from, index))));
  }
  if (void* slot = from.resolved(index)) {
    // JVMS 5.4.3: resolution has one result. publish() returns the slot of the thread that was
    // first.
    return Handle<>(static_cast<Object* const*>(slot));
  }
  Handle<> resolved = MJ_TRY(resolve_reference(self, from, index));
  NoSafepoint still(self);
  return Handle<>(static_cast<Object* const*>(
      from.publish(index, from.holder().home->constants.add(resolved.raw(still)))));
}

JavaResult<Handle<>> constant_if_resolved(JavaThread& self, RunConstantPool& from,
                                          std::uint16_t index) {
  const ConstantPool& pool = from.raw();
  if (pool.is(index, ConstantTag::Class)) {
    void* klass = from.resolved(index);
    return klass == nullptr ? Handle<>() : Handle<>(mirror_of(*static_cast<Class*>(klass)));
  }
  // Numbers and strings can be made at any time without running user code, so they count as
  // resolved.
  bool must_exist = pool.is(index, ConstantTag::MethodType) ||
                    pool.is(index, ConstantTag::MethodHandle) ||
                    pool.is(index, ConstantTag::Dynamic);
  if (must_exist && from.resolved(index) == nullptr) {
    return Handle<>();
  }
  return loadable_constant(self, from, index);
}

JavaResult<Handle<>> static_arguments(JavaThread& self, RunConstantPool& from,
                                      std::uint16_t bootstrap_index) {
  // Constants that are arguments of each other nest without a Java frame, so the usual check for
  // stack overflow does not see them.
  if (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) < self.native_stack_limit) {
    return throw_stack_overflow(self);
  }
  const auto& arguments = from.file().bootstrap_methods()[bootstrap_index].arguments;
  if (arguments.empty()) {
    return Handle<>();
  }
  if (arguments.size() == 1) {
    Handle<> only = MJ_TRY(loadable_constant(self, from, arguments[0]));
    if (is_single_argument(self, only)) {
      return only;
    }
  }
  Handle<java::ObjectArray> array = MJ_TRY(
      new_object_array(self, *wk().java_lang_Object, static_cast<std::int32_t>(arguments.size())));
  for (std::uint32_t i = 0; i < arguments.size(); ++i) {
    // One scope for each argument: an array of 250 arguments must not keep as many handles.
    HandleScope scope(self);
    Handle<> argument = MJ_TRY(loadable_constant(self, from, arguments[i]));
    store_element(self, array, i, argument);
  }
  return array;
}

}  // namespace minijvm::vm
