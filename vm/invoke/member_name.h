// Resolves java.lang.invoke.MemberName: it describes a field, method or constructor by name; once
// resolved, it also has the Method or the field offset.
// Tested by tests/java/invoke.
//
//   flags, from the low bit up:
//     access flags (16) | kind of member (4) | caller-sensitive, trusted final (2) | unused (2)
//     | reference kind (4, bits 24 to 27)
//   a method:  method refers to a ResolvedMethodName, which has vmtarget;
//              vmindex is a vtable or itable index, negative for a direct call
//   a field:   vmindex is its offset
#pragma once

#include <cstdint>
#include <string_view>

#include "classfile/constant_pool.h"
#include "runtime/fwd.h"
#include "runtime/link/link_error.h"
#include "runtime/object/handle.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// These are the constants of MethodHandleNatives.Constants. The last two serve only as arguments of
// getMembers, so they may reuse the bits of other flags.
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

// Says how to call a member that was found.
struct MemberCall {
  runtime::Method* method = nullptr;
  // The value that the MemberName's `clazz` field gets.
  runtime::Class* referenced = nullptr;
  // REF_invokeVirtual and so on. It may be more direct than what was asked for: a final method
  // asked for as invokeVirtual gets REF_invokeSpecial.
  classfile::ReferenceKind kind{};
  // Index in the vtable or itable. Negative: a direct call.
  std::int32_t index = runtime_nonvirtual();

  static constexpr std::int32_t runtime_nonvirtual() { return -2; }
};

// Names the class for which a member is looked up.
struct MemberAsker {
  // If it is null, the class library itself asks, so nothing is checked.
  runtime::Class* klass = nullptr;
  // If true, loader constraints are added (JVMS 5.3.4). It is false for a public lookup, because
  // its caller may be unable to call the method that it finds.
  bool constrains_loaders = true;
};

// Resolves a method by name (JVMS 5.4.3.3 and 5.4.3.4) for a reference kind, with the access checks
// and loader constraints that `asker` calls for.
runtime::Linked<MemberCall> find_member_call(runtime::JavaThread& self,
                                             classfile::ReferenceKind kind,
                                             runtime::Class& referenced, const char* name,
                                             const char* descriptor, MemberAsker asker);

// Performs the VM's checks of a CONSTANT_MethodHandle (JVMS 5.4.3.5): the member exists, and a
// method fits the reference kind and is accessible to `caller`. java.lang.invoke itself does the
// further checks of fields, and of signature-polymorphic methods for invokeVirtual.
JavaResult<void> check_member(runtime::JavaThread& self, classfile::ReferenceKind kind,
                              runtime::Class& referenced, std::string_view name,
                              std::string_view descriptor, runtime::Class& caller);

// MethodHandleNatives.init: fills a MemberName from a reflect Field, Method or Constructor.
JavaResult<void> init_member_name(runtime::JavaThread& self,
                                  runtime::Handle<java::MemberName> member_name,
                                  runtime::Handle<> reflected);
// MethodHandleNatives.expand: fills the name and type of a resolved MemberName.
JavaResult<void> expand_member_name(runtime::JavaThread& self,
                                    runtime::Handle<java::MemberName> member_name);
// MethodHandleNatives.resolve. If the member is not found, the failure is thrown, or, if
// `speculative`, a null handle is returned without an exception.
JavaResult<runtime::Handle<java::MemberName>> resolve_member_name(
    runtime::JavaThread& self, runtime::Handle<java::MemberName> member_name, MemberAsker asker,
    bool speculative);
// MethodHandleNatives.getMembers: fills the MemberNames in `results`, after the first `skip`
// matches. Returns the number of matches, which may exceed the array's length.
JavaResult<std::int32_t> get_members(runtime::JavaThread& self, runtime::Class& klass,
                                     runtime::Handle<java::String> name,
                                     runtime::Handle<> descriptor, std::int32_t flags,
                                     std::int32_t skip, runtime::Handle<java::ObjectArray> results);

// Writes a resolved method into a MemberName.
JavaResult<void> store_method(runtime::JavaThread& self,
                              runtime::Handle<java::MemberName> member_name,
                              const MemberCall& call);
// Returns the method of a resolved MemberName; null if the MemberName is not resolved.
runtime::Method* method_of_member_name(const sync::NoSafepoint& still,
                                       const java::MemberName* member_name);
// Returns the only ResolvedMethodName of a method.
JavaResult<runtime::Handle<java::ResolvedMethodName>> resolved_method_name(
    runtime::JavaThread& self, runtime::Method& method);

}  // namespace minijvm::vm
