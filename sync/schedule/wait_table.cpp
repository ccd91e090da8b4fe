// A hash table of waiting user threads, by the address of the word. Waiters are in kBlocked; wakers
// may be in any state.
#include "sync/schedule/wait_table.h"

namespace minijvm::sync {

WaitTable::Bucket& WaitTable::bucket_of(const void* word) {
  // This is Fibonacci hashing: addresses differ in their middle bits, and the product's top bits
  // depend on all of them.
  constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
  constexpr int kShift = 64 - 6;
  static_assert(kBuckets == std::size_t{1} << (64 - kShift));
  return buckets_[(reinterpret_cast<std::uintptr_t>(word) * kGolden) >> kShift];
}

bool WaitTable::enter(UserThread& thread, const Atomic<std::uint32_t>& word,
                      std::uint32_t expected) {
  Bucket& bucket = bucket_of(&word);
  MutexLock lock(bucket.mutex);
  // acquire: pairs with the waker's change. The mutex is held: a waker that changed the word too
  // late for this load takes the mutex after self, and finds the thread.
  if (word.load(std::memory_order_acquire) != expected) {
    return false;
  }
  thread.waits_on = &word;
  thread.wait_next = bucket.first;
  bucket.first = &thread;
  return true;
}

// REQUIRES: the thread is in the bucket.
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
  // waits_on is null if a waker has taken the thread out.
  if (thread.waits_on == word) {
    unlink(bucket, thread);
  }
}

UserThread* WaitTable::take_waiter(const void* word) {
  Bucket& bucket = bucket_of(word);
  MutexLock lock(bucket.mutex);
  UserThread* oldest = nullptr;
  // The list begins with the newest, so the last match is the oldest.
  for (UserThread* at = bucket.first; at != nullptr; at = at->wait_next) {
    oldest = at->waits_on == word ? at : oldest;
  }
  if (oldest != nullptr) {
    unlink(bucket, *oldest);
  }
  return oldest;
}

}  // namespace minijvm::sync
