#include "runtime/resolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/access.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/class_tables.h"
#include "runtime/dispatch_tables.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
#include "runtime/loader_constraints.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/method_selection.h"
#include "runtime/module_graph.h"
#include "runtime/polymorphic_methods.h"
#include "runtime/required_class.h"
#include "runtime/resolution_failure.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

using classfile::ConstantTag;

constexpr std::uint16_t kAccSuper = 0x0020;

// One Methodref may be called in several ways; each way is a link of the entry's chain. The call comes first: the entry is a ResolvedCall*.
struct CachedCall {
  ResolvedCall call;
  InvokeKind kind;
  std::atomic<CachedCall*> next;
};

Unexpected<LinkError> incompatible(std::string message, const char* clause) {
  return link_failure(LinkErrorKind::IncompatibleClassChangeError, std::move(message), clause);
}

std::string quoted(const Method& method) { return '\'' + method.external_text() + '\''; }

// The class that a member reference names. For hidden classes "itself" is in the pool already.
Linked<Class*> referenced_class(JavaThread& self, RunConstantPool& pool, std::uint16_t member_index) {
  return resolve_class(self, pool, pool.raw().member_class_index(member_index));
}

// JVMS 5.4.3.2, last paragraph: both loaders mean the same by the field's type.
Linked<void> constrain_field(const Class& from, const Class& holder, const Symbol* name, const Symbol* descriptor) {
  const Symbol* violated = add_descriptor_constraints(descriptor, *from.loader, *holder.loader);
  if (violated == nullptr) {
    return {};
  }
  const std::string type = dotted(violated->text());
  return link_failure(LinkErrorKind::LinkageError,
                      fmt::format("loader constraint violation: when resolving field \"{}\" of type {}, the class loader {} of the current class, {}, "
                                  "and the class loader {} for the field's defining class, {}, have different Class objects for type {} ({}; {})",
                                  name->text(), type, from.loader->display_name(), from.external_name(), holder.loader->display_name(),
                                  holder.external_name(), type, class_place_with_parent(from), class_place_with_parent(holder)),
                      "JVMS 5.4.3.2");
}

// --- fields ---

bool is_put(FieldUse use) { return use == FieldUse::kPutField || use == FieldUse::kPutStatic; }
bool is_static_use(FieldUse use) { return use == FieldUse::kGetStatic || use == FieldUse::kPutStatic; }

// JVMS 6.5.putfield, putstatic: a final field is written by its class only, since version 53 in its initializers only.
Linked<void> check_final_put(const Method& in, const Field& field) {
  const char* kind = field.is_static() ? "static" : "non-static";
  const Class& current = *in.holder;
  if (field.holder != &current) {
    return link_failure(LinkErrorKind::IllegalAccessError,
                        fmt::format("Update to {} final field {}.{} attempted from a different class ({}) than the field's declaring class", kind,
                                    field.holder->external_name(), field.name->text(), current.external_name()),
                        "JVMS 6.5.putfield");
  }
  const bool is_initializer = field.is_static() ? in.is_class_initializer() : in.is_initializer();
  if (in.pool->file().major_version() >= 53 && !is_initializer) {
    return link_failure(LinkErrorKind::IllegalAccessError,
                        fmt::format("Update to {} final field {}.{} attempted from a different method ({}) than the initializer method {} ", kind,
                                    field.holder->external_name(), field.name->text(), in.name->text(), field.is_static() ? "<clinit>" : "<init>"),
                        "JVMS 6.5.putfield");
  }
  return {};
}

Linked<void> check_field_use(const Method& in, const Field& field, FieldUse use) {
  if (field.is_static() != is_static_use(use)) {
    return incompatible(fmt::format("Expected {} field {}.{}", is_static_use(use) ? "static" : "non-static", field.holder->external_name(),
                                    field.name->text()),
                        "JVMS 6.5");
  }
  if (is_put(use) && field.is_final()) {
    return check_final_put(in, field);
  }
  return {};
}

