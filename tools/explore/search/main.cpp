// minijvm-explore: runs a program under many schedules, and shows the smallest one that breaks it.
// The launcher starts it for `minijvm --explore ...`. It holds no VM: it starts some.
// Tested by tests/tools/explore.
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "sync/decide/schedule_text.h"
#include "tools/explore/search/difference.h"
#include "tools/explore/search/explorer.h"
#include "tools/explore/search/report.h"
#include "tools/explore/search/settings.h"
#include "tools/explore/search/smallest.h"
#include "tools/launched/launcher.h"

namespace minijvm::explore {
namespace {

constexpr int kUsage = 1;

bool write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  const bool is_open = file != nullptr;
  bool is_written = is_open && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  is_written = (!is_open || std::fclose(file) == 0) && is_written;
  if (!is_written) {
    std::fprintf(stderr, "Cannot write %s: %s\n", path.c_str(), std::strerror(errno));
  }
  return is_written;
}

// "race-18.schedule" for run 19 of Race.
std::string schedule_name(const Settings& settings, std::uint64_t run) {
  std::string name = settings.program;
  name.erase(name.ends_with(".jar") ? name.size() - 4 : name.size());
  name.erase(0, name.find_last_of("/.") + 1);
  for (char& letter : name) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return name + "-" + std::to_string(settings.first_seed + run - 1) + ".schedule";
}

decide::Schedule schedule_of(const Settings& settings, const Failure& failure,
                             const Smallest& small) {
  decide::Schedule schedule;
  schedule.program = settings.program;
  schedule.flags = settings.schedule_flags;
  schedule.deviations = small.deviations;
  schedule.found = {{"run", std::to_string(failure.run)},
                    {"verdict", verdict_word(failure.judgement.verdict)}};
  bool at_accesses = false;
  for (const decide::Deviation& deviation : small.deviations) {
    at_accesses |= deviation.position.is_access;
  }
  schedule.shared = at_accesses ? failure.request.shared : std::vector<std::string>();
  if (at_accesses) {
    schedule.flags.emplace_back(schedule.shared.empty() ? "PreemptAt=access" : "PreemptAt=races");
  }
  if (small.recorded && small.recorded->result) {
    schedule.ticks = small.recorded->result->ticks;
    schedule.events = small.recorded->result->events;
  }
  return schedule;
}

int complain(const std::string& text) {
  std::fprintf(stderr, "%s%s", text.c_str(), text.ends_with('\n') ? "" : "\n");
  return kUsage;
}

Expected<decide::Schedule, std::string> read_schedule(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.good()) {
    return Unexpected<std::string>("Cannot read the schedule " + path);
  }
  auto parsed = decide::parse_schedule(text);
  if (!parsed.ok()) {
    return Unexpected<std::string>("The schedule " + path +
                                   " cannot be replayed: " + parsed.error().text());
  }
  return parsed.take();
}

// Returns the steps of the run by a schedule.
Expected<std::vector<std::string>, std::string> recorded_run(Explorer& explorer,
                                                             const Settings& settings,
                                                             const std::string& path) {
  RunRequest request = bare_request(settings);
  request.deciding = Deciding::kReplay;
  decide::Schedule schedule = MJ_TRY(read_schedule(path));
  request.deviations = std::move(schedule.deviations);
  request.shared = std::move(schedule.shared);
  request.asks_at_accesses = true;
  request.records_steps = true;
  std::optional<Outcome> outcome = explorer.run(request);
  if (!outcome || !outcome->result) {
    return Unexpected<std::string>("The run by " + path + " has crashed");
  }
  if (!outcome->result->divergence.empty()) {
    return Unexpected<std::string>(outcome->result->divergence);
  }
  return std::move(outcome->result->steps);
}

Expected<std::string, std::string> compare(const Settings& settings) {
  Explorer explorer(settings, launched::launcher_path());
  MJ_TRY(explorer.start());
  const std::vector<std::string> good =
      MJ_TRY(recorded_run(explorer, settings, settings.compared[0]));
  const std::vector<std::string> bad =
      MJ_TRY(recorded_run(explorer, settings, settings.compared[1]));
  return difference_text(good, bad);
}

int show_difference(const Settings& settings) {
  auto compared = compare(settings);
  if (!compared.ok()) {
    return complain(compared.error());
  }
  std::fputs(compared.value().c_str(), stdout);
  return 0;
}

int explore(const Settings& settings) {
  Explorer explorer(settings, launched::launcher_path());
  if (const auto started = explorer.start(); !started.ok()) {
    return complain(started.error());
  }
  auto searched = explorer.search();
  if (!searched.ok()) {
    return complain(searched.error());
  }
  const Found found = searched.take();
  Report report{settings, found, verdict_of(found), nullptr, ""};
  Smallest small;
  bool is_written = true;
  if (report.verdict == Verdict::kFailed) {
    small = make_small(explorer, settings, *found.failure);
    report.smallest = &small;
    if (small.again == Again::kSame) {
      report.schedule_path = schedule_name(settings, found.failure->run);
      is_written = write_file(report.schedule_path,
                              print_schedule(schedule_of(settings, *found.failure, small)));
    } else if (small.again == Again::kOther) {
      report.verdict = Verdict::kDiffers;
    }
  }
  std::fputs(report_text(report).c_str(), stdout);
  if (!settings.json_path.empty()) {
    is_written = write_file(settings.json_path, report_json(report)) && is_written;
  }
  if (!settings.junit_path.empty()) {
    is_written = write_file(settings.junit_path, report_junit(report)) && is_written;
  }
  return is_written ? static_cast<int>(report.verdict) : kUsage;
}

}  // namespace
}  // namespace minijvm::explore

int main(int argc, char** argv) {
  using namespace minijvm::explore;
  std::signal(SIGPIPE, SIG_IGN);  // a VM that has gone is noticed by its socket
  auto settings = parse_settings(std::vector<std::string>(argv + 1, argv + argc));
  if (!settings.ok()) {
    return complain(settings.error());
  }
  return settings.value().compared.empty() ? explore(settings.value())
                                           : show_difference(settings.value());
}
