// Fills MemberNames: Java asks for a member by name (resolve), by a reflect object (init) or by
// class (getMembers), and this file writes the VM's Method or Field into the object. The callers
// are in kInVm: the natives of MethodHandleNatives, call_site.cpp and stack_walk.cpp.
#include "vm/invoke/member_name.h"

#include <string>

#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/polymorphic_methods.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/access.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/invoke/method_types.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/reflection.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using classfile::ReferenceKind;
using runtime::Class;
using runtime::Field;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Linked;
using runtime::Method;
using runtime::Object;
using runtime::PolymorphicKind;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// The reference kind has four bits above MN_REFERENCE_KIND_SHIFT.
constexpr std::int32_t kKindMask = 0xf;
constexpr std::int32_t kAllKinds = MN_IS_METHOD | MN_IS_CONSTRUCTOR | MN_IS_FIELD | MN_IS_TYPE;

// Combines the reference kind and the kind of member, without access flags.
std::int32_t flags_for(ReferenceKind kind, std::int32_t what) {
  return static_cast<std::int32_t>(kind) << MN_REFERENCE_KIND_SHIFT | what;
}

// Holds a copy of the fields of a MemberName that is not resolved yet, since resolving may stop for
// a safepoint.
struct Query {
  Class* klass = nullptr;
  std::string name;
  std::string descriptor;
  std::int32_t flags = 0;
  bool resolved = false;

  ReferenceKind kind() const {
    return static_cast<ReferenceKind>(flags >> MN_REFERENCE_KIND_SHIFT & kKindMask);
  }
};

// Null fields give empty strings and a null class.
Query read_query(JavaThread& self, Handle<java::MemberName> member_name) {
  Query query;
  HandleScope scope(self);
  Handle<> type;
  {
    NoSafepoint still(self);
    const java::MemberName* raw = member_name.raw(still);
    query.flags = raw->flags();
    query.resolved = raw->method() != nullptr;
    if (const java::ClassMirror* mirror = raw->clazz()) {
      query.klass = &class_of_mirror(mirror);
    }
    if (const java::String* name = raw->name()) {
      query.name = to_modified_utf8(still, name);
    }
    type = runtime::make_handle(self, still, raw->type());
  }
  query.descriptor = descriptor_of_type(self, type);
  return query;
}

// The fields that methods and fields share.
void store_common(const NoSafepoint& still, java::MemberName* raw, const Class& klass,
                  std::int32_t flags, std::int64_t vmindex) {
  raw->set_clazz(still, klass.mirror);
  raw->set_flags(flags);
  raw->set_vmindex(vmindex);
}

// Writes a resolved field. The reference kind tells getter from setter and static from instance.
void store_field(JavaThread& self, Handle<java::MemberName> member_name, const Field& field,
                 bool setter) {
  int base = field.is_static() ? static_cast<int>(ReferenceKind::REF_getStatic)
                               : static_cast<int>(ReferenceKind::REF_getField);
  // JVMS table 5.4.3.5-A: the distance from getField to putField is that from getStatic to
  // putStatic.
  int to_setter =
      static_cast<int>(ReferenceKind::REF_putField) - static_cast<int>(ReferenceKind::REF_getField);
  auto kind = static_cast<ReferenceKind>(base + (setter ? to_setter : 0));
  std::int32_t flags = field.access_flags | flags_for(kind, MN_IS_FIELD) |
                       (field.is_trusted_final ? MN_TRUSTED_FINAL : 0);
  NoSafepoint still(self);
  java::MemberName* raw = member_name.raw(still);
  store_common(still, raw, *field.holder, flags, field.offset);
  raw->set_method(still, nullptr);
}

