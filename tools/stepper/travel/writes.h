// Finds the last write of one variable while a run is repeated. A collector moves objects, so it is
// known only at the end, which is the moment at which the user has asked, to which object the
// variable belongs. The last write of each object's variable is kept up to then.
// Tested by tests/vm/stepper/travel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/json/json.h"
#include "runtime/fwd.h"
#include "tools/reports/slot_kinds.h"
#include "tools/stepper/picture/numbered_objects.h"

namespace minijvm::vm::stepper {

// A field or an element.
struct WrittenVariable {
  std::string holder;  // the class that declares the field; empty: an element
  std::string name;    // of the field
  bool is_static = false;
  std::uint64_t object = 0;  // its address at the moment of the question
  std::int64_t index = 0;    // of the element
  // Code of the class library may write it.
  bool in_library = false;

  Json to_json() const;
  static WrittenVariable from(const Json& json);
};

class Writes {
 public:
  Writes() : kinds_(SlotKinds::make()) {}

  // The thread is before this instruction. Returns whether it writes such a variable, of this
  // object or of another one.
  bool sees(const WrittenVariable& variable, runtime::JavaThread& self,
            const runtime::Method& method, std::uint32_t bci);
  // The candidate of this number was the write that was seen last.
  void keep(std::int64_t candidate) { last_[seen_] = candidate; }
  // The candidate that was the last write of the variable; 0: none.
  std::int64_t last(const WrittenVariable& variable, runtime::JavaThread& self) const;

 private:
  bool writes_field(const WrittenVariable& variable, const runtime::Method& method,
                    std::uint32_t bci) const;
  // The operand so many below the top.
  const runtime::Slot* operand(const runtime::JavaThread& self, std::size_t below_top);

  SlotKinds& kinds_;
  NumberedObjects numbers_;
  bool is_registered_ = false;
  using Key = std::pair<ObjectNo, std::int64_t>;  // and the index of an element
  Key seen_{};
  std::map<Key, std::int64_t> last_;
};

}  // namespace minijvm::vm::stepper
