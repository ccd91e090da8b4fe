// Builds the tables through which virtual and interface calls find their method, and imposes the
// loading constraints that come with overriding. class_builder.cpp calls this while only one thread
// sees the class, and class_linker.cpp at link time for the constraints. Nothing here runs Java or
// loads a class.
#include "runtime/link/dispatch_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/class_tables.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_constraints.h"
#include "runtime/load/loader_parts.h"

namespace minijvm::runtime {
namespace {

// ACC_PUBLIC and ACC_PROTECTED. A virtual method with neither flag is package-private, since a
// private method is not virtual.
constexpr std::uint16_t kPublicOrProtected = 0x0005;

// Returns true for methods that are called through a table: they can be overridden, or can
// override.
bool is_virtual(const Method& method) {
  return !method.is_static() && !method.is_private() && !method.is_initializer();
}

bool is_package_private(const Method& method) {
  return (method.access_flags & kPublicOrProtected) == 0;
}

// Names are interned, so addresses are compared.
bool same_signature(const Method& first, const Method& second) {
  return first.name == second.name && first.descriptor == second.descriptor;
}

// JVMS 5.4.5, without its transitive case: mA is public or protected, or it is package-private and
// in the run-time package of mC.
bool overrides_directly(const Method& overrider, const Method& overridden) {
  return !is_package_private(overridden) || overrider.holder->same_package(*overridden.holder);
}

// JVMS 5.3.5 step 3: no method of a class may override a final one of a superclass.
Unexpected<LinkError> final_overridden(const Method& overrider, const Method& overridden) {
  return link_failure(
      LinkErrorKind::IncompatibleClassChangeError,
      fmt::format("class {} overrides final method {}.{}{}", overrider.holder->external_name(),
                  overridden.holder->external_name(), overridden.name->text(),
                  overridden.descriptor->text()),
      "JVMS 5.3.5, 4.10");
}

// Returns the final method that this one would override; null if there is none. A final method that
// overrides nothing has no slot, so the slots alone do not show it.
const Method* overridden_final(const Method& method) {
  for (const Class* at = method.holder->super; at != nullptr; at = at->super) {
    const Method* found = at->find_declared_method(method.name, method.descriptor);
    if (found != nullptr && found->is_final() && is_virtual(*found) &&
        overrides_directly(method, *found)) {
      return found;
    }
  }
  return nullptr;
}

// Puts one declared method into every slot that it overrides, or into a new slot.
Linked<void> enter_method(Method& method, const Class* super, std::vector<Method*>& vtable) {
  const std::uint32_t inherited = super == nullptr ? 0 : super->vtable_length;
  method.vtable_index = Method::kNonVirtual;
  if (const Method* overridden = overridden_final(method)) {
    return final_overridden(method, *overridden);
  }
  // `vtable` begins as a copy of the superclass's vtable, so its first entries are the inherited
  // methods.
  for (std::uint32_t i = 0; i < inherited; ++i) {
    if (!same_signature(*vtable[i], method) || !overrides_slot(method, *super, i)) {
      continue;
    }
    // The slot holds a final method, which this method would override.
    if (vtable[i]->is_final() && overrides_directly(method, *vtable[i])) {
      return final_overridden(method, *vtable[i]);
    }
    // The method is called by the first slot that it fills. But a package-private method is called
    // only through a slot of its own package, because slots of public methods have other
    // overriders.
    if (method.vtable_index == Method::kNonVirtual &&
        (!is_package_private(method) || is_package_private(*vtable[i]))) {
      method.vtable_index = static_cast<std::int32_t>(i);
    }
    vtable[i] = &method;
  }
  // The method overrides nothing. It gets a new slot, unless nothing can override it either.
  if (method.vtable_index == Method::kNonVirtual && !method.is_final()) {
    method.vtable_index = static_cast<std::int32_t>(vtable.size());
    vtable.push_back(&method);
  }
  return {};
}

// Returns how many methods of the interface an itable has an entry for. build_vtable has numbered
// them in Method::vtable_index.
std::size_t itable_length(const Class& interface) {
  std::size_t count = 0;
  for (const Method& method : interface.methods) {
    count += is_virtual(method) ? 1 : 0;
  }
  return count;
}

// JVMS 5.4.6, the first two cases: returns the class's own or inherited method that overrides an
// interface method. An interface's method is public, so name and descriptor decide.
Method* find_in_superclasses(const Class& klass, const Method& wanted) {
  for (const Class* at = &klass; at != nullptr; at = at->super) {
    Method* method = at->find_declared_method(wanted.name, wanted.descriptor);
    if (method != nullptr && is_virtual(*method)) {
      return method;
    }
  }
  return nullptr;
}

// JVMS 5.4.6, third case: returns the single maximally-specific method that is not abstract. The
// result is null if there is none, or several.
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

// Finds the methods that a class runs for the methods of its interfaces. Several interfaces may
// declare the same method, which is searched for only once.
class Implementations {
 public:
  explicit Implementations(const Class& klass) : klass_(klass) {}

