// A method of a linked class (JVMS 4.6): the data that a call needs, and what the class file says.
//
// A Method keeps its address for its whole life, also when its class is redefined. So vtables,
// constant pools, call sites and jmethodIDs hold a plain pointer to it (class_versions.h).
// Tested by tests/runtime/class_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/atomic.h"
#include "classfile/fwd.h"
#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

// The signature-polymorphic methods of java.lang.invoke (JVMS 2.9.3). kGeneric is invoke,
// invokeExact and the VarHandle accessors; the others are intrinsics that the VM implements. The
// order matters: everything above kGeneric is an intrinsic.
enum class PolymorphicKind : std::uint8_t {
  kNone,
  kGeneric,
  kInvokeBasic,
  kLinkToStatic,
  kLinkToSpecial,
  kLinkToVirtual,
  kLinkToInterface,
  kLinkToNative
};

class Method {
 public:
  // The vtable_index of a method that is called without a table: static, private, <init>, <clinit>,
  // and a final method that overrides nothing.
  static constexpr std::int32_t kNonVirtual = -1;

  // The identity of the method. The linker writes these fields; later they change only when a
  // redefinition gives the current version another body (class_versions.h).
  Class* holder;
  Symbol* name;
  Symbol* descriptor;
  // Null for methods that the VM makes itself (invokeBasic and linkTo*, one per descriptor), and
  // for methods without a body: deleted methods, and old versions that lost their bodies.
  const classfile::MethodInfo* info;
  // The pool that the indexes in info and bytecode refer to. The pool of an old version is not the
  // holder's.
  RunConstantPool* pool;
  // Null for abstract, native and VM-made methods. The bytes are never changed.
  const std::uint8_t* bytecode;
  std::uint32_t bytecode_length;
  std::uint16_t access_flags;  // JVMS table 4.6-A
  std::uint16_t max_stack;     // in slots
  std::uint16_t max_locals;    // in slots; for natives: arg_slots
  std::uint16_t arg_slots;     // with the receiver
  // The index in declaration order, which is java.lang.reflect.Method.slot.
  std::uint16_t slot;
  BasicType return_type;
  PolymorphicKind polymorphic;
  // The index in the vtable, or kNonVirtual. For a method of an interface it is the index in that
  // interface's part of an itable.
  std::int32_t vtable_index;
  bool is_caller_sensitive;  // @CallerSensitive
  // True if the method is @Hidden or @LambdaForm$Compiled, or is in a hidden class. Stack traces
  // leave it out.
  bool is_hidden;
  bool is_lambda_form_compiled;
  // Agents hear no events of the method, or do not even see its frame (@JvmtiHideEvents,
  // @JvmtiMountTransition).
  bool hides_events;
  bool is_in_transition;
  // True for a finalize()V that only returns. Its class needs no finalization.
  bool is_trivial_finalize;
  // True for java.lang.Object.<init>. When it returns, a finalizable object is registered.
  bool is_object_init;

  // The number of redefinitions of the class when this body came.
  std::uint16_t version;
  // True for an old version whose current version does something else.
  bool is_obsolete;
  // A redefinition removed the method (class_versions.h). It has no code, and a call throws
  // NoSuchMethodError.
  bool is_deleted;
  Method* older;  // the version before this one, or null
  // The current version, for an old version. Null if this is the current version.
  Method* newer;

  // These fields say how the method runs. They are written while other threads read them, with
  // release and acquire.
  // The engine's translation; null until the first call.
  Atomic<void*> code;
  // The bound native function; null until it is linked (vm/natives/native_registry.h).
  Atomic<void*> native_entry;
  // The code that marshals the arguments of a call to the native function; made when the function
  // is linked.
  Atomic<void*> native_stub;
  // Keeps what a call of the method counts, while ticks are counted (vm/interp/ticks.h); 0 until
  // the reference interpreter asks.
  Atomic<std::uint32_t> call_facts;
  // The address of the root slot that holds the method's java.lang.invoke.ResolvedMethodName; null
  // until it is asked for.
  Atomic<void*> resolved_name;
  // The method's jmethodID (method_id.h); null until it is asked for.
  Atomic<void*> id;

  // Returns the version that a call of this method runs. An old version only runs to the end of its
  // frames.
  Method& current() { return newer == nullptr ? *this : *newer; }
  const Method& current() const { return newer == nullptr ? *this : *newer; }
  // Returns the version with this number, or the current one if it is gone.
  const Method& version_of(std::uint16_t number) const;

  bool is_static() const { return (access_flags & 0x0008) != 0; }
  bool is_private() const { return (access_flags & 0x0002) != 0; }
  bool is_public() const { return (access_flags & 0x0001) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_synchronized() const { return (access_flags & 0x0020) != 0; }
  bool is_native() const { return (access_flags & 0x0100) != 0; }
  bool is_abstract() const { return (access_flags & 0x0400) != 0; }
  bool is_initializer() const;        // <init>
  bool is_class_initializer() const;  // <clinit>

  // Returns a text for logs and internal messages: "java.lang.Object.wait(J)V".
  std::string text() const;
  // Returns the method as in HotSpot's messages: "int pkg.Class.name(java.lang.String, int[])".
  std::string external_text() const;
  // Returns the method as in HotSpot's AbstractMethodErrors: "'abstract void m(int)' of interface
  // pkg.I".
  std::string text_with_holder() const;
  // Returns the source line of a bci (JVMS 4.7.12): -1 if there is no table, -2 for a native
  // method. These two numbers are those of StackTraceElement.
  std::int32_t line_number(std::int32_t bci) const;
  // Both parse the class file again and allocate, so they are not for loops or fatal reports. The
  // result is empty if the method has no such attributes, as one that the VM has made.
  classfile::CodeAttribute code_attribute() const;
  classfile::MethodAttributes attributes() const;
  // Returns the exception table (JVMS 4.7.3), whose rows stand behind the bytecode in the class
  // file. Empty for a method without bytecode.
  classfile::Table<classfile::ExceptionHandler> exception_table() const;
};

// Returns the text of a method, which may not exist: "int pkg.Class.name(java.lang.String, int[])".
// `holder` is in dotted form; if it is empty, the text is "int name(...)". external_type() returns
// the text of one type: "java.lang.String[]".
std::string external_signature(std::string_view holder, std::string_view name,
                               std::string_view descriptor);
std::string external_type(std::string_view descriptor);

}  // namespace minijvm::runtime
