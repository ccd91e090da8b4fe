// Each rule looks at one row, finds the variants with the least and with the most, and asks whether
// they are far enough apart.
#include "tools/compare/sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace minijvm::compare {
namespace {

// With fewer runs, any order of two variants is likely to be chance.
constexpr std::size_t kFewestRuns = 3;
constexpr std::size_t kMostLocks = 3;
constexpr double kNanosPerMilli = 1e6;
constexpr double kSmallMs = 10;  // waits that differ by no more are not called noisy

// The variants with the least and the most of something.
struct Apart {
  std::size_t least;
  std::size_t most;
  double low;  // their medians
  double high;
};

struct Limits {
  double ratio;
  double difference;
};

// Returns nothing if the two are not farther apart than the limits, or if their runs overlap.
// Nothing is concluded from what is noisy.
std::optional<Apart> apart(const std::vector<std::optional<Sample>>& samples, double small,
                           Limits limits) {
  std::optional<std::size_t> least;
  std::optional<std::size_t> most;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!samples[i] || samples[i]->is_noisy(small)) {
      continue;
    }
    least = !least || samples[i]->median < samples[*least]->median ? i : least;
    most = !most || samples[i]->median > samples[*most]->median ? i : most;
  }
  if (!least) {
    return std::nullopt;
  }
  const Sample& low = *samples[*least];
  const Sample& high = *samples[*most];
  const bool is_far = high.median >= low.median * limits.ratio &&
                      high.median - low.median >= limits.difference && high.least > low.most;
  return is_far ? std::optional(Apart{*least, *most, low.median, high.median}) : std::nullopt;
}

class Teller {
 public:
  Teller(const std::vector<VariantRuns>& variants, const std::vector<Row>& rows)
      : variants_(variants), rows_(rows) {}

  std::vector<std::string> tell() {
    tell_times();
    tell_switches();
    tell_lwps();
    tell_count(Figure::kEnters, "{} has {} contended enters, {} has {}.", {2, 20});
    tell_count(Figure::kHandOvers,
               "Under {} the meta-lock went by hand-over {} times, under {} {} times.", {2, 20});
    tell_locks();
    tell_ready();
    tell_count(Figure::kRss, "{} needs {} MB at most, {} {} MB.", {1.2, 8});
    tell_pauses();
    return std::move(sentences_);
  }

 private:
  const Row& row(Figure figure) const { return *std::ranges::find(rows_, figure, &Row::figure); }
  const std::string& name(std::size_t variant) const { return variants_[variant].name; }

  template <class... Arguments>
  void say(const char* text, const Arguments&... arguments) {
    sentences_.push_back(fmt::format(fmt::runtime(text), arguments...));
  }

  std::optional<Apart> apart_in(Figure figure, Limits limits) const {
    return apart(row(figure).samples, row(figure).small, limits);
  }

  void tell_times() {
    constexpr Limits kLimits{1.1, 10};
    if (const auto wall = apart_in(Figure::kWall, kLimits)) {
      say("{} takes {} ms, and {} {} ms, {:.1f} times as long.", name(wall->least),
          number_text(wall->low, 0), name(wall->most), number_text(wall->high, 0),
          wall->high / wall->low);
    }
    if (const auto cpu = apart_in(Figure::kCpu, kLimits)) {
      say("{} needs {} ms of processor time, and {} {} ms.", name(cpu->least),
          number_text(cpu->low, 0), name(cpu->most), number_text(cpu->high, 0));
    }
  }

  // Where the VM switches threads itself, the kernel has less to do, or it should have.
  void tell_switches() {
    const Row& own = row(Figure::kSwitches);
    const Row& of_kernel = row(Figure::kKernelSwitches);
    constexpr double kFew = 100;
    const auto most = std::ranges::max_element(
        own.samples, {}, [](const auto& sample) { return sample ? sample->median : -1; });
    const auto variant = static_cast<std::size_t>(most - own.samples.begin());
    if (most != own.samples.end() && *most && (*most)->median >= kFew && !own.is_noisy(variant)) {
      const std::optional<Sample>& below = of_kernel.samples[variant];
      const bool is_alone = below && below->most * 2 < (*most)->median;
      if (is_alone) {
        say("{} switches threads {} times without the kernel.", name(variant), own.text(variant));
      } else if (below && !of_kernel.is_noisy(variant)) {
        say("{} switches threads {} times; below it, the kernel switches {} times.", name(variant),
            own.text(variant), of_kernel.text(variant));
      }
    }
    if (const auto kernel = apart_in(Figure::kKernelSwitches, {2, kFew})) {
      say("The kernel switches threads {} times under {}, and {} times under {}.",
          of_kernel.text(kernel->least), name(kernel->least), of_kernel.text(kernel->most),
          name(kernel->most));
    }
  }

