// The queue is one text, since it is sent as one.
#include "tools/desk/web/live_page.h"

#include <fmt/format.h>

#include <utility>

#include "base/json/json.h"
#include "tools/desk/console.h"

namespace minijvm::desk {

void LivePage::add_locked(std::string_view line) {
  lines_ += line;
  lines_ += '\n';
}

void LivePage::tell_missing() {
  if (missing_ != 0) {
    const Json text = missing_line(std::exchange(missing_, 0));
    add_locked(fmt::format(R"({{"type":"output","stream":"out","text":{}}})", text.to_text()));
  }
}

void LivePage::add(std::string_view line) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    tell_missing();
    add_locked(line);
    is_closed_ = is_closed_ || lines_.size() > kMost;
  }
  changed_.notify_one();
}

void LivePage::add_output(std::string_view line) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (lines_.size() > kMostOutput) {
      missing_ += line.size();
      return;
    }
    tell_missing();
    add_locked(line);
  }
  changed_.notify_one();
}

void LivePage::close() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
  }
  changed_.notify_one();
}

std::optional<std::string> LivePage::take(std::chrono::milliseconds time) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait_for(lock, time, [this] { return is_closed_ || !lines_.empty(); });
  if (is_closed_) {
    return std::nullopt;
  }
  return std::exchange(lines_, "");
}

}  // namespace minijvm::desk
