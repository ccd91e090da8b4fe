#include "vm/launch/option_checks.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "base/bits.h"
#include "base/log.h"
#include "vm/launch/flags.h"
#include "vm/launch/options.h"

namespace minijvm::vm {
namespace {

using Failure = Unexpected<std::string>;
using Parsed = Expected<void, std::string>;

Parsed check_words(const Options& options) {
  struct Row {
    const char* flag;
    const std::string& value;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {"Interpreter", options.interpreter, {"switch", "plain", "folded"}},
      {"LockingMode", options.locking_mode, {"meta-fast", "meta", "tas", "thin", "monitorcache"}},
      {"MonitorPolicy", options.monitor_policy, {"single", "three"}},
      {"MetaLockGate", options.meta_lock_gate, {"word", "paper"}},
      {"NotifyOrder", options.notify_order, {"fifo", "paper"}},
      {"ThreadModel", options.thread_model, {"1:1", "M:N", "M:1"}},
  };
  for (const Row& row : rows) {
    bool known = false;
    for (const char* word : row.words) {
      known = known || row.value == word;
    }
    if (!known) {
      return Failure("Improperly specified VM option '" + std::string(row.flag) + "=" + row.value + "'");
    }
  }
  if (options.bound_threads && options.thread_model == "M:1") {
    return Failure("Conflicting VM options: -XX:ThreadModel=M:1 has no bound threads (-XX:+UseBoundThreads)");
  }
  return {};
}

Parsed check_free_ratios(const gc::HeapOptions& heap) {
  if (heap.min_free_percent <= heap.max_free_percent) {
    return {};
  }
  const std::string least = "MinHeapFreeRatio (" + std::to_string(heap.min_free_percent) + ")";
  const std::string most = "MaxHeapFreeRatio (" + std::to_string(heap.max_free_percent) + ")";
  return Failure(least + " must be less than or equal to " + most + "\n" + most + " must be greater than or equal to " + least);
}

Parsed check_memory_tracking(const Options& options) {
  const std::string& level = options.memory_tracking;
  return level == "off" || level == "summary" || level == "detail" ? Parsed() : Failure("Syntax error, expecting -XX:NativeMemoryTracking=[off|summary|detail]");
}

Parsed check_padding(const Options& options) {
  constexpr unsigned kStep = 8;
  return options.contended_padding % kStep == 0 ? Parsed()
                                                : Failure("ContendedPaddingWidth (" + std::to_string(options.contended_padding) + ") must be a multiple of 8");
}

// HotSpot's least, Linux x86-64. Where threads are user threads: JDK 1.2's, as the Solaris threading models paper has it; Java frames have a stack
// of their own, so the C stack does not matter.
std::size_t least_stack_kib(const Options& options) { return options.thread_model == "1:1" && !options.bound_threads ? 136 : 32; }

Parsed check_stack_bytes(const Options& options) {
  constexpr std::size_t kMost = 1024 * 1024 * 1024;
  std::size_t bytes = options.stack_bytes;
  std::size_t least_kib = least_stack_kib(options);
  if (bytes != 0 && bytes < least_kib * 1024) {
    // HOTSPOT: this one on stdout
    std::printf("\nThe Java thread stack size specified is too small. Specify at least %zuk\n", least_kib);
    return Failure(std::string());
  }
  if (bytes > kMost) {
    return Failure("Invalid thread stack size: -Xss" + std::to_string(bytes) + "\nThe specified size exceeds the maximum representable size.");
  }
  return {};
}

// --- settling ---

// -XX:-UseLargePages has the last word; otherwise transparent ones, the only kind here, stand and fall with their own flag if that is given.
void settle_large_pages(Options& options) {
  const auto is_given = [&](const char* argument) { return std::ranges::find(options.arguments, argument) != options.arguments.end(); };
  const bool refused = !options.heap.large_pages && is_given("-XX:-UseLargePages");
  options.transparent_huge_pages = options.transparent_huge_pages && !refused;
  options.heap.large_pages = options.transparent_huge_pages || (options.heap.large_pages && !is_given("-XX:-UseTransparentHugePages"));
}

// -XX:MaxRAMFraction and its kin: a percentage that is given has the last word.
void settle_ram_fractions(Options& options) {
  constexpr double kPercent = 100;
  static const Options kNobodySays;
  const auto settle = [](unsigned fraction, unsigned default_fraction, double& percent, double default_percent) {
    if (fraction != default_fraction && percent == default_percent) {
      percent = kPercent / fraction;
    }
  };
  const gc::HeapOptions& otherwise = kNobodySays.heap;
  settle(options.initial_ram_fraction, kNobodySays.initial_ram_fraction, options.heap.initial_machine_percent, otherwise.initial_machine_percent);
  settle(options.max_ram_fraction, kNobodySays.max_ram_fraction, options.heap.max_machine_percent, otherwise.max_machine_percent);
  settle(options.min_ram_fraction, kNobodySays.min_ram_fraction, options.heap.min_machine_percent, otherwise.min_machine_percent);
}

// The fast paths of the default lock mode ask nobody (vm/inspect/value_based_locks.h); the same mode without them does.
void settle_lock_mode(Options& options) {
  if (options.value_based_locks != 0 && options.locking_mode == "meta-fast") {
    options.locking_mode = "meta";
  }
}

// HOTSPOT: the warnings come through the log that they are about.
void obey_old_log_flags(const Options& options) {
  if (options.print_gc) {
    configure_log("gc");
    MJ_LOG(gc, kWarning, "-XX:+PrintGC is deprecated. Will use -Xlog:gc instead.");
  }
  if (options.print_gc_details) {
    configure_log("gc*");
    MJ_LOG(gc, kWarning, "-XX:+PrintGCDetails is deprecated. Will use -Xlog:gc* instead.");
  }
}

}  // namespace

void settle_options(Options& options) {
  obey_old_log_flags(options);
  settle_large_pages(options);
  settle_ram_fractions(options);
  settle_lock_mode(options);
  if (options.print_memory_statistics && options.memory_tracking == "off") {
    options.print_memory_statistics = false;
    warn(options, "PrintNMTStatistics is disabled, because native memory tracking is not enabled");
  }
  if (options.thread_stack_kib != 0) {
    options.stack_bytes = options.thread_stack_kib * kKiB;
  }
}

Parsed check_options(const Options& options) {
  MJ_TRY(check_words(options));
  MJ_TRY(check_free_ratios(options.heap));
  MJ_TRY(check_padding(options));
  MJ_TRY(check_memory_tracking(options));
  return check_stack_bytes(options);
}

}  // namespace minijvm::vm
