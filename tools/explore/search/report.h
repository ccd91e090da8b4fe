// Says what a search has found: on standard output, as JSON, and as JUnit XML.
// Tested by tests/tools/explore.
#pragma once

#include <optional>
#include <string>

#include "tools/explore/search/explorer.h"
#include "tools/explore/search/settings.h"
#include "tools/explore/search/smallest.h"

namespace minijvm::explore {

struct Report {
  const Settings& settings;
  const Found& found;
  Verdict verdict;
  const Smallest* smallest = nullptr;  // if there is a failure
  std::string schedule_path;           // empty: none was written
};

// The exit code of minijvm --explore.
Verdict verdict_of(const Found& found);

std::string report_text(const Report& report);
// One object, its keys always in the same order. But for the seconds, two searches with the same
// settings give the same bytes.
std::string report_json(const Report& report);
// One test case. A limit is an error, never a failure.
std::string report_junit(const Report& report);

}  // namespace minijvm::explore
