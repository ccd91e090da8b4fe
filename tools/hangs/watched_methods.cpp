// Finds the methods by name when their class is linked.
#include "tools/hangs/watched_methods.h"

#include <string_view>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"

namespace minijvm::vm::hangs {
namespace {

struct Watched {
  std::string_view holder;
  std::string_view method;
  Role role;
  // Empty: each method of this name.
  std::string_view descriptor = "";
};

constexpr std::string_view kObject = "java/lang/Object";
constexpr std::string_view kThread = "java/lang/Thread";
constexpr std::string_view kCondition =
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
constexpr std::string_view kLockClass = "java/util/concurrent/locks/ReentrantLock";
constexpr std::string_view kReader = "java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock";
constexpr std::string_view kWriter = "java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock";
constexpr std::string_view kSemaphore = "java/util/concurrent/Semaphore";

// A method that only calls another row with the same meaning is left out.
constexpr Watched kWatched[] = {
    {kObject, "wait", Role::kWait, "(J)V"},
    {kObject, "notify", Role::kNotify},
    {kObject, "notifyAll", Role::kNotifyAll},
    {kCondition, "await", Role::kAwait},
    {kCondition, "awaitNanos", Role::kAwait},
    {kCondition, "awaitUntil", Role::kAwait},
    {kCondition, "awaitUninterruptibly", Role::kAwait},
    {kCondition, "signal", Role::kSignal},
    {kCondition, "signalAll", Role::kSignalAll},
    {kThread, "sleep", Role::kSleep, "(J)V"},
    {"jdk/internal/misc/Unsafe", "park", Role::kSleep},
    {kLockClass, "lock", Role::kLock},
    {kLockClass, "lockInterruptibly", Role::kLock},
    {kLockClass, "tryLock", Role::kLock},
    {kLockClass, "unlock", Role::kUnlock},
    {kWriter, "lock", Role::kLock},
    {kWriter, "lockInterruptibly", Role::kLock},
    {kWriter, "tryLock", Role::kLock},
    {kWriter, "unlock", Role::kUnlock},
    {kReader, "lock", Role::kReadLock},
    {kReader, "lockInterruptibly", Role::kReadLock},
    {kReader, "tryLock", Role::kReadLock},
    {kReader, "unlock", Role::kReadUnlock},
    {kSemaphore, "acquire", Role::kLock},
    {kSemaphore, "acquireUninterruptibly", Role::kLock},
    {kSemaphore, "tryAcquire", Role::kLock},
    {kSemaphore, "release", Role::kUnlock},
    {"java/util/concurrent/CountDownLatch", "countDown", Role::kCountDown},
    {kThread, "interrupt", Role::kInterrupt},
    {kThread, "yield", Role::kYield},
};

bool fits(const Watched& row, const runtime::Method& method) {
  return method.name->text() == row.method &&
         (row.descriptor.empty() || method.descriptor->text() == row.descriptor);
}

}  // namespace

void WatchedMethods::add(const runtime::Method& method, Role role) {
  std::size_t at = first_place(method);
  while (rows_[at].method != nullptr) {
    at = (at + 1) % kRows;
  }
  rows_[at] = {&method, role};
}

void WatchedMethods::add_methods_of(const runtime::Class& klass) {
  if (!klass.loader->is_boot()) {
    return;
  }
  for (const Watched& row : kWatched) {
    if (row.holder != klass.name->text()) {
      continue;
    }
    for (const runtime::Method& method : klass.methods) {
      if (fits(row, method)) {
        add(method, row.role);
      }
    }
  }
}

}  // namespace minijvm::vm::hangs
