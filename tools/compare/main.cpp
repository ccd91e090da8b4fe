// minijvm-compare: runs a program under several sets of options and shows side by side what each
// costs. The launcher starts it for `minijvm --compare=...`. It holds no VM: it starts some.
//
//   settings --> rounds: child after child --> figures, verdict, sentences --> terminal
//                                                                          --> page
//
// Tested by tests/tools/compare/run.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tools/compare/comparison.h"
#include "tools/compare/input.h"
#include "tools/compare/page_file.h"
#include "tools/compare/rounds.h"
#include "tools/compare/settings.h"
#include "tools/pages/page.h"

namespace minijvm::compare {
namespace {

constexpr int kUsage = 1;
constexpr int kDifferent = 92;  // the code of -XX:+CheckDeterminism for runs that differ

int complain(const std::string& text) {
  std::fprintf(stderr, "minijvm: %s\n", text.c_str());
  return kUsage;
}

bool has_page() { return !pages::compare_page().empty(); }

std::string complaint_about(const Settings& settings) {
  if (has_page()) {
    return complaint_about_page(settings.page);
  }
  return settings.asked_for_page
             ? "this build has no pages (esbuild was not there when it was made): leave out -o"
             : "";
}

// Returns the process's exit code.
int show(const Comparison& comparison) {
  std::fputs(terminal_text(comparison, isatty(STDOUT_FILENO) != 0).c_str(), stdout);
  if (has_page()) {
    if (const std::string complaint = write_page_file(comparison); !complaint.empty()) {
      return complain(complaint);
    }
    std::printf("\npage: %s\n", comparison.settings.page.c_str());
  }
  return comparison.verdict.is_same ? 0 : kDifferent;
}

int compare(Settings settings) {
  if (const std::string complaint = complaint_about(settings); !complaint.empty()) {
    return complain(complaint);
  }
  auto input = read_input();
  if (!input.ok()) {
    return complain(input.error());
  }
  const Machine machine = this_machine();
  auto runs = make_runs(settings, input.value().file->file());
  if (!runs.ok()) {
    return complain(runs.error());
  }
  Comparison comparison{.settings = std::move(settings),
                        .machine = machine,
                        .date = date_text(),
                        .input = input.value().sentence,
                        .variants = runs.take(),
                        .verdict = {},
                        .rows = {},
                        .sentences = {}};
  conclude(comparison);
  return show(comparison);
}

}  // namespace
}  // namespace minijvm::compare

int main(int argc, char** argv) {
  using namespace minijvm::compare;
  signal(SIGPIPE, SIG_IGN);  // a reader of the table may leave; the page is written all the same
  signal(SIGXFSZ, SIG_IGN);  // a page that may not grow is a failure of write
  auto settings = parse_settings(std::vector<std::string>(argv + 1, argv + argc));
  return settings.ok() ? compare(settings.take()) : complain(settings.error());
}
