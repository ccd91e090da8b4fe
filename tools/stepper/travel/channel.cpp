// A message is its length and its text. The descriptor goes with the length.
#include "tools/stepper/travel/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace minijvm::vm::stepper {

namespace {

using Length = std::uint32_t;

// The room for one descriptor, as CMSG_FIRSTHDR wants it.
union Passed {
  cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
};

bool send_length(int socket, Length length, int file) {
  iovec part{&length, sizeof length};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  Passed passed{};
  if (file >= 0) {
    message.msg_control = &passed;
    message.msg_controllen = sizeof passed;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    std::memcpy(CMSG_DATA(header), &file, sizeof file);
  }
  ssize_t sent = 0;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent == sizeof length;
}

bool receive_length(int socket, Length* length, int* file) {
  iovec part{length, sizeof *length};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  Passed passed{};
  message.msg_control = &passed;
  message.msg_controllen = sizeof passed;
  ssize_t got = 0;
  do {
    got = recvmsg(socket, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof *length)
    return false;
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message))
    std::memcpy(file, CMSG_DATA(header), sizeof *file);
  return true;
}

}  // namespace

bool Channel::make_pair(Channel* one, Channel* other) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return false;
  *one = Channel(ends[0]);
  *other = Channel(ends[1]);
  return true;
}

bool Channel::send(const Json& message, int file) const {
  const std::string text = message.to_text();
  if (!send_length(socket_, static_cast<Length>(text.size()), file))
    return false;
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = ::send(socket_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR)
      return false;
    done += sent < 0 ? 0 : static_cast<std::size_t>(sent);
  }
  return true;
}

std::optional<Json> Channel::receive(int* file) const {
  Length length = 0;
  int passed = -1;
  if (!receive_length(socket_, &length, &passed))
    return std::nullopt;
  if (file != nullptr)
    *file = passed;
  std::string text(length, '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t got = recv(socket_, text.data() + done, text.size() - done, MSG_WAITALL);
    if (got == 0 || (got < 0 && errno != EINTR))
      return std::nullopt;
    done += got < 0 ? 0 : static_cast<std::size_t>(got);
  }
  return Json::parse(text);
}

void Channel::close() {
  if (is_open())
    ::close(std::exchange(socket_, -1));
}

}  // namespace minijvm::vm::stepper
