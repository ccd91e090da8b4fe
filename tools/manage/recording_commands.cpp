// Turns the arguments of a command into a call of the recorder. A complaint is the command's text,
// as it is of HotSpot's JFR commands.
#include "tools/manage/recording_commands.h"

#include <fmt/format.h>

#include "runtime/thread/java_thread.h"
#include "tools/record/flight/flight.h"
#include "tools/record/recorder.h"
#include "tools/record/recording_files.h"
#include "tools/record/recording_texts.h"

namespace minijvm::vm {
namespace {

using record::Kind;
using record::recorder;
using runtime::JavaThread;

constexpr CommandParameter kStartParameters[] = {
    {"name", "Name of the recording, e.g. \"second round\"", "STRING", nullptr, true, false},
    {"filename", "File to write at the end, *.html or *.pftrace", "STRING", nullptr, true, false},
    {"maxsize", "Memory for events; the oldest give way", "STRING", "32m", true, false},
    {"duration", "Duration of the recording, e.g. 30s", "STRING", nullptr, true, false},
    {"delay", "Time to wait before it begins, e.g. 5s", "STRING", nullptr, true, false},
    {"events", "Groups of events, e.g. lock+gc", "STRING", "default", true, false}};
constexpr CommandParameter kFileParameters[] = {
    {"name", "Name or number of the recording", "STRING", nullptr, true, false},
    {"filename", "File to write", "STRING", nullptr, true, false}};
constexpr CommandParameter kFlightParameters[] = {
    {"name", "Name that can be used to identify recording", "STRING", nullptr, true, false},
    {"settings", "Settings: default or profile", "STRING", "default", true, false},
    {"delay", "Delay recording start with (s)econds, (m)inutes), (h)ours), or (d)ays, e.g. 5h.",
     "STRING", nullptr, true, false},
    {"duration", "Duration of recording in (s)econds, (m)inutes, (h)ours, or (d)ays, e.g. 300s.",
     "STRING", nullptr, true, false},
    {"filename", "Resulting recording filename", "STRING", nullptr, true, false},
    {"maxsize", "Memory for events; the oldest are dropped", "STRING", "32m", true, false},
    {"maxage", "Means nothing here", "STRING", nullptr, true, false},
    {"disk", "Means nothing here", "STRING", nullptr, true, false},
    {"dumponexit", "Dump running recording when JVM shuts down", "BOOLEAN", "false", true, false},
    {"path-to-gc-roots", "Means nothing here", "STRING", nullptr, true, false}};
constexpr CommandParameter kMarkParameters[] = {
    {"text", "What the mark says", "STRING", nullptr, true, true}};

std::string argument(const CommandArguments& arguments, const char* name) {
  const std::string* value = arguments.find(name);
  return value == nullptr ? "" : *value;
}

std::string text_or(const std::string& error, const std::string& text) {
  return error.empty() ? text : error + '\n';
}

template <std::size_t kCount>
std::string read_arguments(const CommandArguments& arguments,
                           const CommandParameter (&parameters)[kCount],
                           record::RecordingOptions& options) {
  for (const CommandParameter& parameter : parameters) {
    const std::string* value = arguments.find(parameter.name);
    std::string complaint =
        value == nullptr ? "" : record::read_recording_option(parameter.name, *value, options);
    if (!complaint.empty()) {
      return complaint;
    }
  }
  return "";
}

JavaResult<std::string> start_timeline(JavaThread&, const CommandArguments& arguments) {
  record::RecordingOptions options = record::default_options(Kind::kTimeline);
  std::string complaint = read_arguments(arguments, kStartParameters, options);
  if (complaint.empty() && !options.filename.empty()) {
    complaint = record::complaint_about_name(options.filename);
  }
  if (complaint.empty()) {
    complaint = record::complaint_about(options);
  }
  return complaint.empty() ? record::started_text(options, recorder().start(options))
                           : complaint + '\n';
}

JavaResult<std::string> start_flight(JavaThread& self, const CommandArguments& arguments) {
  record::RecordingOptions options = record::default_options(Kind::kFlight);
  std::string complaint = read_arguments(arguments, kFlightParameters, options);
  if (complaint.empty()) {
    complaint = record::complaint_about(options);
  }
  if (!complaint.empty()) {
    return complaint + '\n';
  }
  const std::string note =
      options.ignored.empty() ? "" : options.ignored + " mean nothing in this VM.\n";
  const int number = recorder().start(options);
  MJ_TRY(record::begin_flight_sources(self, options));
  return note + record::started_text(options, number);
}

template <Kind kKind>
JavaResult<std::string> dump(JavaThread& self, const CommandArguments& arguments) {
  std::string error;
  const std::string text = recorder().dump(self, kKind, argument(arguments, "name"),
                                           argument(arguments, "filename"), error);
  return text_or(error, text);
}

template <Kind kKind>
JavaResult<std::string> stop(JavaThread& self, const CommandArguments& arguments) {
  std::string error;
  const std::string text = recorder().stop(self, kKind, argument(arguments, "name"),
                                           argument(arguments, "filename"), error);
  return text_or(error, text);
}

template <Kind kKind>
JavaResult<std::string> status(JavaThread&, const CommandArguments&) {
  return recorder().status(kKind);
}

JavaResult<std::string> mark(JavaThread& self, const CommandArguments& arguments) {
  std::string error;
  const std::string text = recorder().mark(self, argument(arguments, "text"), error);
  return text_or(error, text);
}

constexpr DiagnosticCommand kCommands[] = {
    {"JFR.check", "Checks running JFR recording(s)", "Low", "monitor", {}, status<Kind::kFlight>},
    {"JFR.dump",
     "Copies contents of a JFR recording to file. Either the name or the recording id must be "
     "specified.",
     "Low", "monitor", kFileParameters, dump<Kind::kFlight>},
    {"JFR.start", "Starts a new JFR recording",
     "Medium: Depending on the settings for a recording, the impact can range from low to high.",
     "monitor", kFlightParameters, start_flight},
    {"JFR.stop", "Stops a JFR recording", "Low", "monitor", kFileParameters, stop<Kind::kFlight>},
    {"Timeline.dump", "Copies what a timeline has recorded to a file.",
     "Low: Stops the threads for a moment.", "monitor", kFileParameters, dump<Kind::kTimeline>},
    {"Timeline.mark", "Puts a mark into all timelines.", "Low", "monitor", kMarkParameters, mark},
    {"Timeline.start", "Starts to record a timeline.", "Low", "monitor", kStartParameters,
     start_timeline},
    {"Timeline.status",
     "Lists the timelines that are being recorded.",
     "Low",
     "monitor",
     {},
     status<Kind::kTimeline>},
    {"Timeline.stop", "Stops a timeline, and writes its file if it has one.", "Low", "monitor",
     kFileParameters, stop<Kind::kTimeline>}};

}  // namespace

std::span<const DiagnosticCommand> recording_commands() { return kCommands; }

}  // namespace minijvm::vm
