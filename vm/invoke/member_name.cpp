#include "vm/invoke/member_name.h"

#include <string>

#include "gc/barrier.h"
#include "runtime/access.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/polymorphic_methods.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/invoke/method_types.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
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

constexpr std::int32_t kKindMask = 0xf;
constexpr std::int32_t kAllKinds = MN_IS_METHOD | MN_IS_CONSTRUCTOR | MN_IS_FIELD | MN_IS_TYPE;

std::int32_t flags_for(ReferenceKind kind, std::int32_t what) { return static_cast<std::int32_t>(kind) << MN_REFERENCE_KIND_SHIFT | what; }

// What a MemberName says before it is resolved.
struct Query {
  Class* klass = nullptr;
  std::string name;
  std::string descriptor;
  std::int32_t flags = 0;
  bool resolved = false;

  ReferenceKind kind() const { return static_cast<ReferenceKind>(flags >> MN_REFERENCE_KIND_SHIFT & kKindMask); }
};

Query read_query(JavaThread& self, Handle<> member_name) {
  Query query;
  HandleScope scope(self);
  Handle<> type;
  {
    NoSafepoint still(self);
    const Object* raw = member_name.raw(still);
    query.flags = raw->load<std::int32_t>(wk().MemberName_flags);
    query.resolved = raw->load_ref(wk().MemberName_method) != nullptr;
    if (const Object* mirror = raw->load_ref(wk().MemberName_clazz)) {
      query.klass = &class_of_mirror(mirror);
    }
    if (const Object* name = raw->load_ref(wk().MemberName_name)) {
      query.name = to_modified_utf8(still, name);
    }
    type = runtime::make_handle(self, still, raw->load_ref(wk().MemberName_type));
  }
  query.descriptor = descriptor_of_type(self, type);
  return query;
}

void store_common(const NoSafepoint& still, Object* raw, const Class& klass, std::int32_t flags, std::int64_t vmindex) {
  gc::store_ref(still, raw, wk().MemberName_clazz, klass.mirror);
  raw->store<std::int32_t>(wk().MemberName_flags, flags);
  raw->store<std::int64_t>(wk().MemberName_vmindex, vmindex);
}

void store_field(JavaThread& self, Handle<> member_name, const Field& field, bool setter) {
  int base = field.is_static() ? static_cast<int>(ReferenceKind::REF_getStatic) : static_cast<int>(ReferenceKind::REF_getField);
  int to_setter = static_cast<int>(ReferenceKind::REF_putField) - static_cast<int>(ReferenceKind::REF_getField);
  auto kind = static_cast<ReferenceKind>(base + (setter ? to_setter : 0));
  std::int32_t flags = field.access_flags | flags_for(kind, MN_IS_FIELD) | (field.is_trusted_final ? MN_TRUSTED_FINAL : 0);
  NoSafepoint still(self);
  Object* raw = member_name.raw(still);
  store_common(still, raw, *field.holder, flags, field.offset);
  gc::store_ref(still, raw, wk().MemberName_method, nullptr);
}

Linked<MemberCall> resolve_method(JavaThread& self, const Query& query, MemberAsker asker) {
  Class& klass = query.klass->is_array() ? *wk().java_lang_Object : *query.klass;
  const runtime::Symbol* name = runtime::find_symbol(query.name);
  PolymorphicKind polymorphic = name == nullptr ? PolymorphicKind::kNone : runtime::polymorphic_kind(klass, name);
  bool asked_static = query.kind() == ReferenceKind::REF_invokeStatic;
  bool is_static = polymorphic > PolymorphicKind::kInvokeBasic;
  if (polymorphic > PolymorphicKind::kGeneric && is_static == asked_static) {
    MemberCall call;
    call.method = runtime::polymorphic_intrinsic(polymorphic, runtime::intern_symbol(query.descriptor));
    if (asker.klass != nullptr) {
      MJ_TRY(runtime::check_method_access(self, *asker.klass, klass, *call.method));
    }
    call.referenced = wk().java_lang_invoke_MethodHandle;
    call.kind = asked_static ? ReferenceKind::REF_invokeStatic : ReferenceKind::REF_invokeSpecial;
    return call;
  }
  return find_member_call(self, query.kind(), klass, query.name.c_str(), query.descriptor.c_str(), asker);
}

