// Requests on their way to the VM. The command `gc` collects inside a conversation, and a stop
// between two phases of that collection begins a conversation inside the first. The answer to `gc`
// comes after those of the inner conversation, so the requests are a stack.
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace minijvm::desk {

struct Request {
  std::string command;
  std::function<void(const Json& answer)> then;
};

struct Sent {
  std::int64_t id;
  Request request;
  Json event;  // the stop in whose conversation it was sent
};

class SentRequests {
 public:
  // Returns the request's id.
  std::int64_t push(Request request, Json event);
  // Takes out the request with that id. An answer without a known id belongs to the newest request.
  std::optional<Sent> take(const Json& id);
  // Null: there is none.
  const Request* newest() const { return sent_.empty() ? nullptr : &sent_.back().request; }
  std::vector<Request> take_all();

 private:
  std::vector<Sent> sent_;  // the newest last
  std::int64_t last_id_ = 0;
};

// The same record with other values for these fields.
Json with(const Json& record, const std::vector<Json::Field>& others);

}  // namespace minijvm::desk
