// From a run's number to its policy.
#include "tools/explore/search/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tools/explore/search/vm_process.h"

namespace minijvm::explore {
namespace {

using decide::PolicyKind;

constexpr std::uint64_t kMeasured = 3;
constexpr std::uint64_t kSearchEvery = 5;
// A run may follow from those so many before it, so that as many may run at a time.
constexpr std::uint64_t kFollows = 32;
constexpr std::uint64_t kFreshEvery = 4;
constexpr PolicyTurn kTurns[] = {
    {PolicyKind::kSites, 0}, {PolicyKind::kPos, 0},   {PolicyKind::kSites, 0},
    {PolicyKind::kPct, 2},   {PolicyKind::kSites, 0}, {PolicyKind::kPos, 0},
    {PolicyKind::kSites, 0}, {PolicyKind::kPct, 3},   {PolicyKind::kSites, 0},
    {PolicyKind::kPos, 0},   {PolicyKind::kSites, 0}, {PolicyKind::kRandom, 0},
    {PolicyKind::kSites, 0}, {PolicyKind::kPos, 0},   {PolicyKind::kPct, 5},
    {PolicyKind::kFifo, 0}};

}  // namespace

RunRequest bare_request(const Settings& settings) {
  RunRequest request;
  request.policy.kind = PolicyKind::kFifo;
  request.steps = settings.steps;
  request.virtual_ms = settings.virtual_ms;
  request.wall_ms = settings.wall_ms;
  request.output_bytes = settings.output_bytes;
  return request;
}

std::string describe(const RunRequest& request) {
  const std::string where = !request.asks_at_accesses ? ""
                            : request.shared.empty()  ? ", at accesses"
                                                      : ", at accesses that race";
  if (request.deciding == Deciding::kPrefix) {
    return "search" + where;
  }
  std::string text = decide::policy_name(request.policy.kind);
  if (request.policy.kind == PolicyKind::kFifo) {
    return text;
  }
  if (request.policy.kind == PolicyKind::kPct) {
    text += " depth " + std::to_string(request.policy.depth);
  }
  text += ", seed " + std::to_string(request.policy.seed);
  for (const decide::Reseed& each : request.policy.reseeds) {
    text += fmt::format(", from question {} seed {}", each.question + 1, each.seed);
  }
  return text + where;
}

Portfolio::Portfolio(const Settings& settings)
    : settings_(settings), measured_(settings.asks_at_races ? kMeasured + 1 : kMeasured) {
  for (const PolicyTurn& turn : kTurns) {
    if (std::count(settings.policies.begin(), settings.policies.end(), turn.kind) != 0) {
      turns_.push_back(turn);
    }
  }
  if (!settings.searches_bounded || settings.shard != 1) {
    return;
  }
  for (const std::uint32_t preemptions : {2U, 1U, 0U}) {
    for (const bool at_accesses : {true, false}) {
      const bool is_wanted = at_accesses ? settings.asks_at_accesses : settings.asks_at_operations;
      // Without a preemption nobody is asked at accesses.
      if (is_wanted && (preemptions != 0 || !at_accesses || !settings.asks_at_operations)) {
        searches_.push_back({preemptions, at_accesses});
      }
    }
  }
  begin_search();
}

void Portfolio::begin_search() {
  search_.reset();
  if (!searches_.empty()) {
    // At operations alone, a search does not see what threads share by plain fields.
    search_.emplace(searches_.back().preemptions,
                    searches_.back().asks_at_accesses && settings_.reduces_searches);
  }
}

bool Portfolio::is_of_search(std::uint64_t run) const {
  return search_ && run > measured_ && (turns_.empty() || run % kSearchEvery == 0);
}

// The runs before have found what races.
bool Portfolio::is_at_races(std::uint64_t run) const {
  return settings_.asks_at_races && run > kMeasured;
}

RunRequest Portfolio::by_policy(std::uint64_t run) const {
  RunRequest request = bare_request(settings_);
  if (run == 1) {
    return request;
  }
  const bool both = settings_.asks_at_operations && settings_.asks_at_accesses;
  const std::uint64_t nth = run - measured_ - 1;
  const PolicyTurn turn = run <= measured_ || turns_.empty() ? PolicyTurn{PolicyKind::kRandom, 0}
                                                             : turns_[nth % turns_.size()];
  // Runs of one kind begin at the same stem (tools/explore/stem.h), so some come in a row.
  const std::uint64_t in_a_row = std::max<std::uint64_t>(turns_.size(), 4);
  request.asks_at_accesses = both ? (run <= kMeasured ? run == kMeasured : nth / in_a_row % 2 == 1)
                                  : settings_.asks_at_accesses;
  if (is_at_races(run)) {
    request.shared = shared_;
    request.asks_at_accesses = !shared_.empty();
  }
  request.policy.kind = turn.kind;
  request.policy.depth = turn.depth;
  request.policy.seed = settings_.first_seed + run - 1;
  request.policy.steps = std::max<std::uint64_t>(questions_[request.asks_at_accesses ? 1 : 0], 1);
  const bool can_be_near = turn.kind == PolicyKind::kPos || turn.kind == PolicyKind::kRandom;
  if (settings_.uses_feedback && can_be_near && run > kFollows && run % kFreshEvery != 0) {
    const auto near = feedback_.near(run - kFollows, request.asks_at_accesses, request.policy.seed);
    request.policy = near.value_or(request.policy);
  }
  return request;
}

std::optional<RunRequest> Portfolio::request(std::uint64_t run) {
  const bool needs_measures = run > measured_ && ended_ < measured_;
  const bool needs_races = is_at_races(run) && ended_ < kMeasured;
  const bool needs_feedback = settings_.uses_feedback && run > ended_ + kFollows;
  if (needs_measures || needs_races || needs_feedback) {
    return std::nullopt;
  }
  if (!is_of_search(run)) {
    return by_policy(run);
  }
  if (search_waits_) {
    return std::nullopt;
  }
  search_waits_ = true;
  RunRequest request = bare_request(settings_);
  request.deciding = Deciding::kPrefix;
  request.answers = search_->prefix();
  request.shared = shared_;
  request.asks_at_accesses =
      searches_.back().asks_at_accesses && (!settings_.asks_at_races || !shared_.empty());
  return request;
}

// A run that is asked at races has fewer questions than one that is asked at all accesses.
void Portfolio::measure(const RunRequest& request, const RunResult& result) {
  std::uint64_t& questions = questions_[request.asks_at_accesses ? 1 : 0];
  questions = request.shared.empty() ? std::max(questions, result.decisions) : result.decisions;
  if (settings_.asks_at_races) {
    std::set<std::string> raced(shared_.begin(), shared_.end());
    raced.insert(result.raced.begin(), result.raced.end());
    shared_.assign(raced.begin(), raced.end());
  }
}

void Portfolio::ended(std::uint64_t run, const RunRequest& request, const Outcome& outcome) {
  ended_ = run;
  if (outcome.result) {
    feedback_.ended(run, request, *outcome.result);
  }
  if (run <= measured_ && outcome.result) {
    measure(request, *outcome.result);
  }
  if (request.deciding != Deciding::kPrefix) {
    return;
  }
  search_waits_ = false;
  const std::string end = outcome.result ? outcome.result->end : "";
  has_seen_all_ &= end == "exit" || end == "deadlock";
  if (!outcome.result || !search_->advance(outcome.result->answered)) {
    has_seen_all_ &= outcome.result && search_->is_complete();
    searches_.pop_back();
    begin_search();
  }
}

bool Portfolio::is_exhausted() const { return turns_.empty() && !search_ && ended_ >= measured_; }

// The part that does this run; 0: all do. The search is a chain, so one part does all of it.
std::uint64_t Portfolio::part_of(std::uint64_t run) const {
  if (run <= measured_) {
    return 0;
  }
  return settings_.searches_bounded && run % kSearchEvery == 0 ? 1 : 1 + run % settings_.shards;
}

std::uint64_t Portfolio::next(std::uint64_t run) const {
  do {
    ++run;
  } while (part_of(run) != 0 && part_of(run) != settings_.shard);
  return run;
}

}  // namespace minijvm::explore
