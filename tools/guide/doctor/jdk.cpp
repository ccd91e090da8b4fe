// Says which JDK the launcher takes, why it takes no other one, and what that JDK lacks.
#include <fmt/format.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <set>

#include "runtime/jdk_release.h"
#include "tools/guide/doctor/findings.h"
#include "vm/boot/jdk_home.h"

namespace minijvm::guide {
namespace {

std::string real_path(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) == nullptr ? path : std::string(resolved);
}

bool has(const std::string& home, const char* file) {
  return access((home + "/" + file).c_str(), R_OK) == 0;
}

// The places behind the chosen one are named as well, since a user may have meant one of them.
Findings other_places(const std::string& home) {
  Findings findings;
  std::set<std::string> known{real_path(home)};
  for (const vm::JdkPlace& place : vm::places_for_launcher()) {
    const std::string version = vm::version_of(place.home);
    // Below /usr/lib/jvm there are files that are no JDK's.
    const bool is_worth_it =
        !place.home.empty() && (place.found_by == "JAVA_HOME" || !version.empty());
    if (!is_worth_it || !known.insert(real_path(place.home)).second) {
      continue;
    }
    const std::string refusal = vm::refusal_by_launcher(place.home);
    if (refusal.empty()) {
      findings.push_back(
          {Mark::kGood, fmt::format("{} at {} ({}) could be used: JAVA_HOME={}", version,
                                    place.home, place.found_by, place.home)});
    } else {
      findings.push_back({Mark::kNote, fmt::format("{} ({}) is passed over: {}", place.home,
                                                   place.found_by, refusal)});
    }
  }
  return findings;
}

// A JRE lacks some of these; each has its use.
struct Part {
  const char* file;
  const char* without;
};
constexpr Part kParts[] = {
    {"bin/javac", "no javac: sources cannot be compiled"},
    {"bin/jdb", "no jdb: no debugger at the level of lines"},
    {"bin/jcmd", "no jcmd: a program that runs cannot be asked"},
    {"lib/libjdwp.so", "no libjdwp.so: debuggers of IDEs cannot attach"},
    {"lib/libmanagement.so", "no libmanagement.so: java.lang.management does not work"},
};

void append_parts(const std::string& home, Findings& findings) {
  bool lacks_one = false;
  for (const Part& part : kParts) {
    if (!has(home, part.file)) {
      findings.push_back({Mark::kNote, part.without});
      lacks_one = true;
    }
  }
  if (lacks_one) {
    findings.back().advice =
        fmt::format("a whole JDK has them; on Debian: apt-get install openjdk-{}-jdk-headless",
                    vm::feature_of(home));
  } else {
    findings.push_back({Mark::kGood, "it has javac, jdb, jcmd and the libraries for debuggers"});
  }
}

std::string_view place_of(const std::string& home) {
  for (const vm::JdkPlace& place : vm::places_for_launcher()) {
    if (place.home == home) {
      return place.found_by;
    }
  }
  return "";
}

}  // namespace

Findings examine_jdk(std::string& home) {
  Findings findings;
  home = vm::find_jdk_for_launcher().home.value_or("");
  if (home.empty()) {
    findings.push_back({Mark::kBad,
                        fmt::format("no JDK {} found in JAVA_HOME, on PATH, in /usr/lib/jvm",
                                    runtime::kJdkReleasesText),
                        "on Debian: apt-get install openjdk-17-jdk-headless"});
  } else {
    findings.push_back({Mark::kGood, fmt::format("{} at {}: it is the first one that fits ({})",
                                                 vm::version_of(home), home, place_of(home))});
    append_parts(home, findings);
  }
  for (Finding& finding : other_places(home)) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace minijvm::guide
