// Numbers the methods whose bytecode pictures show, so that a listing is sent once and a frame
// names it by its number.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/json/json.h"
#include "runtime/fwd.h"
#include "vm/observer.h"

namespace minijvm::vm::stepper {

// Only the thread that has the floor (stage.h) asks; classes are unloaded in a stopped world.
class Listings final : public Observer {
 public:
  // Makes an object that lives as long as the process, since it observes the unloading of classes.
  static Listings& make();

  // Returns the number of the method's listing; 0 if it has no bytecode. A redefined method has
  // another listing.
  std::int64_t number(const runtime::Method& method);
  // Returns the listings that got their numbers since the last call.
  Json take_new();
  // Returns the listing of that number; null if there is none, or its class was unloaded.
  Json listing(std::int64_t number) const;

  void classes_unloading() override;

 private:
  Listings() = default;
  // The key is the bytecode, since a redefined method has another one.
  std::unordered_map<const std::uint8_t*, std::int64_t> numbers_;
  std::unordered_map<std::int64_t, const runtime::Method*> methods_;
  std::vector<std::int64_t> new_;
  std::int64_t last_ = 0;
};

}  // namespace minijvm::vm::stepper
