// A stack that is taken from the top, and by id where an answer names one.
#include "tools/desk/requests.h"

#include <algorithm>
#include <utility>

namespace minijvm::desk {

std::int64_t SentRequests::push(Request request, Json event) {
  sent_.push_back({++last_id_, std::move(request), std::move(event)});
  return last_id_;
}

std::optional<Sent> SentRequests::take(const Json& id) {
  if (sent_.empty()) {
    return std::nullopt;
  }
  auto found = std::find_if(sent_.begin(), sent_.end(),
                            [&](const Sent& sent) { return sent.id == id.number(); });
  if (found == sent_.end()) {
    found = sent_.end() - 1;
  }
  Sent taken = std::move(*found);
  sent_.erase(found);
  return taken;
}

std::vector<Request> SentRequests::take_all() {
  std::vector<Request> all;
  for (Sent& sent : sent_) {
    all.push_back(std::move(sent.request));
  }
  sent_.clear();
  return all;
}

Json with(const Json& record, const std::vector<Json::Field>& others) {
  Json result = Json::record();
  for (const Json::Field& field : record.fields()) {
    const bool is_other = std::any_of(others.begin(), others.end(), [&](const Json::Field& other) {
      return other.name == field.name;
    });
    if (!is_other) {
      result.set(field.name, field.value);
    }
  }
  for (const Json::Field& other : others) {
    result.set(other.name, other.value);
  }
  return result;
}

}  // namespace minijvm::desk