  void tell_lwps() {
    if (const auto lwps = apart_in(Figure::kLwps, {2, 2})) {
      say("The threads run on {} {} under {}, and on {} under {}.", number_text(lwps->low, 0),
          lwps->low == 1 ? "LWP" : "LWPs", name(lwps->least), number_text(lwps->high, 0),
          name(lwps->most));
    }
  }

  // `text` takes the name and the number of the variant with most, then those of the other.
  void tell_count(Figure figure, const char* text, Limits limits) {
    if (const auto counts = apart_in(figure, limits)) {
      say(text, name(counts->most), number_text(counts->high, 0), name(counts->least),
          number_text(counts->low, 0));
    }
  }

  void tell_locks() {
    std::multimap<double, std::string, std::greater<>> by_difference;
    for (const std::string& of : locks()) {
      const auto waits =
          apart(samples_of([&](const RunFigures& run) { return waited_ms(run, of); }), kSmallMs,
                {1.5, 10});
      if (waits) {
        by_difference.emplace(
            waits->high - waits->low,
            fmt::format(
                "{} waits {:.0f} ms longer for locks of {} than {} ({:.0f} ms and {:.0f} ms).",
                name(waits->most), waits->high - waits->low, of, name(waits->least), waits->high,
                waits->low));
      }
    }
    for (const auto& [difference, sentence] : by_difference) {
      if (told_locks_++ < kMostLocks) {
        sentences_.push_back(sentence);
      }
    }
  }

  // Only where the VM chooses who runs does it know who could.
  void tell_ready() {
    auto samples = samples_of([](const RunFigures& run) {
      const auto ready = run.states_ns.find("ready");
      return ready == run.states_ns.end() ? 0 : static_cast<double>(ready->second) / kNanosPerMilli;
    });
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (!row(Figure::kSwitches).samples[i]) {
        samples[i].reset();
      }
    }
    if (const auto ready = apart(samples, kSmallMs, {1.5, 50})) {
      say("Under {} threads were ready, without an LWP to carry them, for {} ms in all; under {} "
          "for {} ms.",
          name(ready->most), number_text(ready->high, 0), name(ready->least),
          number_text(ready->low, 0));
    }
  }

  void tell_pauses() {
    if (const auto total = apart_in(Figure::kPauseTotal, {1.3, 5})) {
      say("Collections stop {} for {} ms in all, and {} for {} ms.", name(total->most),
          number_text(total->high, 1), name(total->least), number_text(total->low, 1));
    }
    if (const auto longest = apart_in(Figure::kPauseLongest, {1.5, 2})) {
      say("The longest pause of {} is {} ms, that of {} {} ms.", name(longest->most),
          number_text(longest->high, 1), name(longest->least), number_text(longest->low, 1));
    }
  }

  std::set<std::string> locks() const {
    std::set<std::string> all;
    for (const VariantRuns& variant : variants_) {
      for (const RunFigures& run : variant.recorded) {
        std::ranges::transform(run.locks, std::inserter(all, all.end()),
                               &vm::record::LockFigure::of);
      }
    }
    return all;
  }

  static double waited_ms(const RunFigures& run, const std::string& of) {
    const auto lock = std::ranges::find(run.locks, of, &vm::record::LockFigure::of);
    return lock == run.locks.end() ? 0 : static_cast<double>(lock->waited_ns) / kNanosPerMilli;
  }

  template <class Value>
  std::vector<std::optional<Sample>> samples_of(Value value) const {
    std::vector<std::optional<Sample>> samples;
    for (const VariantRuns& variant : variants_) {
      std::vector<double> values;
      std::ranges::transform(variant.recorded, std::back_inserter(values), value);
      samples.push_back(sample_of(std::move(values)));
    }
    return samples;
  }

  const std::vector<VariantRuns>& variants_;
  const std::vector<Row>& rows_;
  std::vector<std::string> sentences_;
  std::size_t told_locks_ = 0;
};

bool are_few(const std::vector<VariantRuns>& variants) {
  return std::ranges::any_of(variants, [](const VariantRuns& variant) {
    return variant.stopped.empty() && variant.plain.size() < kFewestRuns;
  });
}

}  // namespace

std::vector<std::string> sentences_of(const std::vector<VariantRuns>& variants,
                                      const std::vector<Row>& rows) {
  const auto whole = std::ranges::count_if(
      variants, [](const VariantRuns& variant) { return variant.stopped.empty(); });
  if (whole < 2) {
    return {"Fewer than two variants ran to their end, so nothing is compared."};
  }
  if (are_few(variants)) {
    return {fmt::format("Fewer than {} runs of each variant show nothing for sure: see --runs.",
                        kFewestRuns)};
  }
  std::vector<std::string> sentences = Teller(variants, rows).tell();
  if (sentences.empty()) {
    sentences.emplace_back("No difference is larger than the noise of these runs.");
  }
  return sentences;
}

}  // namespace minijvm::compare