// Resolves a method by name. Arrays have Object's methods. A signature-polymorphic intrinsic (JVMS
// 2.9.3), such as linkToStatic, exists once per descriptor, and the VM makes it on demand.
Linked<MemberCall> resolve_method(JavaThread& self, const Query& query, MemberAsker asker) {
  Class& klass = query.klass->is_array() ? *wk().java_lang_Object : *query.klass;
  const runtime::Symbol* name = runtime::find_symbol(query.name);
  PolymorphicKind polymorphic =
      name == nullptr ? PolymorphicKind::kNone : runtime::polymorphic_kind(klass, name);
  bool asked_static = query.kind() == ReferenceKind::REF_invokeStatic;
  // The linkTo* methods are static; invokeBasic and the generic invoke are not.
  bool is_static = polymorphic > PolymorphicKind::kInvokeBasic;
  if (polymorphic > PolymorphicKind::kGeneric && is_static == asked_static) {
    MemberCall call;
    call.method =
        runtime::polymorphic_intrinsic(polymorphic, runtime::intern_symbol(query.descriptor));
    if (asker.klass != nullptr) {
      MJ_TRY(runtime::check_method_access(self, *asker.klass, klass, *call.method));
    }
    call.referenced = wk().java_lang_invoke_MethodHandle;
    call.kind = asked_static ? ReferenceKind::REF_invokeStatic : ReferenceKind::REF_invokeSpecial;
    return call;
  }
  return find_member_call(self, query.kind(), klass, query.name.c_str(), query.descriptor.c_str(),
                          asker);
}

// If no symbol has this text, no field has this name. java.lang.invoke checks access.
JavaResult<Field*> resolve_field(JavaThread& self, const Query& query) {
  const runtime::Symbol* name = runtime::find_symbol(query.name);
  const runtime::Symbol* descriptor = runtime::find_symbol(query.descriptor);
  Field* field = name == nullptr || descriptor == nullptr
                     ? nullptr
                     : runtime::lookup_field(*query.klass, name, descriptor);
  if (field == nullptr) {
    // HOTSPOT: an array's fields are looked for in Object.
    const Class& searched = query.klass->is_array() ? *wk().java_lang_Object : *query.klass;
    const std::string text =
        runtime::missing_field_text(searched, query.name, query.descriptor);
    return throw_new(self, "java/lang/NoSuchFieldError", text.c_str());
  }
  return field;
}

// Dispatches on the kind of member that Java asked for.
JavaResult<void> resolve_kind(JavaThread& self, Handle<java::MemberName> member_name,
                              const Query& query, MemberAsker asker) {
  switch (query.flags & kAllKinds) {
    case MN_IS_METHOD: {
      MemberCall call = MJ_TRY(lift(self, resolve_method(self, query, asker)));
      return store_method(self, member_name, call);
    }
    case MN_IS_CONSTRUCTOR: {
      MemberCall call =
          MJ_TRY(lift(self, find_member_call(self, ReferenceKind::REF_invokeSpecial, *query.klass,
                                             query.name.c_str(), query.descriptor.c_str(), asker)));
      return store_method(self, member_name, call);
    }
    case MN_IS_FIELD: {
      Field* field = MJ_TRY(resolve_field(self, query));
      store_field(self, member_name, *field, query.kind() >= ReferenceKind::REF_putField);
      return {};
    }
    default:
      return throw_new(self, "java/lang/InternalError", "unrecognized MemberName format");
  }
}

JavaResult<void> resolve_query(JavaThread& self, Handle<java::MemberName> member_name,
                               const Query& query, MemberAsker asker) {
  if (query.klass == nullptr || query.name.empty() || query.descriptor.empty()) {
    return throw_new(self, "java/lang/IllegalArgumentException", "nothing to resolve");
  }
  // Primitives have no members, and no code may call a class initializer.
  if (query.klass->is_primitive() || query.name == "<clinit>") {
    return throw_new(self, "java/lang/NoSuchMethodError", query.name.c_str());
  }
  // vtable indexes and field offsets are known once the class is linked.
  MJ_TRY(lift(self, runtime::link_class(self, *query.klass)));
  return resolve_kind(self, member_name, query, asker);
}

