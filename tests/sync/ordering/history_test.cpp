// Proves that the rules of FastTrack report a conflict exactly where a detector does that keeps
// each access with its whole clock, for the first race of each variable, in random traces.
#include "sync/ordering/history.h"

#include <catch2/catch.hpp>
#include <random>

namespace minijvm::ordering {
namespace {

constexpr SlotNo kThreads = 4;
constexpr int kVariables = 3;
constexpr int kLocks = 2;

struct KeptAccess {
  SlotNo slot;
  Clock clock;
  bool writes;
};

// Keeps everything.
struct Oracle {
  std::vector<KeptAccess> accesses;
  bool conflicts(const ThreadClock& me, bool writes) const {
    for (const KeptAccess& access : accesses) {
      if (access.slot != me.slot() && (access.writes || writes) &&
          access.clock > me.known.of(access.slot)) {
        return true;
      }
    }
    return false;
  }
};

struct World {
  ThreadClock threads[kThreads];
  VectorClock locks[kLocks];
  Oracle oracles[kVariables];
  History histories[kVariables];
  bool has_raced[kVariables] = {};

  World() {
    for (SlotNo i = 0; i < kThreads; ++i) {
      threads[i].epoch = epoch_word(i + 1, 0);
      threads[i].advance();
    }
  }
  void acquire(ThreadClock& me, int lock) { me.known.join(locks[lock]); }
  void release(ThreadClock& me, int lock) {
    locks[lock].join(me.known);
    me.advance();
  }
};

// Returns whether the rules find a conflict; a cell of its own is used as long as that is enough.
bool finds_conflict(History& history, const ThreadClock& me, bool writes) {
  const Word access = stamp(me.epoch, kAllLanes, 7);
  const bool is_kept = writes ? is_write_kept(history.cell, me.epoch, kAllLanes)
                              : is_read_kept(history.cell, me.epoch, kAllLanes);
  if (is_kept && history.readers.empty()) {
    return false;
  }
  if (history.readers.empty() && (writes || !needs_readers(history.cell, me.known, access))) {
    return (writes ? write_at(history.cell, me.known, access)
                   : read_at(history.cell, me.known, access))
        .has_value();
  }
  return (writes ? write_at(history, me.known, access) : read_at(history, me.known, access))
      .has_value();
}

}  // namespace

TEST_CASE("ordering: the first race of a variable is found, and no other, in random traces",
          "[sync][ordering]") {
  int races = 0;
  int clean = 0;
  for (unsigned seed = 0; seed < 100'000; ++seed) {
    std::minstd_rand random(seed);
    World world;
    for (int step = 0; step < 24; ++step) {
      ThreadClock& me = world.threads[random() % kThreads];
      const auto what = random() % 8;
      if (what == 0) {
        world.acquire(me, static_cast<int>(random() % kLocks));
        continue;
      }
      if (what == 1) {
        world.release(me, static_cast<int>(random() % kLocks));
        continue;
      }
      const auto variable = random() % kVariables;
      if (world.has_raced[variable]) {
        continue;
      }
      const bool writes = what < 4;
      const bool expected = world.oracles[variable].conflicts(me, writes);
      world.oracles[variable].accesses.push_back({me.slot(), me.now(), writes});
      REQUIRE(finds_conflict(world.histories[variable], me, writes) == expected);
      world.has_raced[variable] = expected;
      ++(expected ? races : clean);
    }
  }
  CHECK(races > 10'000);
  CHECK(clean > 10'000);
}

TEST_CASE("ordering: a word keeps slot, clock, lanes and site apart", "[sync][ordering]") {
  const Word word = stamp(epoch_word(kMostSlots - 1, kLastClock), 0b0100, kMostSites - 1);
  CHECK_FALSE(is_elsewhere(word));
  CHECK(slot_of(word) == kMostSlots - 1);
  CHECK(clock_of(word) == kLastClock);
  CHECK(lanes_of(word) == 0b0100);
  CHECK(site_of(word) == kMostSites - 1);
  CHECK(covers(word, epoch_word(kMostSlots - 1, kLastClock), 0b0100));
  CHECK_FALSE(covers(word, epoch_word(kMostSlots - 1, kLastClock), kAllLanes));
  CHECK_FALSE(covers(word, epoch_word(kMostSlots - 1, kLastClock - 1), 0b0100));
  CHECK_FALSE(covers(kElsewhere | word, word, 0b0100));
}

TEST_CASE("ordering: readers that nothing orders are all kept until a write", "[sync][ordering]") {
  World world;
  History history;
  ThreadClock& first = world.threads[0];
  ThreadClock& second = world.threads[1];
  ThreadClock& writer = world.threads[2];
  CHECK_FALSE(read_at(history, first.known, stamp(first.epoch, kAllLanes, 1)));
  CHECK_FALSE(read_at(history, second.known, stamp(second.epoch, kAllLanes, 2)));
  CHECK(history.readers.size() == 2);
  world.release(first, 0);
  world.acquire(writer, 0);
  const auto conflict = write_at(history, writer.known, stamp(writer.epoch, kAllLanes, 3));
  REQUIRE(conflict);
  CHECK_FALSE(conflict->earlier_writes);
  CHECK(site_of(conflict->earlier) == 2);
  CHECK(history.readers.empty());
}

}  // namespace minijvm::ordering
