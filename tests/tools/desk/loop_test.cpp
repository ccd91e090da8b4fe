// The loop calls what is due, what was posted, and who has news; each in its turn, and none after
// it was forgotten.
#include "tools/desk/loop.h"

#include <poll.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

TEST_CASE("loop: jobs are called when their time has come", "[desk][loop]") {
  Loop loop;
  std::string calls;
  loop.after(20ms, [&] {
    calls += "late ";
    loop.stop();
  });
  loop.after(1ms, [&] { calls += "early "; });
  loop.post([&] { calls += "posted "; });
  loop.run();
  CHECK(calls == "posted early late ");
}

TEST_CASE("loop: another thread wakes it", "[desk][loop]") {
  Loop loop;
  std::thread other([&] { loop.post([&] { loop.stop(); }); });
  loop.run();
  other.join();
}

TEST_CASE("loop: a callback may forget itself, and one that comes after it", "[desk][loop]") {
  Loop loop;
  int first[2];
  int second[2];
  REQUIRE(pipe(first) == 0);
  REQUIRE(pipe(second) == 0);
  int calls = 0;
  const auto forget_both = [&](short) {
    ++calls;
    loop.forget(first[0]);
    loop.forget(second[0]);
    loop.after(10ms, [&] { loop.stop(); });
  };
  loop.watch(first[0], POLLIN, forget_both);
  loop.watch(second[0], POLLIN, forget_both);
  close(first[1]);  // the end of the pipe is news
  close(second[1]);
  loop.run();
  CHECK(calls == 1);
  close(first[0]);
  close(second[0]);
}

TEST_CASE("loop: news of a descriptor are not for another that has got its number",
          "[desk][loop]") {
  Loop loop;
  int first[2];
  int second[2];
  REQUIRE(pipe(first) == 0);
  REQUIRE(pipe(second) == 0);
  int quiet[2] = {-1, -1};
  int wrong = 0;
  // Whichever is called first gives the other one's number to a pipe that has no news.
  const auto replace = [&](int other) {
    if (quiet[0] >= 0) {
      return;
    }
    REQUIRE(pipe(quiet) == 0);
    REQUIRE(dup2(quiet[0], other) == other);
    loop.watch(other, POLLIN, [&](short) { ++wrong; });
    loop.after(10ms, [&] { loop.stop(); });
  };
  loop.watch(first[0], POLLIN, [&](short) { replace(second[0]); });
  loop.watch(second[0], POLLIN, [&](short) { replace(first[0]); });
  close(first[1]);
  close(second[1]);
  loop.run();
  CHECK(wrong == 0);
  for (const int fd : {first[0], second[0], quiet[0], quiet[1]}) {
    close(fd);
  }
}

}  // namespace
}  // namespace minijvm::desk