JavaResult<Field*> resolve_field(JavaThread& self, const Query& query) {
  const runtime::Symbol* name = runtime::find_symbol(query.name);
  const runtime::Symbol* descriptor = runtime::find_symbol(query.descriptor);
  Field* field = name == nullptr || descriptor == nullptr ? nullptr : runtime::lookup_field(*query.klass, name, descriptor);
  if (field == nullptr) {
    return throw_new(self, "java/lang/NoSuchFieldError", query.name.c_str());
  }
  return field;
}

JavaResult<void> resolve_kind(JavaThread& self, Handle<> member_name, const Query& query, MemberAsker asker) {
  switch (query.flags & kAllKinds) {
    case MN_IS_METHOD: {
      MemberCall call = MJ_TRY(lift(self, resolve_method(self, query, asker)));
      return store_method(self, member_name, call);
    }
    case MN_IS_CONSTRUCTOR: {
      MemberCall call = MJ_TRY(lift(self, find_member_call(self, ReferenceKind::REF_invokeSpecial, *query.klass, query.name.c_str(),
                                                          query.descriptor.c_str(), asker)));
      return store_method(self, member_name, call);
    }
    case MN_IS_FIELD: {
      Field* field = MJ_TRY(resolve_field(self, query));
      store_field(self, member_name, *field, query.kind() >= ReferenceKind::REF_putField);
      return {};
    }
    default: return throw_new(self, "java/lang/InternalError", "unrecognized MemberName format");
  }
}

JavaResult<void> resolve_query(JavaThread& self, Handle<> member_name, const Query& query, MemberAsker asker) {
  if (query.klass == nullptr || query.name.empty() || query.descriptor.empty()) {
    return throw_new(self, "java/lang/IllegalArgumentException", "nothing to resolve");
  }
  if (query.klass->is_primitive() || query.name == "<clinit>") {
    return throw_new(self, "java/lang/NoSuchMethodError", query.name.c_str());
  }
  MJ_TRY(lift(self, runtime::link_class(self, *query.klass)));
  return resolve_kind(self, member_name, query, asker);
}

// A method as its class would be asked for it (reflection knows no call site).
MemberCall call_of_reflected(Class& klass, Method& method) {
  if (method.is_initializer()) {
    return {&method, method.holder, ReferenceKind::REF_invokeSpecial, MemberCall::runtime_nonvirtual()};
  }
  MemberCall call{&method, method.holder, ReferenceKind::REF_invokeSpecial, MemberCall::runtime_nonvirtual()};
  if (method.is_static()) {
    call.kind = ReferenceKind::REF_invokeStatic;
  } else if (klass.is_interface() && !method.is_private()) {
    call.kind = ReferenceKind::REF_invokeInterface;
    call.index = method.vtable_index;
  } else if (!method.is_private() && !method.is_final() && !klass.is_final() && method.vtable_index >= 0) {
    call.kind = ReferenceKind::REF_invokeVirtual;
    call.index = method.vtable_index;
  }
  return call;
}

JavaResult<void> store_name_and_type(JavaThread& self, Handle<> member_name, Handle<> name, Handle<> type) {
  NoSafepoint still(self);
  Object* raw = member_name.raw(still);
  if (raw->load_ref(wk().MemberName_name) == nullptr) {
    gc::store_ref(still, raw, wk().MemberName_name, name.raw(still));
  }
  if (raw->load_ref(wk().MemberName_type) == nullptr) {
    gc::store_ref(still, raw, wk().MemberName_type, type.raw(still));
  }
  return {};
}

// A field of `klass` by its offset.
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

// Collects what getMembers finds into the preallocated MemberNames.
class MemberCollector {
 public:
  MemberCollector(JavaThread& self, Handle<> results, std::int32_t skip) : self_(self), results_(results), skip_(skip) {}

