// Proves: workers stop when all that started have offered, not before; an offer is taken back for new work; nobody waits for who never starts.
#include "gc/gang/terminator.h"

#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "gc/gang/gc_workers.h"

namespace minijvm::gc::test {

TEST_CASE("terminator: one that is alone stops at once, however many were called",
          "[gc][terminator]") {
  Terminator terminator;
  terminator.reset();
  terminator.start();
  CHECK(terminator.offer([] { return true; }));
  terminator.start();  // late: all is agreed
  CHECK(terminator.offer([] { return true; }));
}

TEST_CASE("terminator: workers that breed and steal work end when all of it is done",
          "[gc][terminator]") {
  HeapOptions options;
  options.gc_threads = 4;
  GcWorkers workers;
  workers.initialize(options);
  // An entry n stands for a tree with n levels: its work is to make two of n - 1.
  struct Trees final : GangTask {
    explicit Trees(GcWorkers& all) : workers(all) {}
    const char* name() const override { return "trees"; }
    void work(unsigned number) override {
      terminator.start();
      WorkQueue& own = workers.queue(number);
      if (!claimed.exchange(true, std::memory_order_relaxed)) {
        own.push(14);
      }
      auto grow = [&](WorkEntry levels) {
        leaves[number] += levels == 1 ? 1 : 0;
        for (int i = 0; i < 2 && levels > 1; ++i) {
          own.push(levels - 1);
        }
        own.share();
      };
      auto do_own = [&] {
        for (WorkEntry entry = own.pop(); entry != 0; entry = own.pop()) {
          grow(entry);
        }
      };
      share_until_done(workers, number, 4, terminator, do_own, grow);
    }
    GcWorkers& workers;
    Terminator terminator;
    sync::Atomic<bool> claimed{false};
    int leaves[4] = {};
  };
  for (int round = 0; round < 20; ++round) {
    Trees trees(workers);
    workers.run(trees, 4);
    REQUIRE(trees.leaves[0] + trees.leaves[1] + trees.leaves[2] + trees.leaves[3] == 1 << 13);
  }
}

}  // namespace minijvm::gc::test
