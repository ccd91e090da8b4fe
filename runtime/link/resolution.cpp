// Resolves fields and methods (JVMS 5.4.3) for the interpreter's slow paths and for
// java.lang.invoke. Each resolver has the same steps: read the pool entry, load the class, look the
// member up, check access, impose loading constraints, publish the outcome. Callers are in VM.
#include "runtime/link/resolution.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/polymorphic_methods.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/access.h"
#include "runtime/link/cached_call.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/dispatch_tables.h"
#include "runtime/link/method_selection.h"
#include "runtime/link/required_class.h"
#include "runtime/link/resolution_failure.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

using classfile::ConstantTag;

// JVMS table 4.1-B: with this flag, invokespecial of a superclass's method is a super call.
constexpr std::uint16_t kAccSuper = 0x0020;

Unexpected<LinkError> incompatible(std::string message, const char* clause) {
  return link_failure(LinkErrorKind::IncompatibleClassChangeError, std::move(message), clause);
}

std::string quoted(const Method& method) { return '\'' + method.external_text() + '\''; }

// Returns the class of a member reference. A hidden class's own entry is in the pool already.
Linked<Class*> referenced_class(JavaThread& self, RunConstantPool& pool,
                                std::uint16_t member_index) {
  return resolve_class(self, pool, pool.raw().member_class_index(member_index));
}

// JVMS 5.4.3.2, last paragraph: the loader of the current class and that of the declaring class
// must mean the same class by the field's type.
Linked<void> constrain_field(const Class& from, const Class& holder, const Symbol* name,
                             const Symbol* descriptor) {
  const Symbol* violated = add_descriptor_constraints(descriptor, *from.loader, *holder.loader);
  if (violated == nullptr) {
    return {};
  }
  const std::string type = dotted(violated->text());
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader constraint violation: when resolving field \"{}\" of type {}, the class "
                  "loader {} of the current class, {}, "
                  "and the class loader {} for the field's defining class, {}, have different "
                  "Class objects for type {} ({}; {})",
                  name->text(), type, from.loader->display_name(), from.external_name(),
                  holder.loader->display_name(), holder.external_name(), type,
                  class_place_with_parent(from), class_place_with_parent(holder)),
      "JVMS 5.4.3.2");
}

// --- fields ---

bool is_put(FieldUse use) { return use == FieldUse::kPutField || use == FieldUse::kPutStatic; }
bool is_static_use(FieldUse use) {
  return use == FieldUse::kGetStatic || use == FieldUse::kPutStatic;
}

// JVMS 6.5.putfield, putstatic: only the class that declares a final field may write it; since
// version 53 only in its initializers (<init> or <clinit>).
Linked<void> check_final_put(const Method& in, const Field& field) {
  const char* kind = field.is_static() ? "static" : "non-static";
  // The class is checked first, for files of any version.
  const Class& current = *in.holder;
  if (field.holder != &current) {
    return link_failure(LinkErrorKind::IllegalAccessError,
                        fmt::format("Update to {} final field {}.{} attempted from a different "
                                    "class ({}) than the field's declaring class",
                                    kind, field.holder->external_name(), field.name->text(),
                                    current.external_name()),
                        "JVMS 6.5.putfield");
  }
  // The method is checked next. The version is that of the file from which the code comes, which a
  // redefinition may have replaced in the class.
  const bool is_initializer = field.is_static() ? in.is_class_initializer() : in.is_initializer();
  if (in.pool->file().major_version() >= 53 && !is_initializer) {
    return link_failure(LinkErrorKind::IllegalAccessError,
                        fmt::format("Update to {} final field {}.{} attempted from a different "
                                    "method ({}) than the initializer method {} ",
                                    kind, field.holder->external_name(), field.name->text(),
                                    in.name->text(), field.is_static() ? "<clinit>" : "<init>"),
                        "JVMS 6.5.putfield");
  }
  return {};
}

// JVMS 6.5: a static instruction needs a static field, and any other instruction a field that is
// not static. Otherwise the error is an IncompatibleClassChangeError.
Linked<void> check_field_use(const Method& in, const Field& field, FieldUse use) {
  if (field.is_static() != is_static_use(use)) {
    return incompatible(
        fmt::format("Expected {} field {}.{}", is_static_use(use) ? "static" : "non-static",
                    field.holder->external_name(), field.name->text()),
        "JVMS 6.5");
  }
  if (is_put(use) && field.is_final()) {
    return check_final_put(in, field);
  }
  return {};
}

