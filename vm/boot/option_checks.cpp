// Checks and decisions that depend on several options, or on the last setting of one. They run
// once, when the command line and the environment are read and before the VM boots. The order of
// the checks is the order of the complaints.
#include "vm/boot/option_checks.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>

#include "base/bits.h"
#include "vm/boot/flags.h"
#include "vm/boot/heap_checks.h"
#include "vm/boot/option_words.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

// Checks that each text with a choice of words is one of these words.
Parsed check_words(const Options& options) {
  for (const OptionRow& row : option_rows()) {
    const auto* text = std::get_if<OptionMember<std::string>>(&row.member);
    if (row.allowed.words.empty() || has_word(row.allowed.words, text->in(options))) {
      continue;
    }
    if (row.name == "NativeMemoryTracking") {
      // HOTSPOT: this flag has a message of its own.
      return Complaint("Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]");
    }
    const std::string given = std::string(row.name) + "=" + text->in(options);
    return Complaint("Improperly specified " + FlagText(given).quoted() +
                     "\nThe values are: " + std::string(row.allowed.words));
  }
  return {};
}

Parsed check_thread_model(const Options& options) {
  if (options.thread_model == "M:1" && options.bound_threads) {
    return Complaint(
        "Conflicting VM options: -XX:ThreadModel=M:1 has no bound threads (-XX:+UseBoundThreads)");
  }
  if (options.thread_model == "M:1" && options.lwp_hand_off == "sigwaiting") {
    return Complaint(
        "Conflicting VM options: -XX:ThreadModel=M:1 makes no more LWPs "
        "(-XX:LWPHandOff=sigwaiting)");
  }
  return {};
}

// Of a deterministic run one thread runs at a time, and no kernel thread acts beside it.
Parsed check_deterministic(const Options& options) {
  if (options.check_determinism) {
    return Complaint(
        "-XX:+CheckDeterminism is for the launcher minijvm, which makes two runs: it must stand on "
        "its command line, before the main class and without --explore");
  }
  if (!parse_moment(options.virtual_epoch)) {
    return Complaint(
        "-XX:VirtualEpoch is a moment such as 2020-01-01T00:00:00Z, from 1970 to 2199");
  }
  const bool has_journal = options.world == "record" || options.world == "replay";
  if (has_journal && options.journal_file.empty()) {
    return Complaint("-XX:World=" + options.world + " needs -XX:JournalFile=FILE");
  }
  if (has_journal && options.serve_runs != 0) {
    return Complaint("Conflicting VM options: a journal is of one run, and --explore makes many");
  }
  const bool has_agent =
      std::any_of(options.agents.begin(), options.agents.end(),
                  [](const auto& agent) { return agent.library != "instrument"; });
  const std::pair<bool, const char*> others[] = {
      {options.bound_threads, "-XX:+UseBoundThreads"},
      {options.lwp_synchronization, "-XX:+UseLWPSynchronization"},
      {options.start_attach_listener, "-XX:+StartAttachListener"},
      {options.management_server, "-XX:+ManagementServer"},
      {has_agent, "-agentlib or -agentpath"},
  };
  for (const auto& [is_given, name] : others) {
    if (options.deterministic && is_given) {
      return Complaint(
          std::string("Conflicting VM options: -XX:+Deterministic runs one thread at a time (") +
          name + ")");
    }
  }
  return {};
}

// An option that only some thread models obey, which are those in `models`.
struct ThreadOption {
  const char* name;
  bool is_set;
  std::string_view models;
};

// Says so, once, if an option was given that only other schedules obey.
void warn_of_idle_schedule_options(const Options& options) {
  const std::pair<const char*, std::string_view> rows[] = {
      {"MeanSlice", "slices"},
      {"ScheduleDepth", "pct"},
      {"ScheduleSteps", "pct"},
      {"PreemptAt", "random pct pos replay"},
      {"ScheduleFile", "replay"},
      {"Seed", "slices random pct pos"},
      {"QuietLibrary", "random pct pos replay"},
      {"SpuriousWakeups", "random pct pos"},
      {"SpuriousCasFailures", "random pct pos"},
  };
  for (const auto& [name, schedules] : rows) {
    if (!setting_of(options, name).empty() && !has_word(schedules, options.schedule)) {
      warn(options, std::string(name) + " has no effect with Schedule=" + options.schedule);
    }
  }
  if (!options.journal_file.empty() && !has_word("record replay", options.world)) {
    warn(options, "JournalFile has no effect with World=" + options.world);
  }
  if (!options.preempt_scope.empty() && options.preempt_at == "sync" &&
      options.schedule != "replay") {
    warn(options, "PreemptScope has no effect with PreemptAt=sync");
  }
  if (!options.preempt_variables.empty() && options.preempt_at != "races") {
    warn(options, "PreemptVariables has no effect with PreemptAt=" + options.preempt_at);
  }
}

