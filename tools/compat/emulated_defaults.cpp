// Two tables hold what the source says: which VM had which thread model on which Solaris, and what
// stacks each VM gave its threads. A star in the first table marks a default, so the options of
// -XX:EmulateDefaults and the printed matrix are the same data.
#include "tools/compat/emulated_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "base/bits.h"
#include "vm/boot/flags.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

constexpr std::array<std::string_view, 3> kSystems = {"Solaris7", "Solaris8", "Solaris9"};
constexpr std::size_t kUsualSystem = 1;

// One row of the source's table: a model, the versions that have it on each system, and the option
// that chooses it here.
struct ModelRow {
  const char* model;
  std::array<std::string_view, kSystems.size()> versions;
  const char* today;
};
constexpr ModelRow kModels[] = {
    {"many-to-many, thread based synchronization",
     {"1.3* 1.4", "1.3* 1.4", "-"},
     "-XX:ThreadModel=M:N -XX:-UseLWPSynchronization"},
    {"many-to-many, LWP based synchronization",
     {"1.2* 1.3 1.4*", "1.2* 1.3 1.4*", "-"},
     "-XX:ThreadModel=M:N -XX:+UseLWPSynchronization"},
    {"one-to-one, bound threads", {"1.3 1.4", "1.3 1.4", "-"}, "-XX:+UseBoundThreads"},
    {"one-to-one, alternate thread library",
     {"-", "1.2 1.3 1.4", "1.2* 1.3* 1.4*"},
     "-XX:ThreadModel=1:1"},
};

// The stacks of Intel; those of Sparc were twice as large from 1.3 on.
struct VersionRow {
  std::string_view name;
  std::size_t stack_kib;
  std::size_t least_stack_kib;
};
constexpr VersionRow kVersions[] = {{"1.2", 128, 32}, {"1.3", 256, 64}, {"1.4", 256, 64}};

// Under 1:1 this VM needs more than the stack of 1.2, as HotSpot does (vm/boot/option_checks.cpp).
constexpr std::size_t kLeastOneToOneKib = 136;
constexpr std::string_view kOneToOne = "-XX:ThreadModel=1:1";

struct Emulated {
  const VersionRow& version;
  std::size_t system;
};

std::optional<Emulated> find_emulated(std::string_view value) {
  const std::string_view name = value.substr(0, value.find('/'));
  const auto version = std::ranges::find(kVersions, name, &VersionRow::name);
  if (version == std::end(kVersions)) {
    return std::nullopt;
  }
  if (name.size() == value.size()) {
    return Emulated{*version, kUsualSystem};
  }
  const auto system = std::ranges::find(kSystems, value.substr(name.size() + 1));
  return system == kSystems.end()
             ? std::nullopt
             : std::optional(
                   Emulated{*version, static_cast<std::size_t>(system - kSystems.begin())});
}

// Each version has one starred row for each system.
const ModelRow& default_model(const Emulated& vm) {
  const std::string starred = std::string(vm.version.name) + '*';
  return *std::ranges::find_if(
      kModels, [&](const ModelRow& row) { return has_word(row.versions[vm.system], starred); });
}

std::size_t default_stack_kib(const Emulated& vm) {
  return default_model(vm).today == kOneToOne ? std::max(vm.version.stack_kib, kLeastOneToOneKib)
                                              : vm.version.stack_kib;
}

}  // namespace

Expected<std::vector<std::string>, std::string> emulated_defaults(std::string_view value) {
  if (value == "help") {
    return std::vector<std::string>();
  }
  const std::optional<Emulated> vm = find_emulated(value);
  if (!vm.has_value()) {
    return Complaint(fmt::format(
        "Improperly specified VM option 'EmulateDefaults={}'\nThe values are 1.2, 1.3 and 1.4, "
        "each also with /Solaris7, /Solaris8 or /Solaris9 behind it, and help",
        value));
  }
  return split_options(
      fmt::format("{} -XX:ThreadStackSize={}", default_model(*vm).today, default_stack_kib(*vm)),
      "");
}

std::string emulated_defaults_help() {
  std::string out =
      "-XX:EmulateDefaults=1.3 chooses the thread model and the stacks that JDK 1.3 had on Solaris "
      "8; behind\nthe version, /Solaris7 (for all before Solaris 8), /Solaris8 or /Solaris9 names "
      "another system. A star\nmarks the default of a version.\n\n";
  constexpr auto kColumns = "{:44}{:16}{:16}{:18}{}\n";
  out += fmt::format(kColumns, "", kSystems[0], kSystems[1], kSystems[2], "here");
  for (const ModelRow& row : kModels) {
    out += fmt::format(kColumns, row.model, row.versions[0], row.versions[1], row.versions[2],
                       row.today);
  }
  out += fmt::format("\n{:44}{:16}{}\n", "", "stack", "least -Xss");
  for (const VersionRow& version : kVersions) {
    out += fmt::format("{:44}{:16}{}\n", version.name, fmt::format("{}k", version.stack_kib),
                       fmt::format("{}k", version.least_stack_kib));
  }
  return out + fmt::format(
                   "\nThe stacks are those of Intel; on Sparc they were 512k from 1.3 on, and 1m "
                   "in the 64-bit VM.\nUnder 1:1 a stack has at least {}k here.\n",
                   kLeastOneToOneKib);
}

Parsed check_emulated_defaults(const Options& options) {
  const std::string setting = setting_of(options, "EmulateDefaults");
  if (setting == "=help") {
    std::fputs(emulated_defaults_help().c_str(), stdout);
    std::fflush(stdout);
    std::_Exit(0);
  }
  const std::optional<Emulated> vm =
      find_emulated(std::string_view(setting).substr(setting.empty() ? 0 : 1));
  if (vm.has_value() && options.stack_bytes != 0 &&
      options.stack_bytes < vm->version.least_stack_kib * kKiB) {
    return Complaint(fmt::format(
        "The Java thread stack size specified is too small. Specify at least {}k, as JDK {} asks",
        vm->version.least_stack_kib, vm->version.name));
  }
  return {};
}

}  // namespace minijvm::vm
