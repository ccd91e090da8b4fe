// Writes and compares the header of a journal. The boot calls it once, before there are threads.
#include "vm/boot/journal/journal_choice.h"

#include <nettle/sha2.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <vector>

#include "vm/boot/flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"
#include "vm/boot/schedule_choice.h"
#include "vm/boot/version.h"

namespace minijvm::vm {
namespace {

namespace fs = std::filesystem;
using Chosen = Expected<JournalChoice, std::string>;

// The flags that decide who runs and when. A replay takes them over from the journal.
constexpr std::string_view kOfSchedule[] = {
    "Schedule",     "Seed",      "MeanSlice",   "ScheduleDepth",       "ScheduleSteps",
    "FairTicks",    "DataSeed",  "PreemptAt",   "PreemptScope",        "QuietLibrary",
    "VirtualEpoch", "TickNanos", "ProgramFrom", "SpuriousCasFailures", "SpuriousWakeups"};
// Those on which the run depends as well. They must be given again, since the heap and the machine
// are chosen by then.
constexpr std::string_view kOfRun[] = {"ActiveProcessorCount", "AllocationLimit",  "StepLimit",
                                       "ThreadStackSize",      "VirtualTimeLimit", "MaxHeapSize",
                                       "InitialHeapSize",      "NewSize"};

class FileDigest {
 public:
  FileDigest() { sha256_init(&sum_); }
  void text(std::string_view text) {
    sha256_update(&sum_, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()));
    const std::uint8_t end = 0;
    sha256_update(&sum_, 1, &end);
  }
  void file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    char part[16 * 1024];
    while (in.read(part, sizeof part), in.gcount() > 0) {
      sha256_update(&sum_, static_cast<std::size_t>(in.gcount()),
                    reinterpret_cast<const std::uint8_t*>(part));
    }
  }
  // Returns the first half of it, which tells files apart that nobody has forged.
  std::string hex() {
    std::uint8_t bytes[SHA256_DIGEST_SIZE];
    sha256_digest(&sum_, sizeof bytes, bytes);
    std::string text;
    for (const std::uint8_t byte : std::span(bytes).first(SHA256_DIGEST_SIZE / 2)) {
      char two[3];
      std::snprintf(two, sizeof two, "%02x", byte);
      text += two;
    }
    return text;
  }

 private:
  sha256_ctx sum_;
};

// Of a folder all class files count, wherever they are. What else lies there is read by natives.
std::string digest_of(const fs::path& path) {
  FileDigest digest;
  std::error_code failed;
  if (!fs::is_directory(path, failed)) {
    digest.file(path);
    return digest.hex();
  }
  std::vector<fs::path> files;
  fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    if (at->path().extension() == ".class") {
      files.push_back(at->path());
    }
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    digest.text(file.lexically_relative(path).string());
    digest.file(file);
  }
  return digest.hex();
}

// "5c1f... build/classes", for each element of the class path and the module path.
std::vector<std::string> classpath_of(const Options& options) {
  std::vector<std::string> elements;
  for (const char* property : {"java.class.path", "jdk.module.path"}) {
    const std::string* path = options.property(property);
    std::string_view rest = path == nullptr ? std::string_view() : *path;
    while (!rest.empty()) {
      const std::string element(rest.substr(0, rest.find(':')));
      rest.remove_prefix(std::min(element.size() + 1, rest.size()));
      elements.push_back(digest_of(element) + ' ' + element);
    }
  }
  return elements;
}

// "Seed=7" or "+SpuriousWakeups"; empty if the flag is not given.
std::string flag_text(const Options& options, std::string_view name) {
  // Those that have short forms, too: -Xmx, -Xms, -Xmn.
  const std::pair<std::string_view, std::size_t> sizes[] = {
      {"MaxHeapSize", options.heap.max_bytes},
      {"InitialHeapSize", options.heap.initial_bytes},
      {"NewSize", options.heap.young_bytes}};
  for (const auto& [size_name, bytes] : sizes) {
    if (name == size_name) {
      return bytes == 0 ? "" : std::string(name) + '=' + std::to_string(bytes);
    }
  }
  const std::string setting = setting_of(options, name);
  if (setting.empty()) {
    return "";
  }
  const bool is_switch = setting[0] != '=';
  return is_switch ? setting + std::string(name) : std::string(name) + setting;
}

std::string_view name_in(std::string_view flag) { return FlagText(flag).name; }

JournalHeader header_of(const Options& options) {
  JournalHeader header;
  const std::string* program = options.property("sun.java.command");
  header.program = program == nullptr ? "" : *program;
  header.classpath = classpath_of(options);
  header.vm = kVersion;
  FileDigest release;
  release.file(options.java_home + "/release");
  header.jdk = version_of(options.java_home) + ' ' + release.hex();
  for (const std::span<const std::string_view> names :
       {std::span<const std::string_view>(kOfSchedule),
        std::span<const std::string_view>(kOfRun)}) {
    for (const std::string_view name : names) {
      if (std::string flag = flag_text(options, name); !flag.empty()) {
        header.flags.push_back(std::move(flag));
      }
    }
  }
  return header;
}

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

