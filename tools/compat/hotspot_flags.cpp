// Answers the core's questions about a flag that has no row in its tables: whether HotSpot has it
// and accepts the value, what it means for the core's own options, and what managers see of it. All
// of it runs in JNI_CreateJavaVM, before Java does. The data is in known_flags.h; this file acts on
// it.
#include "tools/compat/hotspot_flags.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "base/log.h"
#include "tools/compat/compat_state.h"
#include "tools/compat/emulated_defaults.h"
#include "tools/compat/flag_listing.h"
#include "tools/compat/historic_options.h"
#include "tools/compat/known_flags.h"
#include "vm/boot/flags.h"
#include "vm/boot/foreign_flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"
#include "vm/boot/options.h"

namespace minijvm::vm {

constinit CompatState compat_state;

namespace {

// Returns whether an option begins a recording, as -XX:StartFlightRecording and
// -XX:StartFlightRecording:filename=app.jfr do.
bool starts_recording(std::string_view option) {
  constexpr std::string_view kName = "-XX:StartFlightRecording";
  return option.starts_with(kName) && (option.size() == kName.size() ||
                                       option[kName.size()] == '=' || option[kName.size()] == ':');
}

// --- options that are no -XX flags ---

// Returns whether the JDK that will run has given up options of the first debuggers: -Xnoagent and
// -Xfuture are unknown then, and -Xdebug is deprecated.
bool gave_up_debug_options() {
  constexpr int kSince = 25;
  return find_java_home(nullptr).feature >= kSince;
}

// HotSpot 21 and 25 number their ways to lock under a name that stands for words here. Their tests
// pass the numbers, which have no effect.
bool numbers_locking_mode(std::string_view option) {
  constexpr int kSince = 21;
  const auto value = behind(option, "-XX:LockingMode=");
  return value && has_word("0 1 2", *value) && find_java_home(nullptr).feature >= kSince;
}

// Handles options that came after JDK 17. Those about native access and Unsafe become properties,
// which the class library reads; it also checks the value of the first.
ForeignFlags::Translated translate_later(std::string_view option) {
  constexpr int kFinalizationSince = 21;
  constexpr int kAccessSince = 25;
  if (numbers_locking_mode(option)) {
    return std::vector<std::string>();
  }
  if (const auto value = behind(option, "--finalization=")) {
    if (find_java_home(nullptr).feature < kFinalizationSince) {
      return std::nullopt;
    }
    return has_word("enabled disabled", *value)
               ? ForeignFlags::Translated(std::vector<std::string>())
               : Complaint("Invalid finalization value '" + *value +
                           "', must be 'disabled' or 'enabled'.");
  }
  const auto native = behind(option, "--illegal-native-access=");
  const auto unsafe = behind(option, "--sun-misc-unsafe-memory-access=");
  if ((!native && !unsafe) || find_java_home(nullptr).feature < kAccessSince) {
    return std::nullopt;
  }
  if (native) {
    return std::vector<std::string>{"-Djdk.module.illegal.native.access=" + *native};
  }
  return has_word("allow warn debug deny", *unsafe)
             ? ForeignFlags::Translated(
                   std::vector<std::string>{"-Dsun.misc.unsafe.memory.access=" + *unsafe})
             : Complaint("Value specified to --sun-misc-unsafe-memory-access not recognized: '" +
                         *unsafe + "'");
}

// Handles the old name of -Xlog:gc, options of HotSpot that have no effect here, so that they stand
// for no option at all, and options that HotSpot once had and now refuses.
ForeignFlags::Translated translate_hotspot(std::string_view option) {
  const std::vector<std::string> nothing;
  if (const auto file = behind(option, "-Xloggc:")) {
    // HOTSPOT: stdout shows warnings even if no option asks for a log.
    if (!log_on_stdout("gc", LogLevel::kWarning)) {
      configure_log("gc=warning");
    }
    MJ_LOG(gc, kWarning, "-Xloggc is deprecated. Will use -Xlog:gc:%s instead.", file->c_str());
    return std::vector<std::string>{"-Xlog:gc:" + *file};
  }
  if (has_word("-Xnoagent -Xfuture", option)) {
    return gave_up_debug_options() ? ForeignFlags::Translated() : nothing;
  }
  if (has_word("-Xcomp -Xmixed -Xbatch -Xcheck:jni -Xdebug -Xinternalversion", option) ||
      option.starts_with("-Xmaxjitcodesize") || option.starts_with("-XshowSettings") ||
      option.starts_with("-XX:FlightRecorderOptions:") || starts_recording(option)) {
    return nothing;
  }
  for (const std::string gone : {"-Xbootclasspath", "-Xbootclasspath/p"}) {
    if (option.starts_with(gone + ':')) {
      return Complaint(gone + " is no longer a supported option.");
    }
  }
  return option.starts_with("-Xcheck:") ? ForeignFlags::Translated(Complaint(
                                              "Unrecognized check option: " + std::string(option)))
                                        : std::nullopt;
}

// --- one flag ---

// Returns a renamed flag under its new name; empty if it was not renamed.
std::string renamed(const FlagText& given) {
  if (given.name == "CreateMinidumpOnCrash") {
    return given.is_on ? "+CreateCoredumpOnCrash" : "-CreateCoredumpOnCrash";
  }
  return given.name == "DefaultMaxRAMFraction" ? "MaxRAMFraction=" + std::string(given.value)
                                               : std::string();
}

// The core checks the type when it stores a value. Nothing stores these values, so this function
// checks them.
bool is_of_type(FlagType type, std::string_view value) {
  switch (type) {
    case FlagType::kInteger:
      return parse_size(value.substr(value.starts_with('-') ? 1 : 0)).has_value();
    case FlagType::kUnsigned:
      return parse_size(value).has_value();
    case FlagType::kDouble:
      return parse_double(value).has_value();
    default:
      return true;
  }
}

// Accepts or refuses a flag of HotSpot as HotSpot does. The flag has no effect.
Parsed check_known(const FlagText& given, const KnownFlag& known, const Options& options) {
  if (known.lock == FlagLock::kDevelop || known.lock == FlagLock::kNotProduct) {
    return options.ignore_unrecognized
               ? Parsed()
               : Complaint("Error: VM option '" + std::string(given.name) + "' is " +
                           (known.lock == FlagLock::kDevelop ? "develop" : "notproduct") +
                           " and is available only in debug version of VM.");
  }
  MJ_TRY(check_setting(given, known.lock, known.type == FlagType::kSwitch, known.range, options));
  // This is the only flag whose range has gaps.
  if (given.name == "ObjectAlignmentInBytes") {
    if (const auto bytes = parse_size(given.value); bytes && !std::has_single_bit(*bytes)) {
      return Complaint("ObjectAlignmentInBytes (" + std::to_string(*bytes) +
                       ") must be power of 2\nImproperly specified " + given.quoted());
    }
  }
  return is_of_type(known.type, given.value) ? Parsed() : improper_setting(given);
}

// Parses a flag under its present name. It may be a flag of the core, of HotSpot, or unknown.
Parsed parse_known(const FlagText& given, Options& options) {
  if (find_option(given.name) != nullptr) {
    return parse_flag(given.text, options);
  }
  const std::optional<KnownFlag> known = find_known_flag(given.name);
  if (!known.has_value()) {
    return unrecognized_flag(given, options, closest_flag(given.name));
  }
  return check_known(given, *known, options);
}

// Warns once if a flag asks for a compiler. HOTSPOT: `java -Xint` warns of these flags, too. A flag
// that only tunes a compiler, as -XX:CompileThreshold does, passes in silence.
void warn_of_compiler(const Options& options) {
  for (const char* flag : {"EnableJVMCI", "TieredCompilation", "UseCompiler"}) {
    if (setting_of(options, flag) == "+") {
      warn(options, std::string(flag) + " has no effect: this VM has no compiler");
      return;
    }
  }
}

// --- what flags mean for the core's options ---

// Returns the number to which a flag is set, or nothing if the command line does not set it.
std::optional<std::size_t> number_of(const Options& options, std::string_view flag) {
  const std::string setting = setting_of(options, flag);
  return setting.empty() ? std::nullopt : parse_size(setting.substr(1));
}

// -XX:MaxRAMFraction=4 is -XX:MaxRAMPercentage=25. A percentage that is given overrides the
// fraction. So does a default that no fraction expresses, which InitialRAMPercentage has.
struct RamFraction {
  const char* flag;
  std::size_t otherwise;
  double gc::HeapOptions::*percent;
};
constexpr RamFraction kRamFractions[] = {
    {"InitialRAMFraction", 64, &gc::HeapOptions::initial_machine_percent},
    {"MaxRAMFraction", 4, &gc::HeapOptions::max_machine_percent},
    {"DefaultMaxRAMFraction", 4, &gc::HeapOptions::max_machine_percent},
    {"MinRAMFraction", 2, &gc::HeapOptions::min_machine_percent},
};

void settle_ram_fractions(Options& options) {
  constexpr double kPercent = 100;
  const gc::HeapOptions defaults;
  for (const RamFraction& row : kRamFractions) {
    const std::size_t fraction = number_of(options, row.flag).value_or(row.otherwise);
    double& percent = options.heap.*row.percent;
    if (fraction != row.otherwise && percent == defaults.*row.percent) {
      percent = kPercent / static_cast<double>(fraction);
    }
  }
}

// Handles the old names of -Xlog:gc and -Xlog:gc*. HOTSPOT: the warning goes through the log that
// the flag opens.
void obey_log_flag(const Options& options, const char* flag, const char* tags) {
  if (setting_of(options, flag) == "+") {
    configure_log(tags);
    MJ_LOG(gc, kWarning, "-XX:+%s is deprecated. Will use -Xlog:%s instead.", flag, tags);
  }
}

// Warns of HotSpot's old file of flags, which is read today only if an option asks for it.
void warn_of_flags_file(const Options& options) {
  constexpr const char* kOldFlagsFile = ".hotspotrc";
  const bool has_flags_file = std::ranges::any_of(
      options.arguments, [](const std::string& each) { return each.starts_with("-XX:Flags="); });
  if (!has_flags_file && access(kOldFlagsFile, F_OK) == 0) {
    warn(options, std::string(kOldFlagsFile) +
                      " file is present but has been ignored.  Run with -XX:Flags=" +
                      kOldFlagsFile + " to load the file.");
  }
}

void warn_of_locking_mode(const Options& options) {
  constexpr int kSince = 25;
  if (std::ranges::any_of(options.arguments, numbers_locking_mode) &&
      find_java_home(nullptr).feature >= kSince) {
    warn(options,
         "Option LockingMode was deprecated in version 24.0 and will likely be removed in a future "
         "release.");
  }
}

void warn_of_finalization(const Options& options) {
  if (std::ranges::find(options.arguments, "--finalization=disabled") != options.arguments.end()) {
    warn(options, "--finalization=disabled has no effect: finalizers run");
  }
}

// HOTSPOT: the option has no effect in any release.
void warn_of_debug_option(const Options& options) {
  if (std::ranges::find(options.arguments, "-Xdebug") != options.arguments.end() &&
      gave_up_debug_options()) {
    warn(options,
         "Option -Xdebug was deprecated in JDK 22 and will likely be removed in a future release.");
  }
}

// HOTSPOT: a command line may choose one collector at most. It is also an error to switch off G1,
// the default on a machine for servers, without choosing another collector.
Parsed check_collectors(const Options& options) {
  const auto chosen = std::ranges::count_if(
      std::initializer_list<const char*>{"UseSerialGC", "UseParallelGC", "UseG1GC", "UseZGC",
                                         "UseShenandoahGC", "UseEpsilonGC"},
      [&](const char* collector) { return setting_of(options, collector) == "+"; });
  if (chosen > 1) {
    return Complaint(std::string("Multiple garbage collectors selected"));
  }
  return chosen == 0 && setting_of(options, "UseG1GC") == "-"
             ? Complaint(std::string(
                   "Garbage collector not selected (default collector explicitly disabled)"))
             : Parsed();
}

// Warns of options for collectors that this VM does not have.
void warn_of_collectors(const Options& options) {
  for (const char* absent : {"UseG1GC", "UseZGC", "UseShenandoahGC", "UseEpsilonGC"}) {
    if (setting_of(options, absent) == "+") {
      warn(options, std::string(absent) +
                        " has no effect: this VM has a parallel collector only (UseParallelGC)");
    }
  }
  if (std::ranges::find(options.arguments, "-Xconcgc") != options.arguments.end()) {
    warn(options,
         "-Xconcgc stands for -XX:MaxGCPauseMillis=10: this VM has no concurrent collector");
  }
}

// --- what is shown ---

// Parses a setting into a value of the flag's type.
FlagValue parsed(const std::string& setting, const FlagValue& otherwise) {
  const std::string text = setting.substr(1);
  if (std::holds_alternative<bool>(otherwise)) {
    return setting == "+";
  }
  if (std::holds_alternative<double>(otherwise)) {
    return parse_double(text).value_or(0);
  }
  if (const std::int64_t* number = std::get_if<std::int64_t>(&otherwise)) {
    const std::optional<std::size_t> size = parse_size(text);
    return size.has_value() ? static_cast<std::int64_t>(*size) : *number;
  }
  return text;
}

// These flags describe what this VM does, whatever the command line says. There is one collector, a
// parallel one, unless -XX:+UseSerialGC leaves it without threads. HOTSPOT: UseNUMA reads back as
// false where there is one node; here always, since the kernel decides on which node a page lies.
std::vector<VmFlag> fixed_flags(const Options& options) {
  return {{"UseParallelGC", !options.heap.serial},
          {"UseG1GC", false},
          {"UseZGC", false},
          {"UseShenandoahGC", false},
          {"UseEpsilonGC", false},
          {"UseCompressedOops", false},
          {"UseCompressedClassPointers", true},
          {"UseNUMA", false},
          {"UseHugeTLBFS", false},
          {"UseSHM", false}};
}

// Returns flags with their defaults. HOTSPOT: the writeable ones have an effect there. Here a
// program reads back the value that it wrote, and only PrintConcurrentLocks has an effect, on a
// thread dump.
std::vector<VmFlag> free_flags() {
  constexpr bool kWriteable = true;
  return {
      {"PrintGC", false},
      {"PrintGCDetails", false},
      {"PrintFlagsFinal", false},
      {"PrintFlagsInitial", false},
      {"PrintFlagsRanges", false},
      {"PrintCommandLineFlags", false},
      {"AllowRedefinitionToAddDeleteMethods", false},
      {"EnableDynamicAgentLoading", true},
      {"InitialRAMFraction", std::int64_t{64}},
      {"MaxRAMFraction", std::int64_t{4}},
      {"MinRAMFraction", std::int64_t{2}},
      {"HeapDumpBeforeFullGC", false, FlagOrigin::kDefault, kWriteable},
      {"HeapDumpAfterFullGC", false, FlagOrigin::kDefault, kWriteable},
      {"PrintClassHistogram", false, FlagOrigin::kDefault, kWriteable},
      {"PrintConcurrentLocks", false, FlagOrigin::kDefault, kWriteable},
      {"G1PeriodicGCSystemLoadThreshold", 0.0, FlagOrigin::kDefault, kWriteable},
  };
}

// Gives the answers in the order in which the core asks: while it reads options, when all are read,
// and when the heap is made.
class HotSpotFlags final : public ForeignFlags {
 public:
  Translated translate(std::string_view option) const override {
    if (Translated today = todays_options(option))
      return today;
    if (Translated later = translate_later(option))
      return later;
    return translate_hotspot(option);
  }
  std::vector<std::string> options_of_environment() const override {
    return historic_environment_options();
  }

