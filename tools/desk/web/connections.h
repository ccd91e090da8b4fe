// The threads of the web server's connections. At most 16 serve at a time. One more thread answers
// the connections beyond that, one after the other, that they are too many.
// Tested by tests/tools/desk/run.
#pragma once

#include <httplib.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

#include "tools/desk/web/guard.h"

namespace minijvm::desk {

class Connections final : public httplib::TaskQueue {
 public:
  Connections();

  // True in the thread that answers connections that are too many.
  bool is_too_many() const { return std::this_thread::get_id() == refusing_; }

  void enqueue(std::function<void()> serve) override;
  void shutdown() override;

 private:
  // The thread that accepts waits when so many wait to be refused; the others wait in the kernel.
  static constexpr std::size_t kMostRefused = 64;

  void work();
  void refuse();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<std::function<void()>> waiting_;  // for a thread that is free; guarded by mutex_
  std::list<std::function<void()>> refused_;  // guarded by mutex_
  std::size_t open_ = 0;                      // connections that are served; guarded by mutex_
  bool is_over_ = false;                      // guarded by mutex_
  std::vector<std::thread> threads_;
  std::thread::id refusing_;  // constant once there is a connection
};

}  // namespace minijvm::desk
