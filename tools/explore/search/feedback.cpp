// The runs that were new, and the draw among them.
#include "tools/explore/search/feedback.h"

#include <algorithm>

#include "sync/decide/numbers.h"

namespace minijvm::explore {
namespace {

// These need nothing that a run did before their seed changes.
bool can_change_seed(const RunRequest& request) {
  const decide::PolicyKind kind = request.policy.kind;
  return request.deciding == Deciding::kPolicy &&
         (kind == decide::PolicyKind::kRandom || kind == decide::PolicyKind::kPos);
}

}  // namespace

void Feedback::ended(std::uint64_t run, const RunRequest& request, const RunResult& result) {
  const int where = request.asks_at_accesses ? 1 : 0;
  const bool is_new = result.trace != 0 && traces_[where].insert(result.trace).second;
  if (is_new && can_change_seed(request) && result.decisions != 0) {
    new_[where].push_back({run, request.policy, result.decisions});
  }
}

std::optional<decide::PolicyChoice> Feedback::near(std::uint64_t known, bool asks_at_accesses,
                                                   std::uint64_t seed) const {
  const std::vector<New>& all = new_[asks_at_accesses ? 1 : 0];
  const auto end = std::partition_point(all.begin(), all.end(),
                                        [known](const New& each) { return each.run <= known; });
  const auto count = static_cast<std::size_t>(end - all.begin());
  if (count == 0) {
    return std::nullopt;
  }
  decide::SeededNumbers numbers(seed);
  const New& chosen = all[count - 1 - numbers.below(std::min(count, kLatest))];
  decide::PolicyChoice policy = chosen.policy;
  const std::uint64_t question = numbers.below(chosen.questions);
  std::erase_if(policy.reseeds,
                [question](const decide::Reseed& each) { return each.question >= question; });
  policy.reseeds.push_back({question, seed});
  return policy;
}

}  // namespace minijvm::explore
