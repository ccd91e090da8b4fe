// Proves: the verifier accepts a sound heap and stops the process at a clean card, a wild reference and a torn class word; collections ask it
// before and after each n-th of them.
#include "gc/heap/heap_verifier.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>

#include "gc/heap/stress.h"
#include "sync/threads/safepoint.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

struct Verify final : sync::SafepointOperation {
  void run() override {
    the_heap().retire_all_tlabs();
    verify_heap(the_heap(), "test");
  }
};

// Does this abort a child process?
template <class Body>
bool aborts(Body body) {
  pid_t child = fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stderr);
    std::signal(SIGABRT, SIG_DFL);
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

// Does the verifier abort a child process in which `damage` was done?
template <class Damage>
bool verifier_aborts(Mutator& m, Damage damage) {
  return aborts([&] {
    damage();
    Verify verify;
    sync::run_at_safepoint(*m.self, verify);
  });
}

}  // namespace

TEST_CASE("verifier: sound heaps pass, damage is found", "[gc][verifier]") {
  Mutator m;
  Handle<> old = m.list(10);
  m.collect_full();
  Handle<> young = m.node(1);
  Object** slot = slot_at(m.raw(old), kRight);
  CHECK_FALSE(verifier_aborts(m, [] {}));
  // no card mark
  CHECK(verifier_aborts(m, [&] { *slot = m.raw(young); }));
  CHECK(verifier_aborts(
      m, [&] { *slot = reinterpret_cast<Object*>(reinterpret_cast<char*>(m.raw(old)) + 8); }));
  CHECK(verifier_aborts(m, [&] { m.raw(young)->class_word_for_gc() |= 1; }));
}

TEST_CASE("verifier: each n-th collection, full ones too, finds what was wrong before it",
          "[gc][verifier]") {
  if (kGcStress) {
    return;  // has an interval of its own
  }
  HeapOptions options = small_heap();
  options.verify_interval = 2;
  Mutator m(options);
  Handle<> old = m.list(10);
  m.collect_full();
  REQUIRE(the_heap().statistics.collections() == 1);
  Handle<> young = m.node(1);
  // A full collection makes this good: all that lives becomes old.
  auto damage_and_collect = [&] {
    *slot_at(m.raw(old), kRight) = m.raw(young);  // no card mark
    m.collect_full();
  };
  CHECK_FALSE(aborts(damage_and_collect));
  m.collect_full();
  *const_cast<Object**>(young.slot()) = m.raw(m.node(2));
  CHECK(aborts(damage_and_collect));
}

}  // namespace minijvm::gc::test
