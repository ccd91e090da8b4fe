// Reads the rows of options.def and heap_options.def. The defaults are those of an Options that
// nobody has changed.
#include "tools/guide/flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "vm/boot/option_words.h"

namespace minijvm::guide {
namespace {

// The JDK 25 has a LockingMode as well, whose values are numbers.
constexpr std::string_view kOwnFlags =
    "AllocationLimit CheckDeterminism CountBytecodes DataSeed DetectRaces Deterministic "
    "FairTicks GCCoordinatorHelps GCEmptyTaskTest GCStressInterval GCVerifyInterval "
    "Interpreter JournalFile LWPHandOff LWPs LockingMode MeanSlice MetaLockGate MonitorPolicy "
    "NotifyOrder PreemptAt PreemptScope PreemptVariables PreferReleasers PrintCMTStatistics "
    "PrintFlagsHelp "
    "PrintGangStatistics PrintLockStatistics PrintRunHash PrintThreadModel ProcessorSet "
    "ProgramFrom QuietLibrary RunLog SaveSchedule Schedule ScheduleDepth ScheduleFile "
    "ScheduleSteps Seed ServeRuns SpinPolicy SpuriousCasFailures SpuriousWakeups StartTimeline "
    "StepLimit ThreadLimit ThreadModel TickNanos TrustNatives UseBoundThreads "
    "UseLWPSynchronization UseMappedStackGuards UseSemaphoreGCThreadsSynchronization "
    "UseSequencedGCThreadsSynchronization UseTimeSlices "
    "VirtualEpoch VirtualTimeLimit WallTimeLimit World";

const vm::Options& defaults() {
  static const vm::Options options;
  return options;
}

std::string value_form(const vm::OptionRow& row) {
  if (!row.allowed.words.empty()) {
    std::string words(row.allowed.words);
    std::ranges::replace(words, ' ', '|');
    return words;
  }
  return row.is_number() ? "N" : "TEXT";
}

}  // namespace

bool is_own_flag(const vm::OptionRow& row) { return vm::has_word(kOwnFlags, row.name); }

std::string form_of(const vm::OptionRow& row) {
  if (const auto* member = std::get_if<vm::OptionMember<bool>>(&row.member)) {
    return fmt::format("-XX:{}{}", member->in(defaults()) ? '-' : '+', row.name);
  }
  return fmt::format("-XX:{}={}", row.name, value_form(row));
}

std::string default_of(const vm::OptionRow& row) {
  return std::visit(
      [](const auto& member) -> std::string {
        using Type = typename std::decay_t<decltype(member)>::Type;
        if constexpr (std::is_same_v<Type, bool>) {
          return "";
        } else {
          return fmt::format("{}", member.in(defaults()));
        }
      },
      row.member);
}

}  // namespace minijvm::guide