// Says so, once, if an option was given that has no effect under the chosen model.
void warn_of_idle_thread_options(const Options& options) {
  const std::string model = options.deterministic   ? "Deterministic"
                            : options.bound_threads ? "UseBoundThreads"
                                                    : "ThreadModel=" + options.thread_model;
  const bool carries_over_lwps = options.deterministic && options.thread_model == "M:N";
  const ThreadOption rows[] = {
      {"LWPs", options.lwps != 0 && !carries_over_lwps, "ThreadModel=M:N"},
      {"UseLWPSynchronization", options.lwp_synchronization, "ThreadModel=M:N"},
      {"LWPHandOff", options.lwp_hand_off != "always", "ThreadModel=M:N ThreadModel=M:1"},
      {"UseTimeSlices", !options.time_slices, "ThreadModel=M:N ThreadModel=M:1"},
      {"ThreadPriorityPolicy", options.thread_priority_policy != 0,
       "ThreadModel=1:1 UseBoundThreads"},
      {"Schedule", !setting_of(options, "Schedule").empty(), "Deterministic"},
      {"Seed", !setting_of(options, "Seed").empty(), "Deterministic"},
      {"MeanSlice", !setting_of(options, "MeanSlice").empty(), "Deterministic"},
      {"ScheduleDepth", !setting_of(options, "ScheduleDepth").empty(), "Deterministic"},
      {"ScheduleSteps", !setting_of(options, "ScheduleSteps").empty(), "Deterministic"},
      {"ScheduleFile", !options.schedule_file.empty(), "Deterministic"},
      {"SaveSchedule", !options.save_schedule.empty(), "Deterministic"},
      {"ProgramFrom", !options.program_from.empty(), "Deterministic"},
      {"FairTicks", options.fair_ticks != 0, "Deterministic"},
      {"PreemptAt", !setting_of(options, "PreemptAt").empty(), "Deterministic"},
      {"PreemptScope", !options.preempt_scope.empty(), "Deterministic"},
      {"PreemptVariables", !options.preempt_variables.empty(), "Deterministic"},
      {"QuietLibrary", !options.quiet_library, "Deterministic"},
      {"VirtualEpoch", !setting_of(options, "VirtualEpoch").empty(), "Deterministic"},
      {"TickNanos", !setting_of(options, "TickNanos").empty(), "Deterministic"},
      {"SpuriousWakeups", options.spurious_wakeups, "Deterministic"},
      {"SpuriousCasFailures", options.spurious_cas_failures, "Deterministic"},
      {"PrintRunHash", options.print_run_hash, "Deterministic"},
      {"RunLog", !options.run_log.empty(), "Deterministic"},
      {"StepLimit", options.step_limit != 0, "Deterministic"},
      {"VirtualTimeLimit", options.virtual_time_limit_ms != 0, "Deterministic"},
      {"DataSeed", options.data_seed != 0, "Deterministic"},
      {"World", !setting_of(options, "World").empty(), "Deterministic"},
      {"JournalFile", !options.journal_file.empty(), "Deterministic"},
      {"TrustNatives", !options.trust_natives.empty(), "Deterministic"},
      {"VMContinuations", setting_of(options, "VMContinuations") == "+", "ThreadModel=1:1"},
      {"UseMappedStackGuards", options.mapped_stack_guards,
       "ThreadModel=M:N ThreadModel=M:1 UseBoundThreads Deterministic"},
  };
  for (const ThreadOption& row : rows) {
    if (row.is_set && !has_word(row.models, model)) {
      warn(options, std::string(row.name) + " has no effect with " + model);
    }
  }
  if (options.deterministic) {
    warn_of_idle_schedule_options(options);
  }
}

Parsed check_padding(const Options& options) {
  constexpr unsigned kStep = 8;
  return options.contended_padding % kStep == 0
             ? Parsed()
             : Complaint("ContendedPaddingWidth (" + std::to_string(options.contended_padding) +
                         ") must be a multiple of 8");
}

// The smallest stack that HotSpot takes on Linux x86-64. User threads may have the smaller stacks
// of JDK 1.2, as in the Solaris threading models paper: a Java frame is not on the C stack.
std::size_t least_stack_kib(const Options& options) {
  const bool has_user_threads =
      options.thread_model != "1:1" || options.bound_threads || options.deterministic;
  return has_user_threads ? 32 : 136;
}

Parsed check_stack_bytes(const Options& options) {
  const std::size_t bytes = options.stack_bytes;
  const std::size_t least_kib = least_stack_kib(options);
  if (bytes != 0 && bytes < least_kib * kKiB) {
    // HOTSPOT: this complaint goes to stdout.
    std::printf("\nThe Java thread stack size specified is too small. Specify at least %zuk\n",
                least_kib);
    return Complaint(std::string());
  }
  return {};
}

