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
constexpr std::size_t kMostEarly = std::size_t{64} << 10;

std::string sentence(std::string_view text) { return Json::record().set("error", text).to_text(); }

Reply refused(int status, std::string_view text) { return {status, sentence(text)}; }

Reply not_writer() { return refused(409, "another page commands: take over first"); }

Reply no_program() { return refused(409, "the program could not be started again"); }

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

LiveSession::LiveSession(Loop& loop, const Settings& settings, Terminal& terminal)
    : loop_(loop), settings_(settings), terminal_(terminal) {
  set_first_stops(settings_.vm.breaks);
}

LiveSession::~LiveSession() { close_pages(); }

// The VM numbers its stops from 1, those that it starts with first. A start before this one may not
// have come to its first stop, so that some are still to be set.
VmStart LiveSession::next_start() {
  VmStart start = settings_.vm;
  start.breaks.clear();
  const std::vector<std::string> unset = std::exchange(to_set_, {});
  for (const auto& [number, command] : stops_) {
    if (number <= static_cast<std::int64_t>(from_start_)) {
      start.breaks.push_back(command.substr(kBreak.size()));
    } else {
      to_set_.push_back(command);
    }
  }
  to_set_.insert(to_set_.end(), unset.begin(), unset.end());
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
  begin_recording(*session_);
  return "";
}

void LiveSession::look_at(Session& session) {
  looks_on_ = true;
  begin_recording(session);
}

void LiveSession::begin_recording(Session& session) {
  has_begun_ = false;
  recording_ = std::make_unique<Recording>(about(settings_), settings_.source_path,
                                           [this](const std::string& line) { tell(line); });
  session.add(*recording_);
  session.add(*this);
}

void LiveSession::end() {
  is_ending_ = true;
  session_->end();
}

// --- pages ---

void LiveSession::begin_pages() {
  if (!std::exchange(has_begun_, true)) {
    for (const auto& page : pages_) {
      page->add(first_line(*page));
    }
  }
}

void LiveSession::tell(const std::string& line) {
  if (!has_begun_) {
    return;
  }
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
  if (writer_.empty() && !looks_on_) {
    writer_ = page->id();
  }
  if (has_begun_) {
    page->add(first_line(*page));
  }
  return page;
}

void LiveSession::give_floor_to(const std::string& page) {
  const std::string before = std::exchange(writer_, page);
  if (!has_begun_) {
    return;  // the first line says it
  }
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

std::optional<Reply> LiveSession::objection_to(const std::string& page) const {
  if (looks_on_) {
    return refused(409, "an editor steps this program, and pages look on");
  }
  return page.empty() || page != writer_ ? std::optional(not_writer()) : std::nullopt;
}

void LiveSession::command(const std::string& page, const std::string& text, const Then& then) {
  if (const auto objection = objection_to(page); objection || session_ == nullptr) {
    then(objection.value_or(no_program()));
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
  if (const auto objection = objection_to(page); objection || session_ == nullptr) {
    return objection.value_or(no_program());
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
  if (looks_on_) {
    return *objection_to(page);
  }
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
  if (const auto objection = objection_to(page)) {
    return *objection;
  }
  if (is_ending_) {
    return refused(409, "the desk ends");
  }
  const std::string complaint = start();
  return complaint.empty() ? Reply{} : refused(500, complaint);
}

Reply LiveSession::predict(const std::string& page, const Json& request) {
  if (const auto objection = objection_to(page)) {
    return *objection;
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

void LiveSession::ready(const Json&) { begin_pages(); }

void LiveSession::printed(Stream stream, std::string_view text) {
  std::size_t kept = 0;
  for (const auto& part : early_output_) {
    kept += part.second.size();
  }
  if (!has_stopped_ && kept < kMostEarly) {
    early_output_.emplace_back(stream, text.substr(0, kMostEarly - kept));
  }
}

void LiveSession::stopped(const Step&) {
  has_stopped_ = true;
  early_output_.clear();
  terminal_.stopped();
  for (const std::string& command : std::exchange(to_set_, {})) {
    session_->execute(command,
                      [this, command](const Json& answer) { note_stops(command, answer); });
  }
}

void LiveSession::ended(int code, const std::string& text) {
  begin_pages();
  terminal_.over(code, text);
}

}  // namespace minijvm::desk
