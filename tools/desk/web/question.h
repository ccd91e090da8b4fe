// A question that one of the server's threads asks the loop, and the answer for which it waits. A
// thread that has waited long enough gives the question up. Then the loop skips the job if it comes
// to it later, and hands an answer that still comes to `undo`. So a page that was refused because
// the loop was blocked does not stay open.
// Tested by tests/tools/desk/question_test.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace minijvm::desk {

template <class Result>
class Question {
 public:
  using Undo = std::function<void(Result)>;

  // Without `undo` an answer that comes too late is dropped.
  explicit Question(Undo undo = nullptr) : undo_(std::move(undo)) {}

  // Returns whether somebody still waits for the answer.
  bool is_asked() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return !is_given_up_;
  }

  // Gives the answer. The loop's thread calls it once.
  void answer(Result result) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!is_given_up_) {
        result_ = std::move(result);
        answered_.notify_one();
        return;
      }
    }
    if (undo_ != nullptr) {
      undo_(std::move(result));
    }
  }

  // Waits that long, or until `is_over`, at which it looks from time to time. Returns nothing if
  // the question has been given up.
  std::optional<Result> wait(std::chrono::milliseconds time, const std::atomic<bool>& is_over) {
    constexpr std::chrono::milliseconds kPause(250);
    const auto until = std::chrono::steady_clock::now() + time;
    std::unique_lock<std::mutex> lock(mutex_);
    while (!result_ && !is_over && std::chrono::steady_clock::now() < until) {
      answered_.wait_until(lock, std::min(until, std::chrono::steady_clock::now() + kPause));
    }
    is_given_up_ = !result_;
    return std::move(result_);
  }

 private:
  const Undo undo_;
  mutable std::mutex mutex_;
  std::condition_variable answered_;
  std::optional<Result> result_;  // guarded by mutex_
  bool is_given_up_ = false;      // guarded by mutex_
};

}  // namespace minijvm::desk
