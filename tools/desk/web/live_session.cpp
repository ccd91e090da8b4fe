// Passes requests of pages to the session, and what the recording says to all pages.
#include "tools/desk/web/live_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tools/desk/command_words.h"
#include "tools/desk/fronts.h"

namespace minijvm::desk {
namespace {

constexpr std::string_view kBreak = "break ";

std::string sentence(std::string_view text) { return Json::record().set("error", text).to_text(); }

Reply refused(int status, std::string_view text) { return {status, sentence(text)}; }

Reply not_writer() { return refused(409, "another page commands: take over first"); }

// These show something, and do nothing that a session's text would need.
bool is_worth_noting(const std::string& name) {
  for (const char* quiet : {"picture", "schedule", "code", "bytes", "stops", "help", "film"}) {
    if (name == quiet) {
      return false;
    }
  }
  return true;
}

}  // namespace

LiveSession::LiveSession(Loop& loop, const Settings& settings,
                         std::function<void(const std::string&)> over)
    : loop_(loop), settings_(settings), over_(std::move(over)) {
  set_first_stops(settings_.vm.breaks);
}

LiveSession::~LiveSession() { close_pages(); }

// The VM numbers its stops from 1, those that it starts with first.
VmStart LiveSession::next_start() {
  VmStart start = settings_.vm;
  start.breaks.clear();
  to_set_.clear();
  for (const auto& [number, command] : stops_) {
    if (number <= static_cast<std::int64_t>(from_start_)) {
      start.breaks.push_back(command.substr(kBreak.size()));
    } else {
      to_set_.push_back(command);
    }
  }
  set_first_stops(start.breaks);
  return start;
}

void LiveSession::set_first_stops(const std::vector<std::string>& places) {
  from_start_ = places.size();
  stops_.clear();
  for (const std::string& place : places) {
    stops_.emplace(static_cast<std::int64_t>(stops_.size()) + 1, std::string(kBreak) + place);
  }
}

std::string LiveSession::start() {
  session_.reset();
  for (const auto& [number, then] : std::exchange(waiting_, {})) {
    then(refused(409, "the program has been started once more"));
  }
  auto session = Session::start(loop_, next_start());
  if (!session.ok()) {
    return session.error();
  }
  session_ = session.take();
  recording_ = std::make_unique<Recording>(about(settings_), settings_.source_path,
                                           [this](const std::string& line) { tell(line); });
  session_->add(*recording_);
  session_->add(*this);
  for (const auto& page : pages_) {
    page->add(first_line(*page));
  }
  return "";
}

// --- pages ---

void LiveSession::tell(const std::string& line) {
  const bool is_output = line.starts_with(R"({"type":"output")");
  for (const auto& page : pages_) {
    if (is_output) {
      page->add_output(line);
    } else {
      page->add(line);
    }
  }
}

std::string LiveSession::first_line(const LivePage& page) const {
  return fmt::format(
      R"({{"type":"recording","page":"{}","writer":{},"running":{},"viewers":{},"recording":{}}})",
      page.id(), page.id() == writer_, recording_->is_running(), pages_.size(),
      recording_->to_text());
}

std::shared_ptr<LivePage> LiveSession::open_page() {
  auto page = std::make_shared<LivePage>(std::to_string(++last_page_));
  pages_.push_back(page);
  if (writer_.empty()) {
    writer_ = page->id();
  }
  page->add(first_line(*page));
  return page;
}

void LiveSession::give_floor_to(const std::string& page) {
  const std::string before = std::exchange(writer_, page);
  for (const auto& other : pages_) {
    if (other->id() == before || other->id() == page) {
      other->add(fmt::format(R"({{"type":"writer","writer":{}}})", other->id() == page));
    }
  }
}

// When the page that commands is gone, the oldest of the others commands.
void LiveSession::close_page(const std::string& id) {
  std::erase_if(pages_, [&](const auto& page) { return page->id() == id; });
  if (writer_ == id) {
    give_floor_to(pages_.empty() ? "" : pages_.front()->id());
  }
}

void LiveSession::close_pages() {
  for (const auto& page : pages_) {
    page->close();
  }
}

// --- requests ---

void LiveSession::command(const std::string& page, const std::string& text, const Then& then) {
  if (page != writer_) {
    then(not_writer());
    return;
  }
  if (text == "pause") {
    session_->interrupt();
    then({200, R"({"answer":"pause"})"});
    return;
  }
  const std::int64_t number = ++last_command_;
  waiting_[number] = then;
  session_->execute(text, [this, text, number](const Json& answer) {
    const Then reply = waiting_[number];
    waiting_.erase(number);
    if (!answer.has("error")) {
      const std::string name = command_name(session_->greeting(), text);
      note_stops(text, answer);
      if (is_worth_noting(name)) {
        recording_->note_command(text);
      }
    }
    reply({200, answer.to_text()});
  });
}

void LiveSession::note_stops(const std::string& command, const Json& answer) {
  const std::string name = command_name(session_->greeting(), command);
  const std::int64_t number = answer["number"].number();
  if (name == "break" || name == "watch" || name == "catch") {
    stops_[number] = command;
  } else if (name == "delete") {
    stops_.erase(number);
  }
}

Reply LiveSession::input(const std::string& page, const Json& request) {
  if (page != writer_) {
    return not_writer();
  }
  const std::string& text = request["text"].text();
  if (!text.empty() && !session_->write_input(text)) {
    return refused(409, "the program's input is closed, or it does not read it");
  }
  if (request["close"].is_true()) {
    session_->close_input();
  }
  return {};
}

Reply LiveSession::take_over(const std::string& page) {
  const bool is_open = std::any_of(pages_.begin(), pages_.end(),
                                   [&](const auto& other) { return other->id() == page; });
  if (!is_open) {
    return refused(409, "this page is not open any more: reload it");
  }
  if (page != writer_) {
    give_floor_to(page);
  }
  return {};
}

Reply LiveSession::restart(const std::string& page) {
  if (page != writer_) {
    return not_writer();
  }
  const std::string complaint = start();
  return complaint.empty() ? Reply{} : refused(500, complaint);
}

Reply LiveSession::predict(const std::string& page, const Json& request) {
  if (page != writer_) {
    return not_writer();
  }
  Json answers = Json::list();
  for (const Json& answer : request["answers"].items()) {
    answers.add(answer);
  }
  recording_->keep_answers(
      Json::record().set("name", request["name"].text()).set("answers", answers));
  return {};
}

// --- what happens ---

void LiveSession::stopped(const Step&) {
  for (const std::string& command : std::exchange(to_set_, {})) {
    session_->execute(command,
                      [this, command](const Json& answer) { note_stops(command, answer); });
  }
}

void LiveSession::ended(int, const std::string& text) { over_(text); }

}  // namespace minijvm::desk
