// Checks, for JVMS 5.3.5 steps 3 and 4, that a class may have its supers. The caller is in VM, and
// no other thread sees the class; nothing here loads a class.
#include "runtime/link/class_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/jdk_release.h"
#include "runtime/link/access.h"
#include "runtime/link/resolution.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"

namespace minijvm::runtime {
namespace {

Unexpected<LinkError> incompatible(std::string message, const char* clause) {
  return link_failure(LinkErrorKind::IncompatibleClassChangeError, std::move(message), clause);
}

// JVMS 5.4.4: checks access to a super, as 5.4.3.1 step 3 demands. `role` is "superclass" or
// "superinterface".
Linked<void> check_access(JavaThread& self, Class& klass, Class& super, const char* role) {
  if (can_access_class(self, klass, super)) {
    return {};
  }
  // The message says which rule failed: the module of a public class, or its package.
  std::string message;
  if (ModuleAccess why = module_access(klass, super);
      super.is_public() && why != ModuleAccess::kOk) {
    const char* check = super.is_interface() ? "superinterface check" : "superclass access check";
    message = fmt::format("{} failed: {}", check, module_access_message(klass, super, why));
  } else {
    const char* abstractly = super.is_abstract() && !super.is_interface() ? "abstract " : "";
    message = fmt::format("class {} cannot access its {}{} {} ({})", klass.external_name(),
                          abstractly, role, super.external_name(), joint_place_of(klass, super));
  }
  return link_failure(LinkErrorKind::IllegalAccessError, message, "JVMS 5.3.5 steps 3, 4");
}

std::string_view name_in_refusal(const ModuleEntry& module) {
  return module.is_named() ? module.name->text() : "unnamed module";
}

std::string external_package_of(const Class& klass) {
  std::string package(package_of(klass.name->text()));
  std::ranges::replace(package, '/', '.');
  return package;
}

// JVMS 5.3.5 steps 3 and 4: checks the three conditions on a super with a PermittedSubclasses
// attribute: both are in one run-time module, klass is public or both are in one run-time package,
// and an entry of the attribute has the name of klass. Returns the condition that fails, in
// HotSpot's words, or an empty text.
std::string why_not_permitted(const Class& super, const Class& klass) {
  const classfile::ClassFile& file = *super.file;
  const std::string name = klass.external_name();
  const std::string sealed = super.external_name();
  if (const ModuleEntry& own = module_of(klass), &its = module_of(super); &its != &own) {
    return fmt::format(
        "Failed same module check: subclass {} is in module '{}' with loader {}, and sealed class "
        "{} is in module '{}' with loader {}",
        name, name_in_refusal(own), klass.loader->display_name(), sealed, name_in_refusal(its),
        super.loader->display_name());
  }
  if (!klass.is_public() && !super.same_package(klass)) {
    return fmt::format(
        "Failed same package check: non-public subclass {} is in package '{}' with classloader {}, "
        "and sealed class {} is in package '{}' with classloader {}",
        name, external_package_of(klass), klass.loader->display_name(), sealed,
        external_package_of(super), super.loader->display_name());
  }
  for (std::uint16_t index : file.permitted_subclasses()) {
    if (file.constant_pool().class_name(index) == klass.name->text()) {
      return {};
    }
  }
  return fmt::format(
      "Failed listed permitted subclass check: class {} is not a permitted subclass of {}", name,
      sealed);
}

// A refusal says the condition, or in older JDKs only what is refused.
Unexpected<LinkError> not_permitted(std::string reason, std::string refused, const char* clause) {
  return incompatible(jdk().tells_why_not_permitted ? std::move(reason) : std::move(refused),
                      clause);
}

bool is_sealed(const Class& klass) { return klass.file != nullptr && klass.file->is_sealed(); }

}  // namespace

Linked<void> check_kind_of_superclass(const Class& klass, const Class& super) {
  if (!super.is_interface()) {
    return {};
  }
  return incompatible(fmt::format("class {} has interface {} as super class", klass.external_name(),
                                  super.external_name()),
                      "JVMS 5.3.5 step 3");
}

Linked<void> check_kind_of_superinterface(const Class& klass, const Class& interface) {
  if (interface.is_interface()) {
    return {};
  }
  return incompatible(
      fmt::format("class {} can not implement {}, because it is not an interface ({} is in {})",
                  klass.external_name(), interface.external_name(), interface.external_name(),
                  place_of(interface)),
      "JVMS 5.3.5 step 4");
}

Linked<void> check_superclass(JavaThread& self, Class& klass, Class& super) {
  if (klass.is_interface()) {
    // An interface has Object as its superclass; the parser has checked that (JVMS 4.1).
    return {};
  }
  // Step 3: the superclass must not be final.
  if (super.is_final()) {
    return incompatible(fmt::format("class {} cannot inherit from final class {}",
                                    klass.external_name(), super.external_name()),
                        "JVMS 5.3.5 step 3");
  }
  std::string reason = is_sealed(super) ? why_not_permitted(super, klass) : std::string();
  if (!reason.empty()) {
    return not_permitted(std::move(reason),
                         fmt::format("class {} cannot inherit from sealed class {}",
                                     klass.external_name(), super.external_name()),
                         "JVMS 5.3.5 step 3");
  }
  // HOTSPOT: the accessors that reflection generates are in a loader of their own. They may access
  // everything and are not verified, so no other class may extend one.
  if (jdk().generates_accessors && !klass.loader->is_boot() && super.loader->is_boot() &&
      super.name->text().starts_with("jdk/internal/reflect/")) {
    return klass.loader->is_reflection_loader()
               ? Linked<void>()
               : link_failure(
                     LinkErrorKind::IllegalAccessError,
                     fmt::format(
                         "class {} loaded by {} cannot access jdk/internal/reflect superclass {}",
                         klass.external_name(), klass.loader->display_name(),
                         super.external_name()),
                     "JVMS 5.3.5 step 3");
  }
  return check_access(self, klass, super, "superclass");
}

Linked<void> check_superinterface(JavaThread& self, Class& klass, Class& interface) {
  std::string reason = is_sealed(interface) ? why_not_permitted(interface, klass) : std::string();
  if (!reason.empty()) {
    return not_permitted(
        std::move(reason),
        fmt::format("class {} cannot {} sealed interface {}", klass.external_name(),
                    klass.is_interface() ? "extend" : "implement", interface.external_name()),
        "JVMS 5.3.5 step 4");
  }
  return check_access(self, klass, interface, "superinterface");
}

}  // namespace minijvm::runtime