// Decides how to call a method that reflection gave us. There is no call site that says which
// instruction to use, so the most general kind that fits is chosen.
MemberCall call_of_reflected(Class& klass, Method& method) {
  if (method.is_initializer()) {
    return {&method, method.holder, ReferenceKind::REF_invokeSpecial,
            MemberCall::runtime_nonvirtual()};
  }
  MemberCall call{&method, method.holder, ReferenceKind::REF_invokeSpecial,
                  MemberCall::runtime_nonvirtual()};
  if (method.is_static()) {
    call.kind = ReferenceKind::REF_invokeStatic;
  } else if (klass.is_interface() && !method.is_private()) {
    call.kind = ReferenceKind::REF_invokeInterface;
    call.index = method.vtable_index;
  } else if (!method.is_private() && !method.is_final() && !klass.is_final() &&
             method.vtable_index >= 0) {
    call.kind = ReferenceKind::REF_invokeVirtual;
    call.index = method.vtable_index;
  }
  return call;
}

// Keeps what Java has already set: it may be the caller's own String or MethodType.
JavaResult<void> store_name_and_type(JavaThread& self, Handle<java::MemberName> member_name,
                                     Handle<java::String> name, Handle<> type) {
  NoSafepoint still(self);
  java::MemberName* raw = member_name.raw(still);
  if (raw->name() == nullptr) {
    raw->set_name(still, name.raw(still));
  }
  if (raw->type() == nullptr) {
    raw->set_type(still, type.raw(still));
  }
  return {};
}

// Returns the field of `klass` or a superclass with this offset. The search needs is_static, since
// static offsets count from the mirror.
Field* field_at(Class& klass, std::int64_t offset, bool is_static) {
  for (Class* at = &klass; at != nullptr; at = at->super) {
    for (Field& field : at->fields) {
      if (field.offset == static_cast<std::uint64_t>(offset) && field.is_static() == is_static) {
        return &field;
      }
    }
  }
  return nullptr;
}

// Hands out the MemberNames that Java has preallocated for getMembers, and counts all matches.
class MemberCollector {
 public:
  MemberCollector(JavaThread& self, Handle<java::ObjectArray> results, std::int32_t skip)
      : self_(self), results_(results), skip_(skip) {}

  // Returns the next MemberName to fill, or null if this match is skipped or the array is full.
  // Counts the match in either case.
  Handle<java::MemberName> next() {
    std::int32_t at = found_++ - skip_;
    NoSafepoint still(self_);
    const java::ObjectArray* array = results_.raw(still);
    if (at < 0 || at >= array->length()) {
      return {};
    }
    return runtime::make_handle(self_, still, runtime::as<java::MemberName>(array->at(at)));
  }
  std::int32_t found() const { return found_; }

 private:
  JavaThread& self_;
  Handle<java::ObjectArray> results_;
  std::int32_t skip_;
  std::int32_t found_ = 0;
};

// Holds the criteria of getMembers: empty strings match everything.
struct MemberFilter {
  std::string name;        // empty: any
  std::string descriptor;  // empty: any
  std::int32_t flags;

  bool accepts(const runtime::Symbol* member_name, const runtime::Symbol* member_descriptor) const {
    return (name.empty() || member_name->text() == name) &&
           (descriptor.empty() || member_descriptor->text() == descriptor);
  }
};

// Each match has its own handle scope, because a class may have thousands of methods.
JavaResult<void> collect_methods(JavaThread& self, Class& klass, const MemberFilter& filter,
                                 MemberCollector& collector) {
  for (Method& method : klass.methods) {
    // A constructor is a method whose name is <init>; <clinit> is never listed. Deleted methods are
    // those that a class redefinition removed.
    bool wanted = method.is_initializer() ? (filter.flags & MN_IS_CONSTRUCTOR) != 0
                                          : (filter.flags & MN_IS_METHOD) != 0;
    if (!wanted || method.is_deleted || method.is_class_initializer() ||
        !filter.accepts(method.name, method.descriptor)) {
      continue;
    }
    HandleScope scope(self);
    Handle<java::MemberName> slot = collector.next();
    if (!slot.is_null()) {
      MJ_TRY(store_method(self, slot, call_of_reflected(klass, method)));
    }
  }
  return {};
}

// getMembers describes a field by its getter.
void collect_fields(JavaThread& self, Class& klass, const MemberFilter& filter,
                    MemberCollector& collector) {
  if ((filter.flags & MN_IS_FIELD) == 0) {
    return;
  }
  for (const Field& field : klass.fields) {
    HandleScope scope(self);
    if (!filter.accepts(field.name, field.descriptor)) {
      continue;
    }
    Handle<java::MemberName> slot = collector.next();
    if (!slot.is_null()) {
      store_field(self, slot, field, false);
    }
  }
}

}  // namespace