Linked<Field*> find_and_check_field(JavaThread& self, RunConstantPool& pool, std::uint16_t index) {
  Class& from = pool.holder();
  Class* referenced = MJ_TRY(referenced_class(self, pool, index));
  Symbol* name = pool.member_name(index);
  Symbol* descriptor = pool.member_descriptor(index);
  Field* field = lookup_field(*referenced, name, descriptor);
  if (field == nullptr) {
    return link_failure(LinkErrorKind::NoSuchFieldError, std::string(name->text()), "JVMS 5.4.3.2");
  }
  MJ_TRY(check_field_access(self, from, *referenced, *field));
  MJ_TRY(constrain_field(from, *field->holder, name, descriptor));
  return field;
}

// --- methods ---

// A Methodref or InterfaceMethodref being resolved.
struct MethodReference {
  Class& from;
  Class& referenced;
  Symbol* name;
  Symbol* descriptor;
  bool is_interface_ref;

  std::string signature() const { return '\'' + external_signature(referenced.external_name(), name->text(), descriptor->text()) + '\''; }
};

// 5.4.3.3 step 1 and 5.4.3.4 step 1; invokestatic and invokespecial go by the tag of the entry.
Linked<void> check_class_kind(const MethodReference& reference, InvokeKind kind) {
  const bool wants_interface = kind == InvokeKind::kInterface || (kind != InvokeKind::kVirtual && reference.is_interface_ref);
  if (wants_interface && !reference.referenced.is_interface()) {
    if (kind != InvokeKind::kInterface) {
      return incompatible(fmt::format("Method {} must be Methodref constant", reference.signature()), "JVMS 5.4.3.4 step 1");
    }
    return incompatible(fmt::format("Found class {}, but interface was expected", reference.referenced.external_name()), "JVMS 5.4.3.4 step 1");
  }
  if (!wants_interface && reference.referenced.is_interface()) {
    if (kind == InvokeKind::kVirtual) {
      return incompatible(fmt::format("Found interface {}, but class was expected", reference.referenced.external_name()), "JVMS 5.4.3.3 step 1");
    }
    return incompatible(fmt::format("Method {} must be InterfaceMethodref constant", reference.signature()), "JVMS 5.4.3.3 step 1");
  }
  return {};
}

// 5.4.3.3, last paragraph: both loaders mean the same by the types of the signature. HOTSPOT: classes with slashes in this text only.
Linked<void> constrain_method(const Class& from, const Class& referenced, const Method& method) {
  const Class& holder = *method.holder;
  const Symbol* violated = add_descriptor_constraints(method.descriptor, *from.loader, *holder.loader);
  if (violated == nullptr) {
    return {};
  }
  return link_failure(LinkErrorKind::LinkageError,
                      fmt::format("loader constraint violation: when resolving {}method '{}' the class loader {} of the current class, {}, and the class "
                                  "loader {} for the method's defining class, {}, have different Class objects for the type {} used in the signature "
                                  "({}; {})",
                                  referenced.is_interface() ? "interface " : "",
                                  external_signature(referenced.external_name(), method.name->text(), method.descriptor->text()),
                                  from.loader->display_name(), from.name->text(), holder.loader->display_name(), holder.name->text(), violated->text(),
                                  class_place_with_parent(from), class_place_with_parent(holder)),
                      "JVMS 5.4.3.3");
}

Linked<Method*> find_and_check_method(JavaThread& self, const MethodReference& reference) {
  Class& referenced = reference.referenced;
  Method* method = referenced.is_interface() ? lookup_interface_method(referenced, reference.name, reference.descriptor)
                                             : lookup_method(referenced, reference.name, reference.descriptor);
  // Nothing but invokevirtual finds a signature-polymorphic method, not even by its own descriptor.
  if (method == nullptr || method->polymorphic != PolymorphicKind::kNone) {
    return link_failure(LinkErrorKind::NoSuchMethodError, reference.signature(), "JVMS 5.4.3.3");
  }
  MJ_TRY(check_method_access(self, reference.from, referenced, *method));
  MJ_TRY(constrain_method(reference.from, referenced, *method));
  return method;
}

