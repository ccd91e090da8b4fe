// JSON lines for tools and graders: a request is {"command": "break Point.move", "id": 7}, an answer has the command's name and the id; events
// ({"event": "stopped", ...}) come by themselves. They go to what was stdout; the program's own output goes to stderr meanwhile, its stdin is
// empty. Proved by tests/vm/stepper.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "vm/inspect/stepper/front.h"

namespace minijvm::vm::stepper {

namespace {

class JsonFront final : public Front {
 public:
  JsonFront() : in_(dup(STDIN_FILENO)), out_(dup(STDOUT_FILENO)) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }

  void tell(const Value& event) override { write_line(event.to_json()); }

  bool ask(std::string* command) override {
    for (std::string line; read_line(&line);) {
      if (line.empty()) continue;
      std::optional<Value> request = Value::from_json(line);
      if (request && !(*request)["command"].text().empty()) {
        id_ = (*request)["id"];
        *command = (*request)["command"].text();
        return true;
      }
      write_line(Value::record().set("error", "a request is a line like {\"command\": \"step\", \"id\": 1}").to_json());
    }
    return false;
  }

  void answer(const Value& answer) override {
    Value line = answer;
    if (!id_.is_null()) line.set("id", id_);
    write_line(line.to_json());
  }

 private:
  bool read_line(std::string* line) {
    line->clear();
    char letter = 0;
    while (read(in_, &letter, 1) == 1) {
      if (letter == '\n') return true;
      line->push_back(letter);
    }
    return !line->empty();
  }

  void write_line(std::string text) {
    text += '\n';
    for (std::size_t done = 0; done < text.size();) {
      ssize_t more = write(out_, text.data() + done, text.size() - done);
      if (more <= 0) return;  // nobody reads
      done += static_cast<std::size_t>(more);
    }
  }

  int in_;
  int out_;
  Value id_;
};

}  // namespace

std::unique_ptr<Front> make_json_front() { return std::make_unique<JsonFront>(); }

}  // namespace minijvm::vm::stepper
