// The waits of threads for monitors: each from the moment when the thread was queued until it owns
// the monitor. A thread that wakes up and finds another owner sleeps again; that is one wait.
// Tested by tests/tools/record.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace minijvm::vm::record {

// A lock is named by the class and the identity hash of its object.
struct LockKey {
  std::uint32_t object_class = 0;
  std::uint32_t hash = 0;
  auto operator<=>(const LockKey&) const = default;
};

struct LockWait {
  LockKey lock;
  std::uint32_t thread = 0;
  std::uint32_t owner = 0;     // when the thread was queued; 0: not known
  std::uint32_t woken_by = 0;  // the thread whose exit or notify let it go on; 0: nobody's
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool is_object_wait = false;  // Object.wait; else an enter
  bool is_open = false;         // still waits
};

// Names locks in the order in which they were first waited for: "Gate #4".
class LockNames {
 public:
  // The class's name may be in any form; only its last part is shown.
  const std::string& name(LockKey lock, const std::string& class_name);
  const std::string& name(LockKey lock) const { return names_.at(lock); }

 private:
  std::map<LockKey, std::string> names_;
};

}  // namespace minijvm::vm::record
