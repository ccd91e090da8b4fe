// A decision, as it is put to those who decide: what is to be chosen, where, and among which
// options.
// Tested by tests/sync/decide/policies_test.cpp.
//
// The first option is always the one that nothing speaks against, so that answer 0 everywhere is a
// schedule, too: the simplest one. Where the order of the others is not given by a queue, it is
// that of the threads' names (thread_name.h), which no schedule changes.
//
//   what          option 0                        the others
//   kRun          the asker, if it can go on      threads that could run, by name
//   kContender    the first of the queue          the queue: whom an exit invites
//   kWaiter       the first of the wait set       the wait set: whom a notify takes
//   kTimeOut      no time passes                  one: the earliest deadline has come
//   kSpurious     no thread wakes                 waiting threads, by name: one wakes for no reason
//   kCasFails     it succeeds if it can           one: it fails for no reason
//   kReadsFrom    the latest write                older ones that the read may see, latest first
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace minijvm::decide {

// A thread of one run, in the order of births. Another run may number its threads otherwise.
using ThreadNo = std::uint32_t;
inline constexpr ThreadNo kMainThread = 0;
inline constexpr ThreadNo kNoThread = ~ThreadNo{0};

// An object in the order of first shared use, never by its address or its hash. 0: none.
using ObjectNo = std::uint64_t;
// A place of the program, numbered as the asker likes. 0: none.
using SiteNo = std::uint64_t;

enum class Choice : std::uint8_t {
  kRun,
  kContender,
  kWaiter,
  kTimeOut,
  kSpurious,
  kCasFails,
  kReadsFrom,
};
inline constexpr std::size_t kChoices = 7;

// True if option 0 is that nothing odd happens, and the others are that it does for no reason.
constexpr bool is_odd(Choice what) {
  return what == Choice::kTimeOut || what == Choice::kSpurious || what == Choice::kCasFails;
}
// True if another option than the first counts as a preemption: a schedule with fewer of them is
// smaller. Of a kRun, it does if the asker could go on.
constexpr bool is_extra(Choice what) { return what != Choice::kRun && what != Choice::kReadsFrom; }
// True if the options differ by their threads, and by their values.
constexpr bool names_thread(Choice what) {
  return what != Choice::kTimeOut && what != Choice::kCasFails;
}
constexpr bool has_value(Choice what) {
  return what == Choice::kTimeOut || what == Choice::kReadsFrom;
}

// A thread, and what it is about to do.
struct Option {
  ThreadNo thread = kNoThread;  // kReadsFrom: the writer. kTimeOut and kCasFails: the asker
  ObjectNo object = 0;          // what its next operation is on
  std::int32_t offset = 0;      // which variable of the object; its monitor counts as one
  bool writes = false;          // lock operations write the monitor
  bool yields = false;          // Thread.yield, onSpinWait
  std::int64_t value = 0;       // kTimeOut: the deadline, ns. kReadsFrom: the writer's tick

  // True if the two next operations do not commute.
  bool conflicts_with(const Option& other) const {
    return object != 0 && object == other.object && offset == other.offset &&
           (writes || other.writes);
  }
};

enum class PlaceKind : std::uint8_t {
  kTick,       // a back-edge or an entry of a method
  kOperation,  // before a synchronization operation, which is a tick
  kAccess,     // before an access of a field or an element, which is none
};

struct Place {
  PlaceKind kind = PlaceKind::kTick;
  SiteNo site = 0;  // REQUIRES: an access has one
  // kAccess: the n-th time that the thread is at this site since its tick; the asker counts these.
  // Otherwise: the n-th such question since the tick; the Decider counts these.
  std::uint32_t nth = 1;
};

struct Question {
  Choice what = Choice::kRun;
  ThreadNo asker = kMainThread;  // the thread that has come to the place
  std::uint64_t tick = 0;        // its ticks so far
  bool blocked = false;          // it cannot go on: it waits, or has ended
  Place place;
  std::span<const Option> options;
  std::int64_t now_ns = 0;  // of the program's clock
};

}  // namespace minijvm::decide
