// Records the event log and reads it. A recording is an interval of the log with a name; several
// may go on at once, since all read the same log. The first one turns the events on, and the end of
// the last one turns them off.
//
//   start --> the log keeps the wanted groups --> dump, as often as one likes --> stop
//                                                 (to .html or .pftrace)
//
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/events/event_clock.h"
#include "runtime/fwd.h"
#include "sync/threads/vm_mutex.h"
#include "tools/record/flight/cpu_load.h"
#include "tools/record/timeline/names.h"
#include "tools/record/timeline/recorded_run.h"

namespace minijvm::vm::record {

enum class Kind : std::uint8_t { kTimeline, kFlight };

// A timeline keeps these without a word of the user.
inline constexpr std::uint32_t kTimelineGroups = kAllEventGroups & ~group_bit(EventGroup::kStacks);

struct RecordingOptions {
  Kind kind = Kind::kTimeline;
  std::string name;      // "": its number
  std::string filename;  // "": no dump at the end
  std::size_t most_bytes = EventChunks::kDefaultMost;
  std::int64_t duration_ns = 0;  // 0: until it is stopped
  std::int64_t delay_ns = 0;
  std::uint32_t groups = kTimelineGroups;
  // Of a flight recording: shorter waits are left out; and how often threads are sampled.
  std::int64_t threshold_ns = 20'000'000;
  std::int64_t sample_period_ns = 20'000'000;
  // Without a word of the user: if there is a file name.
  std::optional<bool> dumps_on_exit;
  std::string ignored;  // the keys that mean nothing here
};

// Returns the options with which a recording of this kind begins.
RecordingOptions default_options(Kind kind);
// Returns the complaint about options that mean nothing in this VM, or "".
std::string complaint_about(const RecordingOptions& options);

// Reads "filename=race.html,maxsize=8m,events=lock+gc", or one word of it that a command has split.
// The kind decides which keys there are. Returns the complaint, "" if there is none.
std::string read_recording_option(std::string_view key, const std::string& value,
                                  RecordingOptions& options);
std::string read_recording_options(std::string_view text, RecordingOptions& options);

class Recorder {
 public:
  // Sets what recordings say of the VM: the lock mode's name, and the time of its start.
  void set_facts(std::string locking, std::int64_t start_ms) {
    locking_ = std::move(locking);
    start_ms_ = start_ms;
  }
  // Begins a recording and returns its number.
  int start(const RecordingOptions& options);
  // Each returns a text for the user, or the complaint in `error`. `which`: a number or a name; ""
  // stands for the only one of this kind.
  std::string dump(runtime::JavaThread& self, Kind kind, const std::string& which,
                   const std::string& filename, std::string& error);
  std::string stop(runtime::JavaThread& self, Kind kind, const std::string& which,
                   const std::string& filename, std::string& error);
  std::string status(Kind kind);
  // Returns all events since the oldest recording began; nothing if none records.
  std::optional<RecordedRun> read_all(runtime::JavaThread& self);
  std::string mark(runtime::JavaThread& self, const std::string& text, std::string& error);

  // Ends recordings whose time is over, and begins those whose delay is over. One that has no file
  // name is kept until it is dumped or stopped.
  void look_at_clock(runtime::JavaThread& self);
  // The VM ends: writes what has a file name.
  void finish(runtime::JavaThread& self);

  bool is_recording() const { return is_recording_.load(std::memory_order_relaxed); }
  // Returns how long a wait is at least whose stack a flight recording wants; INT64_MAX: no matter.
  std::int64_t stack_threshold_ns() const {
    return stack_threshold_ns_.load(std::memory_order_relaxed);
  }
  Names& names() { return names_; }
  void add_collection(const Collection& collection);
  // The program's first class is about to be initialized.
  void program_begins() { program_begun_ns_.store(event_moment().ns, std::memory_order_relaxed); }

 private:
  struct Recording {
    int number = 0;
    RecordingOptions options;
    EventMoment begin{};
    std::int64_t wall_begin_ns = 0;
    bool is_on = false;              // its delay is over, and its duration is not
    std::optional<EventMoment> end;  // its duration is over
  };
  struct Written {
    std::string path;  // "": nothing, for a complaint
    About about;
  };

  Recording* find(Kind kind, const std::string& which, std::string& error) MJ_REQUIRES(mutex_);
  std::optional<Recording> copy_of(Kind kind, const std::string& which, std::string& error);
  void turn_on(Recording& recording) MJ_REQUIRES(mutex_);
  void finish_one(runtime::JavaThread& self, const Recording& recording, const std::string& name);
  std::string stop_without_turn(runtime::JavaThread& self, Kind kind, const std::string& which,
                                const std::string& filename, std::string& error);
  void choose() MJ_REQUIRES(mutex_);
  void remove(const Recording& recording);
  RecordedRun read(runtime::JavaThread& self, const Recording& recording);
  Written write(runtime::JavaThread& self, const Recording& recording, const std::string& filename,
                std::string& error);

  sync::Mutex mutex_{sync::LockRank::kLeaf};
  std::vector<Recording> recordings_ MJ_GUARDED_BY(mutex_);
  int last_number_[2] MJ_GUARDED_BY(mutex_) = {};
  std::vector<std::string> marks_ MJ_GUARDED_BY(mutex_);
  CpuLoads cpu_loads_ MJ_GUARDED_BY(mutex_);
  std::vector<Collection> collections_ MJ_GUARDED_BY(mutex_);  // times of sync::machine_ns
  Names names_;
  // Set once, at start.
  std::string locking_;
  std::int64_t start_ms_ = 0;
  Atomic<bool> is_recording_{false};
  // One thread writes at a time: two would write the same file.
  Atomic<bool> is_writing_{false};
  Atomic<std::int64_t> stack_threshold_ns_{INT64_MAX};
  Atomic<std::int64_t> program_begun_ns_{INT64_MIN};
};

Recorder& recorder();

}  // namespace minijvm::vm::record
