// sync/atomic.h for the models: something happens before each access to a shared field. atomic_steps/scheduler.h decides who may go;
// shaken/shaker.cpp delays by chance.
#pragma once

#include <atomic>

namespace minijvm::sync::model {

enum class Access { kRead, kWrite, kExchange };
// Returns when the calling thread may do the access.
void before_access(const void* address, Access access);

}  // namespace minijvm::sync::model

namespace minijvm::sync {

template <class T>
class Atomic {
 public:
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;

  constexpr Atomic() = default;
  constexpr Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(std::memory_order order = std::memory_order_seq_cst) const {
    model::before_access(this, model::Access::kRead);
    return value_.load(order);
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kWrite);
    value_.store(value, order);
  }
  T exchange(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kExchange);
    return value_.exchange(value, order);
  }
  bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                               std::memory_order failure) {
    model::before_access(this, model::Access::kWrite);
    return value_.compare_exchange_strong(expected, desired, success, failure);
  }
  T fetch_add(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kWrite);
    return value_.fetch_add(value, order);
  }
  T fetch_sub(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kWrite);
    return value_.fetch_sub(value, order);
  }
  T fetch_or(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kWrite);
    return value_.fetch_or(value, order);
  }
  T fetch_and(T value, std::memory_order order = std::memory_order_seq_cst) {
    model::before_access(this, model::Access::kWrite);
    return value_.fetch_and(value, order);
  }
  // For the scheduler, which must not ask itself.
  T peek() const { return value_.load(std::memory_order_seq_cst); }

 private:
  std::atomic<T> value_{};
};

constexpr int bounded_spin(int) { return 0; }
inline void spin_pause() {}

}  // namespace minijvm::sync
