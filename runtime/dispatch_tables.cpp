#include "runtime/dispatch_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/loader_constraints.h"
#include "runtime/loader_parts.h"
#include "runtime/method.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {
namespace {

constexpr std::uint16_t kPublicOrProtected = 0x0005;

// Methods that are called through a table: instance methods that can be overridden or override.
bool is_virtual(const Method& method) { return !method.is_static() && !method.is_private() && !method.is_initializer(); }

bool is_package_private(const Method& method) { return (method.access_flags & kPublicOrProtected) == 0; }

bool same_signature(const Method& first, const Method& second) {
  return first.name == second.name && first.descriptor == second.descriptor;
}

// JVMS 5.4.5, without the transitive clause: mA is public, protected, or package-private in mC's run-time package.
bool overrides_directly(const Method& overrider, const Method& overridden) {
  return !is_package_private(overridden) || overrider.holder->same_package(*overridden.holder);
}

Unexpected<LinkError> final_overridden(const Method& overrider, const Method& overridden) {
  return link_failure(LinkErrorKind::IncompatibleClassChangeError,
                      fmt::format("class {} overrides final method {}.{}{}", overrider.holder->external_name(), overridden.holder->external_name(),
                                  overridden.name->text(), overridden.descriptor->text()),
                      "JVMS 5.3.5, 4.10");
}

// A final method without a slot overrides nothing, so no slot shows that it is overridden.
const Method* overridden_final(const Method& method) {
  for (const Class* at = method.holder->super; at != nullptr; at = at->super) {
    const Method* found = at->find_declared_method(method.name, method.descriptor);
    if (found != nullptr && found->is_final() && is_virtual(*found) && overrides_directly(method, *found)) {
      return found;
    }
  }
  return nullptr;
}

// Puts one declared method into the slots it overrides, or a new one.
Linked<void> enter_method(Method& method, const Class* super, std::vector<Method*>& vtable) {
  const std::uint32_t inherited = super == nullptr ? 0 : super->vtable_length;
  method.vtable_index = Method::kNonVirtual;
  if (const Method* overridden = overridden_final(method)) {
    return final_overridden(method, *overridden);
  }
  for (std::uint32_t i = 0; i < inherited; ++i) {
    if (!same_signature(*vtable[i], method) || !overrides_slot(method, *super, i)) {
      continue;
    }
    if (vtable[i]->is_final() && overrides_directly(method, *vtable[i])) {
      return final_overridden(method, *vtable[i]);
    }
    // A package-private method is called through a slot of its package only: others have other overriders.
    if (method.vtable_index == Method::kNonVirtual && (!is_package_private(method) || is_package_private(*vtable[i]))) {
      method.vtable_index = static_cast<std::int32_t>(i);
    }
    vtable[i] = &method;
  }
  if (method.vtable_index == Method::kNonVirtual && !method.is_final()) {
    method.vtable_index = static_cast<std::int32_t>(vtable.size());
    vtable.push_back(&method);
  }
  return {};
}

// An interface's own instance methods, numbered for itables. vtable_index is their number.
std::size_t itable_length(const Class& interface) {
  std::size_t count = 0;
  for (const Method& method : interface.methods) {
    count += is_virtual(method) ? 1 : 0;
  }
  return count;
}

// JVMS 5.4.6 step 2: the class's own or inherited method that overrides an interface method (public, so by name alone).
Method* find_in_superclasses(const Class& klass, const Method& wanted) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    Method* method = at->find_declared_method(wanted.name, wanted.descriptor);
    if (method != nullptr && is_virtual(*method)) {
      return method;
    }
  }
  return nullptr;
}

// JVMS 5.4.6 step 3; null: none, or several.
Method* select_default(const Class& klass, const Method& wanted) {
  Method* chosen = nullptr;
  for (Method* method : maximally_specific_methods(klass, wanted.name, wanted.descriptor)) {
    if (method->is_abstract()) {
      continue;
    }
    if (chosen != nullptr) {
      return nullptr;
    }
    chosen = method;
  }
  return chosen;
}

Method* implementation(const Class& klass, const Method& wanted) {
  Method* method = find_in_superclasses(klass, wanted);
  if (method != nullptr) {
    return method->is_public() ? method : nullptr;  // 6.5.invokeinterface: else IllegalAccessError, which select_method reports
  }
  return select_default(klass, wanted);
}

Method** fill_itable(const Class& klass, const Class& interface, std::size_t length, LoaderData& loader) {
  auto** methods = loader.allocate_array<Method*>(length);
  for (const Method& wanted : interface.methods) {
    if (is_virtual(wanted)) {
      methods[wanted.vtable_index] = implementation(klass, wanted);
    }
  }
  return methods;
}

