// Keeps the list of recordings. The mutex guards the list only; a recording is read and written
// without it, while the program runs on.
#include "tools/record/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "runtime/thread/java_thread.h"
#include "sync/threads/clock.h"
#include "sync/threads/parker.h"
#include "sync/threads/thread_state.h"
#include "tools/record/flight/flight.h"
#include "tools/record/flight/stacks.h"
#include "tools/record/read_run.h"
#include "tools/record/record_state.h"
#include "tools/record/recording_files.h"
#include "tools/record/recording_texts.h"

namespace minijvm::vm::record {

using runtime::JavaThread;

namespace {

// Holds the turn of a thread that writes. It is no mutex, since its holder stops the world.
class WriterTurn {
 public:
  WriterTurn(JavaThread& self, Atomic<bool>& is_writing) : is_writing_(is_writing) {
    // acquire: pairs with the release below.
    while (is_writing_.exchange(true, std::memory_order_acquire)) {
      sync::park(self, sync::Deadline::after_ns(sync::kNanosPerMilli));
    }
  }
  ~WriterTurn() { is_writing_.store(false, std::memory_order_release); }
  WriterTurn(const WriterTurn&) = delete;
  WriterTurn& operator=(const WriterTurn&) = delete;

 private:
  Atomic<bool>& is_writing_;
};

}  // namespace

Recorder& recorder() { return *record_state.recorder; }

int Recorder::start(const RecordingOptions& options) {
  sync::MutexLock lock(mutex_);
  const int number = ++last_number_[static_cast<int>(options.kind)];
  Recording recording{number, options, event_moment(), sync::machine_wall_ns(), false, {}};
  if (recording.options.name.empty()) {
    recording.options.name = std::to_string(number);
  }
  recordings_.push_back(std::move(recording));
  is_recording_.store(true, std::memory_order_relaxed);
  if (options.delay_ns == 0) {
    turn_on(recordings_.back());
  }
  return number;
}

void Recorder::turn_on(Recording& recording) {
  recording.begin = event_moment();
  recording.wall_begin_ns = sync::machine_wall_ns();
  recording.is_on = true;
  choose();
}

// The log is one for all, so it keeps what any recording wants.
void Recorder::choose() {
  std::uint32_t groups = kNoEventGroups;
  std::size_t bytes = 0;
  std::int64_t threshold = INT64_MAX;
  for (const Recording& one : recordings_) {
    groups |= one.is_on ? one.options.groups : kNoEventGroups;
    bytes = std::max(bytes, one.options.most_bytes);
    if (one.options.kind == Kind::kFlight && !one.end) {
      threshold = std::min(threshold, one.options.threshold_ns);
    }
  }
  event_chunks().set_most_bytes(bytes == 0 ? EventChunks::kDefaultMost : bytes);
  stack_threshold_ns_.store(threshold, std::memory_order_relaxed);
  record_event_groups(groups);
}

void Recorder::remove(const Recording& recording) {
  sync::MutexLock lock(mutex_);
  std::erase_if(recordings_, [&](const Recording& one) {
    return one.options.kind == recording.options.kind && one.number == recording.number;
  });
  choose();
  if (recording.options.kind == Kind::kFlight &&
      stack_threshold_ns_.load(std::memory_order_relaxed) == INT64_MAX) {
    end_flight_sources();  // no other flight recording goes on
    cpu_loads_.clear();
  }
  if (recordings_.empty()) {
    is_recording_.store(false, std::memory_order_relaxed);
    event_chunks().clear();
    marks_.clear();
    collections_.clear();
    names_.clear();
    record_state.stacks->clear();
  }
}

Recorder::Recording* Recorder::find(Kind kind, const std::string& which, std::string& error) {
  Recording* found = nullptr;
  int count = 0;
  for (Recording& one : recordings_) {
    const bool fits =
        which.empty() || one.options.name == which || std::to_string(one.number) == which;
    if (one.options.kind == kind && fits) {
      found = &one;
      ++count;
    }
  }
  if (count != 1) {
    const bool is_any = std::ranges::any_of(
        recordings_, [&](const Recording& one) { return one.options.kind == kind; });
    error = is_any ? not_found_text(kind, which, count) : none_text(kind);
    return nullptr;
  }
  return found;
}

std::optional<Recorder::Recording> Recorder::copy_of(Kind kind, const std::string& which,
                                                     std::string& error) {
  sync::MutexLock lock(mutex_);
  const Recording* found = find(kind, which, error);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

RecordedRun Recorder::read(JavaThread& self, const Recording& recording) {
  RecordedRun run =
      read_run(self, recording.begin, recording.end, recording.options.groups, names_);
  run.about.locking = locking_;
  run.vm_start_ms = start_ms_;
  run.wall_begin_ns = recording.wall_begin_ns;
  if (const std::int64_t begun = program_begun_ns_.load(std::memory_order_relaxed);
      begun >= recording.begin.ns) {
    run.figures.main_ns = run.about.main_ns = begun - recording.begin.ns;
  }
  sync::MutexLock lock(mutex_);
  run.marks = marks_;
  for (Collection one : collections_) {
    one.start -= recording.begin.ns;
    one.end -= recording.begin.ns;
    if (one.start >= 0) {
      run.collections.push_back(std::move(one));
    }
  }
  for (CpuLoad load : cpu_loads_.taken()) {
    load.time -= recording.begin.ns;
    if (load.time >= 0 && (!recording.end || load.time <= recording.end->ns - recording.begin.ns)) {
      run.cpu_loads.push_back(load);
    }
  }
  return run;
}

// The file is written in kInNative, so that nobody waits for a slow disk.
Recorder::Written Recorder::write(JavaThread& self, const Recording& recording,
                                  const std::string& filename, std::string& error) {
  const RecordedRun run = read(self, recording);
  const KeptStacks stacks = record_state.stacks->copy();
  const RecordingOptions& options = recording.options;
  const FlightOptions flight{.number = recording.number,
                             .name = options.name,
                             .destination = filename,
                             .threshold_ns = options.threshold_ns};
  const sync::VmToNative native(self);
  return {options.kind == Kind::kTimeline ? write_timeline(run, filename, error)
                                          : write_flight_file(run, stacks, flight, filename, error),
          run.about};
}

std::string Recorder::dump(JavaThread& self, Kind kind, const std::string& which,
                           const std::string& filename, std::string& error) {
  const WriterTurn turn(self, is_writing_);
  const std::optional<Recording> recording = copy_of(kind, which, error);
  if (!recording) {
    return "";
  }
  const std::string name = name_for(recording->options, recording->number, filename);
  if (name.empty()) {
    error = "Say where to: filename=now.html";
    return "";
  }
  const Written written = write(self, *recording, name, error);
  return written.path.empty() ? ""
                              : written_text(kind, "Dumped", recording->number,
                                             recording->options.name, written.path, written.about);
}

std::string Recorder::stop(JavaThread& self, Kind kind, const std::string& which,
                           const std::string& filename, std::string& error) {
  const WriterTurn turn(self, is_writing_);
  return stop_without_turn(self, kind, which, filename, error);
}

// A recording that cannot be written goes on, so that nothing is lost.
std::string Recorder::stop_without_turn(JavaThread& self, Kind kind, const std::string& which,
                                        const std::string& filename, std::string& error) {
  const std::optional<Recording> recording = copy_of(kind, which, error);
  if (!recording) {
    return "";
  }
  const std::string& name = filename.empty() ? recording->options.filename : filename;
  std::string text = stopped_text(kind, recording->number, recording->options.name);
  if (!name.empty()) {
    const Written written = write(self, *recording, name, error);
    if (written.path.empty()) {
      return "";
    }
    text = written_text(kind, "Stopped", recording->number, recording->options.name, written.path,
                        written.about);
  }
  remove(*recording);
  return text;
}

std::optional<RecordedRun> Recorder::read_all(JavaThread& self) {
  std::optional<Recording> oldest;
  {
    sync::MutexLock lock(mutex_);
    for (const Recording& one : recordings_) {
      if (one.is_on && (!oldest || one.begin.ns < oldest->begin.ns)) {
        oldest = one;
      }
    }
  }
  return oldest ? std::optional(read_run(self, oldest->begin, {}, kAllEventGroups, names_))
                : std::nullopt;
}

std::string Recorder::status(Kind kind) {
  sync::MutexLock lock(mutex_);
  std::string text;
  for (const Recording& one : recordings_) {
    if (one.options.kind == kind) {
      const char* state = one.end ? "stopped" : one.is_on ? "running" : "delayed";
      text += status_text(one.options, one.number, state, event_moment().ns - one.begin.ns,
                          event_chunks().lost());
    }
  }
  return text.empty() ? none_text(kind) + '\n' : text;
}

std::string Recorder::mark(JavaThread& self, const std::string& text, std::string& error) {
  std::uint64_t number = 0;
  {
    sync::MutexLock lock(mutex_);
    if (recordings_.empty()) {
      error = none_text(Kind::kTimeline);
      return "";
    }
    number = marks_.size();
    marks_.push_back(text);
  }
  MJ_EVENT(self.events(), Event::mark, number, 0);
  return fmt::format("Marked \"{}\".\n", text);
}

void Recorder::look_at_clock(JavaThread& self) {
  if (!is_recording()) {
    return;
  }
  std::vector<Recording> over;
  {
    sync::MutexLock lock(mutex_);
    const EventMoment now = event_moment();
    if (stack_threshold_ns() != INT64_MAX) {  // a flight recording goes on
      cpu_loads_.look(now.ns);
    }
    for (Recording& one : recordings_) {
      if (!one.is_on && !one.end && now.ns - one.begin.ns >= one.options.delay_ns) {
        turn_on(one);
      } else if (one.is_on && one.options.duration_ns != 0 &&
                 now.ns - one.begin.ns >= one.options.duration_ns) {
        one.is_on = false;
        one.end = now;
        choose();
        over.push_back(one);
      }
    }
  }
  for (const Recording& one : over) {
    if (!one.options.filename.empty()) {
      finish_one(self, one, one.options.filename);
    }
  }
}

// Another thread may have stopped it meanwhile.
void Recorder::finish_one(JavaThread& self, const Recording& recording, const std::string& name) {
  const Kind kind = recording.options.kind;
  const std::string number = std::to_string(recording.number);
  const WriterTurn turn(self, is_writing_);
  std::string error;
  if (!copy_of(kind, number, error)) {
    return;
  }
  (void)stop_without_turn(self, kind, number, name, error);
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", failure_text(kind, recording.number, error).c_str());
    remove(recording);
  }
}

void Recorder::finish(JavaThread& self) {
  std::vector<Recording> left;
  {
    sync::MutexLock lock(mutex_);
    left = recordings_;
  }
  for (const Recording& one : left) {
    const bool dumps = one.options.dumps_on_exit.value_or(!one.options.filename.empty());
    const std::string name = dumps ? name_for(one.options, one.number, "") : "";
    if (!name.empty() && !one.is_on && !one.end) {
      std::fprintf(stderr, "%s\n",
                   failure_text(one.options.kind, one.number,
                                "the VM ends before the delay is over, so nothing was recorded")
                       .c_str());
    } else if (!name.empty()) {
      finish_one(self, one, name);
    }
  }
}

void Recorder::add_collection(const Collection& collection) {
  sync::MutexLock lock(mutex_);
  constexpr std::size_t kMost = 100'000;
  if (!recordings_.empty() && collections_.size() < kMost) {
    collections_.push_back(collection);
  }
}

}  // namespace minijvm::vm::record
