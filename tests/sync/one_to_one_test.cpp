// Proves that 1:1 starts threads, says no when it cannot, and knows whose LWP it is on.
#include "sync/schedule/models/one_to_one.h"

#include <catch2/catch.hpp>

#include "bare_threads.h"
#include "sync/threads/parker.h"

using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

struct Child {
  std::atomic<bool> done{false};
  std::atomic<bool> had_none{false};
  std::atomic<bool> found_itself{false};
};

void run_child(void* argument) {
  Child& child = *static_cast<Child*>(argument);
  child.had_none.store(current_exec_env() == nullptr);
  {
    Attached me;
    set_current_exec_env(&me.self);
    thread_model().yield(me.self);
    child.found_itself.store(current_exec_env() == &me.self);
    set_current_exec_env(nullptr);
  }
  child.done.store(true);
}

}  // namespace

TEST_CASE("1:1: a spawned thread runs on its own LWP with its own ExecEnv", "[sync][one_to_one]") {
  for (std::size_t stack_bytes : {std::size_t{0}, std::size_t{1}, std::size_t{200'001}}) {
    auto* child = new Child;
    REQUIRE(thread_model().spawn(stack_bytes < 100'000 && stack_bytes != 0 ? 131'073 : stack_bytes,
                                 0, run_child, child));
    REQUIRE(eventually([&] { return child->done.load(); }));
    REQUIRE(child->had_none.load());
    REQUIRE(child->found_itself.load());
    delete child;
  }
  REQUIRE(std::string(thread_model().name()) == "1:1");
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
TEST_CASE("1:1: a thread whose stack cannot be mapped is refused, not fatal",
          "[sync][one_to_one]") {
  Child child;
  REQUIRE_FALSE(thread_model().spawn(std::size_t{1} << 60, 0, run_child, &child));
}
#endif
