// --step=play: a session of a student's, played against what its program should print.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "tools/desk/fronts.h"
#include "tools/desk/passed_output.h"
#include "tools/desk/play/player.h"
#include "tools/desk/signals.h"

namespace minijvm::desk {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kUsualLimit(1);

// Looks for a text in all that the program prints, and keeps the beginning of it.
class Expectation final : public Listener {
 public:
  static constexpr std::size_t kKept = std::size_t{1} << 20;

  explicit Expectation(const std::string& text) : text_(text) {}

  void printed(Stream stream, std::string_view part) override {
    if (stream != Stream::kOut) {
      return;
    }
    kept_ += part.substr(0, kKept - kept_.size());
    // The text may stand across two parts, so the end of what came before is looked at again.
    end_ += part;
    is_met_ = is_met_ || end_.find(text_) != std::string::npos;
    end_.erase(0, end_.size() - std::min(end_.size(), text_.size() - 1));
  }
  bool is_met() const { return is_met_; }
  const std::string& kept() const { return kept_; }

 private:
  const std::string& text_;
  std::string kept_;
  std::string end_;
  bool is_met_ = false;
};

Json report_of(const Settings& settings, const Player& player, const Expectation& expectation,
               const char* verdict, Clock::duration time) {
  Json refusals = Json::list();
  for (const Player::Refusal& refusal : player.refusals()) {
    refusals.add(Json::record().set("command", refusal.command).set("error", refusal.error));
  }
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
  return Json::record()
      .set("format", "minijvm-play")
      .set("version", 1)
      .set("verdict", verdict)
      .set("expected", settings.expected)
      .set("output", expectation.kept())
      .set("code", player.code() ? Json(*player.code()) : Json())
      .set("end", player.code() ? Json(player.sentence()) : Json())
      .set("stops", static_cast<std::int64_t>(player.stops()))
      .set("schedule", player.schedule())
      .set("refusals", refusals)
      .set("milliseconds", std::int64_t{ms});
}

bool write_report(const std::string& path, const Json& report) {
  std::ofstream file(path, std::ios::binary);
  file << report.to_text() << '\n';
  file.close();
  return file.good();
}

}  // namespace

int play(const Settings& given) {
  Settings settings = given;
  settings.limit = given.limit.value_or(kUsualLimit);
  const Clock::time_point begun = Clock::now();
  Loop loop;
  Player* player = nullptr;
  const Signals signals(loop, [&](int) { player->finish(PlayEnd::kInterrupted); });
  auto session = Session::start(loop, settings.vm);
  if (!session.ok()) {
    return complain(session.error(), kFailed);
  }
  Expectation expectation(settings.expected);
  PassedOutput output;
  session.value()->add(expectation);
  session.value()->add(output);
  Player own(loop, *session.value(), settings, nullptr);
  player = &own;
  loop.run();
  const bool is_late = own.end() == PlayEnd::kLimit;
  const bool is_met = expectation.is_met() && !is_late && own.end() != PlayEnd::kInterrupted;
  const char* verdict = is_late ? "time-out" : is_met ? "expected" : "not expected";
  const Json report = report_of(settings, own, expectation, verdict, Clock::now() - begun);
  if (!settings.report.empty() && !write_report(settings.report, report)) {
    return complain("cannot write " + settings.report, kFailed);
  }
  complain_about(own.refusals());
  fmt::print(stderr, "minijvm: {}\n", verdict);
  return is_late ? kTimeOut : is_met ? kGood : kFailed;
}

}  // namespace minijvm::desk
