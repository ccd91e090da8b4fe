// Reads the options of deterministic runs, once, before the thread model is made.
#include "vm/boot/schedule_choice.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sync/decide/policies.h"
#include "sync/decide/replay.h"
#include "sync/decide/schedule_text.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {
namespace {

using Made = Expected<ScheduleChoice, std::string>;

constexpr std::size_t kMostTickNanos = 1'000'000;
constexpr char kAtRaces[] = "PreemptAt=races";
constexpr char kNoVariables[] =
    "-XX:PreemptAt=races must know what races: -XX:PreemptVariables=a.B.field,int[] names it, as "
    "does the line `shared` of a schedule. minijvm --races tells the variables, and minijvm "
    "--explore -XX:PreemptAt=races finds and uses them by itself.";

// The policies that ask at ticks only need no points at accesses.
bool asks_at_ticks_only(const Options& options) {
  return options.schedule == "fifo" || options.schedule == "slices";
}

std::uint64_t fair_ticks_of(const Options& options) {
  constexpr std::uint64_t kOfSlices = 200'000;
  constexpr std::uint64_t kOfPoints = 20'000;
  if (options.fair_ticks != 0) {
    return options.fair_ticks;
  }
  return asks_at_ticks_only(options) ? kOfSlices : kOfPoints;
}

// Takes over a flag of a schedule's header. Flags that another version wrote are left out.
void take_flag(const std::string& flag, ScheduleChoice* choice) {
  if (flag == "PreemptAt=access" || flag == kAtRaces) {
    choice->points = PointsAt::kAccesses;
  } else if (auto ticks = behind(flag, "FairTicks=")) {
    choice->fair_ticks = parse_size(*ticks).value_or(choice->fair_ticks);
  } else if (auto seed = behind(flag, "DataSeed=")) {
    choice->data_seed = parse_size(*seed).value_or(choice->data_seed);
  } else if (auto moment = behind(flag, "VirtualEpoch=")) {
    choice->clock.epoch_s = parse_moment(*moment).value_or(choice->clock.epoch_s);
  } else if (auto nanos = behind(flag, "TickNanos=")) {
    const std::size_t number = parse_size(*nanos).value_or(0);
    const bool is_good = number >= 1 && number <= kMostTickNanos;
    choice->clock.tick_ns = is_good ? static_cast<std::int64_t>(number) : choice->clock.tick_ns;
  } else if (auto scope = behind(flag, "PreemptScope=")) {
    choice->preempt_scope = *scope;
  } else if (flag.ends_with("QuietLibrary")) {
    choice->quiet_library = flag.front() == '+';
  } else if (flag.ends_with("SpuriousWakeups")) {
    choice->odd.wakeups = flag.front() == '+';
  } else if (flag.ends_with("SpuriousCasFailures")) {
    choice->odd.weak_update_failures = flag.front() == '+';
  }
}

// Returns the choice as the options say it, but for its policy.
ScheduleChoice choice_of(const Options& options) {
  ScheduleChoice choice;
  choice.fair_ticks = fair_ticks_of(options);
  choice.data_seed = options.data_seed;
  choice.clock = {*parse_moment(options.virtual_epoch), options.tick_nanos};
  choice.preempt_scope = options.preempt_scope;
  choice.quiet_library = options.quiet_library;
  choice.odd = {options.spurious_wakeups, options.spurious_cas_failures};
  return choice;
}

// `text` is that of the schedule, which came from a file of this path.
Made replay_of(const Options& options, const std::string& text, const std::string& path) {
  auto parsed = decide::parse_schedule(text);
  if (!parsed.ok()) {
    return Complaint("The schedule " + path + " cannot be replayed: " + parsed.error().text());
  }
  decide::Schedule schedule = parsed.take();
  ScheduleChoice choice;
  choice.points = PointsAt::kVolatiles;
  choice.fair_ticks = fair_ticks_of(options);
  choice.data_seed = options.data_seed;
  for (const std::string& flag : schedule.flags) {
    take_flag(flag, &choice);
  }
  // One that was written by hand may have no header.
  for (const decide::Deviation& deviation : schedule.deviations) {
    choice.odd.wakeups |= deviation.what == decide::Choice::kSpurious;
    choice.odd.weak_update_failures |= deviation.what == decide::Choice::kCasFails;
  }
  if (std::count(schedule.flags.begin(), schedule.flags.end(), kAtRaces) != 0) {
    choice.shared = std::move(schedule.shared);
    if (choice.shared.empty()) {
      return Complaint("The schedule " + path + " cannot be replayed: " + kNoVariables);
    }
  }
  choice.policy = std::make_unique<decide::Replay>(std::move(schedule.deviations),
                                                   decide::Replay::Mode::kStrict, site_text);
  return choice;
}

PointsAt points_of(const Options& options) {
  if (asks_at_ticks_only(options)) {
    return PointsAt::kOperations;
  }
  return options.preempt_at == "sync" ? PointsAt::kVolatiles : PointsAt::kAccesses;
}

}  // namespace

Expected<std::string, std::string> schedule_text(const Options& options) {
  const std::string& path = options.schedule_file;
  if (options.schedule != "replay") {
    return std::string();
  }
  if (path.empty()) {
    return Complaint("-XX:Schedule=replay needs -XX:ScheduleFile=FILE");
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file.good()) {
    return Complaint("Cannot read the schedule " + path + ": " +
                     std::strerror(errno == 0 ? EIO : errno));
  }
  return text;
}

Made schedule_of(const Options& options, const std::string& text) {
  if (options.schedule == "replay") {
    return replay_of(options, text, options.schedule_file);
  }
  if (options.preempt_at == "races" && options.preempt_variables.empty()) {
    return Complaint(kNoVariables);
  }
  decide::PolicyChoice policy;
  policy.kind = *decide::policy_of_name(options.schedule);
  policy.seed = options.seed;
  policy.mean_slice = options.mean_slice;
  policy.depth = options.schedule_depth;
  policy.steps = options.schedule_steps;
  ScheduleChoice choice = choice_of(options);
  choice.policy = decide::make_policy(policy);
  choice.points = points_of(options);
  choice.shared = shared_variables(options);
  return choice;
}

std::vector<std::string> shared_variables(const Options& options) {
  std::vector<std::string> names;
  std::istringstream list(options.preempt_at == "races" ? options.preempt_variables : "");
  for (std::string name; std::getline(list, name, ',');) {
    names.push_back(name);
  }
  return names;
}

std::vector<std::string> schedule_flags(const Options& options) {
  std::vector<std::string> flags = {"FairTicks=" + std::to_string(fair_ticks_of(options)),
                                    "DataSeed=" + std::to_string(options.data_seed)};
  if (points_of(options) == PointsAt::kAccesses) {
    flags.push_back("PreemptAt=" + options.preempt_at);
  }
  const Options plain;
  if (options.virtual_epoch != plain.virtual_epoch) {
    flags.push_back("VirtualEpoch=" + options.virtual_epoch);
  }
  if (options.tick_nanos != plain.tick_nanos) {
    flags.push_back("TickNanos=" + std::to_string(options.tick_nanos));
  }
  if (!options.preempt_scope.empty()) {
    flags.push_back("PreemptScope=" + options.preempt_scope);
  }
  if (!options.quiet_library) {
    flags.emplace_back("-QuietLibrary");
  }
  if (options.spurious_wakeups) {
    flags.emplace_back("+SpuriousWakeups");
  }
  if (options.spurious_cas_failures) {
    flags.emplace_back("+SpuriousCasFailures");
  }
  return flags;
}

}  // namespace minijvm::vm
