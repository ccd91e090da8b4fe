// A bare JavaThread in kInVm for the duration of a test: no class library, no Thread object.
#pragma once

#include <catch2/catch.hpp>

#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"

namespace minijvm::vm::test {

class TestThread {
 public:
  TestThread() : thread_(runtime::JavaThread::create(64 * 1024)) {
    REQUIRE(thread_ != nullptr);
    sync::set_current_exec_env(thread_);
    sync::attach(*thread_);
    sync::begin_running(*thread_, sync::ThreadState::kInVm);
  }
  ~TestThread() {
    sync::detach(*thread_);
    sync::set_current_exec_env(nullptr);
    thread_->destroy();
  }
  TestThread(const TestThread&) = delete;
  operator runtime::JavaThread&() { return *thread_; }
  runtime::JavaThread* operator->() { return thread_; }

 private:
  runtime::JavaThread* thread_;
};

// Memory that looks like an object: eight-byte aligned, two header words. Nobody looks inside.
struct alignas(8) FakeObject {
  std::uint64_t words[4] = {};
  runtime::Object* raw() { return reinterpret_cast<runtime::Object*>(this); }
};

}  // namespace minijvm::vm::test