  Parsed parse(const FlagText& given, Options& options) const override {
    if (const std::string ignorance = ignorance_of(given.name); !ignorance.empty()) {
      warn(options, ignorance);
      return {};
    }
    if (is_gone(given.name)) {
      return unrecognized_flag(given, options, closest_flag(given.name));
    }
    if (const std::string deprecation = deprecation_of(given.name); !deprecation.empty()) {
      warn(options, deprecation);
    }
    // There is one warning, for the name that was given.
    const std::string today = renamed(given);
    return parse_known(today.empty() ? given : FlagText(today), options);
  }

  void settle(Options& options) const override {
    warn_of_flags_file(options);
    warn_of_debug_option(options);
    warn_of_finalization(options);
    warn_of_locking_mode(options);
    obey_log_flag(options, "PrintGC", "gc");
    obey_log_flag(options, "PrintGCDetails", "gc*");
    settle_ram_fractions(options);
    options.module_errors_to_stderr = setting_of(options, "DisplayVMOutputToStderr") == "+";
    if (const auto most = number_of(options, "AutoBoxCacheMax")) {
      // The flag belongs to HotSpot's compiler, but it also sets the size of Integer's cache. A
      // definition by -D overrides it.
      options.properties.insert(options.properties.begin(),
                                {"java.lang.Integer.IntegerCache.high", std::to_string(*most)});
    }
  }

