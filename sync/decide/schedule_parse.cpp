// Reads schedules. A file may come from anywhere, so each line is checked whole, and the first that
// is wrong gives one sentence.
#include <map>

#include "sync/decide/schedule_text.h"
#include "sync/decide/schedule_words.h"

namespace minijvm::decide {
namespace {

Read<Position> position(Words& words) {
  Position position;
  position.thread = MJ_TRY(words.need_thread());
  MJ_TRY(words.need_word("tick"));
  position.tick = MJ_TRY(words.need_number());
  position.is_access = words.take("access");
  if (position.is_access || words.take("operation")) {
    position.site = MJ_TRY(words.need_decoded("a place of the program"));
    if (position.site.empty()) {
      return wrong("a place of the program has no name");
    }
  }
  bool has_nth = !words.done() && words.peek()[0] == '#';
  if (has_nth || position.is_access) {
    std::string_view word = MJ_TRY(words.need("#n"));
    std::uint64_t nth = has_nth ? MJ_TRY(read_number(word.substr(1))) : 0;
    if (nth == 0 || nth > UINT32_MAX) {
      return wrong(quoted(word) + " stands where #n should");
    }
    position.nth = static_cast<std::uint32_t>(nth);
  }
  return position;
}

Read<void> answer(Words& words, Deviation& to) {
  std::string_view verb = MJ_TRY(words.need("what happens there"));
  if (verb == "run") {
    to.what = Choice::kRun;
    to.thread = MJ_TRY(words.need_thread());
  } else if (verb == "exit") {
    to.what = Choice::kContender;
    MJ_TRY(words.need_word("invites"));
    to.thread = MJ_TRY(words.need_thread());
  } else if (verb == "notify") {
    to.what = Choice::kWaiter;
    MJ_TRY(words.need_word("takes"));
    to.thread = MJ_TRY(words.need_thread());
  } else if (verb == "time-passes") {
    to.what = Choice::kTimeOut;
    MJ_TRY(words.need_word("to"));
    std::string_view time = MJ_TRY(words.need("a time"));
    to.value = MJ_TRY(read_duration(time));
  } else if (verb == "wakes") {
    to.what = Choice::kSpurious;
    to.thread = MJ_TRY(words.need_thread());
    MJ_TRY(words.need_word("for-no-reason"));
  } else if (verb == "cas-fails") {
    to.what = Choice::kCasFails;
  } else if (verb == "reads") {
    to.what = Choice::kReadsFrom;
    MJ_TRY(words.need_word("write"));
    to.thread = MJ_TRY(words.need_thread());
    MJ_TRY(words.need_word("tick"));
    to.value = MJ_TRY(words.need_number());
  } else {
    return wrong("nobody knows what " + quoted(verb) + " means here");
  }
  return {};
}

class Parser {
 public:
  // Returns the reason why this line is wrong.
  Read<void> line(std::string_view line) {
    for (char c : line) {
      auto byte = static_cast<unsigned char>(c);
      if (c == '\r') {
        return wrong("a carriage return; lines end with a line feed alone");
      }
      if ((byte < ' ' && c != '\t') || byte == 0x7f) {
        return wrong("byte " + std::to_string(byte) + " is not text");
      }
    }
    Words words(line);
    if (words.done() && stage_ != Stage::kNothing) {
      return {};
    }
    MJ_TRY(read(words));
    return words.need_end();
  }
  bool ended() const { return stage_ == Stage::kEnd; }
  Schedule take() { return std::move(schedule_); }

 private:
  // The kind of line that was read last. Lines come in this order.
  enum class Stage { kNothing, kVersion, kProgram, kShared, kFound, kDeviations, kEnd };

