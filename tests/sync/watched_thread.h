// A thread that shows itself and can be watched while it blocks for a monitor.
#pragma once

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "sync/monitor.h"

namespace minijvm::sync::test {

inline void enter(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
}
inline void leave(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
}
inline void wait(ExecEnv& self, Rooted& rooted) {
  MJ_CHECK(monitor_wait(self, rooted.target(), Deadline::forever()) == MonitorResult::kOk,
           "not notified");
}

inline bool blocks(const ExecEnv* ee, BlockKind kind, Rooted& rooted) {
  return ee != nullptr && ee->block_kind() == kind && ee->blocked_on() == &rooted.slot;
}

// Does `body` once it has shown itself.
class Other {
 public:
  template <class Body>
  explicit Other(Body body)
      : thread_(start([this, body](ExecEnv& self) {
          ee_.store(&self);
          body(self);
        })) {}
  void await(ExecEnv& self, BlockKind kind, Rooted& rooted) {
    REQUIRE(eventually(self, [&] { return blocks(ee_.load(), kind, rooted); }));
  }
  ExecEnv* ee() { return ee_.load(); }
  void join_from(ExecEnv& self) { join(self, thread_); }

 private:
  std::atomic<ExecEnv*> ee_{nullptr};
  std::thread thread_;
};

}  // namespace minijvm::sync::test
