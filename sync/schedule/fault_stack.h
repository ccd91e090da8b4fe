// Where faults of user threads are handled, on an LWP that carries them: a C stack that overflows must not end in silence.
// Proved by tests/vm/thread_model (scene "deep").
#pragma once

#include <csignal>
#include <cstddef>

namespace minijvm::sync {

// The calling kernel thread's alternate signal stack while this lives. It is a part of the LWP's own stack, which has room: no mapping more.
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

  alignas(16) std::byte memory_[kBytes];  // not touched before there is a fault
  stack_t before_{};
};

}  // namespace minijvm::sync
