// Opens the socket, runs the daemon thread that accepts connections, and carries requests and
// answers over it; attach_commands.cpp does the work that a request asks for.
#include "tools/manage/attach_listener.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic.h"
#include "base/open_file.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/thread_state.h"
#include "tools/manage/attach_commands.h"
#include "tools/manage/manage_state.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

constexpr const char* kProtocolVersion = "1";
// com.sun.tools.attach knows this status as ATTACH_ERROR_BADVERSION.
constexpr int kBadVersion = 101;
constexpr std::size_t kFields = 5;  // version, command, three arguments
// HotSpot has the same bound: a command of 16 bytes, and arguments of 1024 each.
constexpr std::size_t kLongestRequest = 16 + 3 * 1025;

// Holds the listening socket, or -1. Several threads may close it, so it is atomic.
Atomic<int>& listener() { return manage_state.attach_socket; }

std::string socket_path() { return "/tmp/.java_pid" + std::to_string(getpid()); }

// Fills the address. Returns false if the path is too long for an address.
bool make_address(const std::string& path, sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    return false;
  }
  path.copy(address.sun_path, path.size());
  return true;
}

// Returns a socket to which only this user can connect, or -1. It is made under another name and
// then renamed, so that a tool that sees its name can connect to it.
int open_socket() {
  std::string path = socket_path();
  std::string early_path = path + ".tmp";
  sockaddr_un address;
  OpenFile socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (socket.fd() < 0 || !make_address(early_path, address)) {
    return -1;
  }
  // An earlier process with the same id may have left this file behind.
  unlink(early_path.c_str());
  bool is_ready =
      bind(socket.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      listen(socket.fd(), 5) == 0 && chmod(early_path.c_str(), S_IRUSR | S_IWUSR) == 0 &&
      chown(early_path.c_str(), geteuid(), getegid()) == 0 &&
      rename(early_path.c_str(), path.c_str()) == 0;
  if (!is_ready) {
    unlink(early_path.c_str());
    return -1;
  }
  return socket.release();
}

// Called at the end of the process.
void remove_socket() {
  if (listener().exchange(-1, std::memory_order_acq_rel) >= 0) {
    unlink(socket_path().c_str());
  }
}

// Stops listening, unless that has been done already. The next SIGQUIT of a tool may start another
// listener. The exchange lets exactly one caller do it.
void give_up(int socket) {
  if (listener().compare_exchange_strong(socket, -1, std::memory_order_acq_rel)) {
    unlink(socket_path().c_str());
    shutdown(socket, SHUT_RDWR);  // wakes the listener, if it is another thread's call
  }
}

// Returns true for a peer that runs as root, or as the user and group that run this VM.
bool is_trusted(int connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return false;
  }
  return peer.uid == 0 || (peer.uid == geteuid() && peer.gid == getegid());
}

// Returns the fields of a request; fewer if the other end sends no more, or too much.
std::vector<std::string> read_fields(int connection) {
  std::vector<std::string> fields;
  std::string current;
  char byte = 0;
  // Reading byte by byte is slow, but a request is short, and no byte behind it is taken.
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

// MSG_NOSIGNAL: a tool that has closed its end must not cause a SIGPIPE here.
void write_all(int connection, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t written =
        TEMP_FAILURE_RETRY(send(connection, text.data() + done, text.size() - done, MSG_NOSIGNAL));
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

// Serves one request. Reading and writing may block, so both happen in kInNative, where a safepoint
// does not wait for this thread. A request that is not complete gets no answer.
void serve(JavaThread& self, int connection) {
  std::vector<std::string> fields;
  {
    // The peer's credentials are checked before anything is read.
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
  // A signal may interrupt the wait; that is no reason to end the listener.
  int accepted = -1;
  do {
    accepted = accept4(socket, nullptr, nullptr, SOCK_CLOEXEC);
  } while (accepted < 0 && errno == EINTR);
  return accepted;
}

// Runs the thread "Attach Listener", which serves one connection at a time.
void run_listener(JavaThread& self) {
  for (;;) {
    int accepted = -1;
    int socket = listener().load(std::memory_order_acquire);
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
  // release: publishes the socket to the listener and to is_attach_signal, which load it with
  // acquire.
  listener().store(socket, std::memory_order_release);
  // A listener may start several times, but the function is registered once.
  if (!manage_state.removes_socket_at_exit.exchange(true, std::memory_order_relaxed)) {
    (void)std::atexit(remove_socket);
  }
  return start_vm_thread(self, "Attach Listener", run_listener);
}

// A tool creates this file before it sends SIGQUIT; a file of another user does not count.
bool is_wanted() {
  std::string name = ".attach_pid" + std::to_string(getpid());
  struct stat file {};
  bool there = stat(name.c_str(), &file) == 0 || stat(("/tmp/" + name).c_str(), &file) == 0;
  return there && file.st_uid == geteuid();
}

// Returns true if the socket's file was removed, for example by a job that cleans /tmp. No tool
// finds the socket then.
bool lost_its_file(int socket) { return socket >= 0 && access(socket_path().c_str(), F_OK) != 0; }

}  // namespace

JavaResult<void> start_attaching(JavaThread& self, AttachChoice choice) {
  manage_state.attach_choice = choice;
  if (choice != AttachChoice::kNever) {
    // A process that had this one's id and was killed leaves its file behind. A tool would take the
    // file for this VM's, and find nobody who listens.
    unlink(socket_path().c_str());
  }
  return choice == AttachChoice::kFromStart ? start_listener(self) : JavaResult<void>();
}

bool is_attach_signal(JavaThread& self) {
  // A SIGQUIT counts as a tool's only if no listener can be reached and the tool has left its file.
  // In all other cases the signal asks for a thread dump.
  int socket = listener().load(std::memory_order_acquire);
  bool is_listening = socket >= 0 && !lost_its_file(socket);
  if (manage_state.attach_choice == AttachChoice::kNever || is_listening || !is_wanted()) {
    return false;
  }
  if (socket >= 0) {
    give_up(socket);
  }
  if (!start_listener(self).ok()) {
    (void)take_exception(self);  // no thread can be had: the tool gives up waiting
  }
  return listener().load(std::memory_order_acquire) >= 0;
}

}  // namespace minijvm::vm
