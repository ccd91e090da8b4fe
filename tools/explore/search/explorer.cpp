// Hands out runs to VMs that are idle, and collects what has ended.
#include "tools/explore/search/explorer.h"

#include <poll.h>

#include <cerrno>
#include <cstring>

namespace minijvm::explore {
namespace {

using Error = Unexpected<std::string>;

}  // namespace

Expected<void, std::string> Explorer::start() {
  MJ_TRY(input_.open());
  for (unsigned i = 0; i < settings_.jobs; ++i) {
    jobs_.push_back({std::make_unique<VmProcess>(input_), 0, {}});
    MJ_TRY(jobs_.back().vm->start(launcher_, settings_.java_words));
  }
  expected_ = settings_.expected;
  return {};
}

Judgement Explorer::judge(const Outcome& outcome) const {
  return explore::judge(outcome, settings_, expected_ ? &*expected_ : nullptr);
}

bool Explorer::is_over(const Found& found) const {
  return found.failure || found.ran_out_of_time || found.is_exhausted;
}

void Explorer::hand_out() {
  for (Job& job : jobs_) {
    if (job.run != 0 || handed_out_ == settings_.runs) {
      continue;
    }
    std::optional<RunRequest> request = portfolio_.request(next_);
    if (!request) {
      return;
    }
    job.run = next_;
    job.request = std::move(*request);
    job.vm->begin(job.request);
    next_ = portfolio_.next(next_);
    ++handed_out_;
  }
}

Expected<void, std::string> Explorer::collect() {
  std::vector<pollfd> wanted;
  for (const Job& job : jobs_) {
    // poll() passes over negative descriptors.
    wanted.push_back({job.run == 0 ? -1 : job.vm->socket(), POLLIN, 0});
  }
  if (poll(wanted.data(), wanted.size(), -1) < 0 && errno != EINTR) {
    return Error(std::string("cannot wait for runs: ") + std::strerror(errno));
  }
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    Job& job = jobs_[i];
    if (wanted[i].revents == 0 || !MJ_TRY(job.vm->has_ended())) {
      continue;
    }
    std::optional<Outcome> outcome = job.vm->finish();
    if (!outcome) {
      return Error("The VM that serves runs has ended in run " + std::to_string(job.run) + ":\n" +
                   job.vm->last_words());
    }
    ended_[job.run] = {std::move(job.request), std::move(*outcome)};
    job.run = 0;
  }
  return {};
}

bool Explorer::look(Found* found) {
  for (auto next = ended_.find(next_look_); next != ended_.end(); next = ended_.find(next_look_)) {
    auto& [request, outcome] = next->second;
    portfolio_.ended(next_look_, request, outcome);
    ++found->runs;
    if (outcome.result && hashes_.insert(outcome.result->hash).second) {
      traces_.emplace(request.asks_at_accesses, outcome.result->trace);
    }
    const Judgement judgement = judge(outcome);
    if (next_look_ == 1) {
      found->first = judgement;
    }
    if (settings_.same_output && !expected_ && judgement.verdict == Verdict::kPassed) {
      expected_ = outcome.out;
    }
    if (is_failure(judgement.verdict) || judgement.verdict == Verdict::kRefused) {
      found->failure = Failure{next_look_, std::move(request), std::move(outcome), judgement};
      return true;
    }
    if (judgement.verdict != Verdict::kPassed) {
      ++found->limits[judgement.verdict];
    }
    ended_.erase(next);
    next_look_ = portfolio_.next(next_look_);
  }
  return false;
}

Expected<Found, std::string> Explorer::search() {
  Found found;
  began_ = std::chrono::steady_clock::now();
  const auto passed = [this] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  };
  while (!is_over(found) && found.runs < settings_.runs) {
    hand_out();
    MJ_TRY(collect());
    look(&found);
    found.is_exhausted = portfolio_.is_exhausted();
    found.is_exhaustive = found.is_exhausted && portfolio_.has_seen_all();
    found.ran_out_of_time =
        settings_.seconds != 0 && passed() >= static_cast<double>(settings_.seconds);
  }
  // Runs that are still on their way end within their own limits.
  for (Job& job : jobs_) {
    if (job.run != 0) {
      (void)job.vm->finish();
      job.run = 0;
    }
  }
  found.distinct = hashes_.size();
  found.traces = traces_.size();
  found.raced = portfolio_.shared();
  found.seconds = passed();
  return found;
}

std::optional<Outcome> Explorer::run(const RunRequest& request) {
  VmProcess& vm = *jobs_.front().vm;
  vm.begin(request);
  return vm.finish();
}

}  // namespace minijvm::explore
