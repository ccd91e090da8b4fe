#include "runtime/class_checks.h"

#include <fmt/format.h>

#include "classfile/class_file.h"
#include "runtime/access.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {
namespace {

Unexpected<LinkError> incompatible(std::string message, const char* clause) {
  return link_failure(LinkErrorKind::IncompatibleClassChangeError, std::move(message), clause);
}

// "superclass" or "superinterface".
Linked<void> check_access(JavaThread& self, Class& klass, Class& super, const char* role) {
  if (can_access_class(self, klass, super)) {
    return {};
  }
  std::string message;
  if (ModuleAccess why = module_access(klass, super); super.is_public() && why != ModuleAccess::kOk) {
    const char* check = super.is_interface() ? "superinterface check" : "superclass access check";
    message = fmt::format("{} failed: {}", check, module_access_message(klass, super, why));
  } else {
    const char* abstractly = super.is_abstract() && !super.is_interface() ? "abstract " : "";
    message = fmt::format("class {} cannot access its {}{} {} ({})", klass.external_name(), abstractly, role, super.external_name(),
                          joint_place_of(klass, super));
  }
  return link_failure(LinkErrorKind::IllegalAccessError, message, "JVMS 5.3.5 steps 3, 4");
}

// A sealed class names its direct subclasses; they live in its module, or, in an unnamed module, in its package.
bool permits(const Class& super, const Class& klass) {
  const classfile::ClassFile& file = *super.file;
  if (&module_of(super) != &module_of(klass)) {
    return false;
  }
  if (!klass.is_public() && !super.same_package(klass)) {
    return false;
  }
  for (std::uint16_t index : file.permitted_subclasses()) {
    if (file.constant_pool().class_name(index) == klass.name->text()) {
      return true;
    }
  }
  return false;
}

bool is_sealed(const Class& klass) { return klass.file != nullptr && klass.file->is_sealed(); }

}  // namespace

Linked<void> check_kind_of_superclass(const Class& klass, const Class& super) {
  if (!super.is_interface()) {
    return {};
  }
  return incompatible(fmt::format("class {} has interface {} as super class", klass.external_name(), super.external_name()), "JVMS 5.3.5 step 3");
}

Linked<void> check_kind_of_superinterface(const Class& klass, const Class& interface) {
  if (interface.is_interface()) {
    return {};
  }
  return incompatible(fmt::format("class {} can not implement {}, because it is not an interface ({} is in {})", klass.external_name(),
                                  interface.external_name(), interface.external_name(), place_of(interface)),
                      "JVMS 5.3.5 step 4");
}

Linked<void> check_superclass(JavaThread& self, Class& klass, Class& super) {
  if (klass.is_interface()) {
    return {};  // its superclass is Object (checked by the parser)
  }
  if (super.is_final()) {
    return incompatible(fmt::format("class {} cannot inherit from final class {}", klass.external_name(), super.external_name()),
                        "JVMS 5.3.5 step 3");
  }
  if (is_sealed(super) && !permits(super, klass)) {
    return incompatible(fmt::format("class {} cannot inherit from sealed class {}", klass.external_name(), super.external_name()),
                        "JVMS 5.3.5 step 3");
  }
  // HOTSPOT: reflection's generated accessors lie in a loader of their own. They may reach everything and are not verified, so
  // nobody else's class may become one.
  if (!klass.loader->is_boot() && super.loader->is_boot() && super.name->text().starts_with("jdk/internal/reflect/")) {
    return klass.loader->is_reflection_loader() ? Linked<void>() : link_failure(LinkErrorKind::IllegalAccessError, fmt::format(
        "class {} loaded by {} cannot access jdk/internal/reflect superclass {}", klass.external_name(), klass.loader->display_name(), super.external_name()),
        "JVMS 5.3.5 step 3");
  }
  return check_access(self, klass, super, "superclass");
}

Linked<void> check_superinterface(JavaThread& self, Class& klass, Class& interface) {
  if (is_sealed(interface) && !permits(interface, klass)) {
    return incompatible(fmt::format("class {} cannot {} sealed interface {}", klass.external_name(),
                                    klass.is_interface() ? "extend" : "implement", interface.external_name()),
                        "JVMS 5.3.5 step 4");
  }
  return check_access(self, klass, interface, "superinterface");
}

}  // namespace minijvm::runtime
