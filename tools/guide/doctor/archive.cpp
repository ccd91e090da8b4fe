// Starts a VM, and reads in its log which archive it has taken, or why it has taken none.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "tools/guide/doctor/findings.h"
#include "tools/guide/doctor/probe.h"

namespace minijvm::guide {
namespace {

constexpr int kSeconds = 60;  // a debug build on a busy machine

// Returns the line that holds `words`, from there on; empty if there is none.
std::string line_with(const std::string& text, const std::string& words) {
  const std::size_t at = text.find(words);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

Finding archive_finding(const std::string& prefix, const std::string& log) {
  const std::string line = line_with(log, "archive ");
  if (line.empty()) {
    return {Mark::kNote, "the log says nothing of an archive"};
  }
  if (line.find(" is not used: ") == std::string::npos) {
    return {Mark::kGood, line};
  }
  const std::string folder = prefix + "/lib/minijvm";
  const bool may_write = access(folder.c_str(), W_OK) == 0;
  return {Mark::kNote, line + "; programs start slower",
          fmt::format("to make a new one{}: {}/bin/minijvm -Xshare:dump",
                      may_write ? "" : fmt::format(", as the owner of {}", folder), prefix)};
}

// Options that stand in the environment are for all programs, and easily forgotten.
void append_environment(Findings& findings) {
  for (const char* name : {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH",
                           "JDK_ALTERNATE_VM", "MINIJVM_LIBTHREAD", "MPSSHEAP"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
      findings.push_back({Mark::kNote, fmt::format("{}={} changes each run", name, value)});
    }
  }
}

}  // namespace

Findings examine_start(const std::string& prefix) {
  Findings findings;
  const Answer answer = run_command({prefix + "/bin/minijvm", "-Xlog:cds", "-version"}, kSeconds);
  if (answer.is_good) {
    findings.push_back({Mark::kGood, "a VM starts: " + line_with(answer.text, "minijvm (build")});
    findings.push_back(archive_finding(prefix, answer.text));
  } else if (answer.was_late) {
    findings.push_back({Mark::kBad, fmt::format("a VM does not start in {} seconds", kSeconds)});
  } else {
    findings.push_back({Mark::kBad, "no VM starts; it says:\n" + answer.text});
  }
  append_environment(findings);
  return findings;
}

}  // namespace minijvm::guide
