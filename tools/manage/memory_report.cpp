// Formats one census of memory, or the difference between two, in the layout of HotSpot's native
// memory tracking. The tool's state keeps the baseline with which a later report is compared.
#include "tools/manage/memory_report.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>

#include "base/bits.h"
#include "tools/manage/command_arguments.h"
#include "tools/manage/manage_state.h"
#include "tools/manage/memory_census.h"

namespace minijvm::vm {
namespace {

// JDK 25 has another word for the number of threads.
constexpr runtime::JdkRange kSaysThreads{.since = 25};

// Names the unit in which the amounts of a report are shown.
struct Scale {
  std::size_t unit;
  const char* name;
};

// Accepts what HotSpot's option scale= accepts. Any other text is an error.
std::optional<Scale> scale_of(std::string_view text) {
  const auto is = [&](const char* upper, const char* lower) {
    return text == upper || text == lower;
  };
  if (text == "1" || is("B", "b")) {
    return Scale{1, ""};
  }
  if (is("KB", "kb") || is("K", "k")) {
    return Scale{kKiB, "KB"};
  }
  if (is("MB", "mb") || is("M", "m")) {
    return Scale{kMiB, "MB"};
  }
  return is("GB", "gb") || is("G", "g") ? std::optional(Scale{kGiB, "GB"}) : std::nullopt;
}

// Rounds to the nearest unit.
std::size_t in_units(std::size_t bytes, const Scale& scale) {
  return (bytes + scale.unit / 2) / scale.unit;
}
std::string amount(std::size_t bytes, const Scale& scale) {
  return fmt::format("{}{}", in_units(bytes, scale), scale.name);
}

// Formats a census, or the difference between two; `before` is null for one alone.
class Summary {
 public:
  Summary(const MemoryCensus& now, const MemoryCensus* before, const Scale& scale)
      : now_(now), before_(before), scale_(scale) {}

  std::string text() {
    text_ = "\nNative Memory Tracking:\n\n";
    if (scale_.unit != 1) {
      text_ += fmt::format("(Omitting categories weighting less than 1{})\n\n", scale_.name);
    }
    const MemoryUse total = now_.total();
    const MemoryUse old_total = before_ == nullptr ? MemoryUse() : before_->total();
    text_ += "Total: " +
             pair(total.all_reserved(), old_total.all_reserved(), total.all_committed(),
                  old_total.all_committed()) +
             "\n";
    if (before_ == nullptr) {
      text_ += fmt::format("       malloc: {} #{}\n       mmap:   {}\n",
                           amount(total.malloc_bytes, scale_), total.malloc_count,
                           pair(total.reserved, 0, total.committed, 0));
    }
    text_ += '\n';
    for (std::size_t i = 0; i < kMemoryPurposes; ++i) {
      category(static_cast<MemoryPurpose>(i));
    }
    return std::move(text_);
  }

 private:
  // Adds the block of one category. Each of its lines appears only if it has something to say, as
  // in HotSpot's layout.
  void category(MemoryPurpose purpose) {
    const MemoryUse& use = now_.use(purpose);
    const MemoryUse old = before_ == nullptr ? MemoryUse() : before_->use(purpose);
    // A category that rounds to nothing in both censuses is left out.
    if (in_units(use.all_reserved(), scale_) == 0 && in_units(old.all_reserved(), scale_) == 0) {
      return;
    }
    text_ += fmt::format(
        "-{:>26} ({})\n", memory_purpose_name(purpose),
        pair(use.all_reserved(), old.all_reserved(), use.all_committed(), old.all_committed()));
    if (purpose == MemoryPurpose::kClass) {
      classes();
    } else if (purpose == MemoryPurpose::kThread) {
      const bool is_plural = kSaysThreads.holds(runtime::jdk().feature);
      line(fmt::format("({} #{})", is_plural ? "threads" : "thread",
                       count(now_.threads, before_ == nullptr ? 0 : before_->threads)));
    }
    if (use.malloc_bytes != 0 || old.malloc_bytes != 0) {
      const std::string blocks =
          use.malloc_count == 0 ? "" : " #" + count(use.malloc_count, old.malloc_count);
      line(fmt::format("(malloc={}{})", changed(use.malloc_bytes, old.malloc_bytes), blocks));
    }
    if (use.reserved != 0 || old.reserved != 0) {
      const char* kind = purpose == MemoryPurpose::kThread ? "stack" : "mmap";
      line(fmt::format("({}: {})", kind,
                       pair(use.reserved, old.reserved, use.committed, old.committed)));
    }
    text_ += " \n";
  }

