// The methods of the class library whose calls a history writes down. They are observed as by a
// debugger (vm/interp/hooks.h), so all others cost what they cost without a history.
// Tested by tests/vm/hangs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

enum class Role : std::uint8_t {
  kNone,
  kWait,  // Object.wait
  kNotify,
  kNotifyAll,
  kAwait,  // of a Condition
  kSignal,
  kSignalAll,
  kSleep,  // and park
  kLock,   // these four: of java.util.concurrent's locks, or a permit of a semaphore
  kUnlock,
  kReadLock,
  kReadUnlock,
  kCountDown,
  kInterrupt,
  kYield,
};

class WatchedMethods {
 public:
  // The class was linked.
  void add_methods_of(const runtime::Class& klass);
  // kNone: the method is not watched.
  Role role_of(const runtime::Method& method) const {
    std::size_t at = first_place(method);
    while (rows_[at].method != nullptr && rows_[at].method != &method) {
      at = (at + 1) % kRows;
    }
    return rows_[at].role;
  }

 private:
  // OPTIMIZATION: the engine asks at each instruction of an observed method. So this is a table
  // with open addressing, far larger than what is in it.
  static constexpr std::size_t kRows = 256;
  struct Row {
    const runtime::Method* method = nullptr;
    Role role = Role::kNone;
  };
  static std::size_t first_place(const runtime::Method& method) {
    return reinterpret_cast<std::uintptr_t>(&method) / alignof(void*) % kRows;
  }
  void add(const runtime::Method& method, Role role);

  std::array<Row, kRows> rows_{};
};

}  // namespace minijvm::vm::hangs
