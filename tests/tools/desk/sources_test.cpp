// Sources are found by package or beside, and nothing outside of the folders is read, whatever a
// class names as its source.
#include "tools/desk/sources.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

namespace fs = std::filesystem;

class Tree {
 public:
  Tree() : root_(fs::temp_directory_path() / ("desk-sources-" + std::to_string(getpid()))) {
    fs::create_directories(root_ / "src/money");
    write("src/money/Bank.java", "package");
    write("src/Bank.java", "beside");
    write("src/Race.java", "race");
    write("Secret.java", "secret");
    fs::create_symlink(root_ / "Secret.java", root_ / "src/Link.java");
  }
  ~Tree() { fs::remove_all(root_); }
  std::string src() const { return (root_ / "src").string(); }

 private:
  void write(const char* name, const char* text) const { std::ofstream(root_ / name) << text; }
  const fs::path root_;
};

TEST_CASE("sources: package folders first, each file once", "[desk][sources]") {
  const Tree tree;
  Sources sources("/no/such/folder:" + tree.src());
  CHECK(sources.find("money.Bank", "Bank.java") == "package");
  CHECK_FALSE(sources.find("Bank", "Bank.java"));
  CHECK(sources.find("other.Race", "Race.java") == "race");
  CHECK_FALSE(sources.find("Gone", "Gone.java"));
}

TEST_CASE("sources: no name leads out of the folders", "[desk][sources]") {
  const Tree tree;
  Sources sources(tree.src());
  CHECK_FALSE(sources.find("A", "../Secret.java"));
  CHECK_FALSE(sources.find("A", "money/../../Secret.java"));
  CHECK_FALSE(sources.find("..A", "Secret.java"));
  CHECK_FALSE(sources.find("A", "Link.java"));
  CHECK_FALSE(sources.find("A", "/etc/passwd"));
  CHECK_FALSE(sources.find("A", ".."));
  CHECK_FALSE(sources.find("A", ""));
  CHECK_FALSE(Sources(tree.src() + "/money").find("A", "../Race.java"));
}

}  // namespace
}  // namespace minijvm::desk
