// The words of the command line: what each does, and which sentence those get that do nothing.
#include "tools/desk/settings.h"

#include <unistd.h>

#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catch2/catch.hpp"
#include "vm/boot/launcher/own_words.h"

namespace minijvm::desk {
namespace {

using Words = std::vector<std::string>;

std::string error_of(const Words& words) {
  auto settings = parse_settings(words);
  return settings.ok() ? "" : settings.error();
}

TEST_CASE("settings: a page", "[desk][settings]") {
  const auto settings =
      parse_settings({"--step=web", "--port", "4000", "--open", "--lecture", "--break=A.b",
                      "--source", "src", "-cp", "x", "-Dk=v", "money.Bank", "--port", "-o"});
  REQUIRE(settings.ok());
  const Settings& read = settings.value();
  CHECK(read.front == Front::kWeb);
  CHECK(read.port == 4000);
  CHECK(read.opens);
  CHECK(read.is_lecture);
  CHECK(read.source_path == "src");
  CHECK(read.vm.breaks == Words{"A.b"});
  CHECK(read.vm.words == Words{"-cp", "x", "-Dk=v", "money.Bank", "--port", "-o"});
  CHECK(title_of(read.program) == "Bank");
}

TEST_CASE("settings: a recording has a name and an end", "[desk][settings]") {
  const auto settings = parse_settings({"--step=record", "--until=7", "--by=instruction",
                                        "--schedule", "one*2", "-jar", "lib/App.jar"});
  REQUIRE(settings.ok());
  CHECK(settings.value().output == "app.html");
  CHECK(settings.value().until == 7);
  CHECK(settings.value().commands == Words{"play one*1", "play one*1", "continue"});
  CHECK(settings.value().vm.words == Words{"-jar", "lib/App.jar"});
}

TEST_CASE("settings: a session's file brings options and the program", "[desk][settings]") {
  const std::string path = "/tmp/desk-settings-" + std::to_string(getpid());
  std::ofstream(path) << "# run: --break Race.begin Race\n(step) continue\n";
  const auto settings = parse_settings({"--step=play", "--session", path, "--expect", "1",
                                        "--limit", "10s", "--report", "r.json", "-cp", "x"});
  REQUIRE(settings.ok());
  CHECK(settings.value().vm.breaks == Words{"Race.begin"});
  CHECK(settings.value().vm.words == Words{"-cp", "x", "Race"});
  CHECK(settings.value().limit == std::chrono::seconds(10));
  const auto own = parse_settings({"--step=record", "--session", path, "Other", "arg"});
  CHECK(own.value().vm.words == Words{"Other", "arg"});
  unlink(path.c_str());
}

TEST_CASE("settings: each word of the table is the desk's, so java does not get it",
          "[desk][settings]") {
  const std::map<vm::Reader, std::string> fronts = {
      {vm::kWeb, "web"}, {vm::kRecord, "record"}, {vm::kPlay, "play"}, {vm::kDap, "dap"}};
  const std::map<std::string_view, std::string> values = {
      {"PLACE", "A.b"}, {"PATH", "src"}, {"TEXT", "a*1"}, {"line|instruction", "line"},
      {"N", "5"},       {"TIME", "10s"}, {"FILE", "x.html"}};
  for (const vm::OwnWords& part : vm::own_words()) {
    for (const vm::OwnWord& word : part.rows) {
      for (const auto& [reader, front] : fronts) {
        if ((word.readers & reader) == 0 || word.word.starts_with("--step")) {
          continue;
        }
        INFO("--step=" << front << " " << word.word);
        Words words = {"--step=" + front, std::string(word.word)};
        if (word.takes_next_word()) {
          REQUIRE(values.contains(word.value));
          words.push_back(values.at(word.value));
        }
        words.emplace_back("A");
        auto settings = parse_settings(words);
        // A word may want another one beside it, or a file that is there; it is known all the same.
        const bool is_own = settings.ok() ? settings.value().vm.words == Words{"A"}
                                          : settings.error().starts_with("--step=play needs") ||
                                                settings.error().starts_with("--session cannot");
        CHECK(is_own);
      }
    }
  }
}

TEST_CASE("settings: DAP's port", "[desk][settings]") {
  CHECK_FALSE(parse_settings({"--step=dap"}).value().dap_port.has_value());
  CHECK(parse_settings({"--step=dap:5006"}).value().dap_port == 5006);
}

TEST_CASE("settings: each mistake has its sentence", "[desk][settings]") {
  const std::vector<std::pair<Words, std::string>> cases = {
      {{"--step=play", "--port", "1", "A"}, "--port does nothing here: it is for --step=web"},
      {{"--step=web", "-o", "x.html", "A"}, "-o does nothing here: it is for --step=record"},
      {{"--step=web", "--until"}, "--until does nothing here: it is for --step=record"},
      {{"--step=web", "--port"}, "--port needs a value"},
      {{"--step=web", "--port", "70000", "A"},
       "--port takes a number from 1 to 65535, not \"70000\""},
      {{"--step=web"}, "the stepper needs a main class or a jar"},
      {{"--step=record", "-o", "x.txt", "A"},
       "-o takes a name that ends in .html or .json, not \"x.txt\""},
      {{"--step=record", "--by", "word", "A"}, "--by takes line or instruction, not \"word\""},
      {{"--step=record", "--limit", "10h", "A"},
       "--limit takes a time such as 10s, 500ms or 2m, not \"10h\""},
      {{"--step=play", "A"}, "--step=play needs --session FILE or --schedule TEXT"},
      {{"--step=play", "--schedule", "a", "A"}, "--step=play needs --expect TEXT"},
      {{"--step=play", "--session", "/no/such/file", "A"}, "--session cannot read /no/such/file"},
      {{"--step=record", "--explore", "A"},
       "--step=web, record, play and dap do not go with --explore"},
      {{"--step=dap:x"}, "--step=dap: takes a number from 1 to 65535, not \"x\""},
  };
  for (const auto& [words, sentence] : cases) {
    CHECK(error_of(words) == sentence);
  }
  CHECK(error_of({"--step=page", "A"}).starts_with("--step=page is not known"));
}

}  // namespace
}  // namespace minijvm::desk
