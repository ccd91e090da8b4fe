// Speaks JSON lines with tools and graders. A request is {"command": "break Point.move", "id": 7}.
// The answer has the command's name and the id; an event such as {"event": "stopped", ...} comes by
// itself. There are two ways to speak:
//
//   --step=json     on the original stdin and stdout; the program's own output goes to stderr
//                   instead, and its stdin is empty
//   -Xstep:json=3   on descriptor 3, a socket; stdin, stdout and stderr are the program's. Threads
//                   that start and end are reported, too
//
// Tested by tests/vm/stepper.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "base/text/utf8.h"
#include "sync/threads/vm_mutex.h"
#include "tools/stepper/front/front.h"

namespace minijvm::vm::stepper {

namespace {

// A longer request is refused.
constexpr std::size_t kMostBytes = 1 << 20;

// RFC 8259, 8.1: JSON is UTF-8. The texts of the VM are modified UTF-8 (JVMS 4.4.7), those of a
// request may have any bytes. U+0000 must be escaped; other control characters are already.
std::string as_utf8(const std::string& line) {
  std::string text = valid_utf8(utf8_of_modified(line));
  for (std::size_t at = text.find('\0'); at != std::string::npos; at = text.find('\0', at))
    text.replace(at, 1, "\\u0000");
  return text;
}

class JsonFront final : public Front {
 public:
  JsonFront(int in, int out, bool watches_end) : in_(in), out_(out), watches_end_(watches_end) {}

  void tell(const Json& event) override { write_line(event); }

  void report(const Json& event) override { write_line(event); }

  // The other end of a pipe is not watched, as a script may send all its requests at once.
  bool has_left() const override {
    pollfd end{in_, POLLRDHUP, 0};
    return watches_end_ && poll(&end, 1, 0) == 1 &&
           (end.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
  }

  bool ask(std::string* command) override {
    for (std::string line; read_line(&line);) {
      // A line that is no request is answered with an error and does not end the conversation.
      if (line.empty())
        continue;
      std::optional<Json> request = Json::parse(line);
      if (request && !(*request)["command"].text().empty()) {
        ids_.push_back((*request)["id"]);
        *command = (*request)["command"].text();
        return true;
      }
      write_line(Json::record().set("error",
                                    "a request is a line like {\"command\": \"step\", \"id\": 1}"));
    }
    return false;
  }

  void answer(const Json& answer) override {
    std::string line = answer.to_text();
    // The id may be any JSON value; it is sent back as it came, as the record's last field.
    if (!ids_.back().is_null())
      line.replace(line.size() - 1, 1, ",\"id\":" + ids_.back().to_text() + '}');
    ids_.pop_back();
    write_text(line);
  }

 private:
  // The last line may lack its end. A line that is too long is read to its end, and is no request.
  bool read_line(std::string* line) {
    line->clear();
    bool is_too_long = false;
    for (char letter = 0; read_letter(&letter);) {
      if (letter == '\n') {
        if (is_too_long)
          *line = "too long";
        return true;
      }
      is_too_long |= line->size() >= kMostBytes;
      if (!is_too_long)
        line->push_back(letter);
    }
    return !line->empty();
  }

  bool read_letter(char* letter) {
    if (next_ == filled_) {
      ssize_t count = 0;
      do {
        count = read(in_, buffer_, sizeof buffer_);
      } while (count < 0 && errno == EINTR);
      if (count <= 0)
        return false;
      next_ = 0;
      filled_ = static_cast<std::size_t>(count);
    }
    *letter = buffer_[next_++];
    return true;
  }

  // Several threads may write: one converses, others start and end.
  void write_line(const Json& json) { write_text(json.to_text()); }

  void write_text(const std::string& line) {
    const std::string text = as_utf8(line) + '\n';
    sync::MutexLock lock(mutex_);
    for (std::size_t done = 0; done < text.size();) {
      ssize_t more = put(text.data() + done, text.size() - done);
      if (more < 0 && errno == EINTR)
        continue;
      if (more <= 0)
        // The reader is gone; the next read will find the end of the input.
        return;
      done += static_cast<std::size_t>(more);
    }
  }

  // A socket whose other end is gone must not raise SIGPIPE.
  ssize_t put(const char* bytes, std::size_t count) const {
    ssize_t sent = send(out_, bytes, count, MSG_NOSIGNAL);
    return sent < 0 && errno == ENOTSOCK ? write(out_, bytes, count) : sent;
  }

  const int in_;
  const int out_;
  // True if the end of the input ends the program, also while it runs.
  const bool watches_end_;
  sync::Mutex mutex_{sync::LockRank::kTable};
  // The ids of the requests without an answer so far: `gc` is answered after those that come while
  // it stops at a phase of the collection.
  std::vector<Json> ids_;
  // The letters that were read and not used yet are in [next_, filled_).
  char buffer_[4096];
  std::size_t next_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace

// Keeps the original stdin and stdout and gives the program other ones, before any Java code runs.
std::unique_ptr<Front> make_json_front() {
  int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(empty, STDIN_FILENO);
  close(empty);
  return std::make_unique<JsonFront>(in, out, false);
}

std::unique_ptr<Front> make_json_front(int descriptor) {
  return std::make_unique<JsonFront>(descriptor, descriptor, true);
}

bool keep_descriptor(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0; }

}  // namespace minijvm::vm::stepper
