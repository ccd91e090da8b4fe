// Shows the stepper to a person: each answer as a few lines of text, with the line of the source
// beside the bytecode if its file is found. An empty line repeats the last command. Transcripts in
// tests/vm/stepper compare this text byte for byte.
// Tested by tests/vm/stepper.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/stepper/front/answer_text.h"
#include "tools/stepper/front/front.h"
#include "tools/stepper/front/line_reader.h"

namespace minijvm::vm::stepper {

namespace {

// The text is flushed, because the program writes to the same stdout.
void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

class TextFront final : public Front {
 public:
  TextFront(std::string source_path, bool explains, Completer complete)
      : source_path_(std::move(source_path)), explains_(explains) {
    set_completer(complete);
  }

  // Shows why the thread has stopped, what the point means, the lock that is concerned, and where
  // the thread is.
  void tell(const Json& event) override {
    std::string text =
        fmt::format("\n{}: {}\n", thread_text(event["thread"]), event["reason"].text());
    if (event.has("what"))
      text += fmt::format("  {}\n", event["what"].text());
    if (event.has("lock"))
      text += lock_text(event["lock"]);
    if (event.has("place"))
      text += here_text(event);
    // A point's sentence has been shown above.
    if (explains_ && event.has("say") && !event.has("what"))
      text += fmt::format("   {}\n", event["say"].text());
    print(text);
  }

  bool ask(std::string* command) override {
    if (!read_line("(step) ", command))
      return false;
    // An empty line repeats the command before it, as in gdb.
    if (command->find_first_not_of(" \t\r") == std::string::npos)
      *command = last_;
    last_ = *command;
    return true;
  }

  void answer(const Json& answer) override { print(answer_text(answer)); }

 private:
  // Returns the place, the source line, the next instruction and the operand stack.
  std::string here_text(const Json& event) {
    const Json& place = event["place"];
    std::string text = place_text(place) + '\n';
    std::string source = source_line(place);
    if (!source.empty())
      text += fmt::format("  {:<5} {}\n", place["line"].number(), source);
    if (place.has("instruction"))
      text += fmt::format("=> {:<5}{}\n   stack {}\n", place["bci"].number(),
                          place["instruction"].text(), stack_text(event["stack"]));
    return text;
  }

  // Returns the text of the place's line. The file is looked for in each folder of the source path,
  // first in the folder of its package, then in the folder itself. Returns an empty text if it is
  // not found.
  std::string source_line(const Json& place) {
    if (!place.has("line") || !place.has("file"))
      return "";
    std::string package = place["class"].text();
    package.resize(package.rfind('.') == std::string::npos ? 0 : package.rfind('.') + 1);
    for (char& letter : package) letter = letter == '.' ? '/' : letter;
    std::istringstream folders(source_path_);
    for (std::string folder; std::getline(folders, folder, ':');) {
      for (const std::string& path :
           {folder + '/' + package + place["file"].text(), folder + '/' + place["file"].text()}) {
        std::ifstream file(path);
        std::string line;
        for (std::int64_t number = 0; number < place["line"].number() && std::getline(file, line);)
          ++number;
        if (file.is_open() && !line.empty())
          return line;
      }
    }
    return "";
  }

  std::string source_path_;
  const bool explains_;
  std::string last_;
};

}  // namespace

std::unique_ptr<Front> make_text_front(std::string source_path, bool explains, Completer complete) {
  return std::make_unique<TextFront>(std::move(source_path), explains, complete);
}

}  // namespace minijvm::vm::stepper