// JVMS 5.4.3.2, in order: resolves the class, looks the field up (NoSuchFieldError), checks access
// (IllegalAccessError) and imposes constraints (LinkageError).
Linked<Field*> find_and_check_field(JavaThread& self, RunConstantPool& pool, std::uint16_t index) {
  Class& from = pool.holder();
  Class* referenced = MJ_TRY(referenced_class(self, pool, index));
  Symbol* name = pool.member_name(index);
  Symbol* descriptor = pool.member_descriptor(index);
  Field* field = lookup_field(*referenced, name, descriptor);
  if (field == nullptr) {
    return link_failure(LinkErrorKind::NoSuchFieldError,
                        missing_field_text(*referenced, name->text(), descriptor->text()), "JVMS 5.4.3.2");
  }
  MJ_TRY(check_field_access(self, from, *referenced, *field));
  MJ_TRY(constrain_field(from, *field->holder, name, descriptor));
  return field;
}

// --- methods ---

// A Methodref or InterfaceMethodref that is being resolved, for the class `from`.
struct MethodReference {
  Class& from;
  Class& referenced;
  Symbol* name;
  Symbol* descriptor;
  bool is_interface_ref;

  // Returns the method as in HotSpot's messages, with the class that was referred to.
  std::string signature() const {
    return '\'' + external_signature(referenced.external_name(), name->text(), descriptor->text()) +
           '\'';
  }
};

// 5.4.3.3 step 1 and 5.4.3.4 step 1: a Methodref must refer to a class and an InterfaceMethodref to
// an interface. HOTSPOT: for invokevirtual and invokeinterface the instruction decides which is
// needed, for invokestatic and invokespecial the tag of the entry.
Linked<void> check_class_kind(const MethodReference& reference, InvokeKind kind) {
  const bool wants_interface = kind == InvokeKind::kInterface ||
                               (kind != InvokeKind::kVirtual && reference.is_interface_ref);
  if (wants_interface && !reference.referenced.is_interface()) {
    if (kind != InvokeKind::kInterface) {
      return incompatible(
          fmt::format("Method {} must be Methodref constant", reference.signature()),
          "JVMS 5.4.3.4 step 1");
    }
    return incompatible(fmt::format("Found class {}, but interface was expected",
                                    reference.referenced.external_name()),
                        "JVMS 5.4.3.4 step 1");
  }
  if (!wants_interface && reference.referenced.is_interface()) {
    if (kind == InvokeKind::kVirtual) {
      return incompatible(fmt::format("Found interface {}, but class was expected",
                                      reference.referenced.external_name()),
                          "JVMS 5.4.3.3 step 1");
    }
    return incompatible(
        fmt::format("Method {} must be InterfaceMethodref constant", reference.signature()),
        "JVMS 5.4.3.3 step 1");
  }
  return {};
}

// 5.4.3.3, last paragraph: both loaders must mean the same classes by the types of the signature.
// HOTSPOT: only this message has class names with slashes.
Linked<void> constrain_method(const Class& from, const Class& referenced, const Method& method) {
  const Class& holder = *method.holder;
  const Symbol* violated =
      add_descriptor_constraints(method.descriptor, *from.loader, *holder.loader);
  if (violated == nullptr) {
    return {};
  }
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader constraint violation: when resolving {}method '{}' the class loader {} "
                  "of the current class, {}, and the class "
                  "loader {} for the method's defining class, {}, have different Class objects for "
                  "the type {} used in the signature "
                  "({}; {})",
                  referenced.is_interface() ? "interface " : "",
                  external_signature(referenced.external_name(), method.name->text(),
                                     method.descriptor->text()),
                  from.loader->display_name(), from.name->text(), holder.loader->display_name(),
                  holder.name->text(), violated->text(), class_place_with_parent(from),
                  class_place_with_parent(holder)),
      "JVMS 5.4.3.3");
}

