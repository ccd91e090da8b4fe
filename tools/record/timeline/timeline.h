// A recorded run as pictures need it: lanes with slices and marks, arrows between lanes, sentences
// and tables. The builder (timeline_builder.h) makes it of the event log; the writers of the page
// and of the Perfetto file read it. Times are nanoseconds since the recording began.
//
//   track  "one"   |running |blocked: Gate #4 |running   |       level 0
//                              |ready|                           level 1, inside a slice of level 0
//                        \                                       arrow: from a moment of one track
//   track  "two"   |running      |waiting ...                    to a moment of another
//
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "base/events/events.h"

namespace minijvm::vm::record {

enum class Group : std::uint8_t { kVm, kLwps, kThreads, kLocks, kCollector, kHeap };
enum class TrackKind : std::uint8_t { kVm, kLwp, kThread, kLock, kCollector, kWorker, kCounter };
enum class State : std::uint8_t {
  kRunning,
  kReady,
  kBlocked,
  kWaiting,
  kParked,
  kSleeping,
  kNative,
  kStopped,
  kIdle,
  kHeld,
  kPhase,
  kTask,
  kSteal,
  kCount
};

const char* group_name(Group group);
const char* track_kind_name(TrackKind kind);
const char* state_name(State state);

// Texts are kept once and referred to by number; kNoText: none.
using TextId = std::int32_t;
inline constexpr TextId kNoText = -1;

class Texts {
 public:
  TextId id(const std::string& text);
  const std::string& text(TextId id) const { return *all_[static_cast<std::size_t>(id)]; }
  const std::vector<const std::string*>& all() const { return all_; }

 private:
  std::unordered_map<std::string, TextId> ids_;  // its keys stay where they are
  std::vector<const std::string*> all_;
};

struct Slice {
  std::int64_t start = 0;
  std::int64_t duration = 0;
  State state = State::kRunning;
  TextId name = kNoText;
  TextId sentence = kNoText;
  std::uint8_t level = 0;
  bool is_open = false;  // the recording ended first
};

struct Mark {
  std::int64_t time = 0;
  TextId name = kNoText;
  TextId sentence = kNoText;
};

struct Sample {
  std::int64_t time;
  std::int64_t value;
};

struct Track {
  std::string name;
  Group group = Group::kThreads;
  TrackKind kind = TrackKind::kThread;
  std::string letter{};        // of a thread: A to Z, then AA
  std::int32_t kernel_id = 0;  // of an LWP and of a worker; 0: none
  // Slices of one level do not overlap, and one of level 1 lies within one of level 0.
  std::vector<Slice> slices{};
  std::vector<Mark> marks{};
  std::vector<Sample> samples{};  // of a counter
  std::string unit{};
};

struct Arrow {
  TextId kind = kNoText;
  int from = 0;  // indices of tracks
  std::int64_t from_time = 0;
  int to = 0;
  std::int64_t to_time = 0;
};

struct Finding {
  std::string text;
  int track = -1;
  std::int64_t time = 0;
  std::int64_t duration = 0;
};

using Cell = std::variant<std::string, std::int64_t, double>;
struct Table {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
  std::vector<int> tracks;  // of each row; -1: none
};

struct About {
  std::string title;
  std::string command;
  std::string model;
  std::string locking;
  std::string date;
  std::int64_t lwps = 0;
  std::int64_t pid = 0;
  std::int64_t duration_ns = 0;
  std::uint64_t events = 0;
  std::uint64_t lost = 0;
  std::int64_t threads = 0;
  std::int64_t main_ns = -1;  // the program's first class was initialized; -1: before that
};

struct Timeline {
  About about;
  Texts texts;
  std::vector<Track> tracks;
  std::vector<Arrow> arrows;
  std::vector<Finding> findings;
  std::vector<Table> tables;
  std::map<Event, std::int64_t> counts;  // how often each event was recorded
};

// Puts slices in the order of their beginning and gives each its level: a slice that begins within
// another lies within it, and is cut where the other ends.
void nest(std::vector<Slice>& slices);

// Returns "37.2 us", "4.1 ms", "2.413 s".
std::string duration_text(std::int64_t ns);

}  // namespace minijvm::vm::record
