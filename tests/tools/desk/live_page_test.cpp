// One thread adds lines and another takes them. A page that does not read loses output, and a line
// tells it so.
#include "tools/desk/web/live_page.h"

#include <string>
#include <thread>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

TEST_CASE("live page: all lines that are there are taken at once", "[desk][live_page]") {
  LivePage page("1");
  page.add("{\"a\":1}");
  page.add_output("{\"b\":2}");
  CHECK(page.take(1ms) == "{\"a\":1}\n{\"b\":2}\n");
  CHECK(page.take(1ms) == "");
  page.close();
  CHECK_FALSE(page.take(1ms));
}

TEST_CASE("live page: a thread that waits is woken", "[desk][live_page]") {
  LivePage page("1");
  std::thread other([&] { page.add("x"); });
  CHECK(page.take(10s) == "x\n");
  other.join();
}

TEST_CASE("live page: output that nobody reads is left out", "[desk][live_page]") {
  LivePage page("1");
  const std::string line(1000, 'x');
  for (std::size_t i = 0; i < 2 * LivePage::kMostOutput; i += line.size()) {
    page.add_output(line);
  }
  page.add("last");
  const std::string text = page.take(1ms).value_or("");
  CHECK(text.size() < LivePage::kMostOutput + 3000);
  CHECK(text.ends_with("are not kept]\\n\"}\nlast\n"));
}

TEST_CASE("live page: one that reads nothing at all is closed", "[desk][live_page]") {
  LivePage page("1");
  const std::string line(LivePage::kMost / 4, 'x');
  for (int i = 0; i < 5; ++i) {
    page.add(line);
  }
  CHECK_FALSE(page.take(1ms));
}

}  // namespace
}  // namespace minijvm::desk
