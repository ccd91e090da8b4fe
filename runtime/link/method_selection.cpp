// Selects methods (JVMS 5.4.6) where the dispatch tables have no entry: finds the method, or the
// error that the call throws, in HotSpot's words. This is a slow path; a call with an entry in a
// table never comes here.
// Tested by tests/runtime/resolution_test.cpp and tests/java/linking.
#include "runtime/link/method_selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/dispatch_tables.h"
#include "runtime/link/resolution.h"

namespace minijvm::runtime {
namespace {

// How the message about a default method that is abstract again begins.
constexpr std::string_view kAbstractAgain = "Method ";

// `selected` is the abstract method that was found, or null if none was found.
Unexpected<LinkError> abstract_error(const Class& receiver, const Method& resolved,
                                     const Method* selected) {
  std::string text = fmt::format(
      "Receiver class {} does not define or inherit an implementation of the resolved method {}.",
      receiver.external_name(), resolved.text_with_holder());
  if (selected != nullptr && selected != &resolved) {
    text += fmt::format(" Selected method is 'abstract {}'.", selected->external_text());
  }
  return link_failure(LinkErrorKind::AbstractMethodError, std::move(text), "JVMS 5.4.6");
}

// 5.4.6, third case: returns the error that more than one maximally-specific method is not
// abstract.
Unexpected<LinkError> conflicting_defaults(const Class& receiver, const Method& resolved) {
  std::string text = "Conflicting default methods:";
  // HOTSPOT: the message lists every superinterface that declares the method, even overridden and
  // abstract declarations.
  for (const Class* interface : receiver.secondaries) {
    const Method* method = interface->find_declared_method(resolved.name, resolved.descriptor);
    if (method != nullptr && !method->is_static() && !method->is_private()) {
      text += fmt::format(" {}.{}", interface->name->text(), method->name->text());
    }
  }
  return link_failure(LinkErrorKind::IncompatibleClassChangeError, std::move(text), "JVMS 5.4.6");
}

// HOTSPOT: it searches for default methods only if a superinterface has a method with a body.
// Otherwise the message is the ordinary one.
bool inherits_concrete_interface_method(const Class& klass) {
  return std::any_of(
      klass.secondaries.begin(), klass.secondaries.end(), [](const Class* interface) {
        return std::any_of(
            interface->methods.begin(), interface->methods.end(),
            [](const Method& method) { return !method.is_static() && !method.is_abstract(); });
      });
}

// 5.4.6, third case: no superclass has the method, so exactly one maximally-specific method that is
// not abstract is selected.
Linked<Method*> select_default_method(Class& receiver, const Method& resolved, SelectFor call) {
  std::vector<Method*> candidates =
      maximally_specific_methods(receiver, resolved.name, resolved.descriptor);
  std::erase_if(candidates, [](const Method* method) { return method->is_abstract(); });
  if (candidates.size() == 1) {
    return candidates.front();
  }
  // There is no single method. HOTSPOT: the error depends on the kind of call, as resolution.h
  // explains at SelectFor.
  const bool knows_defaults =
      call != SelectFor::kItableCall || jdk().itable_calls_know_defaults;
  if (!knows_defaults ||
      (candidates.empty() && !inherits_concrete_interface_method(receiver))) {
    return abstract_error(receiver, resolved, nullptr);
  }
  if (candidates.empty()) {
    return link_failure(LinkErrorKind::AbstractMethodError,
                        fmt::format("{}{}.{}{} is abstract", kAbstractAgain, receiver.name->text(),
                                    resolved.name->text(), resolved.descriptor->text()),
                        "JVMS 5.4.6");
  }
  return conflicting_defaults(receiver, resolved);
}

// 5.4.6, the first two cases: selects the class's own or inherited method with this name and
// descriptor. A method of an interface is public, so any instance method that is not private can
// override it (5.4.5).
Linked<Method*> select_interface_method(Class& receiver, const Method& resolved, SelectFor call) {
  for (Class* at = &receiver; at != nullptr; at = at->super) {
    Method* method = at->find_declared_method(resolved.name, resolved.descriptor);
    if (method == nullptr || method->is_static() || method->is_private()) {
      continue;
    }
    // 6.5.invokeinterface: the selected method must be public.
    if (!method->is_public()) {
      // HOTSPOT: the message shows the method as if the receiver's class declared it.
      return link_failure(
          LinkErrorKind::IllegalAccessError,
          fmt::format("'{}'", external_signature(receiver.external_name(), method->name->text(),
                                                 method->descriptor->text())),
          "JVMS 6.5.invokeinterface");
    }
    if (method->is_abstract()) {
      return abstract_error(receiver, resolved, method);
    }
    return method;
  }
  return select_default_method(receiver, resolved, call);
}

}  // namespace

bool is_error_of_defaults(const LinkError& error) {
  return error.kind == LinkErrorKind::IncompatibleClassChangeError ||
         (error.kind == LinkErrorKind::AbstractMethodError &&
          error.message.starts_with(kAbstractAgain));
}

Linked<Method*> select_special_default(Class& start, const Method& found,
                                       const std::string& wanted) {
  if (found.is_abstract() && !inherits_concrete_interface_method(start)) {
    return link_failure(LinkErrorKind::AbstractMethodError, wanted, "JVMS 6.5.invokespecial");
  }
  return select_default_method(start, found, SelectFor::kOtherCall);
}

Linked<Method*> select_method(Class& receiver, const Method& resolved, SelectFor call) {
  // The receiver must implement the interface of the resolved method, even when the method is
  // private (6.5.invokeinterface).
  auto& method = const_cast<Method&>(resolved);
  if (resolved.holder->is_interface() && !resolved.is_static() &&
      !receiver.is_subclass_of(*resolved.holder)) {
    return link_failure(LinkErrorKind::IncompatibleClassChangeError,
                        fmt::format("Class {} does not implement the requested interface {}",
                                    receiver.external_name(), resolved.holder->external_name()),
                        "JVMS 6.5.invokeinterface");
  }
  // 5.4.6 rule 1: a private method is selected as it is. For static methods and initializers there
  // is no selection at all.
  if (resolved.is_static() || resolved.is_private() || resolved.is_initializer()) {
    return &method;
  }
  if (resolved.holder->is_interface()) {
    return select_interface_method(receiver, resolved, call);
  }
  // For a method of a class, the vtable has the selected one. A method without an index is final
  // and overrides nothing.
  Method* selected = resolved.vtable_index < 0 ? &method : receiver.vtable()[resolved.vtable_index];
  if (selected->is_abstract()) {
    return abstract_error(receiver, resolved, selected);
  }
  return selected;
}

}  // namespace minijvm::runtime