std::string digest_in(const std::string& element) { return element.substr(0, element.find(' ')); }
std::string path_in(const std::string& element) {
  const std::size_t blank = element.find(' ');
  return blank == std::string::npos ? "" : element.substr(blank + 1);
}

// Returns what is different between the two class paths, or an empty text.
std::string difference(const std::vector<std::string>& recorded,
                       const std::vector<std::string>& now) {
  for (std::size_t i = 0; i < std::min(recorded.size(), now.size()); ++i) {
    if (path_in(recorded[i]) != path_in(now[i])) {
      return "its class path had " + path_in(recorded[i]) + ", not " + path_in(now[i]);
    }
    if (recorded[i] != now[i]) {
      return path_in(now[i]) + " of the class path differs from what was recorded (" +
             digest_in(recorded[i]) + ", now " + digest_in(now[i]) + ")";
    }
  }
  return recorded.size() == now.size() ? ""
                                       : "its class path had " + std::to_string(recorded.size()) +
                                             " elements, not " + std::to_string(now.size());
}

std::string difference(const JournalHeader& recorded, const JournalHeader& now) {
  if (recorded.vm != now.vm) {
    return "minijvm " + recorded.vm + " has recorded it, and this is " + now.vm;
  }
  if (recorded.jdk != now.jdk) {
    return "it was recorded with JDK " + recorded.jdk + ", not " + now.jdk;
  }
  if (recorded.program != now.program) {
    return "it is of the program " + in_quotes(recorded.program) + ", not of " +
           in_quotes(now.program);
  }
  return difference(recorded.classpath, now.classpath);
}

// Returns the flag of this name in the header, or an empty text.
std::string flag_in(const JournalHeader& header, std::string_view name) {
  const auto flag = std::ranges::find_if(
      header.flags, [&](const std::string& each) { return name_in(each) == name; });
  return flag == header.flags.end() ? "" : *flag;
}

Expected<void, std::string> take_flags(const JournalHeader& recorded, Options* options) {
  for (const std::string& flag : recorded.flags) {
    if (std::ranges::find(kOfSchedule, name_in(flag)) == std::end(kOfSchedule) &&
        std::ranges::find(kOfRun, name_in(flag)) == std::end(kOfRun)) {
      return Complaint("its header has the unknown flag " + in_quotes(flag));
    }
  }
  for (const std::string_view name : kOfSchedule) {
    const std::string before = flag_in(recorded, name);
    const std::string now = flag_text(*options, name);
    if (!now.empty() && now != before) {
      return Complaint("-XX:" + now + " was given, but the journal says what the schedule is");
    }
    if (!before.empty()) {
      MJ_TRY(parse_flag(before, *options));
    }
  }
  for (const std::string_view name : kOfRun) {
    const std::string before = flag_in(recorded, name);
    const std::string now = flag_text(*options, name);
    if (now != before) {
      return Complaint(before.empty() ? "it was recorded without -XX:" + now
                                      : "it was recorded with -XX:" + before);
    }
  }
  return {};
}

Chosen record(const Options& options) {
  JournalChoice choice{options, MJ_TRY(schedule_text(options)), nullptr};
  JournalHeader header = header_of(options);
  header.schedule = choice.schedule;
  auto file = JournalFile::create(options.journal_file, header);
  if (!file.ok()) {
    return Complaint("Cannot write the journal " + options.journal_file + ": " + file.error());
  }
  choice.journal = std::make_unique<Journal>(options.journal_file, file.take());
  return choice;
}

Chosen replay(const Options& options) {
  const std::string& path = options.journal_file;
  const auto refuse = [&](const std::string& reason) {
    return Complaint("The journal " + path + " cannot be replayed: " + reason);
  };
  auto read = read_journal(path);
  if (!read.ok()) {
    return refuse(read.error());
  }
  JournalContent content = read.take();
  const std::string reason = difference(content.header, header_of(options));
  if (!reason.empty()) {
    return refuse(reason);
  }
  JournalChoice choice{options, content.header.schedule, nullptr};
  if (const auto taken = take_flags(content.header, &choice.options); !taken.ok()) {
    return refuse(taken.error());
  }
  choice.options.schedule_file = path;
  choice.journal = std::make_unique<Journal>(path, std::move(content));
  return choice;
}

}  // namespace

Chosen choose_journal(const Options& options) {
  if (options.world == "record") {
    return record(options);
  }
  if (options.world == "replay") {
    return replay(options);
  }
  return JournalChoice{options, MJ_TRY(schedule_text(options)), nullptr};
}

}  // namespace minijvm::vm
