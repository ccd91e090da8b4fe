// A question to the loop is answered, or given up; what comes after that is undone, and what has
// not begun is not done.
#include "tools/desk/web/question.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "catch2/catch.hpp"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

TEST_CASE("question: the answer of another thread ends the wait", "[desk][question]") {
  const std::atomic<bool> is_over{false};
  Question<int> question;
  std::thread other([&] { question.answer(42); });
  CHECK(question.wait(60s, is_over) == 42);
  other.join();
}

TEST_CASE("question: an answer that comes too late is undone", "[desk][question]") {
  const std::atomic<bool> is_over{false};
  int undone = 0;
  Question<int> question([&](int result) { undone += result; });
  CHECK(question.is_asked());
  CHECK_FALSE(question.wait(1ms, is_over).has_value());
  CHECK_FALSE(question.is_asked());
  question.answer(42);
  CHECK(undone == 42);
}

TEST_CASE("question: an answer in time is not undone", "[desk][question]") {
  const std::atomic<bool> is_over{false};
  int undone = 0;
  Question<int> question([&](int result) { undone += result; });
  question.answer(42);
  CHECK(question.wait(1ms, is_over) == 42);
  CHECK(undone == 0);
}

TEST_CASE("question: of an answer and the end of the patience one wins", "[desk][question]") {
  const std::atomic<bool> is_over{false};
  for (int i = 0; i < 1000; ++i) {
    std::atomic<int> undone{0};
    Question<int> question([&](int) { ++undone; });
    std::thread other([&] { question.answer(1); });
    const bool is_answered = question.wait(0ms, is_over).has_value();
    other.join();
    REQUIRE(undone == (is_answered ? 0 : 1));
  }
}

TEST_CASE("question: the end of the server ends the wait", "[desk][question]") {
  std::atomic<bool> is_over{true};
  Question<int> question;
  CHECK_FALSE(question.wait(60s, is_over).has_value());
}

}  // namespace
}  // namespace minijvm::desk
