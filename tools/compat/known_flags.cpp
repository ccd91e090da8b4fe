// Looks names up in the tables of HotSpot's flags. The tables are a few long texts, not a thousand
// rows: a flag is looked up only if a command line names one that the core does not know, so speed
// matters less than a form that is easy to compare with HotSpot's lists. A VM whose command line
// names none of them never reads them.
#include "tools/compat/known_flags.h"

#include <algorithm>
#include <cfloat>
#include <limits>

#include "runtime/jdk_release.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"

namespace minijvm::vm {
namespace {

// The flags of a group have one type and need the same unlocking option.
struct NameGroup {
  FlagLock lock;
  FlagType type;
  std::string_view names;  // separated by single spaces or line ends
  runtime::JdkRange range;
};
constexpr NameGroup kNameGroups[] = {
#define MJ_NAMES(lock, type, names) {FlagLock::lock, FlagType::type, names, {}},
#include "tools/compat/flag_names.def"
#define MJ_NAMES(lock, type, names, ...) {FlagLock::lock, FlagType::type, names, {__VA_ARGS__}},
#include "tools/compat/later_flag_names.def"
};

// Returns whether the JDK that will run has the flags of the group. No JDK is chosen yet while
// options are read, so one that some JDKs lack makes the VM look for it.
bool holds(const NameGroup& group) {
  return group.range.is_everywhere() || group.range.holds(find_java_home().feature);
}

// Flags that are no flags any more where a later JDK runs.
struct GoneGroup {
  int last;  // the last release that knows them
  std::string_view names;
};
constexpr GoneGroup kGoneGroups[] = {
#define MJ_GONE(last, names) {last, names},
#define MJ_IGNORED(first, version, names)
#include "tools/compat/gone_flag_names.def"
};

struct IgnoredGroup {
  int first;  // the first release that ignores them
  const char* version;
  std::string_view names;
};
constexpr IgnoredGroup kIgnoredGroups[] = {
#define MJ_GONE(last, names)
#define MJ_IGNORED(first, version, names) {first, version, names},
#include "tools/compat/gone_flag_names.def"
};

// The flags of a group share one range.
struct RangeGroup {
  FlagRange range;
  std::string_view names;  // as above
};

// These are the words of flag_ranges.def.
constexpr long double kMostInt32 = std::numeric_limits<std::int32_t>::max();
constexpr long double kLeastInt32 = std::numeric_limits<std::int32_t>::min();
constexpr long double kMostUint32 = std::numeric_limits<std::uint32_t>::max();
constexpr long double kMostInt64 = std::numeric_limits<std::int64_t>::max();
constexpr long double kMostUint64 = FlagRange::kMostUint64;
constexpr long double kMostDouble = DBL_MAX;
constexpr RangeGroup kRangeGroups[] = {
#define MJ_RANGE(type, least, most, names) {{#type, least, most}, names},
#include "tools/compat/flag_ranges.def"
};

FlagRange range_of(std::string_view flag) {
  const RangeGroup* found = std::ranges::find_if(
      kRangeGroups, [&](const RangeGroup& group) { return has_word(group.names, flag); });
  return found == std::end(kRangeGroups) ? FlagRange{} : found->range;
}

// Measures likeness as HotSpot does: the share of their letter pairs that two names have in common.
double likeness(std::string_view first, std::string_view second) {
  int hits = 0;
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    hits += second.find(first.substr(i, 2)) != std::string_view::npos ? 1 : 0;
  }
  return 2.0 * hits / static_cast<double>(first.size() + second.size());
}

// Keeps the best name so far. If two names are equally like the wrong one, the first counts.
class Guess {
 public:
  explicit Guess(std::string_view wrong_name) : wrong_(wrong_name) {}

  void consider(std::string_view known, bool is_switch) {
    const double value = likeness(known, wrong_);
    if (value > best_ && !is_gone(known)) {
      best_ = value;
      text_ = is_switch ? "(+/-)" + std::string(known) : std::string(known) + "=<value>";
    }
  }
  const std::string& text() const { return text_; }

 private:
  static constexpr double kLikeEnough = 0.7;
  std::string_view wrong_;
  double best_ = kLikeEnough;
  std::string text_;
};

}  // namespace

// Returns the flag from the first list that has the name; no name is in two lists.
std::optional<KnownFlag> find_known_flag(std::string_view name) {
  for (const NameGroup& group : kNameGroups) {
    if (has_word(group.names, name) && holds(group)) {
      return KnownFlag{group.lock, group.type, range_of(name)};
    }
  }
  return std::nullopt;
}

bool is_gone(std::string_view name) {
  return std::ranges::any_of(kGoneGroups, [&](const GoneGroup& group) {
    return has_word(group.names, name) && find_java_home(nullptr).feature > group.last;
  });
}

std::string ignorance_of(std::string_view name) {
  for (const IgnoredGroup& group : kIgnoredGroups) {
    if (has_word(group.names, name) && find_java_home(nullptr).feature >= group.first) {
      return "Ignoring option " + std::string(name) + "; support was removed in " + group.version;
    }
  }
  return {};
}

// Returns the warning that `java` prints on stderr for each of these. The list is short, and its
// order is that of the versions.
std::string deprecation_of(std::string_view name) {
  struct Row {
    const char* version;
    std::string_view names;
    const char* instead = nullptr;  // the flag that a name is an old one of
    runtime::JdkRange range = {};   // the releases that say so
  };
  static constexpr Row kRows[] = {
      {"8.0", "MaxGCMinorPauseMillis"},
      {"8.0", "DefaultMaxRAMFraction", "MaxRAMFraction"},
      {"9.0", "CreateMinidumpOnCrash", "CreateCoredumpOnCrash"},
      {"10.0", "InitialRAMFraction MaxRAMFraction MinRAMFraction"},
      {"12.0", "TLABStats"},
      {"13.0", "AllowRedefinitionToAddDeleteMethods FlightRecorder"},
      {"15.0",
       "BiasedLockingBulkRebiasThreshold BiasedLockingBulkRevokeThreshold BiasedLockingDecayTime "
       "BiasedLockingStartupDelay PrintBiasedLockingStatistics PrintPreciseBiasedLockingStatistics "
       "UseBiasedLocking UseOptoBiasInlining"},
      {"16.0", "CriticalJNINatives"},
      {"17.0", "AlwaysLockClassLoader"},
      {"25.0", "ShenandoahPacing UseCompressedClassPointers UseOprofile", nullptr, {.since = 25}},
  };
  for (const Row& row : kRows) {
    if (has_word(row.names, name) &&
        (row.range.is_everywhere() || row.range.holds(find_java_home(nullptr).feature))) {
      const std::string advice = row.instead == nullptr
                                     ? std::string()
                                     : " Use option " + std::string(row.instead) + " instead.";
      return "Option " + std::string(name) + " was deprecated in version " + row.version +
             " and will likely be removed in a future release." + advice;
    }
  }
  return {};
}

std::string closest_flag(std::string_view wrong_name) {
  Guess guess(wrong_name);
  // The core's own flags come first, so they are preferred among equals.
  for (const OptionRow& row : option_rows()) {
    guess.consider(row.name, row.is_switch());
  }
  for (const NameGroup& group : kNameGroups) {
    std::string_view rest = holds(group) ? group.names : std::string_view();
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" \n"), rest.size());
      guess.consider(rest.substr(0, end), group.type == FlagType::kSwitch);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return guess.text();
}

}  // namespace minijvm::vm