// 6.5.invoke*: static or not, <init> of the very class.
Linked<void> check_method_use(const MethodReference& reference, const Method& method, InvokeKind kind) {
  if (method.is_initializer() && method.holder != &reference.referenced) {
    std::string types = external_signature("", "", reference.descriptor->text());
    return link_failure(LinkErrorKind::NoSuchMethodError,
                        fmt::format("{}: method 'void <init>{}' not found", reference.referenced.external_name(), types.substr(types.find('('))),
                        "JVMS 6.5.invokespecial");
  }
  if (kind == InvokeKind::kStatic && !method.is_static()) {
    return incompatible("Expected static method " + quoted(method), "JVMS 6.5.invokestatic");
  }
  if (kind != InvokeKind::kStatic && method.is_static()) {
    return incompatible((reference.referenced.is_interface() ? "Expected instance not static method " : "Expecting non-static method ") + quoted(method),
                        "JVMS 6.5");
  }
  return {};
}

bool is_direct_interface(const Class& klass, const Class& interface) {
  return &klass == &interface || std::find(klass.interfaces.begin(), klass.interfaces.end(), &interface) != klass.interfaces.end();
}

// JVMS 6.5.invokespecial: with ACC_SUPER a superclass's method is looked for from the direct superclass of the caller on.
Linked<Method*> select_special(const MethodReference& reference, Method& resolved) {
  Class& from = reference.from;
  if (resolved.is_initializer()) {
    return &resolved;
  }
  MJ_TRY(check_direct_interface(from, reference.referenced, resolved));
  Method* selected = &resolved;
  const bool is_super_call = !reference.referenced.is_interface() && &reference.referenced != &from && from.is_subclass_of(reference.referenced) &&
                             (from.access_flags & kAccSuper) != 0 && from.super != nullptr;
  if (is_super_call && !resolved.is_private()) {
    selected = lookup_method(*from.super, reference.name, reference.descriptor);
    if (selected != nullptr && selected->is_static()) {
      return incompatible("Expected instance not static method " + quoted(*selected), "JVMS 6.5.invokespecial");
    }
  }
  Class& start = is_super_call ? *from.super : reference.referenced;
  if (selected != nullptr && selected->holder->is_interface() && !start.is_interface() && !selected->is_private()) {
    return select_special_default(start, *selected, reference.signature());  // lookup took any of several
  }
  if (selected == nullptr || selected->is_abstract()) {
    return link_failure(LinkErrorKind::AbstractMethodError, reference.signature(), "JVMS 6.5.invokespecial");
  }
  return selected;
}

ResolvedCall direct_call(Method& method, Class& referenced) { return {&method, &referenced, -1, false}; }

// How a resolved instance method is dispatched (JVMS 5.4.6).
ResolvedCall dispatched_call(Method& method, Class& referenced) {
  if (method.is_private() && method.holder->is_interface()) {
    return {&method, &referenced, -1, true};
  }
  if (method.is_private() || method.is_final() || method.vtable_index < 0) {
    return direct_call(method, referenced);
  }
  return {&method, &referenced, method.vtable_index, method.holder->is_interface()};
}

// JVMS 5.4.3.3: what invoke, invokeExact and the VarHandle accessors resolve to, for any descriptor. They are called by invokevirtual only.
Linked<ResolvedCall> polymorphic_call(JavaThread& self, const MethodReference& reference) {
  auto declared = std::find_if(reference.referenced.methods.begin(), reference.referenced.methods.end(),
                               [&](const Method& method) { return method.name == reference.name; });
  MJ_TRY(check_method_access(self, reference.from, reference.referenced, *declared));
  return direct_call(*declared, reference.referenced);
}

// The VM's own invokeBasic and linkTo*, which only java.lang.invoke may call.
Linked<ResolvedCall> intrinsic_call(JavaThread& self, const MethodReference& reference, InvokeKind kind, PolymorphicKind intrinsic) {
  Method* method = polymorphic_intrinsic(intrinsic, reference.descriptor);
  MJ_TRY(check_method_access(self, reference.from, reference.referenced, *method));
  MJ_TRY(check_method_use(reference, *method, kind));
  return direct_call(*method, reference.referenced);
}

