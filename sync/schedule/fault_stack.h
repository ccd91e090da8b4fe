// The alternate signal stack of an LWP, on which faults of user threads are handled: when a
// thread's C stack overflows, the handler cannot run on that stack, and the process would end
// without a message.
// Tested by tests/vm/thread_model (scene "deep").
#pragma once

#include <csignal>
#include <cstddef>

namespace minijvm::sync {

// Sets the calling kernel thread's alternate signal stack while this object lives. The memory is a
// part of the LWP's own stack, which has room, so it needs no mapping of its own.
class FaultStack {
 public:
  FaultStack() {
    stack_t own{};
    own.ss_sp = memory_;
    own.ss_size = kBytes;
    sigaltstack(&own, &before_);
  }
  ~FaultStack() { sigaltstack(&before_, nullptr); }
  FaultStack(const FaultStack&) = delete;
  FaultStack& operator=(const FaultStack&) = delete;

 private:
  static constexpr std::size_t kBytes = 64 * 1024;

  alignas(16) std::byte memory_[kBytes];  // no page is touched before there is a fault
  stack_t before_{};
};

}  // namespace minijvm::sync