// ResolvedMethodName.vmtarget holds the Method's address as a long.
Method* method_of_member_name(const NoSafepoint&, const java::MemberName* member_name) {
  const java::ResolvedMethodName* resolved = member_name->method();
  return resolved == nullptr ? nullptr : resolved->vmtarget();
}

JavaResult<Handle<java::ResolvedMethodName>> resolved_method_name(JavaThread& self,
                                                                  Method& method) {
  // acquire: pairs with the exchange below.
  if (void* slot = method.resolved_name.load(std::memory_order_acquire)) {
    return Handle<java::ResolvedMethodName>(static_cast<java::ResolvedMethodName* const*>(slot));
  }
  auto fresh = MJ_TRY(new_instance<java::ResolvedMethodName>(self));
  NoSafepoint still(self);
  java::ResolvedMethodName* raw = fresh.raw(still);
  raw->set_vmtarget(&method);
  // vmholder keeps the class alive as long as the ResolvedMethodName, so vmtarget never dangles.
  raw->set_vmholder(still, method.holder->mirror);
  Object** slot = method.holder->home->constants.add(raw);
  void* expected = nullptr;
  // acq_rel: publishes the filled object, or sees the one of a thread that was first. In that case
  // this thread's slot stays unused.
  if (!method.resolved_name.compare_exchange_strong(expected, slot, std::memory_order_acq_rel)) {
    slot = static_cast<Object**>(expected);
  }
  return runtime::as<java::ResolvedMethodName>(Handle<>(slot));
}

JavaResult<void> store_method(JavaThread& self, Handle<java::MemberName> member_name,
                              const MemberCall& call) {
  // Allocates, so it comes before the NoSafepoint.
  auto resolved = MJ_TRY(resolved_method_name(self, *call.method));
  std::int32_t what = call.method->is_initializer() ? MN_IS_CONSTRUCTOR : MN_IS_METHOD;
  std::int32_t flags = call.method->access_flags | flags_for(call.kind, what) |
                       (call.method->is_caller_sensitive ? MN_CALLER_SENSITIVE : 0);
  NoSafepoint still(self);
  java::MemberName* raw = member_name.raw(still);
  raw->set_method(still, resolved.raw(still));
  store_common(still, raw, *call.referenced, flags, call.index);
  return {};
}

JavaResult<void> init_member_name(JavaThread& self, Handle<java::MemberName> member_name,
                                  Handle<> reflected) {
  HandleScope scope(self);
  const Class* klass = klass_of(self, reflected);
  // A field gets its name and type at once. A method gets them only when Java asks for them
  // (expand).
  if (klass == wk().java_lang_reflect_Field) {
    const Field* field = field_of_reflect(self, reflected);
    store_field(self, member_name, *field, false);
    Handle<java::String> name = MJ_TRY(intern_string(self, field->name->text()));
    Class* type =
        MJ_TRY(class_of_field_descriptor(self, *field->holder, field->descriptor->text()));
    return store_name_and_type(self, member_name, name, mirror_of(*type));
  }
  if (klass == wk().java_lang_reflect_Method || klass == wk().java_lang_reflect_Constructor) {
    Method* method = method_of_reflect(self, reflected);
    // MethodHandle.invoke and its relatives have no fixed Method: the MemberName stays unresolved.
    if (runtime::polymorphic_kind(*method->holder, method->name) != PolymorphicKind::kNone) {
      return {};  // left unresolved
    }
    return store_method(self, member_name, call_of_reflected(*method->holder, *method));
  }
  return throw_new(self, "java/lang/InternalError", "unrecognized MemberName target");
}

