#include "runtime/class.h"

#include <algorithm>
#include <tuple>

#include "runtime/field.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/module_graph.h"
#include "runtime/symbol_table.h"

namespace minijvm::runtime {

const ItableEntry* Class::find_itable(const Class& interface) const {
  for (const ItableEntry& entry : itable) {
    if (entry.interface == &interface) {
      return &entry;
    }
  }
  return nullptr;
}

bool Class::is_live() const { return home == nullptr || home->is_live(); }

Method* Class::find_declared_method(const Symbol* method_name, const Symbol* descriptor) const {
  auto before = [](const Method* method, std::pair<const Symbol*, const Symbol*> key) {
    return std::tuple<const Symbol*, const Symbol*>(method->name, method->descriptor) < std::tuple(key.first, key.second);
  };
  auto at = std::lower_bound(methods_by_name.begin(), methods_by_name.end(), std::pair(method_name, descriptor), before);
  if (at == methods_by_name.end() || (*at)->name != method_name || (*at)->descriptor != descriptor) {
    return nullptr;
  }
  return *at;
}

Field* Class::find_declared_field(const Symbol* field_name, const Symbol* descriptor) const {
  for (Field& field : fields) {
    if (field.name == field_name && field.descriptor == descriptor) {
      return &field;
    }
  }
  return nullptr;
}

const Class& Class::innermost() const {
  const Class* element = this;
  while (element->is_array()) {
    element = element->component;
  }
  return *element;
}

bool Class::same_package(const Class& other) const {
  const Class& first = innermost();
  const Class& second = other.innermost();
  return first.loader == second.loader && first.package == second.package;
}

std::string Class::external_name() const {
  std::string text = dotted(name->text());
  if (innermost().is_hidden) {
    text[text.rfind('+')] = '/';
  }
  return text;
}

bool Class::is_subclass_slow(const Class& target) const {
  // An array has no secondaries of its own kind: its element decides.
  if (is_array() && target.is_array()) {
    return array_is_subclass_of(target);
  }
  const bool found = target.is_interface() ? std::find(secondaries.begin(), secondaries.end(), &target) != secondaries.end()
                                           : has_deep_superclass(target);
  if (!found) {
    return false;
  }
  const_cast<Class*>(this)->last_secondary.store(const_cast<Class*>(&target), std::memory_order_relaxed);
  return true;
}

// A table of superclasses in each class would grow with the square of the depth.
bool Class::has_deep_superclass(const Class& target) const {
  const Class* at = this;
  while (at != nullptr && at->depth > target.depth) {
    at = at->super;
  }
  return at == &target;
}

// JVMS 6.5.instanceof: SC and TC of an array type: the same primitive type, or reference types that are assignable.
bool Class::array_is_subclass_of(const Class& target) const {
  if (this == &target) {
    return true;
  }
  if (!target.is_array() || component->is_primitive() || target.component->is_primitive()) {
    return false;
  }
  return component->is_subclass_of(*target.component);
}

}  // namespace minijvm::runtime