  Read<void> read(Words& words) {
    if (stage_ == Stage::kNothing) {
      return version(words);
    }
    std::string_view first = words.next();
    if (stage_ == Stage::kEnd) {
      return wrong("nothing may follow the line 'end'");
    }
    if (first != "program" && stage_ == Stage::kVersion) {
      return wrong(quoted(first) + " stands where 'program' should");
    }
    if (first == "program") {
      MJ_TRY(go_to(Stage::kProgram, first));
      return program(words);
    }
    if (first == "shared") {
      MJ_TRY(go_to(Stage::kShared, first));
      return rest(words, schedule_.shared);
    }
    if (first == "found") {
      MJ_TRY(go_to(Stage::kFound, first));
      return found(words);
    }
    if (first == "at" || first == "after") {
      stage_ = Stage::kDeviations;
      return deviation(words, first == "after");
    }
    if (first == "end") {
      stage_ = Stage::kEnd;
      schedule_.ticks = MJ_TRY(words.need_setting("ticks"));
      schedule_.events = MJ_TRY(words.need_setting("events"));
      return {};
    }
    return wrong("unknown line " + quoted(first));
  }

  Read<void> go_to(Stage stage, std::string_view first) {
    if (stage_ >= stage) {
      return wrong(quoted(first) + " comes twice or too late");
    }
    stage_ = stage;
    return {};
  }

  Read<void> version(Words& words) {
    if (!words.take("minijvm-schedule")) {
      return wrong("not a schedule; its first line would be 'minijvm-schedule 1'");
    }
    std::uint64_t version = MJ_TRY(words.need_number());
    if (version != 1) {
      return wrong("a schedule of version " + std::to_string(version) +
                   "; this VM reads version 1");
    }
    stage_ = Stage::kVersion;
    return {};
  }

  Read<void> program(Words& words) {
    schedule_.program = MJ_TRY(words.need_decoded("the program's name"));
    if (words.take("classpath")) {
      schedule_.classpath = MJ_TRY(words.need_decoded("a digest"));
    }
    if (words.take("vm")) {
      schedule_.vm = MJ_TRY(words.need_decoded("a version"));
    }
    return words.take("flags") ? rest(words, schedule_.flags) : Read<void>{};
  }

  static Read<void> rest(Words& words, std::vector<std::string>& to) {
    while (!words.done()) {
      to.push_back(MJ_TRY(decoded(words.next())));
    }
    return {};
  }

  Read<void> found(Words& words) {
    while (!words.done()) {
      std::string_view word = words.next();
      std::size_t equals = word.find('=');
      if (equals == std::string_view::npos) {
        return wrong(quoted(word) + " stands where name=value should");
      }
      std::string key = MJ_TRY(decoded(word.substr(0, equals)));
      schedule_.found.emplace_back(std::move(key), MJ_TRY(decoded(word.substr(equals + 1))));
    }
    return {};
  }

  Read<void> deviation(Words& words, bool blocked) {
    Deviation read;
    read.position = MJ_TRY(position(words));
    read.blocked = blocked;
    MJ_TRY(answer(words, read));
    std::uint64_t& last = ticks_[read.position.thread];
    if (read.position.tick < last) {
      return wrong("a line before has " + read.position.thread.text() + " at tick " +
                   std::to_string(last) + " already");
    }
    last = read.position.tick;
    schedule_.deviations.push_back(std::move(read));
    return {};
  }

  Stage stage_ = Stage::kNothing;
  Schedule schedule_;
  std::map<ThreadName, std::uint64_t> ticks_;  // of each thread's last deviation
};

}  // namespace

Expected<Schedule, ScheduleError> parse_schedule(std::string_view text) {
  auto failed = [](std::size_t line, std::string reason) {
    return Unexpected<ScheduleError>(ScheduleError{line, std::move(reason)});
  };
  if (text.size() > kMostScheduleBytes) {
    return failed(1, "too long: " + std::to_string(text.size()) + " bytes");
  }
  Parser parser;
  std::size_t number = 1;
  for (; !text.empty(); ++number) {
    std::size_t length = text.find('\n');
    if (length == std::string_view::npos) {
      return failed(number, "the last line has no line feed: the file is cut off");
    }
    if (length > kMostLineBytes) {
      return failed(number, "too long: " + std::to_string(length) + " bytes");
    }
    Read<void> read = parser.line(text.substr(0, length));
    if (!read) {
      return failed(number, read.error());
    }
    text.remove_prefix(length + 1);
  }
  if (!parser.ended()) {
    return failed(number, "no line 'end': the file is cut off");
  }
  return parser.take();
}

}  // namespace minijvm::decide