Linked<Method*> find_and_check_method(JavaThread& self, const MethodReference& reference) {
  Class& referenced = reference.referenced;
  // 5.4.3.3 steps 2 and 3, or 5.4.3.4 steps 2 to 5.
  Method* method = referenced.is_interface()
                       ? lookup_interface_method(referenced, reference.name, reference.descriptor)
                       : lookup_method(referenced, reference.name, reference.descriptor);
  // Only invokevirtual finds a signature-polymorphic method, and it does so before it comes here.
  // Here even the declared descriptor finds none.
  if (method == nullptr || method->polymorphic != PolymorphicKind::kNone) {
    return link_failure(LinkErrorKind::NoSuchMethodError, reference.signature(), "JVMS 5.4.3.3");
  }
  // JVMS 5.4.3.3: after the lookup, access is checked first, then the loading constraints.
  MJ_TRY(check_method_access(self, reference.from, referenced, *method));
  MJ_TRY(constrain_method(reference.from, referenced, *method));
  return method;
}

// JVMS 6.5.invoke*: a static instruction needs a static method, and <init> must be declared by the
// very class that was referred to.
Linked<void> check_method_use(const MethodReference& reference, const Method& method,
                              InvokeKind kind) {
  if (method.is_initializer() && method.holder != &reference.referenced) {
    std::string types = external_signature("", "", reference.descriptor->text());
    return link_failure(
        LinkErrorKind::NoSuchMethodError,
        fmt::format("{}: method 'void <init>{}' not found", reference.referenced.external_name(),
                    types.substr(types.find('('))),
        "JVMS 6.5.invokespecial");
  }
  if (kind == InvokeKind::kStatic && !method.is_static()) {
    return incompatible("Expected static method " + quoted(method), "JVMS 6.5.invokestatic");
  }
  if (kind != InvokeKind::kStatic && method.is_static()) {
    return incompatible(
        (reference.referenced.is_interface() ? "Expected instance not static method "
                                             : "Expecting non-static method ") +
            quoted(method),
        "JVMS 6.5");
  }
  return {};
}

// Returns true if `interface` is the class itself or a direct superinterface.
bool is_direct_interface(const Class& klass, const Class& interface) {
  return &klass == &interface || std::find(klass.interfaces.begin(), klass.interfaces.end(),
                                           &interface) != klass.interfaces.end();
}

// JVMS 6.5.invokespecial: the lookup begins at C, which is the direct superclass of the caller if
// the method is no <init>, the reference is to a superclass of the caller, and ACC_SUPER is set.
// Otherwise C is the class or interface that was referred to.
Linked<Method*> select_special(const MethodReference& reference, Method& resolved) {
  Class& from = reference.from;
  // An instance initializer is never searched for in a superclass.
  if (resolved.is_initializer()) {
    return &resolved;
  }
  MJ_TRY(check_direct_interface(from, reference.referenced, resolved));
  Method* selected = &resolved;
  // C is the direct superclass if all these conditions hold.
  const bool is_super_call = !reference.referenced.is_interface() &&
                             &reference.referenced != &from &&
                             from.is_subclass_of(reference.referenced) &&
                             (from.access_flags & kAccSuper) != 0 && from.super != nullptr;
  if (is_super_call && !resolved.is_private()) {
    // Lookup steps 1 and 2: C and its superclasses. lookup_method continues with superinterfaces.
    selected = lookup_method(*from.super, reference.name, reference.descriptor);
    if (selected != nullptr && selected->is_static()) {
      return incompatible("Expected instance not static method " + quoted(*selected),
                          "JVMS 6.5.invokespecial");
    }
  }
  Class& start = is_super_call ? *from.super : reference.referenced;
  // Lookup step 4. lookup_method returns an arbitrary one of several maximally-specific methods,
  // but selection needs exactly one that is not abstract.
  if (selected != nullptr && selected->holder->is_interface() && !start.is_interface() &&
      !selected->is_private()) {
    return select_special_default(start, *selected, reference.signature());
  }
  // There is no method to run, so the error is an AbstractMethodError.
  if (selected == nullptr || selected->is_abstract()) {
    return link_failure(LinkErrorKind::AbstractMethodError, reference.signature(),
                        "JVMS 6.5.invokespecial");
  }
  return selected;
}

// Returns a call that runs this method for every receiver.
ResolvedCall direct_call(Method& method, Class& referenced) {
  return {&method, &referenced, -1, false};
}