JavaResult<void> expand_member_name(JavaThread& self, Handle<java::MemberName> member_name) {
  HandleScope scope(self);
  Query query = read_query(self, member_name);
  const Method* method;
  std::int64_t vmindex;
  {
    NoSafepoint still(self);
    method = method_of_member_name(still, member_name.raw(still));
    vmindex = member_name.raw(still)->vmindex();
  }
  const runtime::Symbol* name = nullptr;
  const runtime::Symbol* descriptor = nullptr;
  if (method != nullptr) {
    name = method->name;
    descriptor = method->descriptor;
  } else if ((query.flags & MN_IS_FIELD) != 0 && query.klass != nullptr) {
    if (const Field* field = field_at(*query.klass, vmindex, (query.flags & 0x0008) != 0)) {
      name = field->name;
      descriptor = field->descriptor;
    }
  }
  if (name == nullptr) {
    return throw_new(self, "java/lang/IllegalArgumentException", "nothing to expand");
  }
  Handle<java::String> name_string = MJ_TRY(intern_string(self, name->text()));
  Handle<java::String> type_string = MJ_TRY(intern_string(self, descriptor->text()));
  if (method != nullptr) {
    NoSafepoint still(self);
    java::MemberName* raw = member_name.raw(still);
    if (raw->clazz() == nullptr) {
      raw->set_clazz(still, method->holder->mirror);
    }
  }
  return store_name_and_type(self, member_name, name_string, type_string);
}

// java.lang.invoke performs JVMS 5.4.3.5 step by step. Only two questions are answered here: does
// the member exist, and may `caller` call it?
JavaResult<void> check_member(JavaThread& self, ReferenceKind kind, Class& referenced,
                              std::string_view name, std::string_view descriptor, Class& caller) {
  MJ_TRY(lift(self, runtime::link_class(self, referenced)));
  Query query{&referenced, std::string(name), std::string(descriptor), flags_for(kind, 0), false};
  // Kinds 1 to 4 are fields.
  if (kind <= ReferenceKind::REF_putStatic) {
    MJ_TRY(resolve_field(self, query));
    return {};
  }
  bool is_polymorphic = runtime::polymorphic_kind(referenced, runtime::intern_symbol(name)) ==
                        PolymorphicKind::kGeneric;
  if (kind != ReferenceKind::REF_invokeVirtual || !is_polymorphic) {
    MJ_TRY(lift(self, resolve_method(self, query, {&caller})));
  }
  return {};
}

JavaResult<Handle<java::MemberName>> resolve_member_name(JavaThread& self,
                                                         Handle<java::MemberName> member_name,
                                                         MemberAsker asker, bool speculative) {
  Query query = read_query(self, member_name);
  // A MemberName that is resolved stays as it is.
  if (query.resolved) {
    return member_name;
  }
  JavaResult<void> outcome = resolve_query(self, member_name, query, asker);
  if (outcome.ok()) {
    return member_name;
  }
  // The exception of resolve_query is pending.
  if (!speculative) {
    return kPending;
  }
  self.pending_exception = nullptr;
  return Handle<java::MemberName>();
}

JavaResult<std::int32_t> get_members(JavaThread& self, Class& klass, Handle<java::String> name,
                                     Handle<> descriptor, std::int32_t flags, std::int32_t skip,
                                     Handle<java::ObjectArray> results) {
  if (klass.is_primitive()) {
    return 0;
  }
  MJ_TRY(lift(self, runtime::link_class(self, klass)));
  MemberFilter filter{name.is_null() ? std::string() : to_modified_utf8(self, name),
                      descriptor_of_type(self, descriptor), flags};
  MemberCollector collector(self, results, skip);
  // The results are ordered: the class itself, its superclasses from near to far, its interfaces.
  auto collect = [&](Class& from) -> JavaResult<void> {
    MJ_TRY(collect_methods(self, from, filter, collector));
    collect_fields(self, from, filter, collector);
    return {};
  };
  MJ_TRY(collect(klass));
  if ((flags & MN_SEARCH_SUPERCLASSES) != 0) {
    for (Class* super = klass.super; super != nullptr; super = super->super) {
      MJ_TRY(collect(*super));
    }
  }
  if ((flags & MN_SEARCH_INTERFACES) != 0) {
    for (Class* secondary : klass.secondaries) {
      MJ_TRY(collect(*secondary));
    }
  }
  return collector.found();
}

}  // namespace minijvm::vm
