// Cuts what comes into lines, and writes requests whole.
#include "tools/desk/control_socket.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

namespace minijvm::desk {
namespace {

constexpr std::size_t kMostLine = std::size_t{1} << 26;

bool is_for_later(int error) { return error == EAGAIN || error == EINTR; }

}  // namespace

ControlSocket::ControlSocket(Loop& loop, VmProcess& vm, Heard heard)
    : loop_(loop), vm_(vm), heard_(std::move(heard)) {
  loop_.watch(vm_.control(), POLLIN, [this](short) { read_once(); });
}

bool ControlSocket::read_once() {
  std::array<char, 1 << 16> buffer;
  const ssize_t got = read(vm_.control(), buffer.data(), buffer.size());
  if (got <= 0) {
    if (got == 0 || !is_for_later(errno)) {
      loop_.forget(vm_.control());
    }
    return false;
  }
  // A line's end is looked for in what is new, since a picture comes in many parts.
  std::size_t searched = unread_.size();
  unread_.append(buffer.data(), static_cast<std::size_t>(got));
  std::size_t begin = 0;
  for (std::size_t end; (end = unread_.find('\n', searched)) != std::string::npos;) {
    const std::string_view line = std::string_view(unread_).substr(begin, end - begin);
    if (const std::optional<Json> value = Json::parse(line)) {
      heard_(*value);
    }
    begin = searched = end + 1;
  }
  unread_.erase(0, begin);
  if (unread_.size() > kMostLine) {
    vm_.send_signal(SIGKILL);  // such a VM is broken
  }
  return true;
}

void ControlSocket::end() {
  while (read_once()) {
  }
  loop_.forget(vm_.control());
}

void ControlSocket::write_request(std::int64_t id, const std::string& command) const {
  const std::string line = Json::record().set("command", command).set("id", id).to_text() + '\n';
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = send(vm_.control(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (written > 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
      continue;
    }
    if (!is_for_later(errno)) {
      return;  // The VM is gone; its end answers the request.
    }
    constexpr int kPauseMs = 1000;
    pollfd entry{vm_.control(), POLLOUT, 0};
    poll(&entry, 1, kPauseMs);
  }
}

void ControlSocket::end_requests() const { shutdown(vm_.control(), SHUT_WR); }

}  // namespace minijvm::desk
