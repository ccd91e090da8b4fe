// A method of a linked class (JVMS 4.6): what a call needs to know, and what the class file said.
// Proved by tests/runtime/class_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/java_value.h"

namespace minijvm::classfile {
struct MethodInfo;
}

namespace minijvm::runtime {

class Class;
class RunConstantPool;
class Symbol;

// The signature-polymorphic intrinsics of java.lang.invoke; kGeneric is invoke, invokeExact and the VarHandle accessors.
enum class PolymorphicKind : std::uint8_t { kNone, kGeneric, kInvokeBasic, kLinkToStatic, kLinkToSpecial, kLinkToVirtual, kLinkToInterface, kLinkToNative };

class Method {
 public:
  static constexpr std::int32_t kNonVirtual = -1;  // called without a table: static, private, <init>, <clinit>

  // What it is. Written by the linker, then constant but for redefinition, which gives the current version another body (redefinition.h).
  Class* holder;
  Symbol* name;
  Symbol* descriptor;
  const classfile::MethodInfo* info;  // null for VM-made methods (invokeBasic and linkTo* per descriptor)
  RunConstantPool* pool;              // whose entries info and bytecode name: of an old version not the holder's
  const std::uint8_t* bytecode;       // null for abstract, native and VM-made methods; never changed
  std::uint32_t bytecode_length;
  std::uint16_t access_flags;         // JVMS table 4.6-A
  std::uint16_t max_stack;            // in slots
  std::uint16_t max_locals;           // in slots; for natives: arg_slots
  std::uint16_t arg_slots;            // with the receiver
  std::uint16_t slot;                 // index in declaration order: java.lang.reflect.Method.slot
  BasicType return_type;
  PolymorphicKind polymorphic;
  std::int32_t vtable_index;          // kNonVirtual or the index; for interface methods: the index in the itable of the holder
  std::int32_t intrinsic;             // index in the interpreter's table of leaf functions, -1 if none
  bool is_caller_sensitive;           // @CallerSensitive
  bool is_hidden;                     // @Hidden, @LambdaForm$Compiled, or a method of a hidden class: not in traces
  bool is_lambda_form_compiled;
  bool is_trivial_finalize;
  bool is_object_init;                // java.lang.Object.<init>: finalizable objects are registered when it returns

  std::uint16_t version;              // how often the class had been redefined when this body came
  bool is_obsolete;                   // an old version whose current one does something else
  bool is_deleted;                    // the class has it no more (redefinition.h): without code; who calls it gets a NoSuchMethodError
  Method* older;                      // the version before this one; null: none
  Method* newer;                      // of an old version: the current one; null: this is it

  // How it runs. Written while others read: published with release, read with acquire.
  std::atomic<void*> code;            // the engine's translation; null until the first call
  std::atomic<void*> native_entry;    // the bound native function; null until linked (vm/native/native_registry.h)
  std::atomic<void*> native_stub;     // how to marshal a call to it; made at link time
  std::atomic<void*> resolved_name;   // address of the root slot with its java.lang.invoke.ResolvedMethodName; null until asked for
  std::atomic<void*> id;              // its jmethodID (method_id.h); null until asked for

  // Who is called when this method is called: old versions only run to their end.
  Method& current() { return newer == nullptr ? *this : *newer; }
  const Method& current() const { return newer == nullptr ? *this : *newer; }
  // The version that had this number; the current one if there is none.
  const Method& version_of(std::uint16_t number) const;

  bool is_static() const { return (access_flags & 0x0008) != 0; }
  bool is_private() const { return (access_flags & 0x0002) != 0; }
  bool is_public() const { return (access_flags & 0x0001) != 0; }
  bool is_final() const { return (access_flags & 0x0010) != 0; }
  bool is_synchronized() const { return (access_flags & 0x0020) != 0; }
  bool is_varargs() const { return (access_flags & 0x0080) != 0; }
  bool is_native() const { return (access_flags & 0x0100) != 0; }
  bool is_abstract() const { return (access_flags & 0x0400) != 0; }
  bool is_initializer() const;        // <init>
  bool is_class_initializer() const;  // <clinit>

  // "java.lang.Object.wait(J)V"-like text for logs and messages: pkg.Class.name(descriptor).
  std::string text() const;
  // As HotSpot words a method in messages: "int pkg.Class.name(java.lang.String, int[])".
  std::string external_text() const;
  std::string text_with_holder() const;  // "'abstract void m(int)' of interface pkg.I", as HotSpot's AbstractMethodErrors name it
  // The source line of a bci (JVMS 4.7.12); -1 without a table, -2 for natives.
  std::int32_t line_number(std::int32_t bci) const;
};

// "int pkg.Class.name(java.lang.String, int[])" for a method that need not exist; `holder` in dotted form, or empty: "int name(...)".
// And one type: "java.lang.String[]".
std::string external_signature(std::string_view holder, std::string_view name, std::string_view descriptor);
std::string external_type(std::string_view descriptor);

}  // namespace minijvm::runtime