// OPTIMIZATION: a class that adds no interface and declares none of an interface's methods shares its superclass's table.
bool may_share(const Class& klass, const Class& interface) {
  if (klass.super == nullptr || klass.super->find_itable(interface) == nullptr || !klass.interfaces.empty()) {
    return false;
  }
  return std::none_of(interface.methods.begin(), interface.methods.end(), [&](const Method& wanted) {
    return is_virtual(wanted) && klass.find_declared_method(wanted.name, wanted.descriptor) != nullptr;
  });
}

Linked<void> constrain(const Method& overrider, const Method& overridden, const char* what) {
  LoaderData& first = *overrider.holder->loader;
  LoaderData& second = *overridden.holder->loader;
  const Symbol* violated = add_descriptor_constraints(overrider.descriptor, first, second);
  if (violated == nullptr) {
    return {};
  }
  return link_failure(LinkErrorKind::LinkageError,
                      fmt::format("loader constraint violation in {} for method '{}': the class loader {} of the current class, {}, and the class "
                                  "loader {} for the method's defining {}, {}, have different Class objects for the type {} used in the signature ({})",
                                  what, overrider.external_text(), first.display_name(), overrider.holder->external_name(), second.display_name(),
                                  overridden.holder->is_interface() ? "interface" : "class", overridden.holder->external_name(),
                                  dotted(violated->text()), joint_place_of(*overrider.holder, *overridden.holder)),
                      "JVMS 5.4.2");
}

}  // namespace

// JVMS 5.4.5: directly, or through a method in between: every method that ever filled the slot counts, from the nearest superclass up.
// HOTSPOT: the latter since class files of version 51, with which the clause came.
bool overrides_slot(const Method& overrider, const Class& super, std::uint32_t index) {
  const bool transitive = overrider.holder->file->major_version() >= 51;
  for (const Class* at = &super; at != nullptr && index < at->vtable_length; at = transitive ? at->super : nullptr) {
    if (overrides_directly(overrider, *at->vtable()[index])) {
      return true;
    }
  }
  return false;
}

Linked<std::vector<Method*>> build_vtable(Class& klass) {
  std::vector<Method*> vtable;
  if (klass.super != nullptr) {
    vtable.assign(klass.super->vtable(), klass.super->vtable() + klass.super->vtable_length);
  }
  std::int32_t itable_index = 0;
  for (Method& method : klass.methods) {
    method.vtable_index = Method::kNonVirtual;
    if (!is_virtual(method)) {
      continue;
    }
    if (klass.is_interface()) {
      method.vtable_index = itable_index++;
    } else {
      MJ_TRY(enter_method(method, klass.super, vtable));
    }
  }
  return vtable;
}

void build_itables(Class& klass, LoaderData& loader) {
  if (klass.is_interface()) {
    return;
  }
  std::vector<ItableEntry> entries;
  for (Class* candidate : klass.secondaries) {
    if (!candidate->is_interface()) {
      continue;
    }
    const std::size_t length = itable_length(*candidate);
    if (length == 0) {
      continue;
    }
    const bool shared = may_share(klass, *candidate);
    entries.push_back({candidate, shared ? klass.super->find_itable(*candidate)->methods : fill_itable(klass, *candidate, length, loader)});
  }
  auto* table = loader.allocate_array<ItableEntry>(entries.size());
  std::copy(entries.begin(), entries.end(), table);
  klass.itable = {table, entries.size()};
}

std::vector<Method*> maximally_specific_methods(const Class& klass, const Symbol* name, const Symbol* descriptor) {
  std::vector<Method*> found;
  auto consider = [&](const Class& interface) {
    Method* method = interface.find_declared_method(name, descriptor);
    if (method != nullptr && is_virtual(*method)) {
      found.push_back(method);
    }
  };
  for (const Class* at : klass.secondaries) {
    if (at->is_interface()) {
      consider(*at);
    }
  }
  // Drop those that a subinterface among the others declares again.
  std::vector<Method*> all = found;
  std::erase_if(found, [&](const Method* method) {
    return std::any_of(all.begin(), all.end(), [&](const Method* other) {
      return other != method && other->holder->is_subclass_of(*method->holder);
    });
  });
  return found;
}

Linked<void> check_dispatch_constraints(Class& klass) {
  if (klass.super == nullptr || klass.is_interface() || !klass.is_instance_class()) {
    return {};
  }
  for (std::uint32_t i = 0; i < klass.super->vtable_length; ++i) {
    const Method* own = klass.vtable()[i];
    const Method* inherited = klass.super->vtable()[i];
    if (own != inherited && own->holder->loader != inherited->holder->loader) {
      MJ_TRY(constrain(*own, *inherited, "vtable"));
    }
  }
  for (const ItableEntry& entry : klass.itable) {
    for (const Method& wanted : entry.interface->methods) {
      const Method* own = is_virtual(wanted) ? entry.methods[wanted.vtable_index] : nullptr;
      if (own != nullptr && own->holder->loader != wanted.holder->loader) {
        MJ_TRY(constrain(*own, wanted, "itable"));
      }
    }
  }
  return {};
}

}  // namespace minijvm::runtime
