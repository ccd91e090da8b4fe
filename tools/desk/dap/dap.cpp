// Opens the connection, and feeds what comes on it to the adapter.
#include "tools/desk/dap/dap.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tools/desk/dap/adapter.h"
#include "tools/desk/dap/client.h"
#include "tools/desk/dap/framing.h"
#include "tools/desk/fronts.h"
#include "tools/desk/loop.h"

namespace minijvm::desk {
namespace {

constexpr int kNone = -1;

struct Connection {
  int in = kNone;
  int out = kNone;
};

// Waits for one editor. The port is closed behind it, so that no second one waits for an answer
// that does not come.
Connection accept_one(int port, std::string* why) {
  const int listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  auto* const general = reinterpret_cast<sockaddr*>(&address);
  if (bind(listening, general, length) != 0 || listen(listening, 1) != 0 ||
      getsockname(listening, general, &length) != 0) {
    *why = fmt::format("port {} cannot be used: {}", port, std::strerror(errno));
    close(listening);
    return {};
  }
  std::printf("Listening for DAP on port %d\n", ntohs(address.sin_port));
  std::fflush(stdout);
  const int peer = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
  close(listening);
  if (peer < 0) {
    *why = fmt::format("no editor could connect: {}", std::strerror(errno));
    return {};
  }
  // Small messages go at once.
  setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return {peer, peer};
}

// Keeps the protocol's two streams away from the VM and from everything that prints.
Connection take_standard_streams() {
  const Connection connection{fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3),
                              fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)};
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  close(nothing);
  return connection;
}

class Server {
 public:
  Server(const Settings& settings, Connection connection)
      : connection_(connection),
        client_(connection.out),
        adapter_(loop_, client_, settings.vm, settings.source_path) {}

  int run() {
    loop_.watch(connection_.in, POLLIN, [this](short) { read_some(); });
    loop_.run();
    return code_;
  }

 private:
  void read_some() {
    std::array<char, 1 << 16> buffer;
    const ssize_t got = read(connection_.in, buffer.data(), buffer.size());
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    if (got <= 0) {
      leave();
      return;
    }
    reader_.add({buffer.data(), static_cast<std::size_t>(got)});
    for (std::optional<std::string> body = reader_.next(); body; body = reader_.next())
      adapter_.receive(*body);
    if (!reader_.failure().empty())
      give_up();
    if (client_.has_left())
      leave();
  }

  // There is no way to tell where the next message begins, so this is the end.
  void give_up() {
    client_.print("important", reader_.failure() + "; the conversation ends here\n");
    client_.tell("terminated", Json::record());
    code_ = complain(reader_.failure(), kFailed);
    leave();
  }

  void leave() {
    loop_.forget(connection_.in);
    adapter_.leave();
  }

  Connection connection_;
  Loop loop_;
  dap::Client client_;
  dap::MessageReader reader_;
  dap::Adapter adapter_;
  int code_ = 0;
};

}  // namespace

int serve_dap(const Settings& settings) {
  signal(SIGPIPE, SIG_IGN);
  std::string why;
  const Connection connection =
      settings.dap_port ? accept_one(*settings.dap_port, &why) : take_standard_streams();
  if (connection.in == kNone || connection.out == kNone)
    return complain(why.empty() ? "there is no standard input or output" : why, kFailed);
  return Server(settings, connection).run();
}

}  // namespace minijvm::desk
