// Takes the pictures of stops apart into panes, and puts the recording together as text.
#include "tools/desk/recording.h"

#include <fmt/format.h>

#include <utility>

namespace minijvm::desk {
namespace {

constexpr const char* kPanes[] = {"threads", "objects", "statics", "locks", "heap"};

std::string quoted(std::string_view text) { return Json(text).to_text(); }

void append(std::string& list, const std::string& item) {
  list += list.empty() ? "" : ",";
  list += item;
}

std::string list_of(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    append(list, text);
  }
  return '[' + list + ']';
}

}  // namespace

Recording::Recording(About about, std::string_view source_path, News news)
    : about_(std::move(about)), sources_(source_path), news_(std::move(news)) {}

void Recording::note_command(std::string command) { commands_.push_back(std::move(command)); }

// --- what happens ---

void Recording::running(const std::string& command) {
  is_running_ = true;
  tell(fmt::format(R"({{"type":"running","command":{}}})", quoted(command)));
}

void Recording::printed(Stream stream, std::string_view text) {
  console_.add(stream, text);
  tell(fmt::format(R"({{"type":"output","stream":"{}","text":{}}})", stream_word(stream),
                   quoted(text)));
}

// The type stands before the event's own fields.
void Recording::happened(const Json& event) {
  const std::string& name = event["event"].text();
  const std::string text = event.to_text();
  if (name == "gc") {
    append(film_, text);
  }
  tell(fmt::format(R"({{"type":{},{})", quoted(name), text.substr(1)));
}

void Recording::ended(int code, const std::string& sentence) {
  is_running_ = false;
  end_ = Json::record().set("code", code).set("text", sentence).to_text();
  tell(fmt::format(R"({{"type":"ended","end":{}}})", end_));
}

void Recording::stopped(const Step& step) {
  is_running_ = false;
  Fresh fresh;
  steps_.push_back({step_text(step, fresh), console_.open_gap()});
  console_.begin_gap();
  schedule_ = step.schedule;
  tell(fmt::format(
      R"({{"type":"step","step":{},"panes":[{}],"code":{{{}}},"sources":{{{}}},"schedule":{}}})",
      whole(steps_.back()), fresh.panes, fresh.code, fresh.sources, quoted(schedule_)));
}

// --- parts of a step ---

std::size_t Recording::pane(const Json& value, Fresh& fresh) {
  std::string text = value.to_text();
  const auto [found, is_new] = pane_numbers_.emplace(text, panes_.size());
  if (is_new) {
    append(fresh.panes, fmt::format("[{},{}]", panes_.size(), text));
    panes_.push_back(std::move(text));
  }
  return found->second;
}

// The VM sends the listing of a method once.
void Recording::take_code(const Json& picture, Fresh& fresh) {
  for (const Json& listing : picture["code"].items()) {
    Json record = Json::record();
    for (const Json::Field& field : listing.fields()) {
      if (field.name != "number") {
        record.set(field.name, field.value);
      }
    }
    append(fresh.code, fmt::format("\"{}\":{}", listing["number"].number(), record.to_text()));
  }
  if (!fresh.code.empty()) {
    append(code_, fresh.code);
  }
}

void Recording::take_sources(const Json& picture, Fresh& fresh) {
  for (const Json& thread : picture["threads"].items()) {
    for (const Json& frame : thread["frames"].items()) {
      const std::string& file = frame["file"].text();
      if (const auto text = sources_.find(frame["class"].text(), file)) {
        append(fresh.sources, fmt::format("{}:{}", quoted(file), quoted(*text)));
      }
    }
  }
  if (!fresh.sources.empty()) {
    append(source_texts_, fresh.sources);
  }
}

std::string Recording::step_text(const Step& step, Fresh& fresh) {
  take_code(step.picture, fresh);
  take_sources(step.picture, fresh);
  std::string text =
      fmt::format(R"("command":{},"event":{})", quoted(step.command), step.event.to_text());
  for (const char* name : kPanes) {
    text += fmt::format(R"(,"{}":{})", name, pane(step.picture[name], fresh));
  }
  for (const char* name : {"more_objects", "thread", "frame", "settled"}) {
    text += fmt::format(R"(,"{}":{})", name, step.picture[name].to_text());
  }
  if (step.stops.is_list()) {
    text += fmt::format(R"(,"stops":{})", step.stops.to_text());
  }
  text += fmt::format(R"(,"film":[{}])", std::exchange(film_, ""));
  return text;
}

// --- the whole ---

std::string Recording::whole(const KeptStep& step) const {
  return fmt::format(R"({{{},"out":{}}})", step.text, console_.gap_text(step.gap));
}

std::string Recording::made_text() const {
  Json made = Json::record();
  made.set("title", about_.title);
  for (const char* name : {"vm", "jdk"}) {
    made.set(name, greeting_[name]);
  }
  made.set("command", about_.command).set("date", about_.date);
  for (const char* name : {"model", "lwps", "locking"}) {
    made.set(name, greeting_[name]);
  }
  if (greeting_["goes_back"].is_true()) {
    made.set("goes_back", "yes");
  }
  return made.to_text();
}

std::string Recording::to_text() const {
  std::vector<std::string> steps;
  for (const KeptStep& step : steps_) {
    steps.push_back(whole(step));
  }
  std::vector<std::string> commands;
  for (const std::string& command : commands_) {
    commands.push_back(quoted(command));
  }
  const auto from_greeting = [&](const char* name) {
    return greeting_.has(name) ? greeting_[name].to_text() : "[]";
  };
  std::string text = R"({"format":"minijvm-recording","version":1)";
  const auto field = [&](const char* name, const std::string& value) {
    text += fmt::format(",\"{}\":", name);
    text += value;
  };
  field("made", made_text());
  field("commands", from_greeting("commands"));
  field("points", from_greeting("points"));
  field("sources", '{' + source_texts_ + '}');
  field("code", '{' + code_ + '}');
  field("panes", list_of(panes_));
  field("steps", list_of(steps));
  field("tail", console_.gap_text(console_.open_gap()));
  field("end", end_);
  field("schedule", quoted(schedule_));
  field("session", list_of(commands));
  field("predict", predict_);
  field("lecture", about_.is_lecture ? "true" : "false");
  return text + '}';
}

}  // namespace minijvm::desk
