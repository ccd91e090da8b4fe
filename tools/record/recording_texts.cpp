// Puts the answers of commands together.
#include "tools/record/recording_texts.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <ctime>

namespace minijvm::vm::record {
namespace {

// HOTSPOT: "260.5 kB", "1.2 MB".
std::string amount(double bytes) {
  constexpr double kKilo = 1024;
  if (bytes < kKilo) {
    return fmt::format("{:.0f} bytes", bytes);
  }
  return bytes < kKilo * kKilo ? fmt::format("{:.1f} kB", bytes / kKilo)
                               : fmt::format("{:.1f} MB", bytes / (kKilo * kKilo));
}

std::string short_amount(std::size_t bytes) {
  return fmt::format("{:.1f}MB", static_cast<double>(bytes) / (1024 * 1024));
}

std::string size_of_file(const std::string& path) {
  struct stat facts {};
  return amount(stat(path.c_str(), &facts) == 0 ? static_cast<double>(facts.st_size) : 0);
}

std::string absolute(const std::string& path) {
  char buffer[PATH_MAX];
  const char* full = realpath(path.c_str(), buffer);
  return full == nullptr ? path : full;
}

std::string lost_text(std::uint64_t lost) {
  return lost == 0 ? "none lost" : fmt::format("{} lost", lost);
}

}  // namespace

std::string none_text(Kind kind) {
  return kind == Kind::kTimeline
             ? "No timeline is being recorded. Use Timeline.start to start one."
             : fmt::format(
                   "No available recordings.\n\nUse jcmd {} JFR.start to start a recording.",
                   getpid());
}

std::string not_found_text(Kind kind, const std::string& which, int count) {
  if (kind == Kind::kFlight) {
    return fmt::format(
        "Could not find {}.\n\nUse JFR.check without options to see list of all available "
        "recordings.",
        which.empty() ? "the recording" : which);
  }
  return count == 0 ? fmt::format("There is no timeline \"{}\".", which)
                    : "There are several timelines; say which one: name=...";
}

std::string stopped_text(Kind kind, int number, const std::string& name) {
  return kind == Kind::kTimeline ? fmt::format("Stopped timeline {}.\n", number)
                                 : fmt::format("Stopped recording \"{}\".\n", name);
}

std::string written_text(Kind kind, const char* deed, int number, const std::string& name,
                         const std::string& path, const About& about) {
  if (kind == Kind::kFlight) {
    return fmt::format("{} recording \"{}\", {} written to:\n\n{}\n", deed, name,
                       size_of_file(path), absolute(path));
  }
  return fmt::format("{} timeline {}, \"{}\": {}, {} events of {} threads, {}, {} to:\n\n{}\n",
                     deed, number, about.title, duration_text(about.duration_ns), about.events,
                     about.threads, lost_text(about.lost), size_of_file(path), absolute(path));
}

std::string status_text(const RecordingOptions& options, int number, const char* state,
                        std::int64_t since_ns, std::uint64_t lost) {
  if (options.kind == Kind::kFlight) {
    const std::string duration =
        options.duration_ns == 0
            ? ""
            : fmt::format(" duration={}s", options.duration_ns / 1'000'000'000);
    return fmt::format("Recording {}: name={}{} maxsize={} ({})\n", number, options.name, duration,
                       short_amount(options.most_bytes), state);
  }
  const std::string file =
      options.filename.empty() ? "" : fmt::format(" filename={}", options.filename);
  const std::string since =
      std::string_view(state) == "running"
          ? fmt::format(" for {}, {}", duration_text(since_ns), lost_text(lost))
          : "";
  return fmt::format("Timeline {}: name={} maxsize={}{} ({}{})\n", number, options.name,
                     short_amount(options.most_bytes), file, state, since);
}

std::string started_text(const RecordingOptions& options, int number) {
  if (options.kind == Kind::kTimeline) {
    return fmt::format(
        "Started timeline {0}.\n\nUse jcmd {1} Timeline.dump name={0} filename=FILEPATH to copy it "
        "to a file.\n",
        number, getpid());
  }
  std::string text = fmt::format("Started recording {}.", number);
  if (options.duration_ns == 0) {
    text += fmt::format(" No limit specified, using maxsize={} as default.",
                        short_amount(options.most_bytes));
  }
  if (!options.filename.empty() && options.duration_ns != 0) {
    return text + fmt::format(" The result will be written to:\n\n{}\n", options.filename);
  }
  return text + fmt::format(
                    "\n\nUse jcmd {} JFR.dump name={} filename=FILEPATH to copy recording data to "
                    "file.\n",
                    getpid(), options.name.empty() ? std::to_string(number) : options.name);
}

std::string failure_text(Kind kind, int number, const std::string& error) {
  return fmt::format("{} {}: {}", kind == Kind::kTimeline ? "Timeline" : "Recording", number,
                     error);
}

std::string name_for(const RecordingOptions& options, int number, const std::string& given) {
  if (!given.empty() || !options.filename.empty() || options.kind == Kind::kTimeline) {
    return given.empty() ? options.filename : given;
  }
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char date[32];
  std::strftime(date, sizeof date, "%Y_%m_%d_%H_%M_%S", &parts);
  return fmt::format("hotspot-pid-{}-id-{}-{}.jfr", getpid(), number, date);
}

}  // namespace minijvm::vm::record