Linked<ResolvedCall> resolve_reference(JavaThread& self, const MethodReference& reference, InvokeKind kind) {
  MJ_TRY(check_class_kind(reference, kind));
  const PolymorphicKind polymorphic = polymorphic_kind(reference.referenced, reference.name);
  if (polymorphic > PolymorphicKind::kGeneric) {
    return intrinsic_call(self, reference, kind, polymorphic);
  }
  if (polymorphic == PolymorphicKind::kGeneric && kind == InvokeKind::kVirtual) {
    return polymorphic_call(self, reference);
  }
  Method* method = MJ_TRY(find_and_check_method(self, reference));
  MJ_TRY(check_method_use(reference, *method, kind));
  switch (kind) {
    case InvokeKind::kStatic: return direct_call(*method, reference.referenced);
    case InvokeKind::kSpecial: return direct_call(*MJ_TRY(select_special(reference, *method)), reference.referenced);
    case InvokeKind::kVirtual:
    case InvokeKind::kInterface: return dispatched_call(*method, reference.referenced);
  }
  MJ_UNREACHABLE("invoke kind %d", static_cast<int>(kind));
}

CachedCall* find_cached(void* entry, InvokeKind kind) {
  for (auto* cached = static_cast<CachedCall*>(entry); cached != nullptr; cached = cached->next.load(std::memory_order_acquire)) {
    if (cached->kind == kind) {
      return cached;
    }
  }
  return nullptr;
}

// Appends to the entry's chain. Racing threads may append the same kind twice: both are right, the first is found.
// False: another thread's failure came first.
bool remember_call(RunConstantPool& pool, std::uint16_t index, const ResolvedCall& call, InvokeKind kind) {
  auto* fresh = new (pool.holder().home->allocate(sizeof(CachedCall))) CachedCall{call, kind, nullptr};
  auto* at = static_cast<CachedCall*>(pool.publish(index, fresh));
  if (at == nullptr) {
    return false;
  }
  while (at != fresh) {
    CachedCall* expected = nullptr;
    if (at->next.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel, std::memory_order_acquire)) {
      break;
    }
    at = expected;
  }
  return true;
}

// JVMS 5.4.3: whichever thread is first decides, with success or failure, for all.
template <class T>
Linked<T*> settle(JavaThread& self, RunConstantPool& pool, std::uint16_t index, Linked<T*> outcome) {
  if (!outcome.ok()) {
    if (remember_failure(self, pool, index, outcome.error())) {
      return outcome.propagate();
    }
    self.pending_exception = nullptr;
    return static_cast<T*>(pool.resolved(index));
  }
  void* winner = pool.publish(index, outcome.value());
  return winner == nullptr ? Linked<T*>(Unexpected<LinkError>(*pool.remembered_failure(index))) : Linked<T*>(static_cast<T*>(winner));
}

}  // namespace

Linked<void> check_same_types(const Class& from, const Class& referenced, const Method& method) {
  return constrain_method(from, referenced, method);
}

Linked<void> check_direct_interface(const Class& from, const Class& referenced, const Method& method) {
  if (!referenced.is_interface() || is_magic_accessor(from) || is_direct_interface(from, referenced)) {
    return {};
  }
  return incompatible(fmt::format("Interface method reference: '{}', is in an indirect superinterface of {}", method.external_text(), from.external_name()),
                      "JVMS 4.9.2");
}

Linked<Class*> resolve_class_name(JavaThread& self, Class& from, Symbol* name, bool check_access) {
  Class* klass = MJ_TRY(load_required_class(self, from, name));
  if (check_access) {
    MJ_TRY(check_class_access(self, from, *klass));
  }
  return klass;
}

Linked<Class*> resolve_class(JavaThread& self, Class& from, std::uint16_t pool_index) { return resolve_class(self, *from.pool, pool_index); }

Linked<Class*> resolve_class(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index) {
  Class& from = pool.holder();
  if (void* known = pool.resolved(pool_index)) {
    return static_cast<Class*>(known);
  }
  if (const LinkError* failure = pool.remembered_failure(pool_index)) {
    return Unexpected<LinkError>(*failure);
  }
  Linked<Class*> klass = resolve_class_name(self, from, pool.class_name(pool_index), true);
  if (klass.ok()) {
    MJ_LOG(resolution, kDebug, "%s %s", from.name->c_str(), klass.value()->name->c_str());
  }
  return settle(self, pool, pool_index, std::move(klass));
}

