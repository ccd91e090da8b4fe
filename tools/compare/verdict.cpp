// Says for each variant what its first different run does.
#include "tools/compare/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "tools/twice/difference.h"

namespace minijvm::compare {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Returns "Line of output 3: first "x", then "y"." of the two, or "" if they are equal.
std::string difference_between(const Ending& one, const Ending& other) {
  if (one.code == other.code && one.out == other.out) {
    return "";
  }
  const twice::HeldRun first{one.code, one.out.kept(), "", ""};
  const twice::HeldRun then{other.code, other.out.kept(), "", ""};
  const std::string lines = twice::difference_of(first, then);
  if (lines.empty()) {
    return fmt::format("the output differs behind its first {} bytes.", Output::kKept);
  }
  constexpr std::size_t kDash = 2;
  return lines.substr(kDash, lines.find('\n') - kDash);
}

// The plain and the recorded run of a round follow each other.
std::string run_name(std::size_t index) {
  return fmt::format("round {}{}", index / 2 + 1, index % 2 == 0 ? "" : ", recorded");
}

// An exit code other than 0 has its reason on standard error.
std::string reason_of(const Ending& ending) {
  return ending.code == 0 || ending.err.empty()
             ? ""
             : fmt::format(" It says: {}", first_line(ending.err));
}

// A run that differs, and how.
struct Odd {
  std::size_t run;
  std::string difference;
};

// Returns the first run of the variant that differs from the first one of the reference.
// `by_code_alone`: its output may be any.
std::optional<Odd> find_odd(const VariantRuns& variant, const Ending& reference,
                            bool by_code_alone) {
  for (std::size_t i = 0; i < variant.endings.size(); ++i) {
    const Ending& ending = variant.endings[i];
    const Ending judged = by_code_alone ? Ending{ending.code, reference.out, ending.err} : ending;
    std::string difference = difference_between(reference, judged);
    if (!difference.empty()) {
      return Odd{i, difference + reason_of(ending)};
    }
  }
  return std::nullopt;
}

class Judge {
 public:
  explicit Judge(const VariantRuns& reference) : reference_(reference) {
    const std::optional<Odd> odd = find_odd(reference, first(), false);
    prints_other_text_ = odd && !find_odd(reference, first(), true);
    if (prints_other_text_) {
      say(
          fmt::format("{} does not print the same twice, so the outputs cannot tell the variants "
                      "apart ({}). {}",
                      reference.name, run_name(odd->run), odd->difference));
    }
  }

  void judge(const VariantRuns& variant) {
    if (const auto odd = find_odd(variant, first(), prints_other_text_)) {
      say(fmt::format("{} ({}) differs from {} (round 1): {}", variant.name, run_name(odd->run),
                      reference_.name, odd->difference));
    }
  }

  std::vector<std::string> sentences() { return std::move(sentences_); }

 private:
  const Ending& first() const { return reference_.endings[0]; }
  void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  const VariantRuns& reference_;
  bool prints_other_text_ = false;
  std::vector<std::string> sentences_;
};

// The first variant that has a run.
const VariantRuns* reference_of(const std::vector<VariantRuns>& variants) {
  const auto found =
      std::ranges::find_if(variants, [](const auto& variant) { return !variant.endings.empty(); });
  return found == variants.end() ? nullptr : &*found;
}

}  // namespace

Verdict verdict_of(const std::vector<VariantRuns>& variants) {
  Verdict verdict;
  for (const VariantRuns& variant : variants) {
    if (!variant.stopped.empty()) {
      verdict.sentences.push_back(variant.stopped);
    }
  }
  const VariantRuns* reference = reference_of(variants);
  if (reference != nullptr) {
    Judge judge(*reference);
    std::ranges::for_each(variants, [&](const auto& variant) { judge.judge(variant); });
    std::ranges::move(judge.sentences(), std::back_inserter(verdict.sentences));
  }
  verdict.is_same = verdict.sentences.empty();
  if (verdict.is_same && reference != nullptr) {
    const Ending& first = reference->endings[0];
    verdict.sentences.push_back(
        fmt::format("same output: yes (all exit {}){}", first.code, reason_of(first)));
  }
  return verdict;
}

}  // namespace minijvm::compare
