// A message is a list of fields, each a line "name length" and then as many bytes. Schedules in it
// are texts of schedules (sync/decide/schedule_text.h). Fields that are not known are skipped.
#include "tools/explore/messages.h"

#include <charconv>
#include <map>

#include "sync/decide/schedule_text.h"
#include "sync/decide/thread_name.h"

namespace minijvm::explore {
namespace {

constexpr char kLast[] = "end-of-message";

class Writer {
 public:
  void text(std::string_view name, std::string_view bytes) {
    out_ += name;
    out_ += ' ' + std::to_string(bytes.size()) + '\n';
    out_ += bytes;
  }
  void number(std::string_view name, std::uint64_t value) { text(name, std::to_string(value)); }
  void lines(std::string_view name, const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) {
      all += line + '\n';
    }
    text(name, all);
  }
  void deviations(const std::vector<decide::Deviation>& deviations) {
    decide::Schedule schedule;
    schedule.program = "-";
    schedule.deviations = deviations;
    text("deviations", decide::print_schedule(schedule));
  }
  // The last field shows that nothing is missing.
  std::string take() {
    text(kLast, "");
    return std::move(out_);
  }

 private:
  std::string out_;
};

std::uint64_t number_of(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<std::string> parts_of(std::string_view text, char end) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find(end, at), text.size());
    parts.emplace_back(text.substr(at, next - at));
    at = next + 1;
  }
  return parts;
}

// The fields by name. A message that is cut off is an error.
class Reader {
 public:
  bool read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t blank = text.find(' ');
      const std::size_t end = text.find('\n');
      if (blank == text.npos || end == text.npos || blank > end) {
        return false;
      }
      const std::uint64_t length = number_of(text.substr(blank + 1, end - blank - 1));
      if (length > text.size() - end - 1) {
        return false;
      }
      fields_[std::string(text.substr(0, blank))] = text.substr(end + 1, length);
      text.remove_prefix(end + 1 + length);
    }
    return fields_.count(kLast) != 0;
  }
  std::string_view text(const char* name) const {
    auto found = fields_.find(name);
    return found == fields_.end() ? std::string_view() : found->second;
  }
  std::string string(const char* name) const { return std::string(text(name)); }
  std::uint64_t number(const char* name) const { return number_of(text(name)); }
  std::vector<std::string> lines(const char* name) const { return parts_of(text(name), '\n'); }
  Expected<std::vector<decide::Deviation>, std::string> deviations() const {
    auto parsed = decide::parse_schedule(text("deviations"));
    if (!parsed.ok()) {
      return Unexpected<std::string>(parsed.error().text());
    }
    return std::move(parsed.take().deviations);
  }

 private:
  std::map<std::string, std::string_view> fields_;
};

std::string print_answered(const std::vector<decide::Answered>& answered) {
  std::string out;
  for (const decide::Answered& step : answered) {
    out += std::to_string(step.chosen) + ' ' + std::to_string(step.options) +
           (step.costs ? " 1 " : " 0 ") + std::to_string(step.state) + '\n';
  }
  return out;
}

std::vector<decide::Answered> parse_answered(std::string_view text) {
  std::vector<decide::Answered> answered;
  for (const std::string& line : parts_of(text, '\n')) {
    const std::vector<std::string> words = parts_of(line, ' ');
    if (words.size() == 4) {
      answered.push_back({static_cast<std::uint32_t>(number_of(words[0])),
                          static_cast<std::uint32_t>(number_of(words[1])), words[2] == "1",
                          number_of(words[3])});
    }
  }
  return answered;
}

std::string print_reseeds(const std::vector<decide::Reseed>& reseeds) {
  std::string out;
  for (const decide::Reseed& each : reseeds) {
    out += std::to_string(each.question) + ' ' + std::to_string(each.seed) + '\n';
  }
  return out;
}

std::vector<decide::Reseed> parse_reseeds(std::string_view text) {
  std::vector<decide::Reseed> reseeds;
  for (const std::string& line : parts_of(text, '\n')) {
    const std::vector<std::string> words = parts_of(line, ' ');
    if (words.size() == 2) {
      reseeds.push_back({number_of(words[0]), number_of(words[1])});
    }
  }
  return reseeds;
}

// Operations are as many as a run has points, so each is a line of two words.
std::string print_operations(const std::vector<decide::Position>& operations) {
  std::string out;
  for (const decide::Position& operation : operations) {
    out += operation.thread.text() + ' ' + std::to_string(operation.tick) + '\n';
  }
  return out;
}

