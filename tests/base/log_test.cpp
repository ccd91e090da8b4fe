// Proves which tags -Xlog turns on, and how a line looks.
#include "base/log.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/log/log_control.h"
#include "tests/base/support.h"

using namespace minijvm;

TEST_CASE("log: a selection sets one tag, a star its family, nothing all", "[base][log]") {
  REQUIRE(configure_log("disable"));
  REQUIRE(configure_log("gc=debug"));
  REQUIRE(log_enabled(LogTag::gc, LogLevel::kDebug));
  REQUIRE_FALSE(log_enabled(LogTag::gc, LogLevel::kTrace));
  REQUIRE_FALSE(log_enabled(LogTag::gcheap, LogLevel::kError));
  REQUIRE(configure_log("gc*,safepoint=trace"));
  REQUIRE(log_enabled(LogTag::gcheap, LogLevel::kInfo));
  REQUIRE(log_enabled(LogTag::safepoint, LogLevel::kTrace));
  REQUIRE(configure_log("gc+heap=error"));
  REQUIRE_FALSE(log_enabled(LogTag::gcheap, LogLevel::kWarning));
  REQUIRE(configure_log(""));
  REQUIRE(log_enabled(LogTag::monitor, LogLevel::kInfo));
  REQUIRE(configure_log("disable"));
  REQUIRE_FALSE(log_enabled(LogTag::monitor, LogLevel::kError));
}

TEST_CASE("log: HotSpot's tags are known by their words, in any order", "[base][log]") {
  REQUIRE(configure_log("disable"));
  REQUIRE(configure_log("class+load,resolve+class=trace"));
  REQUIRE(log_enabled(LogTag::classload, LogLevel::kInfo));
  REQUIRE(log_enabled(LogTag::resolution, LogLevel::kTrace));
  REQUIRE_FALSE(log_enabled(LogTag::classinit, LogLevel::kInfo));
  REQUIRE(configure_log("class*=debug"));
  REQUIRE(log_enabled(LogTag::classinit, LogLevel::kDebug));
  REQUIRE(configure_log("itables+vtables=info"));  // nothing is logged there
  REQUIRE_FALSE(configure_log("class+loud"));
  REQUIRE(configure_log("disable"));
}

TEST_CASE("log: an output can be changed while the program runs, and is listed", "[base][log]") {
  REQUIRE(configure_log("disable"));
  std::string complaint;
  REQUIRE(configure_log_output({.selections = "gc=debug,class+load",
                                .output = "stderr",
                                .decorators = "uptime,pid",
                                .while_running = true},
                               complaint));
  REQUIRE(complaint.empty());
  REQUIRE(log_output_name(1) == "stderr");
  REQUIRE(log_output_texts().at(0).starts_with("stdout all=off "));
  REQUIRE(log_output_texts().at(1) ==
          "stderr all=off,class+load=info,gc=debug uptime,pid (reconfigured)");
  REQUIRE_FALSE(configure_log_output({.selections = "gc=loud", .output = "stderr"}, complaint));
  REQUIRE(complaint == "Invalid level 'loud' in log selection.\n");
  REQUIRE(log_output_name(99).empty());
  REQUIRE(configure_log("gc=info:stderr:uptime,level,tags"));  // as the other tests expect it
  disable_log();
  REQUIRE_FALSE(log_enabled(LogTag::gc, LogLevel::kError));
}

TEST_CASE("log: a malformed selection changes nothing", "[base][log]") {
  REQUIRE(configure_log("disable"));
  REQUIRE_FALSE(configure_log("gc=debug,safepoint=loud"));
  REQUIRE_FALSE(log_enabled(LogTag::gc, LogLevel::kError));
}

TEST_CASE("log: decorators can be chosen, or none", "[base][log]") {
  const Death bare = die([] {
    configure_log("gc=info:stderr:none");
    MJ_LOG(gc, kInfo, "bare");
  });
  REQUIRE(bare.text == "bare\n");
  const Death chosen = die([] {
    configure_log("gc=info:stderr:tg,pid,l");
    MJ_LOG(gc, kInfo, "text");
  });
  // as wide as earlier lines of this process
  REQUIRE_THAT(chosen.text, Catch::Matches("\\[[0-9]+\\]\\[info *\\]\\[gc *\\] text\n"));
  REQUIRE_FALSE(configure_log("gc=info:stderr:loud"));
}

TEST_CASE("log: a line carries time, level and tag, and goes where it was told", "[base][log]") {
  const Death child = die([] {
    configure_log("gc=info:stderr");
    MJ_LOG(gc, kInfo, "%d KiB", 7);
    MJ_LOG(gc, kDebug, "not this");
    std::fflush(stderr);
  });
  REQUIRE(child.signal == 0);
  REQUIRE_THAT(child.text, Catch::Matches("\\[[0-9.]+s\\]\\[info *\\]\\[gc *\\] 7 KiB\n"));
  REQUIRE_THAT(child.text, !Catch::Contains("not this"));
}

TEST_CASE("log: outputs have selections of their own", "[base][log]") {
  char path_text[] = "/tmp/minijvm_log_XXXXXX";
  close(mkstemp(path_text));
  const std::string path = path_text;
  const Death child = die([&] {
    configure_log("gc=trace:file=" + path + ":none");
    const bool quiet =
        !log_on_stdout("gc", LogLevel::kInfo) && log_enabled(LogTag::gc, LogLevel::kTrace);
    configure_log("gc=info:stderr:none");
    MJ_LOG(gc, kInfo, "both");
    MJ_LOG(gc, kTrace, "the file");
    configure_log("gc=info");
    const bool loud =
        log_on_stdout("gc", LogLevel::kInfo) && !log_on_stdout("gc*", LogLevel::kInfo);
    configure_log("disable");
    std::fprintf(stderr, "%d%d%d", quiet, loud, log_enabled(LogTag::gc, LogLevel::kError));
  });
  std::ifstream file(path);
  unlink(path_text);
  REQUIRE(child.text == "both\n110");
  REQUIRE(std::string(std::istreambuf_iterator<char>(file), {}) == "both\nthe file\n");
}
