// One round of the loop: poll, then what is due, then what was posted, then who has news.
#include "tools/desk/loop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <utility>

#include "base/check.h"

namespace minijvm::desk {

Loop::Loop() : wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  MJ_CHECK(wake_ >= 0, "the kernel has no eventfd for the desk's loop");
}

Loop::~Loop() { close(wake_); }

void Loop::watch(int fd, short events, Ready ready) {
  watches_[fd] = std::make_shared<Watch>(Watch{events, std::move(ready)});
}

void Loop::forget(int fd) { watches_.erase(fd); }

void Loop::after(std::chrono::milliseconds time, Job job) {
  due_.emplace(Clock::now() + time, std::move(job));
}

void Loop::post(Job job) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    posted_.push_back(std::move(job));
  }
  const std::uint64_t one = 1;
  // A counter that is full wakes the loop as well.
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

int Loop::ms_to_next() const {
  if (due_.empty()) {
    return -1;
  }
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(due_.begin()->first - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
}

void Loop::run_due() {
  const Clock::time_point now = Clock::now();
  while (!is_stopped_ && !due_.empty() && due_.begin()->first <= now) {
    const Job job = std::move(due_.begin()->second);
    due_.erase(due_.begin());
    job();
  }
}

void Loop::run_posted() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = read(wake_, &count, sizeof count);
  std::vector<Job> jobs;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    jobs.swap(posted_);
  }
  for (const Job& job : jobs) {
    job();
  }
}

void Loop::run() {
  is_stopped_ = false;
  while (!is_stopped_) {
    std::vector<pollfd> all{{wake_, POLLIN, 0}};
    std::vector<std::shared_ptr<Watch>> polled{nullptr};
    for (const auto& [fd, watch] : watches_) {
      all.push_back({fd, watch->events, 0});
      polled.push_back(watch);
    }
    poll(all.data(), all.size(), ms_to_next());
    run_due();
    run_posted();
    for (std::size_t i = 1; i < all.size() && !is_stopped_; ++i) {
      const auto found = watches_.find(all[i].fd);
      // A callback before this one may have ended the watch, and another descriptor may have got
      // its number since. What poll said is not about that one.
      const bool is_same = found != watches_.end() && found->second == polled[i];
      if (all[i].revents != 0 && is_same) {
        polled[i]->ready(all[i].revents);
      }
    }
  }
}

}  // namespace minijvm::desk
