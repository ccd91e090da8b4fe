// The stops of one run, kept so that the editor can look back at them. The program does not go
// back: what is shown is what was recorded.
// Tested by tests/tools/dap/run.
#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include "base/json/json.h"

namespace minijvm::desk::dap {

class History {
 public:
  struct Stop {
    Json event;
    std::string picture;  // as text, which is a fifth of the tree's size
  };

  void add(const Json& event, const Json& picture) {
    stops_.push_back({event, picture.to_text()});
    bytes_ += stops_.back().picture.size();
    // The newest stop is the one that the program stands at, so it always stays.
    while (stops_.size() > 1 && (stops_.size() > kMostStops || bytes_ > kMostBytes)) {
      bytes_ -= stops_.front().picture.size();
      stops_.pop_front();
    }
    position_ = stops_.size() - 1;
  }
  void clear() {
    stops_.clear();
    bytes_ = 0;
    position_ = 0;
  }

  bool is_at_newest() const { return position_ + 1 >= stops_.size(); }
  std::size_t position() const { return position_; }
  std::size_t size() const { return stops_.size(); }
  // REQUIRES: position < size().
  const Stop& look_at(std::size_t position) {
    position_ = position;
    return stops_[position];
  }
  // Return where looking on ends: one stop further, or at the next one that is no step.
  std::size_t back(bool by_one) const {
    std::size_t at = position_ - 1;
    while (!by_one && at > 0 && stops_[at].event["kind"].text() == "step") --at;
    return at;
  }
  std::size_t forth(bool by_one) const {
    std::size_t at = position_ + 1;
    while (!by_one && at + 1 < stops_.size() && stops_[at].event["kind"].text() == "step") ++at;
    return at;
  }

 private:
  static constexpr std::size_t kMostStops = 10'000;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  std::deque<Stop> stops_;
  std::size_t bytes_ = 0;
  std::size_t position_ = 0;
};

}  // namespace minijvm::desk::dap
