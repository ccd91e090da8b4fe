// Finds out, when an instruction first runs, what its constant pool index means: fields, methods,
// classes, constants and call sites (JVMS 5.1, 5.4.3, and the linking parts of 6.5). Both engines
// use it: each keeps the answer in its own way, in a site or a cell, and only if may_keep is true.
// Tested by tests/java/linking and tests/java/initialization.
//
// All functions run in kInVm with the anchor at the instruction: they may load classes, initialise
// them and run Java.
//
// Initialisation barrier (JVMS 5.5): while a thread initialises a class, that thread may use the
// class's statics. But the answer may not be kept then, since another thread would run through the
// linked site without waiting for the initialisation. may_keep says that the class is initialised
// for all threads.
#pragma once

#include <cstdint>

#include "runtime/link/resolution.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class Field;
class JavaThread;
class Method;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm {

struct LinkedField {
  runtime::Field* field = nullptr;
  bool may_keep = false;
};
JavaResult<LinkedField> link_field(runtime::JavaThread& self, runtime::Method& in,
                                   std::uint16_t pool_index, runtime::FieldUse use);

// Lists the ways in which a call finds its method.
enum class CallKind : std::uint8_t {
  // The call runs `method` itself, which is static, special, private or final.
  kDirect,
  // The receiver's vtable has the method at `index`.
  kVtable,
  // The receiver's itable of method->holder has the method at `index`.
  kItable,
  // invokeinterface runs `method` itself, a private method of an interface, if the receiver
  // implements `guard`.
  kPrivate,
  // invokespecial in an interface runs `method` itself, if the receiver implements that interface,
  // which is `guard`.
  kSpecial,
  // invokeinterface calls a method of Object: the receiver's override or Object's own method runs,
  // if the receiver implements `guard`.
  kObject,
  // The call runs an adapter that java.lang.invoke has made, with an appendix pushed last.
  kAdapter,
};

// Holds everything that a call site needs in order to find the method for a receiver (callee.h).
struct CallTarget {
  // The resolved method. For kAdapter, it is the adapter.
  runtime::Method* method = nullptr;
  // For kAdapter: the root slot of the argument to push last; null if there is none.
  runtime::Object* const* appendix = nullptr;
  // For kPrivate, kSpecial and kObject: the interface that the receiver must implement.
  const runtime::Class* guard = nullptr;
  // For kVtable and kItable: the index in the table.
  std::int32_t index = -1;
  CallKind kind = CallKind::kDirect;
  // True if there is a receiver, which must be checked for null.
  bool has_receiver = false;
  // For kAdapter: true if a handle whose type is the appendix needs no adapter.
  bool by_type = false;
  // Decides which exception is thrown when selection fails (runtime/link/resolution.h, SelectFor).
  runtime::SelectFor select_for = runtime::SelectFor::kOtherCall;
};

struct LinkedCall {
  CallTarget target;
  bool may_keep = false;
};
// Links one of the four invoke instructions that name a method.
JavaResult<LinkedCall> link_call(runtime::JavaThread& self, runtime::Method& in,
                                 std::uint16_t pool_index, runtime::InvokeKind kind);
// Links invokedynamic to an adapter, or to a static method that the adapter would call anyway.
JavaResult<LinkedCall> link_invokedynamic(runtime::JavaThread& self, runtime::Method& in,
                                          std::uint32_t bci, std::uint16_t pool_index);

struct LinkedClass {
  runtime::Class* klass = nullptr;
  bool may_keep = false;
};
// Links 6.5.new: an instantiable class (else InstantiationError), initialised.
JavaResult<LinkedClass> link_new(runtime::JavaThread& self, runtime::Method& in,
                                 std::uint16_t pool_index);
// Returns the class itself for checkcast, instanceof and multianewarray, and for anewarray the
// array class of which it is the component.
JavaResult<runtime::Class*> link_class(runtime::JavaThread& self, runtime::Method& in,
                                       std::uint16_t pool_index);
JavaResult<runtime::Class*> link_array_of(runtime::JavaThread& self, runtime::Method& in,
                                          std::uint16_t pool_index);

// Holds the constant of ldc, ldc_w or ldc2_w: a reference is given by the address of a root slot
// that lives as long as the class, a primitive by its value. The answer may always be kept.
struct LinkedConstant {
  runtime::BasicType type = runtime::BasicType::kInt;
  // For primitives: the value.
  runtime::Slot value{};
  // For kObject: the root slot.
  runtime::Object* const* reference = nullptr;
};
JavaResult<LinkedConstant> link_constant(runtime::JavaThread& self, runtime::Method& in,
                                         std::uint16_t pool_index);

// Returns the method that a vtable or itable call runs on this receiver class, by the rules of
// selection (JVMS 5.4.6). Throws AbstractMethodError, IncompatibleClassChangeError and
// IllegalAccessError as 6.5.invokevirtual and 6.5.invokeinterface say. Called when the table or the
// guard has no method that can run.
JavaResult<runtime::Method*> select_or_throw(runtime::JavaThread& self, runtime::Class& receiver,
                                             const runtime::Method& resolved,
                                             runtime::SelectFor call);

// A site keeps the method that it calls even when a redefinition deletes that method
// (runtime/class/class_versions.h). If the class has got another method of that name and
// descriptor, the site calls that one. Null: there is none, for which throw_deleted throws
// NoSuchMethodError.
runtime::Method* successor_of(const runtime::Method& deleted);
[[nodiscard]] Pending throw_deleted(runtime::JavaThread& self, const runtime::Method& deleted);

}  // namespace minijvm::vm
