// Proves that every transition of sync/lock_arrows.def happens, under the name that table gives it, where this test says.
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "bare_threads.h"
#include "base/events/event_steps.h"
#include "lock_variants.h"
#include "sync/meta_lock.h"
#include "sync/monitor.h"

using namespace minijvm;
using namespace minijvm::sync;
using namespace minijvm::sync::test;

namespace {

// What a thread has recorded, as text.
std::string events_of(const ExecEnv& ee) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  const_cast<ExecEnv&>(ee).events().print(out, 1000);
  std::fclose(out);
  std::string events(text, size);
  std::free(text);
  return events;
}

bool happened(const ExecEnv& ee, const char* arrow) {
  return events_of(ee).find(arrow) != std::string::npos;
}

struct Recording {
  Recording() { record_event_groups(kAllEventGroups | kEventSteps); }
  ~Recording() { record_event_groups(kNoEventGroups); }
};

// A thread in the mode without fast paths, so that each transition is one under the meta-lock.
struct Stage {
  Chosen chosen{Variant{"meta", LockingMode::kMeta}};
  Recording recording;
  Attached me;
  Rooted rooted;
  void enter(ExecEnv& self) {
    MJ_CHECK(monitor_enter(self, rooted.target()) == MonitorResult::kOk, "enter failed");
  }
  void leave(ExecEnv& self) {
    MJ_CHECK(monitor_exit(self, rooted.target()) == MonitorResult::kOk, "exit failed");
  }
};

void meta_release() {
  Stage stage;
  NoSafepoint still(stage.me.self);
  release_meta_lock(stage.me.self, stage.rooted.word(),
                    get_meta_lock(stage.me.self, stage.rooted.word(), still), still);
  CHECK(happened(stage.me.self, "meta_acquire"));
  CHECK(happened(stage.me.self, "meta_release"));
}

void meta_hand_over() {
  Stage stage;
  Attached successor;
  MultiUseWord& word = stage.rooted.word();
  NoSafepoint still(stage.me.self);
  LockBits bits = get_meta_lock(stage.me.self, word, still);
  std::thread thread([&] {
    NoSafepoint inner(successor.self);
    release_meta_lock(successor.self, word, get_meta_lock(successor.self, word, inner), inner);
  });
  REQUIRE(eventually([&] { return bits_of(word) == busy_bits(&successor.self); }));
  release_meta_lock(stage.me.self, word, bits, still);
  thread.join();
  CHECK(happened(successor.self, "meta_queue"));
  CHECK(happened(successor.self, "meta_receive"));
  CHECK(happened(stage.me.self, "meta_hand_over"));
}

void monitor_exit_to_neutral() {
  Stage stage;
  stage.enter(stage.me.self);
  stage.leave(stage.me.self);
  CHECK(happened(stage.me.self, "monitor_enter"));
  CHECK(happened(stage.me.self, "monitor_exit"));
}

void monitor_block() {
  Stage stage;
  Attached contender;
  stage.enter(stage.me.self);
  std::thread thread([&] {
    stage.enter(contender.self);
    stage.leave(contender.self);
  });
  REQUIRE(eventually([&] { return contender.self.block_kind() == BlockKind::kMonitorEnter; }));
  stage.leave(stage.me.self);
  thread.join();
  CHECK(happened(contender.self, "monitor_block"));
}

void monitor_wait_and_notify() {
  Stage stage;
  stage.enter(stage.me.self);
  REQUIRE(monitor_notify(stage.me.self, stage.rooted.target()) == MonitorResult::kOk);
  REQUIRE(monitor_wait(stage.me.self, stage.rooted.target(), Deadline::after_ns(1)) ==
          MonitorResult::kTimedOut);
  stage.leave(stage.me.self);
  CHECK(happened(stage.me.self, "monitor_notify"));
  CHECK(happened(stage.me.self, "monitor_wait"));
}

// Where each arrow of the table is reached; a new row without a place here does not compile.
void meta_acquire_reached() { meta_release(); }
void meta_queue_reached() { meta_hand_over(); }
void meta_receive_reached() { meta_hand_over(); }
void meta_release_reached() { meta_release(); }
void meta_hand_over_reached() { meta_hand_over(); }
void monitor_enter_reached() { monitor_exit_to_neutral(); }
void monitor_exit_reached() { monitor_exit_to_neutral(); }
void monitor_block_reached() { monitor_block(); }
void monitor_wait_reached() { monitor_wait_and_notify(); }
void monitor_notify_reached() { monitor_wait_and_notify(); }

}  // namespace

TEST_CASE("lock arrows: every one is reached", "[sync][arrows]") {
#define MJ_LOCK_ARROW(name, from, to, what) \
  SECTION(#name ": " from " to " to) { name##_reached(); }
#include "sync/lock_arrows.def"
}
