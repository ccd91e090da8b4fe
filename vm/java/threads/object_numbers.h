// Numbers the objects of a deterministic run in the order in which its operations come to them
// first. So an object has the same number in each run of a schedule, wherever it lies. Its identity
// hash would not do: to ask for one changes what the program sees.
// Tested by tests/tools/explore.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "gc/heap/roots.h"
#include "runtime/fwd.h"
#include "sync/decide/question.h"

namespace minijvm::vm {

// One thread runs at a time, so there is no lock.
class ObjectNumbers final : public gc::ReferenceTable {
 public:
  ObjectNumbers() { gc::add_reference_table(*this); }

  // 0 for null.
  decide::ObjectNo number(const sync::NoSafepoint& still, runtime::Object* object);
  // Null if the object has died.
  runtime::Object* object(const sync::NoSafepoint& still, decide::ObjectNo number) const;
  // "Fork#2": the second object of class Fork. A mirror has the name of its class.
  const std::string& name(decide::ObjectNo number) const { return names_[number - 1]; }

  // gc::ReferenceTable
  void sweep(gc::Liveness& liveness) override;

 private:
  std::unordered_map<runtime::Object*, decide::ObjectNo> numbers_;
  std::vector<runtime::Object*> objects_;  // by number - 1
  std::vector<std::string> names_;         // by number - 1
  std::unordered_map<std::string, int> of_class_;
};

}  // namespace minijvm::vm
