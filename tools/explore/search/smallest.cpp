// Runs candidates by the explorer's first VM.
#include "tools/explore/search/smallest.h"

#include <algorithm>
#include <chrono>

#include "sync/decide/minimise.h"

namespace minijvm::explore {
namespace {

constexpr std::size_t kMostOfSearch = 400;

class Minimising {
 public:
  Minimising(Explorer& explorer, const Settings& settings, const Failure& failure)
      : explorer_(explorer),
        settings_(settings),
        signature_(failure.judgement.signature),
        at_accesses_(failure.request.asks_at_accesses),
        shared_(failure.request.shared) {}

  Smallest run(const Failure& failure) {
    RunRequest again = failure.request;
    again.wants_schedule = true;
    again.wall_ms = 2 * again.wall_ms;  // the schedule is kept, too
    const std::optional<decide::Trial> first = failure.outcome.result ? trial(again) : std::nullopt;
    if (!first || !has_result_) {
      return result_;
    }
    result_.again = first->signature == signature_ ? Again::kSame : Again::kOther;
    if (result_.again == Again::kOther) {
      return result_;
    }
    result_.deviations = first->deviations;
    result_.preemptions_before = preemptions_of(first->deviations);
    if (settings_.minimises) {
      until_ = Clock::now() + std::chrono::seconds(settings_.minimising_seconds);
      minimise();
      search_fewer();
    }
    result_.preemptions = preemptions_of(result_.deviations);
    record();
    return result_;
  }

 private:
  using Clock = std::chrono::steady_clock;

  RunRequest request(Deciding deciding) const {
    RunRequest request = bare_request(settings_);
    request.deciding = deciding;
    request.asks_at_accesses = at_accesses_;
    request.shared = shared_;
    request.wants_schedule = true;
    return request;
  }

  // Nothing: the VM is gone, or the time is over.
  std::optional<decide::Trial> trial(const RunRequest& request) {
    if (Clock::now() >= until_) {
      return std::nullopt;
    }
    std::optional<Outcome> outcome = explorer_.run(request);
    if (!outcome) {
      return std::nullopt;
    }
    decide::Trial trial;
    trial.signature = explorer_.judge(*outcome).signature;
    has_result_ = outcome->result.has_value();
    if (outcome->result) {
      trial.deviations = std::move(outcome->result->deviations);
      trial.operations = std::move(outcome->result->operations);
      answered_ = std::move(outcome->result->answered);
    }
    return trial;
  }

  void minimise() {
    const auto run_candidate = [this](const std::vector<decide::Deviation>& deviations) {
      RunRequest candidate = request(Deciding::kCandidate);
      candidate.deviations = deviations;
      return trial(candidate);
    };
    decide::Minimised small = decide::minimise(result_.deviations, signature_, run_candidate);
    result_.is_one_minimal = small.one_minimal;
    if (small.reproduced) {
      result_.deviations = std::move(small.deviations);
    }
  }

  // Tries all schedules without a preemption, then with one, and so on: those with few are few.
  // Each number has a budget of its own, so that many without a preemption leave some for others.
  void search_fewer() {
    result_.fewer_were_all = true;
    for (std::uint32_t most = 0; most < preemptions_of(result_.deviations); ++most) {
      decide::BoundedSearch search(most);
      if (is_found_by(search)) {
        minimise();
      } else {
        result_.fewer_were_all = result_.fewer_were_all && search.is_complete();
      }
    }
  }

  // Returns true if a schedule of the search fails in the same way, which is then the result.
  bool is_found_by(decide::BoundedSearch& search) {
    std::size_t tried = 0;
    for (bool goes_on = true; goes_on && tried < kMostOfSearch; ++tried) {
      RunRequest next = request(Deciding::kPrefix);
      next.answers = search.prefix();
      std::optional<decide::Trial> found = trial(next);
      if (!found) {
        return false;
      }
      if (found->signature == signature_) {
        result_.deviations = std::move(found->deviations);
        return true;
      }
      goes_on = search.advance(answered_);
    }
    result_.fewer_tried += tried;
    return false;
  }

  void record() {
    RunRequest again = request(Deciding::kReplay);
    again.deviations = result_.deviations;
    again.records_steps = true;
    again.asks_at_accesses = true;
    // Points at accesses, which the schedule does not name, must not make another run of it.
    std::optional<Outcome> outcome = explorer_.run(again);
    if (outcome && explorer_.judge(*outcome).signature == signature_) {
      result_.recorded = std::move(outcome);
    }
  }

  Explorer& explorer_;
  const Settings& settings_;
  const std::string& signature_;
  const bool at_accesses_;
  const std::vector<std::string>& shared_;
  // A program that spins reaches the limit of its steps in each run that does not fail.
  Clock::time_point until_ = Clock::time_point::max();
  // Of the last trial.
  bool has_result_ = false;
  std::vector<decide::Answered> answered_;
  Smallest result_;
};

}  // namespace

std::size_t preemptions_of(const std::vector<decide::Deviation>& deviations) {
  return static_cast<std::size_t>(
      std::count_if(deviations.begin(), deviations.end(), [](const decide::Deviation& deviation) {
        return deviation.is_preemption() || decide::is_extra(deviation.what);
      }));
}

Smallest make_small(Explorer& explorer, const Settings& settings, const Failure& failure) {
  return Minimising(explorer, settings, failure).run(failure);
}

}  // namespace minijvm::explore
