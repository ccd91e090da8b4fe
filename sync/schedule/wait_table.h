// Where user threads wait on words that belong to no thread: what the kernel's futex table is to LWPs.
// Proved by tests/sync/many_to_many_test.cpp.
#pragma once

#include <array>

#include "sync/schedule/user_thread.h"
#include "sync/vm_mutex.h"

namespace minijvm::sync {

class WaitTable {
 public:
  // Enters a thread that is about to park. False: the word has changed, it need not. The look and the entry are one step for wakers,
  // who change the word first.
  bool enter(UserThread& thread, const Atomic<std::uint32_t>& word, std::uint32_t expected);
  // The thread's wait is over, whatever ended it.
  void leave(UserThread& thread, const void* word);
  // Takes out the thread that waits longest on the word; null: nobody waits there.
  UserThread* take_waiter(const void* word);

 private:
  struct Bucket {
    Mutex mutex{LockRank::kRunQueue};
    UserThread* first = nullptr;  // the newest
    // waits_on of its threads is guarded by the mutex, too
  };
  static constexpr std::size_t kBuckets = 64;
  Bucket& bucket_of(const void* word);
  static void unlink(Bucket& bucket, UserThread& thread);

  std::array<Bucket, kBuckets> buckets_;
};

}  // namespace minijvm::sync
