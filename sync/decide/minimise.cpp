// From large steps to small ones, as long as something becomes smaller.
#include "sync/decide/minimise.h"

#include <algorithm>
#include <set>

#include "sync/decide/schedule_text.h"

namespace minijvm::decide {
namespace {

using Deviations = std::vector<Deviation>;
using Wanted = std::function<bool(const Deviation&)>;

class Minimiser {
 public:
  Minimiser(const std::string& signature, const RunCandidate& run, std::size_t most_runs)
      : signature_(signature), run_(run), most_runs_(most_runs) {}

  Minimised minimise(Deviations failing) {
    Minimised result;
    result.reproduced = fails(failing);
    if (!result.reproduced) {
      current_ = std::move(failing);
    } else {
      drop_groups();
      delta_debug([](const Deviation& deviation) { return deviation.is_preemption(); });
      try_each_alone();
      move_to_operations();
      delta_debug([](const Deviation&) { return true; });
      result.one_minimal = !over_;
    }
    result.runs = runs_;
    result.deviations = std::move(current_);
    return result;
  }

 private:
  // Runs a candidate, and goes on from it if it fails as it should.
  bool fails(const Deviations& candidate);
  // The same without those deviations.
  bool fails_without(const std::vector<std::size_t>& dropped);
  std::vector<std::size_t> wanted(const Wanted& wants) const;

  std::set<ThreadName> threads() const;
  void drop_groups();
  void delta_debug(const Wanted& wants);
  void try_each_alone();
  void move_to_operations();
  const Position* operation_before(const Position& position) const;

  const std::string& signature_;
  const RunCandidate& run_;
  std::size_t most_runs_;
  std::size_t runs_ = 0;
  bool over_ = false;
  std::set<std::string> tried_;
  Deviations current_;
  std::vector<Position> operations_;  // of current_
};

bool Minimiser::fails(const Deviations& candidate) {
  std::string text;
  for (const Deviation& deviation : candidate) {
    text += print_deviation(deviation) + '\n';
  }
  if (over_ || !tried_.insert(text).second) {
    return false;
  }
  std::optional<Trial> trial = runs_ < most_runs_ ? run_(candidate) : std::nullopt;
  if (!trial) {
    over_ = true;
    return false;
  }
  ++runs_;
  if (trial->signature != signature_) {
    return false;
  }
  current_ = std::move(trial->deviations);
  operations_ = std::move(trial->operations);
  return true;
}

bool Minimiser::fails_without(const std::vector<std::size_t>& dropped) {
  Deviations candidate;
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (!std::binary_search(dropped.begin(), dropped.end(), i)) {
      candidate.push_back(current_[i]);
    }
  }
  return candidate.size() < current_.size() && fails(candidate);
}

std::vector<std::size_t> Minimiser::wanted(const Wanted& wants) const {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < current_.size(); ++i) {
    if (wants(current_[i])) {
      found.push_back(i);
    }
  }
  return found;
}

std::set<ThreadName> Minimiser::threads() const {
  std::set<ThreadName> found;
  for (const Deviation& deviation : current_) {
    found.insert(deviation.position.thread);
    found.insert(deviation.thread);
  }
  return found;
}

void Minimiser::drop_groups() {
  fails_without(wanted([](const Deviation& deviation) { return is_odd(deviation.what); }));
  for (const ThreadName& thread : threads()) {
    fails_without(wanted([&thread](const Deviation& deviation) {
      return deviation.is_preemption() && deviation.position.thread == thread;
    }));
  }
}

// ddmin, on those deviations that are wanted; the others stay. It splits them into parts, and tries
// to do with one part alone, or without one part; if neither helps it makes the parts smaller.
// ENSURES, unless the budget is over: none of them can be left out.
void Minimiser::delta_debug(const Wanted& wants) {
  if (fails_without(wanted(wants))) {
    return;
  }
  std::size_t parts = 2;
  for (std::vector<std::size_t> all = wanted(wants); !over_ && !all.empty(); all = wanted(wants)) {
    parts = std::min(parts, all.size());
    bool smaller = false;
    for (std::size_t i = 0; i < parts && !smaller; ++i) {
      auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * all.size() / parts);
      auto end = all.begin() + static_cast<std::ptrdiff_t>((i + 1) * all.size() / parts);
      std::vector<std::size_t> part(begin, end);
      std::vector<std::size_t> rest(all.begin(), begin);
      rest.insert(rest.end(), end, all.end());
      if (!rest.empty() && fails_without(rest)) {
        parts = 2;
        smaller = true;
      } else if (fails_without(part)) {
        parts = std::max<std::size_t>(parts - 1, 2);
        smaller = true;
      }
    }
    if (!smaller && parts == all.size()) {
      return;
    }
    parts = smaller ? parts : 2 * parts;
  }
}

// Most failures need one preemption. A list of more is often 1-minimal only since the first brings
// the threads into another order, so that the second goes to another thread.
void Minimiser::try_each_alone() {
  Deviations several = current_;
  for (Deviation alone : several) {
    for (const ThreadName& thread : threads()) {
      alone.thread = thread;
      if (alone.is_preemption() && several.size() > 1 && fails({alone})) {
        return;
      }
    }
  }
}

// A preemption at an access or in the middle of a loop is moved to the synchronization operation
// before it. Such a place needs no point of its own, and its line of source says why it matters.
void Minimiser::move_to_operations() {
  for (std::size_t i = 0; i < current_.size() && !over_; ++i) {
    const Position* before = operation_before(current_[i].position);
    if (!current_[i].is_preemption() || before == nullptr) {
      continue;
    }
    Deviations candidate = current_;
    candidate[i].position = *before;
    fails(candidate);
  }
}

// Returns nothing if the position is an operation itself.
const Position* Minimiser::operation_before(const Position& position) const {
  const Position* latest = nullptr;
  for (const Position& operation : operations_) {
    bool is_before = operation.thread == position.thread && operation.tick <= position.tick;
    if (is_before && (latest == nullptr || operation.tick > latest->tick)) {
      latest = &operation;
    }
  }
  bool is_itself = latest != nullptr && latest->tick == position.tick && !position.is_access;
  return is_itself ? nullptr : latest;
}

}  // namespace

Minimised minimise(Deviations failing, const std::string& signature, const RunCandidate& run,
                   std::size_t most_runs) {
  return Minimiser(signature, run, most_runs).minimise(std::move(failing));
}

}  // namespace minijvm::decide
