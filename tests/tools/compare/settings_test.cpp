// Proves how the words before the main class are read, and what the launcher is given.
#include "tools/compare/settings.h"

#include <catch2/catch.hpp>

#include "vm/boot/launcher/own_words.h"

using namespace minijvm::compare;

namespace {

std::string complaint(const std::vector<std::string>& words) {
  const auto settings = parse_settings(words);
  return settings.ok() ? "" : settings.error();
}

std::vector<std::string> names_of(const std::string& text) {
  std::vector<std::string> names;
  for (const Variant& variant : variants_of(text).take().variants) {
    names.push_back(variant.name);
  }
  return names;
}

}  // namespace

TEST_CASE("the sets have the variants that the chapters name") {
  CHECK(names_of("models") == std::vector<std::string>{"1:1", "M:N", "M:N+LWP", "bound", "M:1"});
  CHECK(names_of("locks") == std::vector<std::string>{"meta-fast", "meta", "tas", "thin", "heavy", "monitorcache"});
  CHECK(names_of("gang") == std::vector<std::string>{"helping", "waiting", "monitor", "baseline"});
}

TEST_CASE("a set of one's own is named by its options") {
  const VariantSet set = variants_of("-XX:LWPs=1 -Xmx8m | -XX:LWPs=4 |").take();
  REQUIRE(set.variants.size() == 3);
  CHECK(set.variants[0].name == "LWPs=1 -Xmx8m");
  CHECK(set.variants[0].options == std::vector<std::string>{"-XX:LWPs=1", "-Xmx8m"});
  CHECK(set.variants[2].name == "as given");
  CHECK(set.variants[2].options.empty());
}

TEST_CASE("the words of the comparison and those of java") {
  const Settings settings =
      parse_settings({"--compare=models", "-cp", "build", "--runs", "5", "-o", "x.html", "--for=9", "-Xmx8m", "money.Bank", "--runs"}).take();
  CHECK(settings.rounds == 5);
  CHECK(settings.seconds == 9);
  CHECK(settings.page == "x.html");
  CHECK(settings.program == "money.Bank");
  CHECK(words_of_run(settings, settings.set.variants[4]) ==
        std::vector<std::string>{"-cp", "build", "-Xmx8m", "-XX:ThreadModel=M:1", "money.Bank", "--runs"});
}

TEST_CASE("options of a variant stand before -jar and behind the user's; those of the set stand first") {
  const Settings settings = parse_settings({"--compare=gang", "-XX:ParallelGCThreads=2", "-jar", "lib/App.jar", "x"}).take();
  const std::vector<std::string> words = words_of_run(settings, settings.set.variants[2]);
  CHECK(words == std::vector<std::string>{"-XX:ParallelGCThreads=4", "-XX:-UseDynamicNumberOfGCThreads", "-XX:ParallelGCThreads=2",
                                          "-XX:-UseSemaphoreGCThreadsSynchronization", "-jar", "lib/App.jar", "x"});
  CHECK(settings.page == "app-compare.html");
}

TEST_CASE("each word of the table is the comparison's, so java does not get it") {
  for (const minijvm::vm::OwnWords& part : minijvm::vm::own_words()) {
    for (const minijvm::vm::OwnWord& word : part.rows) {
      if ((word.readers & minijvm::vm::kCompare) == 0 || word.word == "--compare") {
        continue;
      }
      INFO(word.word);
      const char* value = word.value == "FILE" ? "x.html" : "5";
      const Settings settings = parse_settings({"--compare=locks", std::string(word.word), value, "Bank"}).take();
      CHECK(settings.options.empty());
      CHECK(settings.program == "Bank");
    }
  }
}

TEST_CASE("titles and names of pages") {
  CHECK(title_of("money.Bank") == "Bank");
  CHECK(title_of("mod/money.Bank") == "Bank");
  CHECK(title_of("lib/app.jar") == "app.jar");
  CHECK(parse_settings({"--compare=locks", "Bank"}).take().page == "bank-compare.html");
}

TEST_CASE("each mistake gets a line that says what is known") {
  CHECK_THAT(complaint({"--compare=model", "Bank"}), Catch::Contains("models, locks, gang") && Catch::Contains("not \"model\""));
  CHECK_THAT(complaint({"--compare", "Bank"}), Catch::Contains("--compare takes"));
  CHECK(complaint({"--compare=models"}) == "--compare needs a main class or a jar");
  CHECK(complaint({"--compare=models", "-jar"}) == "--compare needs a main class or a jar");
  CHECK(complaint({"--compare=-Xmx8m | Xmx9m", "Bank"}) == "--compare: \"Xmx9m\" is no option");
  CHECK(complaint({"--compare=-Xmx8m | -Xmx8m", "Bank"}) == "--compare has \"-Xmx8m\" twice");
  CHECK_THAT(complaint({"--compare=models", "--runs", "0", "Bank"}), Catch::Contains("from 1 to 1000"));
  CHECK_THAT(complaint({"--compare=models", "--for", "x", "Bank"}), Catch::Contains("not \"x\""));
  CHECK(complaint({"--compare=models", "-o"}) == "-o needs a value");
  CHECK_THAT(complaint({"--compare=models", "-o", "x.txt", "Bank"}), Catch::Contains("ends in .html"));
  CHECK_THAT(complaint({"--compare=models", "-XX:StartTimeline=filename=x.html", "Bank"}), Catch::Contains("leave out -XX:StartTimeline"));
  CHECK(complaint({"--compare=models", "--explore", "Bank"}) == "--compare does not go with --explore");
  CHECK(complaint({"--compare=models", "--step", "Bank"}) == "--compare does not go with --step");
}