// A program that runs on although nobody looks would seem to have no races.
Parsed check_races(const Options& options) {
  if (!options.detect_races || options.deterministic) {
    return {};
  }
  return Complaint(
      "-XX:+DetectRaces needs -XX:+Deterministic; minijvm --races Main gives both. The detector "
      "looks at one access after the other, so one thread may run at a time. A program that talks "
      "to the world, by sockets or processes, can run so with -XX:World=warn: its races are named, "
      "but no other run is sure to meet them.");
}

// --- settling ---

// No kernel thread acts beside the one that runs, and neither the clock nor the size of the machine
// decides anything.
// Signals have their default actions: nothing could say when Java sees them.
void settle_deterministic(Options& options) {
  if (!options.deterministic) {
    return;
  }
  options.heap.has_shadow = options.detect_races;
  if (setting_of(options, "ThreadModel").empty()) {
    options.thread_model = "M:1";
  }
  if (options.world == "record" || options.world == "replay") {
    // The objects that a native makes must fit into a TLAB (natives/world/journal/call_memory.h).
    options.heap.resize_tlabs = false;
    options.heap.tlab_bytes = 64 * kKiB;
  }
  options.reduce_signals = true;
  options.disable_attach = true;
  options.heap.serial = true;
  options.heap.adaptive_sizes = false;
  options.heap.use_overhead_limit = false;
  if (options.heap.machine_bytes == 0) {
    options.heap.machine_bytes = 1024 * kMiB;
  }
  if (options.active_processors == 0) {
    options.active_processors = 4;  // with one, java.util.concurrent would take other paths
  }
}

// -XX:LockingMode, if it is set, says more than -XX:+UseHeavyMonitors.
// The fast paths of the default lock mode do not check for value-based classes
// (tools/reports/value_based_locks.h), and tell no detector of races; the same mode without fast
// paths does both.
void settle_lock_mode(Options& options) {
  if (options.heavy_monitors) {
    if (setting_of(options, "LockingMode").empty()) {
      options.locking_mode = "heavy";
    } else if (options.locking_mode != "heavy") {
      warn(options, "UseHeavyMonitors is ignored, because LockingMode names another mode");
    }
  }
  const bool is_watched = options.value_based_locks != 0 || options.detect_races;
  if (is_watched && options.locking_mode == "meta-fast") {
    options.locking_mode = "meta";
  }
}

// Says which options of the meta-lock have nothing to choose.
void warn_of_idle_lock_options(const Options& options) {
  const std::string& mode = options.locking_mode;
  const bool has_no_records = mode == "thin" || mode == "heavy" || mode == "monitorcache";
  const std::pair<const char*, bool> flags[] = {
      {"MonitorPolicy", has_no_records},
      {"NotifyOrder", has_no_records || options.monitor_policy == "three"},
      {"PreferReleasers", has_no_records},
      {"SpinPolicy", mode != "meta-fast"},
      {"MetaLockGate", has_no_records || mode == "tas"}};
  for (const auto& [flag, is_idle] : flags) {
    if (is_idle && !setting_of(options, flag).empty()) {
      warn(options, std::string(flag) + " does nothing with these locks");
    }
  }
}

// HOTSPOT: only root may raise priorities, and the kernel says nothing when it refuses.
void warn_of_priority_policy(const Options& options) {
  if (options.thread_priority_policy == 1 && geteuid() != 0) {
    warn(options,
         "-XX:ThreadPriorityPolicy=1 may require system level permission, e.g., being the root "
         "user. If the necessary permission is not possessed, changes to priority will be silently "
         "ignored.");
  }
}

// Without a tracker that counts from the start, there are no statistics to print.
void settle_memory_statistics(Options& options) {
  if (options.print_memory_statistics && options.memory_tracking == "off") {
    options.print_memory_statistics = false;
    warn(options, "PrintNMTStatistics is disabled, because native memory tracking is not enabled");
  }
}

}  // namespace

void settle_options(Options& options) {
  settle_deterministic(options);
  settle_heap_options(options);
  settle_lock_mode(options);
  warn_of_idle_lock_options(options);
  settle_memory_statistics(options);
  warn_of_idle_thread_options(options);
  warn_of_priority_policy(options);
  // The later one of -Xss and -XX:ThreadStackSize counts: -Xss resets the flag (option_forms.cpp).
  if (options.thread_stack_kib != 0) {
    options.stack_bytes = options.thread_stack_kib * kKiB;
  }
}

Parsed check_options(const Options& options) {
  MJ_TRY(check_words(options));
  MJ_TRY(check_deterministic(options));
  MJ_TRY(check_thread_model(options));
  MJ_TRY(check_races(options));
  MJ_TRY(check_heap_options(options.heap));
  MJ_TRY(check_padding(options));
  return check_stack_bytes(options);
}

}  // namespace minijvm::vm
