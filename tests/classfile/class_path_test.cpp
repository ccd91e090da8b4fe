// Proves that resources are found along directories and jars in order, and that damaged elements find nothing.
#include "classfile/path/class_path.h"

#include <zip.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace minijvm::classfile;
namespace fs = std::filesystem;

namespace {

struct TemporaryFolder {
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "minijvm-test-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path = pattern;
  }
  ~TemporaryFolder() { fs::remove_all(path); }
  std::string at(const char* name) const { return (path / name).string(); }
  fs::path path;
};

void write_text(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path) << text;
}

void write_jar(const std::string& path, const char* entry, const std::string& text) {
  int error = 0;
  zip_t* archive = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  REQUIRE(archive != nullptr);
  REQUIRE(zip_file_add(archive, entry, zip_source_buffer(archive, text.data(), text.size(), 0),
                       0) >= 0);
  REQUIRE(zip_close(archive) == 0);
}

std::string read(const ClassPath& path, const char* resource) {
  std::vector<std::uint8_t> bytes;
  if (!path.read(resource, &bytes))
    return "<none>";
  return std::string(bytes.begin(), bytes.end());
}

}  // namespace

TEST_CASE("class path: the first element that has it wins", "[classfile][class_path]") {
  const TemporaryFolder folder;
  write_text(folder.at("a/p/x"), "from a");
  write_jar(folder.at("b.jar"), "p/x", "from b");
  write_jar(folder.at("c.jar"), "p/y", "from c");
  ClassPath path(folder.at("a") + "::" + folder.at("b.jar"));
  REQUIRE(read(path, "p/x") == "from a");
  REQUIRE(read(path, "p/y") == "<none>");
  path.append(folder.at("c.jar"));
  REQUIRE(read(path, "p/y") == "from c");
  REQUIRE(read(path, "p") == "<none>");
}

TEST_CASE("class path: what is missing or no jar finds nothing", "[classfile][class_path]") {
  const TemporaryFolder folder;
  write_text(folder.at("bad.jar"), "this is no zip");
  const ClassPath path(folder.at("absent") + ":" + folder.at("bad.jar"));
  REQUIRE(read(path, "p/x") == "<none>");
}

TEST_CASE("jar: entries are listed", "[classfile][class_path]") {
  const TemporaryFolder folder;
  write_jar(folder.at("a.jar"), "p/x", "text");
  const auto jar = JarFile::open(folder.at("a.jar"));
  REQUIRE(jar != nullptr);
  REQUIRE(jar->entries() == std::vector<std::string>{"p/x"});
}