  Method* of(const Method& wanted) {
    auto [known, is_new] = found_.try_emplace({wanted.name, wanted.descriptor}, nullptr);
    if (is_new) {
      known->second = find(wanted);
    }
    return known->second;
  }

 private:
  Method* find(const Method& wanted) const {
    Method* method = find_in_superclasses(klass_, wanted);
    if (method != nullptr) {
      // 6.5.invokeinterface: a method that is not public causes an IllegalAccessError, which
      // select_method reports.
      return method->is_public() ? method : nullptr;
    }
    return select_default(klass_, wanted);
  }

  const Class& klass_;
  std::map<std::pair<const Symbol*, const Symbol*>, Method*> found_;
};

// Makes the Methods of one itable entry, in the order of Method::vtable_index of the interface's
// methods.
Method** fill_itable(Implementations& implementations, const Class& interface, std::size_t length,
                     LoaderData& loader) {
  auto** methods = loader.allocate_array<Method*>(length);
  for (const Method& wanted : interface.methods) {
    if (is_virtual(wanted)) {
      methods[wanted.vtable_index] = implementations.of(wanted);
    }
  }
  return methods;
}

// OPTIMIZATION: a class that adds no interface, and declares none of the interface's methods, has
// the same implementations as its superclass and shares its table.
bool may_share(const Class& klass, const Class& interface) {
  if (klass.super == nullptr || klass.super->find_itable(interface) == nullptr ||
      !klass.interfaces.empty()) {
    return false;
  }
  return std::none_of(
      interface.methods.begin(), interface.methods.end(), [&](const Method& wanted) {
        return is_virtual(wanted) &&
               klass.find_declared_method(wanted.name, wanted.descriptor) != nullptr;
      });
}

// JVMS 5.4.2, first constraint: if `overrider`, a method of `klass`, overrides a method of another
// loader's class, both loaders must mean the same classes by the types of the descriptor.
Linked<void> constrain_overrider(const Class& klass, const Method& overrider,
                                 const Method& overridden) {
  const Class& own = *overrider.holder;
  const Class& super = *overridden.holder;
  const Symbol* violated =
      add_descriptor_constraints(overrider.descriptor, *own.loader, *super.loader);
  if (violated == nullptr) {
    return {};
  }
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader constraint violation for class {}: when selecting overriding method '{}' "
                  "the class loader {} of the selected "
                  "method's type {}, and the class loader {} for its super type {} have different "
                  "Class objects for the type {} used "
                  "in the signature ({}; {})",
                  klass.external_name(), overrider.external_text(), own.loader->display_name(),
                  own.external_name(), super.loader->display_name(), super.external_name(),
                  dotted(violated->text()), class_place_with_parent(own),
                  class_place_with_parent(super)),
      "JVMS 5.4.2");
}

// JVMS 5.4.2, second constraint: the same holds for the method selected for an interface method,
// and that interface.
Linked<void> constrain_implementation(const Class& klass, const Method& selected,
                                      const Method& wanted) {
  const Class& own = *selected.holder;
  const Class& interface = *wanted.holder;
  const Symbol* violated =
      add_descriptor_constraints(wanted.descriptor, *own.loader, *interface.loader);
  if (violated == nullptr) {
    return {};
  }
  return link_failure(
      LinkErrorKind::LinkageError,
      fmt::format("loader constraint violation in interface itable initialization for class {}: "
                  "when selecting method '{}' the class "
                  "loader {} for super interface {}, and the class loader {} of the selected "
                  "method's {}, {} have different Class "
                  "objects for the type {} used in the signature ({}; {})",
                  klass.external_name(), wanted.external_text(), interface.loader->display_name(),
                  interface.external_name(), own.loader->display_name(),
                  own.is_interface() ? "interface" : "class", own.external_name(),
                  dotted(violated->text()), class_place_with_parent(interface),
                  class_place_with_parent(own)),
      "JVMS 5.4.2");
}

}  // namespace

