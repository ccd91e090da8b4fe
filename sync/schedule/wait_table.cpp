#include "sync/schedule/wait_table.h"

namespace minijvm::sync {

WaitTable::Bucket& WaitTable::bucket_of(const void* word) {
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // Fibonacci hashing: addresses differ in their middle bits
  constexpr int kShift = 64 - 6;
  static_assert(kBuckets == std::size_t{1} << (64 - kShift));
  return buckets_[(reinterpret_cast<std::uintptr_t>(word) * kGolden) >> kShift];
}

bool WaitTable::enter(UserThread& thread, const Atomic<std::uint32_t>& word, std::uint32_t expected) {
  Bucket& bucket = bucket_of(&word);
  MutexLock lock(bucket.mutex);
  if (word.load(std::memory_order_acquire) != expected) {  // acquire: pairs with the waker's change
    return false;
  }
  thread.waits_on = &word;
  thread.wait_next = bucket.first;
  bucket.first = &thread;
  return true;
}

// REQUIRES: the bucket's mutex is held and the thread is in it.
void WaitTable::unlink(Bucket& bucket, UserThread& thread) {
  UserThread** link = &bucket.first;
  while (*link != &thread) {
    link = &(*link)->wait_next;
  }
  *link = thread.wait_next;
  thread.waits_on = nullptr;
}

void WaitTable::leave(UserThread& thread, const void* word) {
  Bucket& bucket = bucket_of(word);
  MutexLock lock(bucket.mutex);
  if (thread.waits_on == word) {
    unlink(bucket, thread);
  }
}

UserThread* WaitTable::take_waiter(const void* word) {
  Bucket& bucket = bucket_of(word);
  MutexLock lock(bucket.mutex);
  UserThread* oldest = nullptr;
  for (UserThread* at = bucket.first; at != nullptr; at = at->wait_next) {
    oldest = at->waits_on == word ? at : oldest;
  }
  if (oldest != nullptr) {
    unlink(bucket, *oldest);
  }
  return oldest;
}

}  // namespace minijvm::sync
