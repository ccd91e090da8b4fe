// Finds the home folder of a JDK by looking at files only. Used by the launcher and by boot_vm
// before any Java state exists, so of the other rooms it uses only the table of releases.
#include "vm/boot/jdk_home.h"

#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "runtime/jdk_release.h"

namespace minijvm::vm {

// The file `release` of a JDK has a line JAVA_VERSION="17.0.x".
std::string version_of(const std::string& home) {
  std::FILE* file = std::fopen((home + "/release").c_str(), "re");
  if (file == nullptr) {
    return "";
  }
  char line[512];
  std::string version;
  while (version.empty() && std::fgets(line, sizeof line, file) != nullptr) {
    constexpr std::string_view kKey = "JAVA_VERSION=\"";
    if (std::string_view(line).starts_with(kKey)) {
      version = line + kKey.size();
      version.resize(std::min(version.find('"'), version.size()));
    }
  }
  std::fclose(file);
  return version;
}

// The version is 17.0.x, or up to JDK 8 it is 1.8.0_x.
int feature_of(const std::string& home) {
  const std::string version = version_of(home);
  return std::atoi(version.c_str() + (version.starts_with("1.") ? 2 : 0));
}

namespace {

// Returns the path without symbolic links; empty if the path does not exist.
std::string real_path(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) == nullptr ? std::string() : std::string(resolved);
}

std::string parent_of(const std::string& path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

bool readable(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

bool has_modules(const std::string& home) {
  return !home.empty() && readable(home + "/lib/modules");
}

bool is_known(const std::string& home) {
  return runtime::jdk_release_of(feature_of(home)) != nullptr;
}

// If a launcher has loaded <home>/lib/libjli.so into this process, its JDK is the one that the user
// chose.
std::string home_of_loaded_libjli() {
  std::string path;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        const char* name = std::strrchr(info->dlpi_name, '/');
        if (name != nullptr && std::strcmp(name, "/libjli.so") == 0) {
          *static_cast<std::string*>(out) = info->dlpi_name;
        }
        return 0;
      },
      &path);
  return path.empty() ? path : parent_of(parent_of(real_path(path)));
}

// Returns the home of the JDK in which this libjvm.so stands: <home>/lib/<name>/libjvm.so.
std::string home_of_this_library() {
  return parent_of(parent_of(parent_of(real_path(path_of_this_library()))));
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

// Returns the home of the first `java` on PATH. Symbolic links are followed.
std::string home_of_java_on_path() {
  std::string path = environment("PATH");
  std::size_t start = 0;
  while (start <= path.size()) {
    std::size_t end = path.find(':', start);
    std::string folder = path.substr(start, end == std::string::npos ? end : end - start);
    if (!folder.empty() && access((folder + "/java").c_str(), X_OK) == 0) {
      return parent_of(parent_of(real_path(folder + "/java")));
    }
    if (end == std::string::npos) {
      break;
    }
    start = end + 1;
  }
  return {};
}

std::vector<std::string> usual_homes() {
  std::vector<std::pair<int, std::string>> found;
  if (DIR* folder = opendir("/usr/lib/jvm")) {
    while (const dirent* entry = readdir(folder)) {
      if (entry->d_name[0] != '.') {
        std::string home = std::string("/usr/lib/jvm/") + entry->d_name;
        const int feature = feature_of(home);
        found.emplace_back(feature, std::move(home));
      }
    }
    closedir(folder);
  }
  // The oldest release comes first: it is the one that the VM has known longest.
  std::ranges::stable_sort(found, {}, [](const auto& each) { return each.first; });
  std::vector<std::string> homes;
  for (auto& [feature, home] : found) {
    homes.push_back(std::move(home));
  }
  return homes;
}

template <class Accepts>
JdkSearch first_accepted(std::vector<JdkPlace> candidates, Accepts accepts) {
  JdkSearch search;
  for (JdkPlace& candidate : candidates) {
    if (accepts(candidate.home)) {
      search.home = candidate.home;
      search.feature = feature_of(candidate.home);
      return search;
    }
    if (!candidate.home.empty()) {
      search.refused.push_back(std::move(candidate));
    }
  }
  return search;
}

constexpr std::string_view kJavaHome = "JAVA_HOME";
constexpr std::string_view kOnPath = "java on PATH";
constexpr std::string_view kUsualFolder = "/usr/lib/jvm";

}  // namespace

std::string path_of_this_library() {
  Dl_info info;
  const bool is_known = dladdr(reinterpret_cast<const void*>(&find_java_home), &info) != 0;
  return is_known && info.dli_fname != nullptr ? info.dli_fname : "";
}

std::string folder_beside_this_library(const std::string& file) {
  const std::string path = path_of_this_library();
  for (const std::string& folder : {parent_of(path), parent_of(real_path(path))}) {
    if (!folder.empty() && readable(folder + "/" + file)) {
      return folder;
    }
  }
  return {};
}

JdkSearch find_java_home() {
  // The order is a promise of the header: the more specific wish comes first.
  std::vector<JdkPlace> candidates{
      {home_of_loaded_libjli(), "the loaded libjli"},
      {parent_of(parent_of(real_path("/proc/self/exe"))), "the executable"},
      {home_of_this_library(), "libjvm.so"},
      {environment("JAVA_HOME"), kJavaHome},
      {home_of_java_on_path(), kOnPath}};
  for (std::string& home : usual_homes()) {
    if (is_known(home)) {
      candidates.push_back({std::move(home), kUsualFolder});
    }
  }
  return first_accepted(std::move(candidates), has_modules);
}

std::vector<JdkPlace> places_for_launcher() {
  std::vector<JdkPlace> places{{environment("JAVA_HOME"), kJavaHome},
                               {home_of_java_on_path(), kOnPath}};
  for (std::string& home : usual_homes()) {
    places.push_back({std::move(home), kUsualFolder});
  }
  return places;
}

// The launcher needs libjli as well, and a user may have another JDK first on PATH, so each
// candidate's version is checked.
std::string refusal_by_launcher(const std::string& home) {
  if (!has_modules(home)) {
    return "it has no lib/modules that can be read";
  }
  if (!is_known(home)) {
    const int feature = feature_of(home);
    return feature == 0 ? "its file release has no version"
                        : "it is a JDK " + std::to_string(feature);
  }
  return readable(home + "/lib/libjli.so") ? "" : "it has no lib/libjli.so";
}

JdkSearch find_jdk_for_launcher() {
  return first_accepted(places_for_launcher(),
                        [](const std::string& home) { return refusal_by_launcher(home).empty(); });
}

}  // namespace minijvm::vm
