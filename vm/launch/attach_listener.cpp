#include "vm/launch/attach_listener.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "runtime/java_thread.h"
#include "sync/thread_state.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/native/attach_commands.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

constexpr const char* kProtocolVersion = "1";
constexpr int kBadVersion = 101;
constexpr std::size_t kFields = 5;                      // version, command, three arguments
constexpr std::size_t kLongestRequest = 16 + 3 * 1025;  // HotSpot's bound: a command of 16, arguments of 1024

AttachChoice attach_choice = AttachChoice::kNever;  // until Java runs
std::atomic<int> listener{-1};                      // the socket

std::string socket_path() { return "/tmp/.java_pid" + std::to_string(getpid()); }

class OpenFile {
 public:
  explicit OpenFile(int fd) : fd_(fd) {}
  ~OpenFile() {
    if (fd_ >= 0) {
      close(fd_);
    }
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int fd() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

// Fills the address; false: the path is too long for one.
bool make_address(const std::string& path, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return false;
  }
  path.copy(address.sun_path, path.size());
  return true;
}

// A socket that only this user can connect to; its name appears when it is ready. -1: it cannot be had.
int open_socket() {
  std::string path = socket_path();
  std::string early_path = path + ".tmp";
  sockaddr_un address;
  OpenFile socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0 || !make_address(early_path, address)) {
    return -1;
  }
  unlink(early_path.c_str());
  bool is_ready = bind(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 && listen(socket.fd(), 5) == 0 &&
                  chmod(early_path.c_str(), S_IRUSR | S_IWUSR) == 0 && chown(early_path.c_str(), geteuid(), getegid()) == 0 &&
                  rename(early_path.c_str(), path.c_str()) == 0;
  if (!is_ready) {
    unlink(early_path.c_str());
    return -1;
  }
  return socket.release();
}

// At the end of the process.
void remove_socket() {
  if (listener.exchange(-1, std::memory_order_acq_rel) >= 0) {
    unlink(socket_path().c_str());
  }
}

// Nobody listens any more; the next SIGQUIT of a tool may try again.
void give_up(int socket) {
  if (listener.compare_exchange_strong(socket, -1, std::memory_order_acq_rel)) {
    unlink(socket_path().c_str());
    shutdown(socket, SHUT_RDWR);  // wakes the listener, if it is another thread's call
  }
}

// Root, or who runs this VM.
bool is_trusted(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return false;
  }
  return peer.uid == 0 || (peer.uid == geteuid() && peer.gid == getegid());
}

// The fields of a request; fewer if the other end sends no more, or too much.
std::vector<std::string> read_fields(int connection) {
  std::vector<std::string> fields;
  std::string current;
  char byte = 0;
  for (std::size_t taken = 0; fields.size() < kFields && taken < kLongestRequest; ++taken) {
    ssize_t got = TEMP_FAILURE_RETRY(read(connection, &byte, 1));
    if (got <= 0) {
      break;
    }
    if (byte == '\0') {
      fields.push_back(std::move(current));
      current.clear();
    } else {
      current += byte;
    }
  }
  return fields;
}

void write_all(int connection, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t written = TEMP_FAILURE_RETRY(send(connection, text.data() + done, text.size() - done, MSG_NOSIGNAL));
    if (written <= 0) {
      return;  // it has gone
    }
    done += static_cast<std::size_t>(written);
  }
}

AttachAnswer answer(JavaThread& self, const std::vector<std::string>& fields) {
  if (fields[0] != kProtocolVersion) {
    return {kBadVersion, ""};
  }
  return run_attach_command(self, {fields[1], {fields[2], fields[3], fields[4]}});
}

void serve(JavaThread& self, int connection) {
  std::vector<std::string> fields;
  {
    sync::VmToNative reading(self);
    if (!is_trusted(connection)) {
      return;
    }
    fields = read_fields(connection);
  }
  if (fields.size() != kFields) {
    return;
  }
  AttachAnswer result = answer(self, fields);
  sync::VmToNative writing(self);
  write_all(connection, std::to_string(result.status) + '\n' + result.text);
}

int accept_one(int socket) {
  int accepted = -1;
  do {
    accepted = accept4(socket, nullptr, nullptr, SOCK_CLOEXEC);
  } while (accepted < 0 && errno == EINTR);
  return accepted;
}

void run_listener(JavaThread& self) {
  for (;;) {
    int accepted = -1;
    int socket = listener.load(std::memory_order_acquire);
    {
      sync::VmToNative waiting(self);
      accepted = accept_one(socket);
    }
    if (accepted < 0) {
      give_up(socket);  // there are no descriptors left, or somebody removed the socket's file
      close(socket);
      return;
    }
    OpenFile connection(accepted);
    serve(self, connection.fd());
  }
}

JavaResult<void> start_listener(JavaThread& self) {
  int socket = open_socket();
  if (socket < 0) {
    return {};
  }
  listener.store(socket, std::memory_order_release);
  static const int at_exit = std::atexit(remove_socket);
  (void)at_exit;
  return start_vm_thread(self, "Attach Listener", run_listener);
}

// A tool leaves this file before it sends SIGQUIT; another user's does not count.
bool is_wanted() {
  std::string name = ".attach_pid" + std::to_string(getpid());
  struct stat file {};
  bool there = stat(name.c_str(), &file) == 0 || stat(("/tmp/" + name).c_str(), &file) == 0;
  return there && file.st_uid == geteuid();
}

// Somebody cleaned /tmp: no tool will find the socket.
bool lost_its_file(int socket) { return socket >= 0 && access(socket_path().c_str(), F_OK) != 0; }

}  // namespace

JavaResult<void> start_attaching(JavaThread& self, AttachChoice choice) {
  attach_choice = choice;
  return choice == AttachChoice::kFromStart ? start_listener(self) : JavaResult<void>();
}

bool is_attach_signal(JavaThread& self) {
  int socket = listener.load(std::memory_order_acquire);
  bool is_listening = socket >= 0 && !lost_its_file(socket);
  if (attach_choice == AttachChoice::kNever || is_listening || !is_wanted()) {
    return false;
  }
  if (socket >= 0) {
    give_up(socket);
  }
  if (!start_listener(self).ok()) {
    (void)take_exception(self);  // no thread can be had: the tool gives up waiting
  }
  return listener.load(std::memory_order_acquire) >= 0;
}

}  // namespace minijvm::vm