// Returns how a resolved instance method is dispatched (JVMS 5.4.6).
ResolvedCall dispatched_call(Method& method, Class& referenced) {
  // There is no index, but the receiver must implement the interface (6.5.invokeinterface).
  if (method.is_private() && method.holder->is_interface()) {
    return {&method, &referenced, -1, true};
  }
  // 5.4.6 rule 1 for private methods. A final method has no overriders, so selection would find the
  // same method.
  if (method.is_private() || method.is_final() || method.vtable_index < 0) {
    return direct_call(method, referenced);
  }
  return {&method, &referenced, method.vtable_index, method.holder->is_interface()};
}

// JVMS 5.4.3.3 step 2, signature-polymorphic methods: invoke, invokeExact and the VarHandle
// accessors resolve to their declared method for any descriptor. Only invokevirtual calls them in
// this way.
Linked<ResolvedCall> polymorphic_call(JavaThread& self, const MethodReference& reference) {
  auto declared =
      std::find_if(reference.referenced.methods.begin(), reference.referenced.methods.end(),
                   [&](const Method& method) { return method.name == reference.name; });
  MJ_TRY(check_method_access(self, reference.from, reference.referenced, *declared));
  return direct_call(*declared, reference.referenced);
}

// HOTSPOT: only java.lang.invoke may call the VM's own invokeBasic and linkTo*. Each shape of
// descriptor has a Method of its own.
Linked<ResolvedCall> intrinsic_call(JavaThread& self, const MethodReference& reference,
                                    InvokeKind kind, PolymorphicKind intrinsic) {
  Method* method = polymorphic_intrinsic(intrinsic, reference.descriptor);
  MJ_TRY(check_method_access(self, reference.from, reference.referenced, *method));
  MJ_TRY(check_method_use(reference, *method, kind));
  return direct_call(*method, reference.referenced);
}

// Does all steps after the class was resolved, without the pool.
Linked<ResolvedCall> resolve_reference(JavaThread& self, const MethodReference& reference,
                                       InvokeKind kind) {
  MJ_TRY(check_class_kind(reference, kind));
  // This test comes before the ordinary lookup, which would search for the descriptor of the call.
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
    case InvokeKind::kStatic:
      return direct_call(*method, reference.referenced);
    case InvokeKind::kSpecial:
      // invokespecial selects at link time, because its method does not depend on the receiver.
      return direct_call(*MJ_TRY(select_special(reference, *method)), reference.referenced);
    case InvokeKind::kVirtual:
    case InvokeKind::kInterface:
      return dispatched_call(*method, reference.referenced);
  }
  MJ_UNREACHABLE("invoke kind %d", static_cast<int>(kind));
}

// JVMS 5.4.3: the first thread decides for all, whether it succeeds or fails. Every other thread
// gets the outcome of the first.
template <class T>
Linked<T*> settle(JavaThread& self, RunConstantPool& pool, std::uint16_t index,
                  Linked<T*> outcome) {
  if (!outcome.ok()) {
    if (remember_failure(self, pool, index, outcome.error())) {
      return outcome.propagate();
    }
    // This thread failed, but another one has resolved the entry: nothing has failed.
    self.pending_exception = nullptr;
    return static_cast<T*>(pool.resolved(index));
  }
  void* winner = pool.publish(index, outcome.value());
  return winner == nullptr ? Linked<T*>(Unexpected<LinkError>(*pool.remembered_failure(index)))
                           : Linked<T*>(static_cast<T*>(winner));
}

}  // namespace

// HOTSPOT: the text depends on the release.
std::string missing_field_text(const Class& klass, std::string_view name,
                               std::string_view descriptor) {
  if (!jdk().describes_missing_fields) {
    return std::string(name);
  }
  return fmt::format("Class {} does not have member field '{} {}'", klass.external_name(),
                     external_type(descriptor), name);
}

Linked<void> check_same_types(const Class& from, const Class& referenced, const Method& method) {
  return constrain_method(from, referenced, method);
}

Linked<void> check_direct_interface(const Class& from, const Class& referenced,
                                    const Method& method) {
  if (!referenced.is_interface() || is_magic_accessor(from) ||
      is_direct_interface(from, referenced)) {
    return {};
  }
  return incompatible(
      fmt::format("Interface method reference: '{}', is {} superinterface of {}",
                  method.external_text(),
                  jdk().asks_for_direct_interfaces ? "not in a direct" : "in an indirect",
                  from.external_name()),
      "JVMS 4.9.2");
}