  // Adds the numbers of classes, which HotSpot shows in the category of their metadata.
  void classes() {
    const MemoryCensus none;
    const MemoryCensus& old = before_ == nullptr ? none : *before_;
    line(fmt::format("(classes #{})", count(now_.instance_classes + now_.array_classes,
                                            old.instance_classes + old.array_classes)));
    line(fmt::format("(  instance classes #{}, array classes #{})",
                     count(now_.instance_classes, old.instance_classes),
                     count(now_.array_classes, old.array_classes)));
  }

  void line(const std::string& text) { text_ += fmt::format("{:>28}{}\n", "", text); }

  std::string pair(std::size_t reserved, std::size_t old_reserved, std::size_t committed,
                   std::size_t old_committed) const {
    return fmt::format("reserved={}, committed={}", changed(reserved, old_reserved),
                       changed(committed, old_committed));
  }
  // Returns a text such as "12KB +3KB": the amount of now, and the change if there is a baseline
  // and the amount differs.
  std::string changed(std::size_t bytes, std::size_t old_bytes) const {
    const auto more = static_cast<std::int64_t>(in_units(bytes, scale_)) -
                      static_cast<std::int64_t>(in_units(old_bytes, scale_));
    return amount(bytes, scale_) +
           (before_ == nullptr || more == 0 ? "" : fmt::format(" {:+}{}", more, scale_.name));
  }
  // Returns a text such as "12 +3" for a number of things, as `changed` does for an amount.
  std::string count(std::size_t number, std::size_t old) const {
    const auto more = static_cast<std::int64_t>(number) - static_cast<std::int64_t>(old);
    return std::to_string(number) +
           (before_ == nullptr || more == 0 ? "" : fmt::format(" {:+}", more));
  }