std::vector<decide::Position> parse_operations(std::string_view text) {
  std::vector<decide::Position> operations;
  for (const std::string& line : parts_of(text, '\n')) {
    const std::vector<std::string> words = parts_of(line, ' ');
    if (auto name = decide::ThreadName::parse(words.empty() ? "" : words[0]);
        name && words.size() == 2) {
      operations.push_back({*name, number_of(words[1]), false, "", 1});
    }
  }
  return operations;
}

}  // namespace

std::string print_request(const RunRequest& request) {
  Writer out;
  out.number("deciding", static_cast<std::uint64_t>(request.deciding));
  out.text("policy", decide::policy_name(request.policy.kind));
  out.number("seed", request.policy.seed);
  out.number("mean-slice", request.policy.mean_slice);
  out.number("depth", request.policy.depth);
  out.number("policy-steps", request.policy.steps);
  out.text("reseeds", print_reseeds(request.policy.reseeds));
  std::vector<std::string> answers;
  for (const std::uint32_t answer : request.answers) {
    answers.push_back(std::to_string(answer));
  }
  out.lines("answers", answers);
  out.deviations(request.deviations);
  out.number("accesses", request.asks_at_accesses ? 1 : 0);
  out.lines("shared", request.shared);
  out.number("schedule", request.wants_schedule ? 1 : 0);
  out.number("recorded", request.records_steps ? 1 : 0);
  out.number("steps", request.steps);
  out.number("virtual-ms", request.virtual_ms);
  out.number("wall-ms", request.wall_ms);
  out.number("output-bytes", request.output_bytes);
  return out.take();
}

Expected<RunRequest, std::string> parse_request(std::string_view text) {
  Reader in;
  if (!in.read(text)) {
    return Unexpected<std::string>("the request is cut off");
  }
  const auto kind = decide::policy_of_name(in.text("policy"));
  const std::uint64_t deciding = in.number("deciding");
  if (!kind || deciding > static_cast<std::uint64_t>(Deciding::kCandidate)) {
    return Unexpected<std::string>("the request names no policy");
  }
  RunRequest request;
  request.deciding = static_cast<Deciding>(deciding);
  request.policy = {*kind,
                    in.number("seed"),
                    in.number("mean-slice"),
                    static_cast<std::uint32_t>(in.number("depth")),
                    in.number("policy-steps"),
                    parse_reseeds(in.text("reseeds"))};
  for (const std::string& answer : in.lines("answers")) {
    request.answers.push_back(static_cast<std::uint32_t>(number_of(answer)));
  }
  request.deviations = MJ_TRY(in.deviations());
  request.asks_at_accesses = in.number("accesses") != 0;
  request.shared = in.lines("shared");
  request.wants_schedule = in.number("schedule") != 0;
  request.records_steps = in.number("recorded") != 0;
  request.steps = in.number("steps");
  request.virtual_ms = in.number("virtual-ms");
  request.wall_ms = in.number("wall-ms");
  request.output_bytes = in.number("output-bytes");
  return request;
}

std::string print_result(const RunResult& result) {
  Writer out;
  out.text("end", result.end);
  out.number("code", static_cast<std::uint64_t>(static_cast<unsigned>(result.code)));
  out.text("exception", result.exception);
  out.text("race", result.race);
  out.lines("raced", result.raced);
  out.text("frame", result.frame);
  out.text("thread", result.thread);
  out.lines("stuck", result.stuck);
  out.text("divergence", result.divergence);
  out.text("hash", result.hash);
  out.number("trace", result.trace);
  out.number("events", result.events);
  out.number("ticks", result.ticks);
  out.number("decisions", result.decisions);
  out.number("virtual-ns", result.virtual_ns);
  out.deviations(result.deviations);
  out.text("operations", print_operations(result.operations));
  out.text("answered", print_answered(result.answered));
  out.lines("steps", result.steps);
  return out.take();
}

Expected<RunResult, std::string> parse_result(std::string_view text) {
  Reader in;
  if (!in.read(text) || in.text("end").empty()) {
    return Unexpected<std::string>("the result is cut off");
  }
  RunResult result;
  result.end = in.string("end");
  result.code = static_cast<int>(in.number("code"));
  result.exception = in.string("exception");
  result.race = in.string("race");
  result.raced = in.lines("raced");
  result.frame = in.string("frame");
  result.thread = in.string("thread");
  result.stuck = in.lines("stuck");
  result.divergence = in.string("divergence");
  result.hash = in.string("hash");
  result.trace = in.number("trace");
  result.events = in.number("events");
  result.ticks = in.number("ticks");
  result.decisions = in.number("decisions");
  result.virtual_ns = in.number("virtual-ns");
  result.deviations = MJ_TRY(in.deviations());
  result.operations = parse_operations(in.text("operations"));
  result.answered = parse_answered(in.text("answered"));
  result.steps = in.lines("steps");
  return result;
}

}  // namespace minijvm::explore
