// Numbers fields for the heap functions, while the world is stopped.
#include "tools/jvmti/heap/heap_fields.h"

#include "runtime/class/class.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::Field;

const FieldNumbers::Numbered& FieldNumbers::numbered(const Class& klass) {
  auto [entry, is_new] = known_.try_emplace(&klass);
  Numbered& all = entry->second;
  if (!is_new)
    return all;
  jint next = 0;
  // The fields of superinterfaces are static and reported with their own interface, so only their
  // number matters here. `secondaries` has each superinterface once.
  for (const Class* interface : klass.secondaries) {
    if (interface != &klass)
      next += static_cast<jint>(interface->fields.size());
  }
  std::vector<const Class*> chain;
  // An interface has no superclass in this numbering, although Object is its super.
  for (const Class* at = &klass; at != nullptr; at = klass.is_interface() ? nullptr : at->super)
    chain.push_back(at);
  // The fields are listed from the top of the hierarchy down.
  for (auto part = chain.rbegin(); part != chain.rend(); ++part) {
    for (const Field& field : (*part)->fields) {
      jint index = next++;
      if (!field.is_static()) {
        all.instance.push_back({&field, index});
      } else if (*part == &klass) {
        all.statics.push_back({&field, index});
      }
    }
  }
  return all;
}

const std::vector<NumberedField>& FieldNumbers::of_instances(const Class& klass) {
  return numbered(klass).instance;
}
const std::vector<NumberedField>& FieldNumbers::statics_of(const Class& klass) {
  return numbered(klass).statics;
}

}  // namespace minijvm::vm::jvmti
