// Makes the tables of subtype tests from those of the supers. Runs while the class is a draft that
// no other thread sees; the caller is in VM.
#include "runtime/link/subtype_tables.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/load/loader_parts.h"

namespace minijvm::runtime {

// The list has every superinterface once: those of the superclass, then each direct one followed by
// its own, as a depth-first walk meets them. Field resolution relies on this order (JVMS 5.4.3.2).
void make_subtype_tables(Class& klass, LoaderData& home) {
  const Class* super = klass.super;
  if (super != nullptr) {
    std::copy(std::begin(super->display), std::end(super->display), klass.display);
    klass.depth = static_cast<std::uint16_t>(super->depth + 1);
    // OPTIMIZATION: most classes add no interface and share the table.
    if (klass.interfaces.empty()) {
      klass.secondaries = super->secondaries;
      return;
    }
  }
  std::vector<Class*> all;
  std::unordered_set<Class*> seen;
  auto add = [&](Class* one) {
    if (seen.insert(one).second) {
      all.push_back(one);
    }
  };
  if (super != nullptr) {
    std::for_each(super->secondaries.begin(), super->secondaries.end(), add);
  }
  for (Class* interface : klass.interfaces) {
    add(interface);
    std::for_each(interface->secondaries.begin(), interface->secondaries.end(), add);
  }
  auto* table = home.allocate_array<Class*>(all.size());
  std::copy(all.begin(), all.end(), table);
  klass.secondaries = {table, all.size()};
}

}  // namespace minijvm::runtime
