// A connection is a call that reads its request and writes the response.
#include "tools/desk/web/connections.h"

#include <utility>

namespace minijvm::desk {

Connections::Connections() {
  for (std::size_t i = 0; i < kMostConnections; ++i) {
    threads_.emplace_back([this] { work(); });
  }
  threads_.emplace_back([this] { refuse(); });
  refusing_ = threads_.back().get_id();
}

void Connections::enqueue(std::function<void()> serve) {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    if (open_ < kMostConnections) {
      ++open_;
      waiting_.push_back(std::move(serve));
    } else {
      changed_.wait(lock, [this] { return is_over_ || refused_.size() < kMostRefused; });
      refused_.push_back(std::move(serve));
    }
  }
  changed_.notify_all();
}

void Connections::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
    if (waiting_.empty()) {
      return;
    }
    const std::function<void()> serve = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    serve();
    lock.lock();
    --open_;
  }
}

void Connections::refuse() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_over_ || !refused_.empty(); });
    if (refused_.empty()) {
      return;
    }
    const std::function<void()> serve = std::move(refused_.front());
    refused_.pop_front();
    lock.unlock();
    changed_.notify_all();
    serve();
    lock.lock();
  }
}

void Connections::shutdown() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

}  // namespace minijvm::desk
