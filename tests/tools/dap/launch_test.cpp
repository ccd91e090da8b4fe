// Proves how the arguments of `launch` become words for the VM, and which are refused.
#include "tools/desk/dap/launch.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace minijvm::desk::dap;
using minijvm::Json;

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& json) { return read_launch(*Json::parse(json)).take().words; }

std::string complaint(const std::string& json) {
  const auto launch = read_launch(*Json::parse(json));
  return launch.ok() ? "" : launch.error();
}

}  // namespace

TEST_CASE("dap launch: words of the VM") {
  CHECK(words_of(R"({"mainClass":"Race"})") == Words{"Race"});
  CHECK(words_of(R"({"mainClass":"Race","classPaths":["a","b c"],"vmArgs":"-X1 '-X 2'",
                     "args":["1","2 3"]})") ==
        Words{"-X1", "-X 2", "-cp", "a:b c", "Race", "1", "2 3"});
  CHECK(words_of(R"({"jarFile":"lib/app.jar","args":"x"})") == Words{"-jar", "lib/app.jar", "x"});
  const Launch launch = read_launch(*Json::parse(R"({"mainClass":"A","cwd":"/tmp","noDebug":true,
      "sourcePaths":["x"],"stopOnEntry":true,"stepIntoLibrary":true})"))
                            .take();
  CHECK(launch.folder == "/tmp");
  CHECK(launch.source_paths == Words{"/tmp/x"});
  CHECK(launch.stops_on_entry);
  CHECK(launch.steps_into_library);
  CHECK_FALSE(launch.has_debugger);
}

TEST_CASE("dap launch: a value that means nothing is refused") {
  CHECK(complaint("{}").find("mainClass") != std::string::npos);
  CHECK_FALSE(complaint(R"({"mainClass":"-version"})").empty());
  CHECK_FALSE(complaint(R"({"mainClass":["A"]})").empty());
  CHECK_FALSE(complaint(R"({"mainClass":"A","classPaths":"a:b"})").empty());
  CHECK_FALSE(complaint(R"({"mainClass":"A","vmArgs":[1]})").empty());
  CHECK_FALSE(complaint(R"({"mainClass":"A","cwd":1})").empty());
}

TEST_CASE("dap launch: a line is split as a shell does") {
  CHECK(split_words("").empty());
  CHECK(split_words("  a\tb\n") == Words{"a", "b"});
  CHECK(split_words(R"(a"b c"d 'e "f' g\ h "")") == Words{"ab cd", "e \"f", "g h", ""});
  CHECK(split_words(R"('\' "\"" "open)") == Words{"\\", "\"", "open"});
}

TEST_CASE("dap launch: a source lies in the folder of its package, or in the folder itself") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "minijvm-dap-launch-test";
  std::filesystem::create_directories(folder / "a/b");
  std::ofstream(folder / "a/b/In.java") << "";
  std::ofstream(folder / "Flat.java") << "";
  const Words folders = {"/no/such/folder", folder.string()};
  CHECK(find_source(folders, "a.b.In", "In.java") == (folder / "a/b/In.java").string());
  CHECK(find_source(folders, "a.b.Flat", "Flat.java") == (folder / "Flat.java").string());
  CHECK(find_source(folders, "Flat", "In.java").empty());
  CHECK(find_source(folders, "a.b.In", "../b/In.java").empty());
  CHECK(find_source(folders, "a.b.In", "").empty());
  Words more;
  add_folders("/tmp::/usr:", &more);
  CHECK(more == Words{"/tmp", "/usr"});
  std::filesystem::remove_all(folder);
}
