// User threads wait here on words that belong to no thread, such as those of condition variables.
// The table is for user threads what the kernel's futex table is for LWPs.
//
//   word --hash--> bucket [ newest -> ... -> oldest ]      64 buckets, a mutex each
//
// Tested by tests/sync/many_to_many_test.cpp.
#pragma once

#include <array>

#include "sync/schedule/user_thread.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::sync {

class WaitTable {
 public:
  // Enters a thread that is about to park. Returns false if the word has changed, so that the
  // thread does not have to wait. A waker changes the word first and then looks here; for it, the
  // look at the word and the entry are one step.
  bool enter(UserThread& thread, const Atomic<std::uint32_t>& word, std::uint32_t expected);
  // Takes the thread out, if it is still there, after its wait has ended for any reason. REQUIRES:
  // the thread itself calls this.
  void leave(UserThread& thread, const void* word);
  // Takes out the thread that has waited longest on the word. Returns null if no thread waits
  // there.
  UserThread* take_waiter(const void* word);

 private:
  // The threads whose words hash to this bucket. The mutex also guards their waits_on and
  // wait_next.
  struct Bucket {
    Mutex mutex{LockRank::kRunQueue};
    UserThread* first MJ_GUARDED_BY(mutex) = nullptr;  // the newest
  };
  static constexpr std::size_t kBuckets = 64;
  Bucket& bucket_of(const void* word);
  static void unlink(Bucket& bucket, UserThread& thread) MJ_REQUIRES(bucket.mutex);

  std::array<Bucket, kBuckets> buckets_;
};

}  // namespace minijvm::sync
