// Lines from VmFlags (flag_table.h), which are sorted by name. The widths of the
// columns are HotSpot's, since scripts cut its tables by them. Called during the boot, before Java
// runs.
#include "tools/compat/flag_listing.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tools/compat/flag_table.h"
#include "vm/boot/flags.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

// --- columns ---

// HOTSPOT: the list of values distinguishes six types of whole numbers, too.
const char* type_name(const FlagValue& value) {
  static constexpr const char* kNames[] = {"bool", "size_t", "double", "ccstr"};
  return kNames[value.index()];
}

// HOTSPOT: there is a word for diagnostic and experimental flags, too.
const char* setter_name(const VmFlag& flag) {
  return flag.is_writeable ? "{manageable}" : "{product}";
}

// The index is java.management's number for the origin.
const char* origin_name(FlagOrigin origin) {
  static constexpr const char* kNames[] = {"", "default", "command line", "management",
                                           "", "",        "ergonomic"};
  return kNames[static_cast<int>(origin)];
}

// --- listings ---

void print_values(const std::vector<VmFlag>& flags) {
  std::printf("[Global flags]\n");
  for (const VmFlag& flag : flags) {
    std::printf("%9s %-40s = %-30s %20s {%s}\n", type_name(flag.value), flag.name.c_str(),
                value_text(flag.value).c_str(), setter_name(flag), origin_name(flag.origin));
  }
}

// A number without a range of its own has blank bounds.
void print_range(const VmFlag& flag) {
  const FlagRange& range = flag.range;
  const int decimals = range.is_real() ? 3 : 0;
  std::printf("%9s %-50s [ %-25s ... %25s ] %36s {%s}\n",
              range.is_narrow() ? range.type : type_name(flag.value), flag.name.c_str(),
              range.is_narrow() ? FlagRange::text(range.least, decimals).c_str() : "",
              range.is_narrow() ? FlagRange::text(range.most, decimals).c_str() : "",
              setter_name(flag), origin_name(flag.origin));
}

void print_ranges(const std::vector<VmFlag>& flags) {
  std::printf("[Global flags ranges]\n");
  for (const VmFlag& flag : flags) {
    if (std::holds_alternative<std::int64_t>(flag.value) ||
        std::holds_alternative<double>(flag.value)) {
      print_range(flag);
    }
  }
}

// Prints one line of options, which can be used to start a VM.
void print_changed(const std::vector<VmFlag>& flags) {
  for (const VmFlag& flag : flags) {
    if (flag.origin != FlagOrigin::kDefault) {
      std::printf("%s ", flag_text(flag).c_str());
    }
  }
  std::printf("\n");
}

// These flags have no row in the core, because only this file acts on them.
bool is_asked(const Options& options, const char* flag) { return setting_of(options, flag) == "+"; }

}  // namespace

// HOTSPOT: if ranges and values are both asked for, only ranges are printed.
void print_flag_tables(const Options& options) {
  if (is_asked(options, "PrintFlagsInitial")) {
    print_values(make_vm_flags(Options()));
    std::fflush(stdout);
    std::_Exit(0);
  }
  if (is_asked(options, "PrintFlagsRanges")) {
    print_ranges(make_vm_flags(options));
  } else if (is_asked(options, "PrintFlagsFinal")) {
    print_values(make_vm_flags(options));
  }
  if (is_asked(options, "PrintCommandLineFlags")) {
    print_changed(make_vm_flags(options));
  }
  std::fflush(stdout);  // Java writes past this buffer
}

}  // namespace minijvm::vm