// JVMS 5.4.5: the overrider overrides the slot's method directly, or overrides a method in between
// that does so. Each class up the chain shows which method fills the slot there, the nearest
// superclass first. HOTSPOT: the transitive case counts only for class files of version 51 or
// later.
bool overrides_slot(const Method& overrider, const Class& super, std::uint32_t index) {
  const bool transitive = overrider.holder->file->major_version() >= 51;
  for (const Class* at = &super; at != nullptr && index < at->vtable_length;
       at = transitive ? at->super : nullptr) {
    if (overrides_directly(overrider, *at->vtable()[index])) {
      return true;
    }
  }
  return false;
}

// The methods are entered in declaration order, which also gives the order of new slots.
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
  // An interface itself has no itable: its methods are found through the receiver's class.
  std::vector<ItableEntry> entries;
  Implementations implementations(klass);
  for (Class* candidate : klass.secondaries) {
    const std::size_t length = itable_length(*candidate);
    // Marker interfaces need no entry: subtype tests use `secondaries`.
    if (length == 0) {
      continue;
    }
    const bool shared = may_share(klass, *candidate);
    entries.push_back({candidate, shared
                                      ? klass.super->find_itable(*candidate)->methods
                                      : fill_itable(implementations, *candidate, length, loader)});
  }
  auto* table = loader.allocate_array<ItableEntry>(entries.size());
  std::copy(entries.begin(), entries.end(), table);
  klass.itable = {table, entries.size()};
}

std::vector<Method*> maximally_specific_methods(const Class& klass, const Symbol* name,
                                                const Symbol* descriptor) {
  // A method is a candidate if a superinterface declares it, neither private nor static.
  std::vector<Method*> found;
  auto consider = [&](const Class& interface) {
    Method* method = interface.find_declared_method(name, descriptor);
    if (method != nullptr && is_virtual(*method)) {
      found.push_back(method);
    }
  };
  for (const Class* at : klass.secondaries) {
    consider(*at);
  }
  // Only maximally-specific methods stay: a method is dropped if a subinterface of its holder is
  // among the candidates, because that subinterface declares it again.
  std::unordered_set<const Class*> refined;
  for (const Method* method : found) {
    refined.insert(method->holder->secondaries.begin(), method->holder->secondaries.end());
  }
  std::erase_if(found, [&](const Method* method) { return refined.contains(method->holder); });
  return found;
}

namespace {

// HOTSPOT: its vtables also have slots for methods that a superclass inherits only from an
// interface (miranda slots), so it checks such methods as overridden ones. Here, without those
// slots, the itables of the superclass give the same pairs.
Linked<void> constrain_overriders_of_interfaces(const Class& klass) {
  for (const ItableEntry& entry : klass.super->itable) {
    for (const Method& wanted : entry.interface->methods) {
      const Method* own =
          is_virtual(wanted) ? klass.find_declared_method(wanted.name, wanted.descriptor) : nullptr;
      if (own == nullptr || !is_virtual(*own)) {
        continue;
      }
      const Method* selected = entry.methods[wanted.vtable_index];
      // Without a single implementation the interface's own method counts.
      const Method& inherited = selected == nullptr ? wanted : *selected;
      if (inherited.holder->is_interface() && own->holder->loader != inherited.holder->loader) {
        MJ_TRY(constrain_overrider(klass, *own, inherited));
      }
    }
  }
  return {};
}

}  // namespace

Linked<void> check_dispatch_constraints(Class& klass) {
  if (klass.super == nullptr || klass.is_interface() || !klass.is_instance_class()) {
    return {};
  }
  // These are the slots that this class fills with another method than its superclass. Equal
  // loaders need no constraint.
  for (std::uint32_t i = 0; i < klass.super->vtable_length; ++i) {
    const Method* own = klass.vtable()[i];
    const Method* inherited = klass.super->vtable()[i];
    if (own != inherited && own->holder->loader != inherited->holder->loader) {
      MJ_TRY(constrain_overrider(klass, *own, *inherited));
    }
  }
  MJ_TRY(constrain_overriders_of_interfaces(klass));
  // The same is checked for the method that the class runs for each interface method.
  for (const ItableEntry& entry : klass.itable) {
    for (const Method& wanted : entry.interface->methods) {
      const Method* own = is_virtual(wanted) ? entry.methods[wanted.vtable_index] : nullptr;
      if (own != nullptr && own->holder->loader != wanted.holder->loader) {
        MJ_TRY(constrain_implementation(klass, *own, wanted));
      }
    }
  }
  return {};
}

}  // namespace minijvm::runtime
