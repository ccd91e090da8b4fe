// Shows the stepper's answers as text. The text front prints it, and so does a debugger's console;
// transcripts in tests/vm/stepper compare it byte for byte.
#include "tools/stepper/front/answer_text.h"

#include <fmt/format.h>

#include <string_view>

namespace minijvm::vm::stepper {

namespace {

// Returns a text such as "int x = 3" or "Point p = Point <0x...>".
std::string variable_text(const Json& variable) {
  const std::string& name = variable["name"].text();
  return fmt::format("{}{}{} = {}", variable["type"].text(), name.empty() ? "" : " ", name,
                     variable["value"].text());
}

}  // namespace

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

namespace {

std::string age_text(const Json& bits) {
  return fmt::format("age {}, {}", bits["age"].number(),
                     bits.has("hash") ? "hash " + bits["hash"].text() : "no hash");
}

}  // namespace

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

namespace {

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

// Says of a stop why no thread can reach it now: a typing error is seen at once.
std::string_view reach_text(const Json& stop) {
  if (stop["pending"].is_true())
    return " (no class of this name or file is loaded yet)";
  return stop["no_code"].is_true() ? " (the class is loaded, and has no such code)" : "";
}

std::string stop_row(const Json& row) {
  return fmt::format("  {}  {} {}{}\n", row["number"].number(), row["kind"].text(),
                     row["where"].text(), reach_text(row));
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

}  // namespace

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
    return fmt::format("{} {}: {}{}\n", answer["answer"].text(), answer["number"].number(),
                       answer["where"].text(), reach_text(answer));
  if (answer.has("tick"))
    return fmt::format("tick {}; {} is {}, at its tick {}\n", answer["tick"].number(),
                       thread_text(answer["thread"]), answer["known_as"].text(),
                       answer["tick_of_thread"].number());
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

}  // namespace minijvm::vm::stepper