  // The next MemberName to fill; null when it is skipped or the array is full. Counts in any case.
  Handle<> next() {
    std::int32_t at = found_++ - skip_;
    NoSafepoint still(self_);
    const Object* array = results_.raw(still);
    if (at < 0 || at >= array->array_length()) {
      return {};
    }
    return runtime::make_handle(self_, still, array->elements<Object*>()[at]);
  }
  std::int32_t found() const { return found_; }

 private:
  JavaThread& self_;
  Handle<> results_;
  std::int32_t skip_;
  std::int32_t found_ = 0;
};

struct MemberFilter {
  std::string name;        // empty: any
  std::string descriptor;  // empty: any
  std::int32_t flags;

  bool accepts(const runtime::Symbol* member_name, const runtime::Symbol* member_descriptor) const {
    return (name.empty() || member_name->text() == name) && (descriptor.empty() || member_descriptor->text() == descriptor);
  }
};

JavaResult<void> collect_methods(JavaThread& self, Class& klass, const MemberFilter& filter, MemberCollector& collector) {
  for (Method& method : klass.methods) {
    bool wanted = method.is_initializer() ? (filter.flags & MN_IS_CONSTRUCTOR) != 0 : (filter.flags & MN_IS_METHOD) != 0;
    if (!wanted || method.is_deleted || method.is_class_initializer() || !filter.accepts(method.name, method.descriptor)) {
      continue;
    }
    HandleScope scope(self);
    Handle<> slot = collector.next();
    if (!slot.is_null()) {
      MJ_TRY(store_method(self, slot, call_of_reflected(klass, method)));
    }
  }
  return {};
}

void collect_fields(JavaThread& self, Class& klass, const MemberFilter& filter, MemberCollector& collector) {
  if ((filter.flags & MN_IS_FIELD) == 0) {
    return;
  }
  for (const Field& field : klass.fields) {
    HandleScope scope(self);
    if (!filter.accepts(field.name, field.descriptor)) {
      continue;
    }
    Handle<> slot = collector.next();
    if (!slot.is_null()) {
      store_field(self, slot, field, false);
    }
  }
}

}  // namespace

Method* method_of_member_name(const NoSafepoint&, const Object* member_name) {
  const Object* resolved = member_name->load_ref(wk().MemberName_method);
  if (resolved == nullptr) {
    return nullptr;
  }
  return reinterpret_cast<Method*>(static_cast<std::uintptr_t>(resolved->load<std::int64_t>(wk().ResolvedMethodName_vmtarget)));
}

JavaResult<Handle<>> resolved_method_name(JavaThread& self, Method& method) {
  if (void* slot = method.resolved_name.load(std::memory_order_acquire)) {  // acquire: pairs with the exchange below
    return Handle<>(static_cast<Object* const*>(slot));
  }
  Handle<> fresh = MJ_TRY(new_instance(self, *wk().java_lang_invoke_ResolvedMethodName));
  NoSafepoint still(self);
  Object* raw = fresh.raw(still);
  raw->store<std::int64_t>(wk().ResolvedMethodName_vmtarget, static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&method)));
  gc::store_ref(still, raw, wk().ResolvedMethodName_vmholder, method.holder->mirror);
  Object** slot = method.holder->home->constants.add(raw);
  void* expected = nullptr;
  // A second thread that lost the race leaves an unused slot behind.
  if (!method.resolved_name.compare_exchange_strong(expected, slot, std::memory_order_acq_rel)) {
    slot = static_cast<Object**>(expected);
  }
  return Handle<>(slot);
}

JavaResult<void> store_method(JavaThread& self, Handle<> member_name, const MemberCall& call) {
  Handle<> resolved = MJ_TRY(resolved_method_name(self, *call.method));
  std::int32_t what = call.method->is_initializer() ? MN_IS_CONSTRUCTOR : MN_IS_METHOD;
  std::int32_t flags = call.method->access_flags | flags_for(call.kind, what) | (call.method->is_caller_sensitive ? MN_CALLER_SENSITIVE : 0);
  NoSafepoint still(self);
  Object* raw = member_name.raw(still);
  gc::store_ref(still, raw, wk().MemberName_method, resolved.raw(still));
  store_common(still, raw, *call.referenced, flags, call.index);
  return {};
}

