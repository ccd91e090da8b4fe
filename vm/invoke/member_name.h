// java.lang.invoke.MemberName: a member by name, and once resolved by its Method or field offset.
// Proved by tests/java/invoke.
//
//   flags:  access flags (16) | what it is (4) | caller-sensitive, trusted final (2) | reference kind (4, bits 24-27)
//   a method:  method = ResolvedMethodName with vmtarget; vmindex = vtable or itable index, negative for a direct call
//   a field:   vmindex = offset
#pragma once

#include <cstdint>
#include <string_view>

#include "classfile/constant_pool.h"
#include "runtime/handle.h"
#include "runtime/link_error.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class Class;
class Field;
class JavaThread;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm {

enum MemberFlags : std::int32_t {
  MN_IS_METHOD = 0x10000,
  MN_IS_CONSTRUCTOR = 0x20000,
  MN_IS_FIELD = 0x40000,
  MN_IS_TYPE = 0x80000,
  MN_CALLER_SENSITIVE = 0x100000,
  MN_TRUSTED_FINAL = 0x200000,
  MN_REFERENCE_KIND_SHIFT = 24,
  MN_SEARCH_SUPERCLASSES = 0x100000,
  MN_SEARCH_INTERFACES = 0x200000,
};

// How a member is called once it is found.
struct MemberCall {
  runtime::Method* method = nullptr;
  runtime::Class* referenced = nullptr;         // what `clazz` becomes
  classfile::ReferenceKind kind{};              // REF_invokeVirtual, ...: may be lower than what was asked for (5.3)
  std::int32_t index = runtime_nonvirtual();    // vtable or itable index; negative: direct

  static constexpr std::int32_t runtime_nonvirtual() { return -2; }
};

// On whose behalf a member is looked up.
struct MemberAsker {
  runtime::Class* klass = nullptr;  // null: the library's own, so nothing is checked
  bool constrains_loaders = true;   // false: a public lookup, which need not be able to call what it finds (JVMS 5.3.4)
};

// JVMS 5.4.3.3, 5.4.3.4 by name for a reference kind.
runtime::Linked<MemberCall> find_member_call(runtime::JavaThread& self, classfile::ReferenceKind kind, runtime::Class& referenced,
                                             const char* name, const char* descriptor, MemberAsker asker);

// What a CONSTANT_MethodHandle names, as far as the VM looks (JVMS 5.4.3.5): the member is there, and a method fits its kind and may be called
// by `caller`. Fields, and signature-polymorphic methods for invokevirtual, are checked further by java.lang.invoke.
JavaResult<void> check_member(runtime::JavaThread& self, classfile::ReferenceKind kind, runtime::Class& referenced, std::string_view name,
                              std::string_view descriptor, runtime::Class& caller);

// MethodHandleNatives.init: from a reflect Field, Method or Constructor.
JavaResult<void> init_member_name(runtime::JavaThread& self, runtime::Handle<> member_name, runtime::Handle<> reflected);
// MethodHandleNatives.expand: fills name and type from what was resolved.
JavaResult<void> expand_member_name(runtime::JavaThread& self, runtime::Handle<> member_name);
// MethodHandleNatives.resolve. A null handle: not found, and speculative. Else the failure is thrown.
JavaResult<runtime::Handle<>> resolve_member_name(runtime::JavaThread& self, runtime::Handle<> member_name, MemberAsker asker, bool speculative);
// MethodHandleNatives.getMembers: the number found, which may exceed the array.
JavaResult<std::int32_t> get_members(runtime::JavaThread& self, runtime::Class& klass, runtime::Handle<> name, runtime::Handle<> descriptor,
                                     std::int32_t flags, std::int32_t skip, runtime::Handle<> results);

// Writes a resolved method into a MemberName.
JavaResult<void> store_method(runtime::JavaThread& self, runtime::Handle<> member_name, const MemberCall& call);
// The method behind a resolved MemberName; null: unresolved.
runtime::Method* method_of_member_name(const sync::NoSafepoint& still, const runtime::Object* member_name);
// The one ResolvedMethodName of a method.
JavaResult<runtime::Handle<>> resolved_method_name(runtime::JavaThread& self, runtime::Method& method);

}  // namespace minijvm::vm
