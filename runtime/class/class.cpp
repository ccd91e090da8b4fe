// Answers questions about a Class: subtype tests, declared members, names. Any thread state is
// good, because a Class is native memory whose tables do not change after it was published, except
// in the stopped world of a redefinition.
#include "runtime/class/class.h"

#include <algorithm>
#include <tuple>

#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"

namespace minijvm::runtime {

const ItableEntry* Class::find_itable(const Class& interface) const {
  // A linear search is enough: call sites cache the entry that they found, and most classes have
  // few interfaces.
  for (const ItableEntry& entry : itable) {
    if (entry.interface == &interface) {
      return &entry;
    }
  }
  return nullptr;
}

// A class that was made by hand, as in tests, has no home and never dies.
bool Class::is_live() const { return home == nullptr || home->is_live(); }

Method* Class::find_declared_method(const Symbol* method_name, const Symbol* descriptor) const {
  // This is a binary search by address. Names are interned, so equal text means equal address.
  auto before = [](const Method* method, std::pair<const Symbol*, const Symbol*> key) {
    return std::tuple<const Symbol*, const Symbol*>(method->name, method->descriptor) <
           std::tuple(key.first, key.second);
  };
  auto at = std::lower_bound(methods_by_name.begin(), methods_by_name.end(),
                             std::pair(method_name, descriptor), before);
  if (at == methods_by_name.end() || (*at)->name != method_name ||
      (*at)->descriptor != descriptor) {
    return nullptr;
  }
  return *at;
}

// A linear search is enough: a field is looked up once for each entry of a constant pool, and most
// classes have few fields.
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
  // An array belongs to the package of its element.
  const Class& first = innermost();
  const Class& second = other.innermost();
  return first.loader == second.loader && first.package == second.package;
}

std::string Class::external_name() const {
  std::string text = dotted(name->text());
  if (innermost().is_hidden) {
    // In the name of a hidden class a slash stands before the part that the VM added: pkg.Foo/0x...
    text[text.rfind('+')] = '/';
  }
  return text;
}

bool Class::is_subclass_slow(const Class& target) const {
  // An array has no secondaries of its own kind: its element decides.
  if (is_array() && target.is_array()) {
    return array_is_subclass_of(target);
  }
  // A superclass may be missing in the display only because it is too deep.
  const bool found = target.is_interface() ? std::find(secondaries.begin(), secondaries.end(),
                                                       &target) != secondaries.end()
                                           : has_deep_superclass(target);
  if (!found) {
    return false;
  }
  // relaxed: the value is true for any reader that sees it, and a reader that does not see it takes
  // this slow path.
  const_cast<Class*>(this)->last_secondary.store(const_cast<Class*>(&target),
                                                 std::memory_order_relaxed);
  return true;
}

// Walks up to the depth of the target. A table of all superclasses in each class would grow with
// the square of the depth.
bool Class::has_deep_superclass(const Class& target) const {
  const Class* at = this;
  while (at != nullptr && at->depth > target.depth) {
    at = at->super;
  }
  return at == &target;
}

// JVMS 6.5.instanceof ("if S is an array type SC[]"): a target array type TC[] needs SC and TC to
// be the same primitive type, or reference types where SC is assignable to TC.
bool Class::array_is_subclass_of(const Class& target) const {
  if (this == &target) {
    return true;
  }
  if (!target.is_array() || component->is_primitive() || target.component->is_primitive()) {
    return false;
  }
  // The recursion has at most 255 levels, the greatest number of dimensions (JVMS 4.4.1).
  return component->is_subclass_of(*target.component);
}

}  // namespace minijvm::runtime
