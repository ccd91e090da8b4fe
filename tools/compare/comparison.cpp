// Lays the table out: the names of the rows on the left, remarks on the right.
#include "tools/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/compare/sentences.h"

namespace minijvm::compare {
namespace {

constexpr std::size_t kNames = 18;
constexpr const char* kRed = "\033[1;31m";
constexpr const char* kPlain = "\033[0m";

std::size_t width_of(const Comparison& comparison, std::size_t variant) {
  std::size_t width = comparison.variants[variant].name.size();
  for (const Row& row : comparison.rows) {
    width = std::max(width, row.text(variant).size());
  }
  constexpr std::size_t kLeast = 7;
  return std::max(width, kLeast) + 2;
}

std::string table_text(const Comparison& comparison) {
  std::string text = std::string(kNames, ' ');
  for (std::size_t i = 0; i < comparison.variants.size(); ++i) {
    text += fmt::format("{:>{}}", comparison.variants[i].name, width_of(comparison, i));
  }
  text += '\n';
  for (const Row& row : comparison.rows) {
    text += fmt::format("{:<{}}", row.name, kNames);
    for (std::size_t i = 0; i < comparison.variants.size(); ++i) {
      text += fmt::format("{:>{}}", row.text(i), width_of(comparison, i));
    }
    const std::string remark = row.remark(comparison.variants);
    text += (remark.empty() ? "" : "   " + remark) + '\n';
  }
  return text;
}

std::string verdict_text(const Verdict& verdict, bool in_colour) {
  std::string text;
  if (!verdict.is_same) {
    text = fmt::format("{}same output: NO{}\n", in_colour ? kRed : "", in_colour ? kPlain : "");
  }
  for (const std::string& sentence : verdict.sentences) {
    text += (verdict.is_same ? "" : "- ") + sentence + '\n';
  }
  return text;
}

// Other programs take a part of the processors, each run another part.
std::string sentence_about_load(const Machine& machine) {
  constexpr double kQuiet = 0.5;
  return machine.load <= kQuiet * machine.processors
             ? ""
             : fmt::format(
                   "The machine was busy when this began (load {:.2f} on {} {}), so times "
                   "may be those of other programs.",
                   machine.load, machine.processors,
                   machine.processors == 1 ? "processor" : "processors");
}

}  // namespace

void conclude(Comparison& comparison) {
  comparison.verdict = verdict_of(comparison.variants);
  comparison.rows = rows_of(comparison.variants);
  comparison.sentences = sentences_of(comparison.variants, comparison.rows);
  if (const std::string busy = sentence_about_load(comparison.machine); !busy.empty()) {
    comparison.sentences.insert(comparison.sentences.begin(), busy);
  }
}

std::vector<std::string> method_of(const Comparison& comparison) {
  std::vector<std::string> all = {
      fmt::format("Medians of {} {}; the variants took turns, one process at a time.",
                  comparison.settings.rounds, comparison.settings.rounds == 1 ? "run" : "runs"),
      "Times, kernel switches and memory are of runs without a recording, from the start of the VM "
      "to its end; the other rows are of as many runs with one."};
  std::uint64_t lost = 0;
  for (const VariantRuns& variant : comparison.variants) {
    for (const RunFigures& run : variant.recorded) {
      lost += run.lost;
    }
  }
  if (lost != 0) {
    all.push_back(fmt::format("The recordings have lost {:L} events, the oldest ones.", lost));
  }
  if (!comparison.input.empty()) {
    all.push_back(comparison.input);
  }
  return all;
}

std::string terminal_text(const Comparison& comparison, bool in_colour) {
  std::string text = verdict_text(comparison.verdict, in_colour) + '\n' + table_text(comparison);
  text += '\n';
  for (const std::string& sentence : method_of(comparison)) {
    text += sentence + '\n';
  }
  text += text_of(comparison.machine) + "\n\n";
  for (const std::string& sentence : comparison.sentences) {
    text += "- " + sentence + '\n';
  }
  return text;
}

}  // namespace minijvm::compare
