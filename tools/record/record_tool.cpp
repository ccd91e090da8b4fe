// Begins the recordings of -XX:StartTimeline and -XX:StartFlightRecording before the first class is
// loaded, keeps the names of what goes meanwhile, notes stacks for flight recordings, and writes
// the files when the VM ends.
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gc/heap/allocation_sampler.h"
#include "gc/policy/memory_pools.h"
#include "runtime/class/class.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/clock.h"
#include "sync/threads/no_safepoint.h"
#include "tools/linked_tools.h"
#include "tools/record/flight/flight.h"
#include "tools/record/flight/sampler.h"
#include "tools/record/flight/stacks.h"
#include "tools/record/record_state.h"
#include "tools/record/recorder.h"
#include "tools/record/recording_files.h"
#include "tools/record/recording_texts.h"
#include "vm/boot/flags.h"
#include "vm/boot/options.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {

constinit record::RecordState record::record_state;

namespace {

using record::Kind;
using record::record_state;
using record::recorder;
using runtime::JavaThread;

constexpr std::string_view kFlightOption = "-XX:StartFlightRecording";

// HOTSPOT: the option stands alone, or its words come behind "=" or ":"; each of several begins a
// recording.
std::vector<std::string> flight_words(const Options& options) {
  std::vector<std::string> all;
  for (const std::string& argument : options.arguments) {
    const std::string_view option(argument);
    if (option == kFlightOption) {
      all.emplace_back();
    } else if (option.starts_with(kFlightOption) &&
               (option[kFlightOption.size()] == '=' || option[kFlightOption.size()] == ':')) {
      all.emplace_back(option.substr(kFlightOption.size() + 1));
    }
  }
  return all;
}

class RecordTool final : public Tool, public Observer {
 public:
  bool before_classes(JavaThread&, const Options& options) override {
    const std::vector<std::string> flights = flight_words(options);
    set_event_zero();
    // Without a period nobody would look at the clock; the counters of perfdata have one anyway. A
    // deterministic run has no such period.
    record_state.has_period =
        !options.deterministic &&
        (options.perf_data || !options.start_timeline.empty() || !flights.empty());
    observe(*this, kPhaseEvents | kThreadEvents | kCollectionEvents | kUnloadingEvents |
                       kRecordedEvents | kSampleEvents | kRunEvents |
                       (record_state.has_period ? kPeriodicEvents : kNoEvents));
    recorder().set_facts(options.locking_mode, sync::machine_wall_ns() / sync::kNanosPerMilli);
    for (const std::string& words : flights) {
      if (!start(options, "StartFlightRecording", Kind::kFlight, words)) {
        return false;
      }
    }
    return options.start_timeline.empty() ||
           start(options, "StartTimeline", Kind::kTimeline, options.start_timeline);
  }
  JavaResult<void> once_java_runs(JavaThread& self, const Options&) override {
    if (flight_) {
      return record::begin_flight_sources(self, *flight_);
    }
    return {};
  }

  void program_begins(JavaThread&) override { recorder().program_begins(); }
  void thread_ending(JavaThread& self) override {
    if (recorder().is_recording()) {
      const sync::NoSafepoint still(self);
      recorder().names().keep_thread(still, self);
    }
  }
  void classes_unloading() override {
    if (recorder().is_recording()) {
      recorder().names().keep_dying_classes();
      record_state.stacks->forget_addresses();
    }
  }
  void collection_ended(const gc::CollectionRecord& record) override {
    const gc::PoolUsage after = gc::sum_of(record.after);
    recorder().add_collection({.start = record.start_ns,
                               .end = record.end_ns,
                               .is_full = record.collector == gc::Collector::kFull,
                               .cause = gc::cause_text(record.cause),
                               .before = static_cast<std::int64_t>(gc::sum_of(record.before).used),
                               .after = static_cast<std::int64_t>(after.used),
                               .committed = static_cast<std::int64_t>(after.committed)});
  }
  void event_recorded(Event event, std::uint64_t, std::uint64_t second) override {
    record::note_stack_of(event, second);
  }
  void object_sampled(JavaThread& self, runtime::Handle<> object) override {
    record::note_allocation(self, object);
  }
  void period_passed(JavaThread& self) override { recorder().look_at_clock(self); }
  void phase_reached(JavaThread& self, VmPhase phase) override {
    if (phase == VmPhase::kEnded) {
      recorder().finish(self);
    }
  }

 private:
  bool start(const Options& options, const char* flag, Kind kind, const std::string& words) {
    record::RecordingOptions wanted = record::default_options(kind);
    std::string complaint = record::read_recording_options(words, wanted);
    if (complaint.empty() && kind == Kind::kTimeline) {
      complaint = wanted.filename.empty() ? "say where to: filename=run.html"
                                          : record::complaint_about_name(wanted.filename);
    }
    if (complaint.empty()) {
      complaint = record::complaint_about(wanted);
    }
    if (!complaint.empty()) {
      std::fprintf(stderr, "Error: -XX:%s: %s\n", flag, complaint.c_str());
      return false;
    }
    if (!wanted.ignored.empty()) {
      warn(options, std::string(flag) + ": " + wanted.ignored + " mean nothing in this VM");
    }
    const int number = recorder().start(wanted);
    if (kind == Kind::kFlight) {
      flight_ = wanted;
      std::fputs(record::started_text(wanted, number).c_str(), stdout);
    }
    return true;
  }

  std::optional<record::RecordingOptions> flight_;
};

}  // namespace

Tool* make_record_tool() { return new RecordTool; }

}  // namespace minijvm::vm
