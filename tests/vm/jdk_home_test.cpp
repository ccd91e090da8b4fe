// Proves where a JDK is looked for and in which order, with little trees in a temporary folder that look like one.
#include "vm/boot/jdk_home.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace minijvm::vm {
namespace {

namespace fs = std::filesystem;

// A folder for the test, and JAVA_HOME and PATH that lead nowhere, until it ends.
class Trees {
 public:
  Trees()
      : root_(fs::temp_directory_path() / ("minijvm_jdk_home." + std::to_string(getpid()))),
        path_(std::getenv("PATH")) {
    fs::create_directories(root_);
    unsetenv("JAVA_HOME");
    setenv("PATH", (root_ / "nowhere").c_str(), 1);
  }
  ~Trees() {
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(root_);
  }
  // A JDK of this version; version 0: without a release file.
  std::string jdk(const std::string& name, int version = 17) {
    touch(name + "/lib/modules");
    touch(name + "/lib/libjli.so");
    touch(name + "/bin/java");
    chmod((root_ / name / "bin/java").c_str(), 0755);
    if (version != 0) {
      std::ofstream(root_ / name / "release")
          << "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" << version << ".0.2\"\n";
    }
    return (root_ / name).string();
  }
  void touch(const std::string& file) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << "";
  }
  std::string at(const std::string& name) const { return (root_ / name).string(); }

 private:
  fs::path root_;
  std::string path_;
};

bool contains(const std::vector<JdkPlace>& list, const std::string& home) {
  return std::ranges::find(list, home, &JdkPlace::home) != list.end();
}

}  // namespace

TEST_CASE("jdk home: the variable comes before PATH, a place without lib/modules is passed over",
          "[vm][jdk_home]") {
  Trees trees;
  const std::string by_variable = trees.jdk("variable");
  const std::string on_path = trees.jdk("path");
  setenv("PATH", (on_path + "/bin").c_str(), 1);
  setenv("JAVA_HOME", by_variable.c_str(), 1);
  CHECK(find_java_home().home == by_variable);
  const std::string hollow = trees.at("hollow");
  setenv("JAVA_HOME", hollow.c_str(), 1);
  const JdkSearch second = find_java_home();
  CHECK(second.home == on_path);
  CHECK(contains(second.refused, hollow));
  unsetenv("JAVA_HOME");
}

TEST_CASE("jdk home: java on PATH leads to its home, through links", "[vm][jdk_home]") {
  Trees trees;
  const std::string home = trees.jdk("real/jdk");
  fs::create_directories(trees.at("bin"));
  fs::create_symlink(home + "/bin/java", trees.at("bin/java"));
  setenv("PATH", (trees.at("empty") + "::" + trees.at("bin")).c_str(), 1);
  CHECK(find_java_home().home == home);
  CHECK(find_jdk_for_launcher().home == home);
}

TEST_CASE("jdk home: the launcher takes only a whole JDK 17", "[vm][jdk_home]") {
  Trees trees;
  const std::string on_path = trees.jdk("good");
  setenv("PATH", (on_path + "/bin").c_str(), 1);
  auto with_variable = [&](const std::string& home) {
    setenv("JAVA_HOME", home.c_str(), 1);
    JdkSearch search = find_jdk_for_launcher();
    unsetenv("JAVA_HOME");
    return search;
  };
  CHECK(with_variable(trees.jdk("another")).home == trees.at("another"));
  for (const std::string& wrong : {trees.jdk("eleven", 11), trees.jdk("older", 1),
                                   trees.jdk("unmarked", 0), trees.at("missing")}) {
    INFO(wrong);
    const JdkSearch search = with_variable(wrong);
    CHECK(search.home == on_path);
    CHECK(contains(search.refused, wrong));
    CHECK_FALSE(refusal_by_launcher(wrong).empty());
  }
  CHECK(refusal_by_launcher(trees.at("eleven")) == "it is a JDK 11");
  CHECK(refusal_by_launcher(trees.at("unmarked")) == "its file release has no version");
  CHECK(refusal_by_launcher(on_path).empty());
  fs::remove(trees.jdk("no_jli") + "/lib/libjli.so");
  CHECK(with_variable(trees.at("no_jli")).home == on_path);
  CHECK(refusal_by_launcher(trees.at("no_jli")) == "it has no lib/libjli.so");
  const JdkSearch unnamed = with_variable("");
  CHECK(unnamed.home == on_path);
  CHECK(unnamed.refused.empty());  // a place without a name is no place
}

}  // namespace minijvm::vm