JavaResult<void> init_member_name(JavaThread& self, Handle<> member_name, Handle<> reflected) {
  HandleScope scope(self);
  const Class* klass;
  {
    NoSafepoint still(self);
    klass = reflected.raw(still)->klass();
  }
  if (klass == wk().java_lang_reflect_Field) {
    const Field* field = field_of_reflect(self, reflected);
    store_field(self, member_name, *field, false);
    Handle<> name = MJ_TRY(intern_string(self, field->name->text()));
    Class* type = MJ_TRY(class_of_field_descriptor(self, *field->holder, field->descriptor->text()));
    return store_name_and_type(self, member_name, name, mirror_of(*type));
  }
  if (klass == wk().java_lang_reflect_Method || klass == wk().java_lang_reflect_Constructor) {
    Method* method = method_of_reflect(self, reflected);
    if (runtime::polymorphic_kind(*method->holder, method->name) != PolymorphicKind::kNone) {
      return {};  // left unresolved
    }
    return store_method(self, member_name, call_of_reflected(*method->holder, *method));
  }
  return throw_new(self, "java/lang/InternalError", "unrecognized MemberName target");
}

JavaResult<void> expand_member_name(JavaThread& self, Handle<> member_name) {
  HandleScope scope(self);
  Query query = read_query(self, member_name);
  const Method* method;
  std::int64_t vmindex;
  {
    NoSafepoint still(self);
    method = method_of_member_name(still, member_name.raw(still));
    vmindex = member_name.raw(still)->load<std::int64_t>(wk().MemberName_vmindex);
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
  Handle<> name_string = MJ_TRY(intern_string(self, name->text()));
  Handle<> type_string = MJ_TRY(intern_string(self, descriptor->text()));
  if (method != nullptr) {
    NoSafepoint still(self);
    Object* raw = member_name.raw(still);
    if (raw->load_ref(wk().MemberName_clazz) == nullptr) {
      gc::store_ref(still, raw, wk().MemberName_clazz, method->holder->mirror);
    }
  }
  return store_name_and_type(self, member_name, name_string, type_string);
}

JavaResult<void> check_member(JavaThread& self, ReferenceKind kind, Class& referenced, std::string_view name, std::string_view descriptor,
                              Class& caller) {
  MJ_TRY(lift(self, runtime::link_class(self, referenced)));
  Query query{&referenced, std::string(name), std::string(descriptor), flags_for(kind, 0), false};
  if (kind <= ReferenceKind::REF_putStatic) {
    MJ_TRY(resolve_field(self, query));
    return {};
  }
  bool is_polymorphic = runtime::polymorphic_kind(referenced, runtime::intern_symbol(name)) == PolymorphicKind::kGeneric;
  if (kind != ReferenceKind::REF_invokeVirtual || !is_polymorphic) {
    MJ_TRY(lift(self, resolve_method(self, query, {&caller})));
  }
  return {};
}

JavaResult<Handle<>> resolve_member_name(JavaThread& self, Handle<> member_name, MemberAsker asker, bool speculative) {
  Query query = read_query(self, member_name);
  if (query.resolved) {
    return member_name;
  }
  JavaResult<void> outcome = resolve_query(self, member_name, query, asker);
  if (outcome.ok()) {
    return member_name;
  }
  if (!speculative) {
    return kPending;
  }
  self.pending_exception = nullptr;
  return Handle<>();
}

JavaResult<std::int32_t> get_members(JavaThread& self, Class& klass, Handle<> name, Handle<> descriptor, std::int32_t flags, std::int32_t skip,
                                     Handle<> results) {
  if (klass.is_primitive()) {
    return 0;
  }
  MJ_TRY(lift(self, runtime::link_class(self, klass)));
  MemberFilter filter{name.is_null() ? std::string() : to_modified_utf8(self, name), descriptor_of_type(self, descriptor), flags};
  MemberCollector collector(self, results, skip);
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
