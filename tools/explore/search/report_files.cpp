// The reports for programs: JSON for graders, JUnit XML for build servers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sync/decide/schedule_text.h"
#include "tools/explore/search/report.h"

namespace minijvm::explore {
namespace {

// Returns how many bytes the first character has (RFC 3629); 0 if the bytes are no character.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length > text.size()) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (byte(i) >> 6 != 0x2) {
      return 0;
    }
  }
  // Longer forms than necessary, halves of a pair, and numbers that are too large.
  const unsigned char second = length < 2 ? 0 : byte(1);
  const bool is_wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
  return is_wrong ? 0 : length;
}

// A byte that is no character becomes U+FFFD, as a program may print any bytes.
template <class EscapeAscii>
std::string escaped(std::string_view text, EscapeAscii escape) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (length == 1) {
      out += escape(text[0]);
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

std::string json(std::string_view text) {
  return '"' +
         escaped(text,
                 [](char letter) -> std::string {
                   const auto code = static_cast<unsigned char>(letter);
                   if (letter == '"' || letter == '\\') {
                     return {'\\', letter};
                   }
                   return code < 0x20 ? fmt::format("\\u{:04x}", code) : std::string(1, letter);
                 }) +
         '"';
}

// XML 1.0 has no way to write most control characters.
std::string xml(std::string_view text) {
  return escaped(text, [](char letter) -> std::string {
    switch (letter) {
      case '<':
        return "&lt;";
      case '>':
        return "&gt;";
      case '&':
        return "&amp;";
      case '"':
        return "&quot;";
      default:
        return static_cast<unsigned char>(letter) < 0x20 && letter != '\n' && letter != '\t'
                   ? "\xEF\xBF\xBD"
                   : std::string(1, letter);
    }
  });
}

std::string json_list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) {
    out += (out.empty() ? "" : ", ") + json(text);
  }
  return '[' + out + ']';
}

std::string failure_json(const Report& report) {
  const Failure& failure = *report.found.failure;
  std::vector<std::string> schedule;
  std::vector<std::string> steps;
  std::size_t preemptions = 0;
  if (report.smallest != nullptr) {
    preemptions = report.smallest->preemptions;
    for (const decide::Deviation& deviation : report.smallest->deviations) {
      schedule.push_back(decide::print_deviation(deviation));
    }
    if (report.smallest->recorded && report.smallest->recorded->result) {
      steps = report.smallest->recorded->result->steps;
    }
  }
  const RunResult none;
  const RunResult& result = failure.outcome.result ? *failure.outcome.result : none;
  return fmt::format(
      "{{\n    \"run\": {}, \"policy\": {}, \"kind\": {}, \"signature\": {},\n"
      "    \"exception\": {}, \"frame\": {}, \"thread\": {}, \"exit_code\": {},\n"
      "    \"stuck\": {},\n    \"preemptions\": {}, \"schedule_file\": {},\n"
      "    \"schedule\": {},\n    \"interleaving\": {},\n    \"out\": {},\n    \"err\": {}\n  }}",
      failure.run, json(describe(failure.request)), json(verdict_word(failure.judgement.verdict)),
      json(failure.judgement.signature), json(result.exception), json(result.frame),
      json(result.thread), result.code, json_list(result.stuck), preemptions,
      json(report.schedule_path), json_list(schedule), json_list(steps), json(failure.outcome.out),
      json(failure.outcome.err));
}

std::string limits_json(const Found& found) {
  std::string out;
  for (const auto& [verdict, runs] : found.limits) {
    out += fmt::format("{}{}: {}", out.empty() ? "" : ", ", json(verdict_word(verdict)), runs);
  }
  return '{' + out + '}';
}

}  // namespace

std::string report_json(const Report& report) {
  const Found& found = report.found;
  const Verdict verdict = report.verdict;
  return fmt::format(
      "{{\n  \"program\": {}, \"verdict\": {}, \"exit_code\": {},\n"
      "  \"shard\": \"{}/{}\", \"first_seed\": {}, \"runs\": {}, \"distinct\": {}, "
      "\"traces\": {}, \"exhaustive\": {},\n"
      "  \"limits\": {},\n  \"raced\": {},\n  \"first_failure\": {},\n  \"seconds\": {:.3f}\n}}\n",
      json(report.settings.program), json(verdict_word(verdict)), static_cast<int>(verdict),
      report.settings.shard, report.settings.shards, report.settings.first_seed, found.runs,
      found.distinct, found.traces, found.is_exhaustive, limits_json(found),
      report.settings.asks_at_races ? json_list(found.raced) : "null",
      found.failure ? failure_json(report) : "null", found.seconds);
}

std::string report_junit(const Report& report) {
  const Found& found = report.found;
  const Verdict verdict = report.verdict;
  std::string inside;
  if (verdict == Verdict::kFailed) {
    const Failure& failure = *found.failure;
    inside = fmt::format(
        "    <failure type=\"{}\" message=\"{}\"/>\n"
        "    <system-out>{}</system-out>\n    <system-err>{}</system-err>\n",
        verdict_word(failure.judgement.verdict), xml(failure.judgement.signature),
        xml(report_text(report) + failure.outcome.out), xml(failure.outcome.err));
  } else if (verdict == Verdict::kRace) {
    inside = fmt::format("    <failure type=\"{}\" message=\"{}\"/>\n", verdict_word(verdict),
                         xml(fmt::format("{}", fmt::join(found.raced, ", "))));
  } else if (verdict != Verdict::kPassed) {
    inside = fmt::format("    <error type=\"{}\" message=\"{} of {} runs ended early\"/>\n",
                         verdict_word(verdict),
                         found.limits.empty() ? 1 : found.limits.begin()->second, found.runs);
  }
  const bool failed = verdict == Verdict::kFailed || verdict == Verdict::kRace;
  const bool erred = !failed && verdict != Verdict::kPassed;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"minijvm --explore\" tests=\"1\" failures=\"{}\" errors=\"{}\" "
      "time=\"{:.3f}\">\n"
      "  <testcase classname=\"{}\" name=\"schedules\" time=\"{:.3f}\">\n"
      "    <properties><property name=\"runs\" value=\"{}\"/>"
      "<property name=\"seed\" value=\"{}\"/></properties>\n{}"
      "  </testcase>\n</testsuite>\n",
      failed ? 1 : 0, erred ? 1 : 0, found.seconds, xml(report.settings.program), found.seconds,
      found.runs,
      found.failure ? report.settings.first_seed + found.failure->run - 1
                    : report.settings.first_seed,
      inside);
}

}  // namespace minijvm::explore
