// Speaks JSON lines with tools and graders. A request is {"command": "break Point.move", "id": 7}.
// The answer has the command's name and the id; an event such as {"event": "stopped", ...} comes by
// itself. All of it goes to the original stdout. The program's own output goes to stderr instead,
// and its stdin is empty.
// Tested by tests/vm/stepper.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "tools/stepper/front.h"

namespace minijvm::vm::stepper {

namespace {

class JsonFront final : public Front {
 public:
  // Keeps the original stdin and stdout and gives the program other ones, before any Java code
  // runs.
  JsonFront() : in_(dup(STDIN_FILENO)), out_(dup(STDOUT_FILENO)) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }

  void tell(const Json& event) override { write_line(event.to_text()); }

  bool ask(std::string* command) override {
    for (std::string line; read_line(&line);) {
      // A line that is no request is answered with an error and does not end the conversation.
      if (line.empty())
        continue;
      std::optional<Json> request = Json::parse(line);
      if (request && !(*request)["command"].text().empty()) {
        id_ = (*request)["id"];
        *command = (*request)["command"].text();
        return true;
      }
      write_line(Json::record()
                     .set("error", "a request is a line like {\"command\": \"step\", \"id\": 1}")
                     .to_text());
    }
    return false;
  }

  void answer(const Json& answer) override {
    Json line = answer;
    // The id may be any JSON value; it is sent back as it came.
    if (!id_.is_null())
      line.set("id", id_);
    write_line(line.to_text());
  }

 private:
  // Reads byte by byte, because a buffer would have to be kept between two conversations. The last
  // line may lack its end.
  bool read_line(std::string* line) {
    line->clear();
    char letter = 0;
    while (read(in_, &letter, 1) == 1) {
      if (letter == '\n')
        return true;
      line->push_back(letter);
    }
    return !line->empty();
  }

  void write_line(std::string text) {
    text += '\n';
    for (std::size_t done = 0; done < text.size();) {
      ssize_t more = write(out_, text.data() + done, text.size() - done);
      if (more <= 0)
        // The reader is gone; the next read will find the end of the input.
        return;
      done += static_cast<std::size_t>(more);
    }
  }

  int in_;
  int out_;
  Json id_;
};

}  // namespace

std::unique_ptr<Front> make_json_front() { return std::make_unique<JsonFront>(); }

}  // namespace minijvm::vm::stepper
