// A socket between the root of a session that goes back and one of its processes (root.h). Each
// message is a Json; a descriptor may go along.
// Tested by tests/vm/stepper.
#pragma once

#include <optional>

#include "base/json/json.h"

namespace minijvm::vm::stepper {

class Channel {
 public:
  explicit Channel(int socket = -1) : socket_(socket) {}

  // Both ends of a new socket. Returns false if there can be none.
  static bool make_pair(Channel* one, Channel* other);

  // Return false, or nothing, if nobody is at the other end any more.
  bool send(const Json& message, int file = -1) const;
  // `file`: the descriptor that came along, or -1.
  std::optional<Json> receive(int* file = nullptr) const;

  int socket() const { return socket_; }
  bool is_open() const { return socket_ >= 0; }
  void close();

 private:
  int socket_;
};

}  // namespace minijvm::vm::stepper