Linked<Field*> resolve_field(JavaThread& self, Method& in, std::uint16_t pool_index, FieldUse use) {
  RunConstantPool& pool = *in.pool;
  auto* field = static_cast<Field*>(pool.resolved(pool_index));
  if (field == nullptr) {
    if (const LinkError* failure = pool.remembered_failure(pool_index)) {
      return Unexpected<LinkError>(*failure);
    }
    field = MJ_TRY(settle(self, pool, pool_index, find_and_check_field(self, pool, pool_index)));
  }
  MJ_TRY(check_field_use(in, *field, use));
  return field;
}

Linked<ResolvedCall> resolve_call(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index, InvokeKind kind) {
  Class& from = pool.holder();
  if (CachedCall* cached = find_cached(pool.resolved(pool_index), kind)) {
    return cached->call;
  }
  if (const LinkError* failure = pool.remembered_failure(pool_index)) {
    return Unexpected<LinkError>(*failure);
  }
  Linked<Class*> referenced = referenced_class(self, pool, pool_index);
  if (!referenced.ok()) {
    remember_failure(self, pool, pool_index, referenced.error());
    return referenced.propagate();
  }
  MethodReference reference{from, *referenced.value(), pool.member_name(pool_index), pool.member_descriptor(pool_index),
                            pool.raw().is(pool_index, ConstantTag::InterfaceMethodref)};
  Linked<ResolvedCall> call = resolve_reference(self, reference, kind);
  if (!call.ok()) {
    remember_failure(self, pool, pool_index, call.error());  // also if another kind of call has resolved the entry
    return call.propagate();
  }
  return remember_call(pool, pool_index, call.value(), kind) ? call : Unexpected<LinkError>(*pool.remembered_failure(pool_index));
}

namespace {

// In an interface or its superinterfaces; `secondaries` has them in the order of the recursion, but each once.
Field* lookup_interface_field(const Class& interface, const Symbol* name, const Symbol* descriptor) {
  if (Field* field = interface.find_declared_field(name, descriptor)) {
    return field;
  }
  for (const Class* super : interface.secondaries) {
    if (Field* field = super->find_declared_field(name, descriptor)) {
      return field;
    }
  }
  return nullptr;
}

}  // namespace

// JVMS 5.4.3.2: the class, then its superinterfaces, then its superclass, each recursively.
Field* lookup_field(const Class& klass, const Symbol* name, const Symbol* descriptor) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    if (Field* field = at->find_declared_field(name, descriptor)) {
      return field;
    }
    for (const Class* interface : at->interfaces) {
      Field* field = interface == nullptr ? nullptr : lookup_interface_field(*interface, name, descriptor);
      if (field != nullptr) {
        return field;
      }
    }
  }
  return nullptr;
}

namespace {

// 5.4.3.3 step 3: exactly one maximally-specific method that is not abstract, else any superinterface method that is neither private nor static.
Method* lookup_in_superinterfaces(Class& klass, const Symbol* name, const Symbol* descriptor) {
  std::vector<Method*> candidates = maximally_specific_methods(klass, name, descriptor);
  Method* chosen = nullptr;
  int concrete = 0;
  for (Method* method : candidates) {
    if (!method->is_abstract()) {
      chosen = method;
      ++concrete;
    }
  }
  if (concrete == 1) {
    return chosen;
  }
  return candidates.empty() ? nullptr : candidates.front();
}

}  // namespace

Method* lookup_method(Class& klass, const Symbol* name, const Symbol* descriptor) {
  for (Class* at = &klass; at != nullptr; at = at->super) {
    if (Method* method = at->find_declared_method(name, descriptor)) {
      return method;
    }
  }
  return klass.is_array() ? nullptr : lookup_in_superinterfaces(klass, name, descriptor);
}

Method* lookup_interface_method(Class& klass, const Symbol* name, const Symbol* descriptor) {
  if (Method* method = klass.find_declared_method(name, descriptor)) {
    return method;                                                                            // step 2
  }
  if (klass.super != nullptr) {
    Method* method = klass.super->find_declared_method(name, descriptor);                     // step 3: Object's
    if (method != nullptr && method->is_public() && !method->is_static()) {
      return method;
    }
  }
  return lookup_in_superinterfaces(klass, name, descriptor);                                  // steps 4, 5
}

}  // namespace minijvm::runtime
