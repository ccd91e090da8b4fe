// Shows the stepper to a person: each answer as a few lines of text, with the line of the source
// beside the bytecode if its file is found. An empty line repeats the last command. Transcripts in
// tests/vm/stepper compare this text byte for byte.
// Tested by tests/vm/stepper.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "tools/stepper/front/front.h"
#include "tools/stepper/front/line_reader.h"

namespace minijvm::vm::stepper {

namespace {

// The text is flushed, because the program writes to the same stdout.
void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Returns a text such as "int x = 3" or "Point p = Point <0x...>".
std::string variable_text(const Json& variable) {
  const std::string& name = variable["name"].text();
  return fmt::format("{}{}{} = {}", variable["type"].text(), name.empty() ? "" : " ", name,
                     variable["value"].text());
}

// Returns a text such as "Point.move(II)V, bci 7, Point.java:12", as far as it is known.
std::string place_text(const Json& place) {
  std::string text = fmt::format("{}.{}{}", place["class"].text(), place["method"].text(),
                                 place["descriptor"].text());
  if (place["native"].is_true())
    return text + ", native";
  if (place.has("bci"))
    text += fmt::format(", bci {}", place["bci"].number());
  if (place.has("file"))
    text += fmt::format(", {}", place["file"].text());
  if (place.has("line"))
    text += fmt::format(":{}", place["line"].number());
  return text;
}

std::string thread_text(const Json& thread) {
  return fmt::format("thread {} \"{}\"", thread["number"].number(), thread["name"].text());
}

std::string age_text(const Json& bits) {
  return fmt::format("age {}, {}", bits["age"].number(),
                     bits.has("hash") ? "hash " + bits["hash"].text() : "no hash");
}

// Returns one line for the word, then one for each queued thread (lock_words.h).
std::string lock_text(const Json& lock) {
  std::string text = fmt::format("  {}: word {}, {}", lock["object"].text(), lock["word"].text(),
                                 lock["state"].text());
  const std::string& state = lock["state"].text();
  // A NEUTRAL word holds age and hash itself; otherwise the first lock record does.
  if (state == "NEUTRAL")
    return text + fmt::format(", {}\n", age_text(lock));
  if (state == "BUSY")
    return text + (lock.has("last")
                       ? fmt::format(", last in the queue for the meta-lock: thread {}\n",
                                     lock["last"].text())
                       : "\n");
  if (lock["queue_bit"].is_true())
    text += ", Q";
  if (lock.has("owner"))
    text +=
        fmt::format(", owner thread {}, count {}", lock["owner"].text(), lock["count"].number());
  if (lock.has("stored"))
    text += fmt::format("; stored: {}", age_text(lock["stored"]));
  text += '\n';
  for (const Json& queued : lock["queue"].items())
    text += fmt::format("    {} thread {}\n", queued["as"].text(), queued["thread"].text());
  return text;
}

// Returns the operand stack on one line, the bottom first.
std::string stack_text(const Json& stack) {
  std::string text;
  for (const Json& entry : stack.items()) {
    // An object's text says its class already.
    std::string type =
        entry.has("address") || entry["type"].text() == "unknown" ? "" : entry["type"].text() + " ";
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", type, entry["value"].text());
  }
  return text.empty() ? "empty" : text;
}

// Returns the answer to `print`: the object, then its fields with offsets or its first elements.
std::string object_lines(const Json& value) {
  std::string text = value["value"].text();
  if (!value.has("address"))
    return fmt::format("{} ({})\n", text, value["type"].text());
  // The address is added only if the text does not show it, as for a String.
  text = fmt::format("{}{}, in {}", text,
                     text.find(value["address"].text()) == std::string::npos
                         ? fmt::format(" <{}>", value["address"].text())
                         : "",
                     value["space"].text());
  if (value.has("forwarded_to"))
    text += fmt::format(", forwarded to <{}>", value["forwarded_to"].text());
  if (value.has("bytes"))
    text += fmt::format(", {} bytes", value["bytes"].number());
  text += '\n';
  for (const Json& field : value["fields"].items())
    text += fmt::format("  +{:<3} {}\n", field["offset"].number(), variable_text(field));
  for (const Json& element : value["elements"].items())
    text += fmt::format("  {}\n", variable_text(element));
  // The engine sends the first elements only (describe.cpp).
  if (value["length"].number() > static_cast<std::int64_t>(value["elements"].items().size()))
    text += "  ...\n";
  return text;
}

// Shows each row of a list by the same function.
std::string rows_text(const Json& rows, std::string (*row_text)(const Json& row)) {
  std::string text;
  for (const Json& row : rows.items()) text += row_text(row);
  return text;
}

// A `*` marks the selected thread.
std::string thread_row(const Json& row) {
  std::string text = fmt::format("{} {}: {}", row["selected"].is_true() ? "*" : " ",
                                 thread_text(row), row["state"].text());
  if (row.has("waits_for"))
    text += fmt::format(" for {}", row["waits_for"].text());
  if (row.has("held_by"))
    text += fmt::format(", which thread {} has", row["held_by"].text());
  if (row.has("place"))
    text += "; " + place_text(row["place"]);
  return text + '\n';
}

std::string frame_line(const Json& row) {
  return fmt::format("{} {}  {}\n", row["selected"].is_true() ? "*" : " ", row["number"].number(),
                     place_text(row["place"]));
}
std::string stop_row(const Json& row) {
  return fmt::format("  {}  {} {}\n", row["number"].number(), row["kind"].text(),
                     row["where"].text());
}
std::string variable_row(const Json& row) { return fmt::format("  {}\n", variable_text(row)); }
std::string point_row(const Json& row) {
  return fmt::format("  {:<15} {}\n", row["name"].text(), row["what"].text());
}

// A "=>" marks the instruction in progress.
std::string code_row(const Json& row) {
  std::string line = row.has("line") ? fmt::format("line {}", row["line"].number()) : "";
  return fmt::format("{} {:>8} {:5} {}\n", row["current"].is_true() ? "=>" : "  ", line,
                     row["bci"].number(), row["text"].text());
}

// Shows the lock, then the threads that use it.
std::string monitor_row(const Json& row) {
  std::string text = lock_text(row["lock"]);
  for (const Json& use : row["uses"].items()) text += fmt::format("    {}\n", use.text());
  return text;
}

std::string space_row(const Json& row) {
  return fmt::format("  {:<6} {:>7}K of {:>7}K  {} to {}\n", row["name"].text(),
                     row["used"].number() / 1024, row["capacity"].number() / 1024,
                     row["base"].text(), row["top"].text());
}

std::string heap_text(const Json& heap) {
  return rows_text(heap["spaces"], space_row) + fmt::format("  {} young and {} full collections\n",
                                                            heap["young_collections"].number(),
                                                            heap["full_collections"].number());
}

std::string command_row(const Json& row) {
  std::string head =
      fmt::format("{}{}{}", row["name"].text(), row["arguments"].text().empty() ? "" : " ",
                  row["arguments"].text());
  if (!row["short"].text().empty())
    head += fmt::format("  ({})", row["short"].text());
  return fmt::format("  {}\n      {}\n", head, row["what"].text());
}

// Shows an answer according to the fields that it has. The order matters where one field is part of
// several answers.
std::string answer_text(const Json& answer) {
  if (answer.has("error"))
    return answer["error"].text() + '\n';
  // These two are for tools.
  if (answer["answer"].text() == "picture" || answer["answer"].text() == "code")
    return answer.to_text() + '\n';
  if (answer.has("stops"))
    return answer["stops"].items().empty() ? "none\n" : rows_text(answer["stops"], stop_row);
  if (answer.has("where"))
    return fmt::format("{} {}: {}\n", answer["answer"].text(), answer["number"].number(),
                       answer["where"].text());
  if (answer.has("value"))
    return object_lines(answer["value"]);
  if (answer.has("lock"))
    return lock_text(answer["lock"]);
  if (answer.has("monitors"))
    return answer["monitors"].items().empty() ? "none\n"
                                              : rows_text(answer["monitors"], monitor_row);
  if (answer.has("threads"))
    return rows_text(answer["threads"], thread_row);
  if (answer.has("thread"))
    return thread_row(answer["thread"]);
  if (answer.has("frames"))
    return rows_text(answer["frames"], frame_line);
  if (answer.has("frame"))
    return frame_line(answer["frame"]);
  if (answer.has("locals"))
    return answer["locals"].items().empty() ? "none\n" : rows_text(answer["locals"], variable_row);
  if (answer.has("stack"))
    return answer["stack"].items().empty() ? "empty\n" : rows_text(answer["stack"], variable_row);
  if (answer.has("heap"))
    return heap_text(answer["heap"]);
  if (answer.has("code"))
    return answer["method"].text() + '\n' + rows_text(answer["code"], code_row);
  if (answer.has("points"))
    return rows_text(answer["points"], point_row);
  return rows_text(answer["commands"], command_row);
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