  const MemoryCensus& now_;
  const MemoryCensus* before_;
  const Scale& scale_;
  std::string text_;
};

// --- in detail ---

// Returns "[0x00007f...] name+0x12" if the dynamic linker knows a name, else the library.
std::string caller_line(void* caller, const char* indent) {
  Dl_info info{};
  std::string where;
  const auto address = reinterpret_cast<std::uintptr_t>(caller);
  if (dladdr(caller, &info) != 0 && info.dli_sname != nullptr) {
    int status = 0;
    // A name of C code cannot be demangled: the result is null, and the name is shown as it is.
    char* demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
    where = fmt::format("{}+{:#x}", demangled == nullptr ? info.dli_sname : demangled,
                        address - reinterpret_cast<std::uintptr_t>(info.dli_saddr));
    std::free(demangled);
  } else if (info.dli_fname != nullptr) {
    where = fmt::format(
        "{}+{:#x}",
        std::string_view(info.dli_fname).substr(std::string_view(info.dli_fname).rfind('/') + 1),
        address - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
  }
  return fmt::format("{}[0x{:016x}] {}\n", indent, address, where);
}

std::string callers_text(const MemoryCallers& callers, const char* indent) {
  std::string text;
  for (void* caller : callers) {
    text += caller == nullptr ? "" : caller_line(caller, indent);
  }
  return text;
}

std::string span_text(std::uintptr_t base, std::uintptr_t end) {
  return fmt::format("[0x{:016x} - 0x{:016x}]", base, end);
}

// HotSpot has one name for a thread's stack in the map, and another one in the summary.
const char* type_text(MemoryPurpose purpose) {
  return purpose == MemoryPurpose::kThread ? "Thread Stack" : memory_purpose_name(purpose);
}

std::string detail_text(const MemoryCensus& census, const Scale& scale) {
  std::string text = "Virtual memory map:\n";
  for (const TrackedRange& range : census.ranges) {
    // A range that is committed as a whole needs no list of its parts.
    const bool is_whole = range.committed_bytes() == range.bytes && range.committed.size() == 1;
    text += fmt::format(
        " \n{} reserved {}{} for {} from\n", span_text(range.base, range.base + range.bytes),
        is_whole ? "and committed " : "", amount(range.bytes, scale), type_text(range.purpose));
    text += callers_text(range.callers, "    ");
    for (const CommittedPart& part : is_whole ? std::vector<CommittedPart>() : range.committed) {
      text += fmt::format("\n\t{} committed {} from\n", span_text(part.base, part.end),
                          amount(part.end - part.base, scale));
      text += callers_text(part.callers, "            ");
    }
  }
  return text;
}

// Adds up the ranges of one call site.
struct SiteUse {
  std::size_t reserved = 0;
  std::size_t committed = 0;
};

// Makes one entry for each stack of callers and purpose: ranges that the same callers reserved are
// added up. Memory from malloc has no recorded callers, so it is missing here.
std::string sites_text(const MemoryCensus& census, const Scale& scale) {
  std::map<std::pair<MemoryCallers, MemoryPurpose>, SiteUse> sites;
  for (const TrackedRange& range : census.ranges) {
    SiteUse& use = sites[{range.callers, range.purpose}];
    use.reserved += range.bytes;
    use.committed += range.committed_bytes();
  }
  std::string text = "Details:\n\n";
  for (const auto& [site, use] : sites) {
    text += callers_text(site.first, "");
    text += fmt::format("{:>29}(mmap: reserved={}, committed={} Type={})\n\n", "",
                        amount(use.reserved, scale), amount(use.committed, scale),
                        type_text(site.second));
  }
  return text;
}

// The callers of a range are known only if detail was tracked.
std::string full_text(const MemoryCensus& census, const Scale& scale) {
  std::string text = Summary(census, nullptr, scale).text();
  return memory_tracking() == MemoryTracking::kDetail
             ? text + detail_text(census, scale) + sites_text(census, scale)
             : text;
}

// --- the command ---

// Returns a copy, so that the mutex is not held while the difference is taken and formatted.
std::optional<MemoryCensus> copy_of_baseline() {
  sync::MutexLock guard(manage_state.baseline_mutex);
  return *manage_state.baseline;
}

std::string take_baseline(runtime::JavaThread& self) {
  // The census is taken before the mutex, which only guards the assignment.
  MemoryCensus census = take_memory_census(self);
  sync::MutexLock guard(manage_state.baseline_mutex);
  *manage_state.baseline = std::move(census);
  return "Baseline taken\n";
}

std::string difference(runtime::JavaThread& self, const Scale& scale) {
  const std::optional<MemoryCensus> before = copy_of_baseline();
  return before.has_value() ? Summary(take_memory_census(self), &*before, scale).text()
                            : "No baseline for comparison\n";
}

constexpr const char* kRequests[] = {"summary",     "detail",        "baseline",  "summary.diff",
                                     "detail.diff", kMemoryShutdown, "statistics"};

// Returns the only request among the options: an empty text if all given options are off, nullopt
// if several are on, and "summary" if none is given.
std::optional<std::string_view> request_of(const CommandArguments& arguments) {
  std::string_view found;
  bool is_any_named = false;
  for (const char* request : kRequests) {
    if (arguments.is_on(request)) {
      if (!found.empty()) {
        return std::nullopt;
      }
      found = request;
    }
    is_any_named = is_any_named || arguments.find(request) != nullptr;
  }
  return is_any_named ? found : "summary";
}

std::string statistics_text() {
  return fmt::format(
      "Native Memory Tracking Statistics:\nState: detail\n             Tracking stack depth: {}\n",
      kTrackedCallers);
}

std::string answer(runtime::JavaThread& self, std::string_view request, const Scale& scale) {
  const bool needs_detail =
      request == "detail" || request == "detail.diff" || request == "statistics";
  if (needs_detail && memory_tracking() != MemoryTracking::kDetail) {
    return "Detail tracking is not enabled\n";
  }
  if (request == "summary") {
    return Summary(take_memory_census(self), nullptr, scale).text();
  }
  if (request == "detail") {
    return full_text(take_memory_census(self), scale);
  }
  if (request == "baseline") {
    return take_baseline(self);
  }
  // HOTSPOT: detail.diff also compares the call sites. Here it is the summary's difference.
  if (request == "summary.diff" || request == "detail.diff") {
    return difference(self, scale);
  }
  if (request == kMemoryShutdown) {
    return "This option is deprecated and will be ignored.\n";
  }
  return request == "statistics" ? statistics_text() : "No command to execute\n";
}

}  // namespace

void track_memory(std::string_view level) {
  if (level == "summary" || level == "detail") {
    set_memory_tracking(level == "summary" ? MemoryTracking::kSummary : MemoryTracking::kDetail);
  }
}

std::string native_memory(runtime::JavaThread& self, const CommandArguments& arguments) {
  if (memory_tracking() == MemoryTracking::kOff) {
    return "Native memory tracking is not enabled\n";
  }
  const std::string* scale_text = arguments.find("scale");
  const std::optional<Scale> scale = scale_of(scale_text == nullptr ? "KB" : *scale_text);
  if (!scale.has_value()) {
    return "Incorrect scale value: " + *scale_text + '\n';
  }
  const std::optional<std::string_view> request = request_of(arguments);
  if (!request.has_value()) {
    return fmt::format(
        "At most one of the following option can be specified: summary, detail, metadata, "
        "baseline, summary.diff, detail.diff{}\n",
        kHasMemoryShutdown.holds(runtime::jdk().feature) ? ", shutdown" : "");
  }
  return answer(self, *request, *scale);
}

void want_memory_statistics() { manage_state.memory_statistics_wanted = true; }

void print_memory_statistics(runtime::JavaThread& self) {
  if (manage_state.memory_statistics_wanted) {
    // HOTSPOT: the statistics at the end are in bytes, whatever the scale of commands is.
    const std::string text = full_text(take_memory_census(self), Scale{1, ""});
    std::fwrite(text.data(), 1, text.size(), stdout);
  }
}

}  // namespace minijvm::vm