// JVMS 5.4.3.1 steps 1 and 3. For step 2, which is about arrays, load_class has loaded the element
// class, and can_access_class checks the access to it.
Linked<Class*> resolve_class_name(JavaThread& self, Class& from, Symbol* name, bool check_access) {
  Class* klass = MJ_TRY(load_required_class(self, from, name));
  if (check_access) {
    MJ_TRY(check_class_access(self, from, *klass));
  }
  return klass;
}

Linked<Class*> resolve_class(JavaThread& self, Class& from, std::uint16_t pool_index) {
  return resolve_class(self, *from.pool, pool_index);
}

Linked<Class*> resolve_class(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index) {
  Class& from = pool.holder();
  // This is the fast path for all but the first resolution.
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
    // The entry holds only the Field. How the instruction uses it is checked at each call.
    field = MJ_TRY(settle(self, pool, pool_index, find_and_check_field(self, pool, pool_index)));
  }
  MJ_TRY(check_field_use(in, *field, use));
  return field;
}

Linked<ResolvedCall> resolve_call(JavaThread& self, RunConstantPool& pool, std::uint16_t pool_index,
                                  InvokeKind kind) {
  Class& from = pool.holder();
  // Another kind of call may have resolved the entry. This kind has a link of its own.
  if (CachedCall* cached = find_cached(pool.resolved(pool_index), kind)) {
    return cached->call;
  }
  if (const LinkError* failure = pool.remembered_failure(pool_index)) {
    return Unexpected<LinkError>(*failure);
  }
  // The entry of the class remembers its own failure; that of the member must remember it, too.
  Linked<Class*> referenced = referenced_class(self, pool, pool_index);
  if (!referenced.ok()) {
    remember_failure(self, pool, pool_index, referenced.error());
    return referenced.propagate();
  }
  MethodReference reference{from, *referenced.value(), pool.member_name(pool_index),
                            pool.member_descriptor(pool_index),
                            pool.raw().is(pool_index, ConstantTag::InterfaceMethodref)};
  Linked<ResolvedCall> call = resolve_reference(self, reference, kind);
  if (!call.ok()) {
    // If another kind of call has resolved the entry, this failure is not remembered, but reported.
    remember_failure(self, pool, pool_index, call.error());
    return call.propagate();
  }
  if (!remember_call(pool, pool_index, call.value(), kind)) {
    return Unexpected<LinkError>(*pool.remembered_failure(pool_index));
  }
  return call;
}

namespace {

// 5.4.3.2 step 2: searches one interface. `secondaries` has the superinterfaces in the order of the
// recursion, but each once.
Field* lookup_interface_field(const Class& interface, const Symbol* name,
                              const Symbol* descriptor) {
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

// JVMS 5.4.3.2: searches the class (step 1), then its direct superinterfaces recursively (step 2),
// then does the same for the superclass (step 3).
Field* lookup_field(const Class& klass, const Symbol* name, const Symbol* descriptor) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    if (Field* field = at->find_declared_field(name, descriptor)) {
      return field;
    }
    // An interface is null only in an array class that was made before Cloneable and Serializable.
    for (const Class* interface : at->interfaces) {
      Field* field =
          interface == nullptr ? nullptr : lookup_interface_field(*interface, name, descriptor);
      if (field != nullptr) {
        return field;
      }
    }
  }
  return nullptr;
}

namespace {

// 5.4.3.3 step 3, 5.4.3.4 steps 4 and 5: returns the maximally-specific method that is not
// abstract, if there is exactly one. Otherwise returns any superinterface method that is neither
// private nor static.
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

// 5.4.3.3 step 2 searches the class and its superclasses. Step 3 searches the superinterfaces; for
// arrays that is not needed, since neither Cloneable nor Serializable declares a method.
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
    // This is step 2 of 5.4.3.4.
    return method;
  }
  if (klass.super != nullptr) {
    // Step 3: a public instance method of Object is found here, because the superclass of an
    // interface is Object.
    Method* method = klass.super->find_declared_method(name, descriptor);
    if (method != nullptr && method->is_public() && !method->is_static()) {
      return method;
    }
  }
  // Steps 4 and 5 of 5.4.3.4 follow.
  return lookup_in_superinterfaces(klass, name, descriptor);
}

}  // namespace minijvm::runtime