  // A command line that HotSpot refuses gets its complaint only.
  Parsed check_start(const Options& options) const override {
    MJ_TRY(check_emulated_defaults(options));
    MJ_TRY(check_collectors(options));
    warn_of_collectors(options);
    warn_of_compiler(options);
    return {};
  }
};

FlagOrigin origin_of(const Options& options, std::string_view flag) {
  return setting_of(options, flag).empty() ? FlagOrigin::kDefault : FlagOrigin::kCommandLine;
}

}  // namespace

std::vector<VmFlag> hotspot_flag_values(const Options& options) {
  std::vector<VmFlag> flags = fixed_flags(options);
  for (VmFlag& flag : flags) {
    flag.origin = origin_of(options, flag.name);
  }
  for (VmFlag& flag : free_flags()) {
    const std::string setting = setting_of(options, flag.name);
    // nobody keeps a value of these: what the command line says last is the value
    flag.value = setting.empty() ? flag.value : parsed(setting, flag.value);
    flag.origin = origin_of(options, flag.name);
    // Switches have no range, and the search takes a while.
    if (!std::holds_alternative<bool>(flag.value)) {
      flag.range = find_known_flag(flag.name)->range;
    }
    flags.push_back(std::move(flag));
  }
  return flags;
}

void install_compat() {
  static const HotSpotFlags flags;
  set_foreign_flags(flags);
}

}  // namespace minijvm::vm
