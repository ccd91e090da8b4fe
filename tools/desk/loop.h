// The loop of the desk: one thread that waits for descriptors, moments and jobs of other threads,
// and calls what belongs to each. All of the desk but its web server's threads runs inside of it,
// and so needs no locks.
// Tested by tests/tools/desk/loop_test.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace minijvm::desk {

class Loop {
 public:
  using Ready = std::function<void(short news)>;
  using Job = std::function<void()>;

  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Calls `ready` with poll's news whenever the descriptor has one of these events, or is at its
  // end. A second watch of the same descriptor replaces the first.
  void watch(int fd, short events, Ready ready);
  // Ends a watch. It may be called from inside of any callback.
  void forget(int fd);
  // Calls the job once, when that much time has passed.
  void after(std::chrono::milliseconds time, Job job);
  // Calls the job in the next round of the loop. Any thread may call it.
  void post(Job job);

  // Runs until stop() is called.
  void run();
  void stop() { is_stopped_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  // A callback may forget its own watch, so whoever calls one holds it.
  struct Watch {
    short events;
    Ready ready;
  };

  int ms_to_next() const;
  void run_due();
  void run_posted();

  bool is_stopped_ = false;
  std::map<int, std::shared_ptr<Watch>> watches_;
  std::multimap<Clock::time_point, Job> due_;
  const int wake_;  // an eventfd that ends the wait when another thread posts a job
  std::mutex mutex_;
  std::vector<Job> posted_;  // guarded by mutex_
};

}  // namespace minijvm::desk
