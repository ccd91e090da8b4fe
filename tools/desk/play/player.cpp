// Answers each stop by the next command.
#include "tools/desk/play/player.h"

#include <algorithm>

namespace minijvm::desk {
namespace {

// A thread that waits for another one cannot take its turn.
bool can_step(const Json& thread) {
  const std::string& state = thread["state"].text();
  return (state == "runnable" || state == "not begun" || state == "not yet started") &&
         !thread["library"].is_true();
}

// Returns what `thread` takes: the name, if it is that of no other thread and no number.
std::string words_for(const Json& picture, std::int64_t id) {
  const auto& all = picture["threads"].items();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Json& thread) { return thread["id"].number() == id; });
  const std::string name = found == all.end() ? "" : (*found)["name"].text();
  const auto namesakes = std::count_if(
      all.begin(), all.end(), [&](const Json& thread) { return thread["name"].text() == name; });
  const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
  return namesakes == 1 && !is_number ? name : std::to_string(id);
}

// Returns the first thread behind `before` that can step, in the order of numbers, around.
std::optional<std::int64_t> next_thread(const Json& picture, std::int64_t before) {
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> behind;
  for (const Json& thread : picture["threads"].items()) {
    const std::int64_t id = thread["id"].number();
    if (!can_step(thread)) {
      continue;
    }
    if (!first || id < *first) {
      first = id;
    }
    if (id > before && (!behind || id < *behind)) {
      behind = id;
    }
  }
  return behind ? behind : first;
}

}  // namespace

Player::Player(Loop& loop, Session& session, const Settings& settings, Recording* recording)
    : loop_(loop), session_(session), settings_(settings), recording_(recording) {
  session_.add(*this);
  if (settings_.limit) {
    loop_.after(*settings_.limit, [this] { finish(PlayEnd::kLimit); });
  }
}

Player::~Player() { session_.remove(*this); }

void Player::finish(PlayEnd end) {
  if (!is_done_) {
    is_done_ = true;
    end_ = end;
    loop_.stop();
  }
}

void Player::stopped(const Step& step) {
  if (is_done_) {
    return;
  }
  ++stops_;
  shown_ = step;
  addresses_.add_stop(step.event);
  schedule_ = step.schedule;
  is_selected_ = false;
  if (settings_.front == Front::kRecord && stops_ == settings_.until) {
    finish(PlayEnd::kUntil);
    return;
  }
  next();
}

void Player::ended(int code, const std::string& sentence) {
  code_ = code;
  sentence_ = sentence;
  finish(PlayEnd::kProgram);
}

void Player::next() {
  const std::optional<std::string> command = next_command();
  if (!command) {
    finish(PlayEnd::kCommands);
    return;
  }
  session_.execute(addresses_.put_into(*command), [this, command](const Json& answer) {
    if (!is_done_) {
      take_answer(*command, answer);
    }
  });
}

// A solution may hold commands that only a person can read the answers of, so one that is refused
// does not end a session. A schedule in which one is refused cannot go on.
void Player::take_answer(const std::string& command, const Json& answer) {
  addresses_.add_answer(answer);
  if (answer.has("error") && !session_.has_ended()) {
    refusals_.push_back({command, answer["error"].text()});
    if (!settings_.is_session) {
      finish(PlayEnd::kRefused);
      return;
    }
  } else if (recording_ != nullptr) {
    recording_->note_command(command);
  }
  if (session_.is_stopped()) {
    next();
  }
}

std::optional<std::string> Player::next_command() {
  if (!settings_.commands) {
    return next_turn();
  }
  return next_ < settings_.commands->size() ? std::optional((*settings_.commands)[next_++])
                                            : std::nullopt;
}

// If no thread can step, they all run: one that waits for the clock goes on then.
std::optional<std::string> Player::next_turn() {
  const std::string step = settings_.by_line ? "step line" : "step";
  if (is_selected_) {
    return step;
  }
  const std::optional<std::int64_t> thread = next_thread(shown_.picture, runner_);
  if (!thread) {
    return "continue";
  }
  runner_ = *thread;
  is_selected_ = true;
  return shown_.picture["thread"].number() == runner_
             ? step
             : "thread " + words_for(shown_.picture, runner_);
}

}  // namespace minijvm::desk
