// What an instruction's pool index means, asked when it runs first: fields, methods, classes, constants and call sites (JVMS 5.1, 5.4.3,
// and the linking parts of 6.5). Shared by all engines: each keeps the answer in its own way, in a site or a cell, and only if may_keep.
// Proved by tests/java/linking and tests/java/initialization.
//
// All run in kInVm with the anchor at the instruction: they may load classes, initialise them and run Java.
// Initialisation barrier (JVMS 5.5): while a class is being initialised by this very thread its statics may be used, but the
// answer may not be kept, since another thread would run through the kept site without waiting. may_keep says: initialised for all.
#pragma once

#include <cstdint>

#include "runtime/java_value.h"
#include "runtime/resolution.h"
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
JavaResult<LinkedField> link_field(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index, runtime::FieldUse use);

// How a call finds its method.
enum class CallKind : std::uint8_t {
  kDirect,   // `method` itself: static, special, private, final
  kVtable,   // index in the receiver's vtable
  kItable,   // index in the receiver's itable of method->holder
  kPrivate,  // an interface's private method by invokeinterface: `method` itself, if the receiver implements `guard`
  kSpecial,  // invokespecial in an interface: `method` itself, if the receiver implements that interface, `guard`
  kObject,   // Object's method by invokeinterface: overridden or not, if the receiver implements `guard`
  kAdapter,  // java.lang.invoke's adapter, with an appendix pushed last
};

struct CallTarget {
  runtime::Method* method = nullptr;           // resolved; kAdapter: the adapter
  runtime::Object* const* appendix = nullptr;  // kAdapter: its slot; null: none
  const runtime::Class* guard = nullptr;       // kPrivate, kSpecial, kObject: the interface
  std::int32_t index = -1;
  CallKind kind = CallKind::kDirect;
  bool has_receiver = false;                   // to be checked for null
  bool by_type = false;                        // kAdapter: a handle of the type that is the appendix needs no adapter
  // kItable: an interface's method, inherited by the class that the instruction names, fails in another way.
  runtime::SelectFor select_for = runtime::SelectFor::kOtherCall;
};

struct LinkedCall {
  CallTarget target;
  bool may_keep = false;
};
// The four invoke instructions that name a method.
JavaResult<LinkedCall> link_call(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index, runtime::InvokeKind kind);
// invokedynamic: an adapter, or a static method that it would call anyway.
JavaResult<LinkedCall> link_invokedynamic(runtime::JavaThread& self, runtime::Method& in, std::uint32_t bci, std::uint16_t pool_index);

struct LinkedClass {
  runtime::Class* klass = nullptr;
  bool may_keep = false;
};
// 6.5.new: an instantiable class (InstantiationError), initialised.
JavaResult<LinkedClass> link_new(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index);
// checkcast, instanceof, multianewarray: the class itself. anewarray: the array class with it as component.
JavaResult<runtime::Class*> link_class(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index);
JavaResult<runtime::Class*> link_array_of(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index);

// ldc, ldc_w, ldc2_w. References by the address of a root slot, for ever good; primitives by value. Always kept.
struct LinkedConstant {
  runtime::BasicType type = runtime::BasicType::kInt;
  runtime::Slot value{};                       // primitives
  runtime::Object* const* reference = nullptr; // kObject
};
JavaResult<LinkedConstant> link_constant(runtime::JavaThread& self, runtime::Method& in, std::uint16_t pool_index);

// The method that a vtable or itable call runs on this receiver class; AbstractMethodError, IncompatibleClassChangeError,
// IllegalAccessError as 6.5.invokevirtual and invokeinterface say. For the case that the table or guard has no runnable answer.
JavaResult<runtime::Method*> select_or_throw(runtime::JavaThread& self, runtime::Class& receiver, const runtime::Method& resolved,
                                             runtime::SelectFor call);

// A site keeps the method that it called when a redefinition deletes it (runtime/redefinition.h), yet the class may get another of that name: that
// one is called. Null: it has none.
runtime::Method* successor_of(const runtime::Method& deleted);
[[nodiscard]] Pending throw_deleted(runtime::JavaThread& self, const runtime::Method& deleted);

}  // namespace minijvm::vm
