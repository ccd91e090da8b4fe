// Writes to a file with another name beside the wanted one, and renames it at the end, so that a
// full disk or a killed process leaves no half file under the wanted name.
#include "tools/record/recording_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "tools/pages/page.h"
#include "tools/record/timeline/figures_of_run.h"
#include "tools/record/timeline/page_json.h"
#include "tools/record/timeline/perfetto_writer.h"
#include "tools/record/timeline/timeline_builder.h"

namespace minijvm::vm::record {
namespace {

constexpr std::string_view kPage = ".html";
constexpr std::string_view kPerfetto = ".pftrace";
constexpr std::string_view kDescriptors = "/proc/self/fd/";

std::string with_pid(std::string name) {
  const std::string pid = std::to_string(getpid());
  for (std::size_t at = name.find("%p"); at != std::string::npos; at = name.find("%p", at)) {
    name.replace(at, 2, pid);
  }
  return name;
}

// Calls fill(file), which returns 0 or an errno.
template <class Fill>
std::string write_file(const std::string& filename, std::string& error, Fill fill) {
  const std::string path = with_pid(filename);
  const std::string unfinished = fmt::format("{}.{}.part", path, getpid());
  std::remove(unfinished.c_str());  // of a process that had this id and was killed
  std::FILE* file = std::fopen(unfinished.c_str(), "wxe");
  if (file == nullptr) {
    error = fmt::format("{}: {}", path, std::strerror(errno));
    return "";
  }
  int failure = fill(file);
  if (std::fclose(file) != 0 && failure == 0) {
    failure = errno;
  }
  if (failure == 0 && std::rename(unfinished.c_str(), path.c_str()) != 0) {
    failure = errno;
  }
  if (failure != 0) {
    error = fmt::format("{}: {}", path, std::strerror(failure));
    std::remove(unfinished.c_str());
    return "";
  }
  return path;
}

int write_content(std::FILE* file, const RecordedRun& run, bool is_page) {
  const Timeline timeline = build_timeline(run);
  errno = 0;
  if (is_page) {
    pages::write_page(file, pages::timeline_page(), timeline.about.title, page_json(timeline));
  } else {
    const std::string trace = perfetto_trace(timeline, run.begin_ns);
    std::fwrite(trace.data(), 1, trace.size(), file);
  }
  const bool is_written = std::fflush(file) == 0 && std::ferror(file) == 0;
  return is_written ? 0 : (errno == 0 ? EIO : errno);
}

// Such a file has no second name that it could bear until it is complete.
std::string write_data(const RecordedRun& run, const std::string& path, std::string& error) {
  const Timeline timeline = build_timeline(run);
  const std::string text = print_figures(figures_of(run, timeline)) + page_json(timeline);
  std::FILE* file = std::fopen(path.c_str(), "we");
  bool is_written = file != nullptr;
  is_written = is_written && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  is_written = (file == nullptr || std::fclose(file) == 0) && is_written;
  error = is_written ? "" : fmt::format("{}: {}", path, std::strerror(errno));
  return is_written ? path : "";
}

}  // namespace

std::string complaint_about_name(const std::string& filename) {
  if (filename.starts_with(kDescriptors)) {
    return "";
  }
  if (filename.ends_with(kPage) && pages::timeline_page().empty()) {
    return "This build has no pages (esbuild was not there when it was made); use .pftrace";
  }
  return filename.ends_with(kPage) || filename.ends_with(kPerfetto)
             ? ""
             : fmt::format("\"{}\" does not end in .html or .pftrace", filename);
}

std::string write_timeline(const RecordedRun& run, const std::string& filename,
                           std::string& error) {
  error = complaint_about_name(filename);
  if (!error.empty()) {
    return "";
  }
  if (filename.starts_with(kDescriptors)) {
    return write_data(run, filename, error);
  }
  return write_file(filename, error, [&](std::FILE* file) {
    return write_content(file, run, filename.ends_with(kPage));
  });
}

std::string write_flight_file(const RecordedRun& run, const KeptStacks& stacks,
                              const FlightOptions& options, const std::string& filename,
                              std::string& error) {
  return write_file(filename, error, [&](std::FILE* file) {
    return write_flight(fileno(file), run, stacks, options);
  });
}

}  // namespace minijvm::vm::record
