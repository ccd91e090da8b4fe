// From rows (vm/boot/option_table.h) and foreign flags to VmFlags. Called near the end of the boot,
// when the heap knows its real sizes and before Java runs; the caller is in kInVm.
#include "tools/compat/flag_table.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/bits.h"
#include "gc/heap/heap.h"
#include "tools/compat/flag_listing.h"
#include "tools/compat/hotspot_flags.h"
#include "vm/boot/flags.h"
#include "vm/boot/option_table.h"
#include "vm/java/threads/java_threads.h"

namespace minijvm::vm {
namespace {

// Reads the value of a row's member. Managers know one type of whole number.
FlagValue value_of(const OptionRow& row, const Options& options) {
  const auto read = [&](auto member) -> FlagValue {
    const auto& value = member.in(options);
    if constexpr (std::is_integral_v<typename decltype(member)::Type> &&
                  !std::is_same_v<typename decltype(member)::Type, bool>) {
      return static_cast<std::int64_t>(value);
    } else {
      return value;
    }
  };
  return std::visit(read, row.member);
}

// Stores the sizes and numbers that the VM itself has chosen, where the option still holds "not
// given".
void complete(VmFlag& flag, const Options& options) {
  if (flag.name == "MaxHeapSize") {
    flag.value = static_cast<std::int64_t>(gc::heap_max_bytes());
    // The size may have been given as -Xmx, which the search for -XX:MaxHeapSize does not find.
    flag.origin = options.heap.max_bytes != 0 ? FlagOrigin::kCommandLine : FlagOrigin::kErgonomic;
  } else if (flag.name == "ParallelGCThreads") {
    flag.value = static_cast<std::int64_t>(gc::gc_thread_count());
  } else if (flag.name == "ThreadStackSize") {
    flag.value = static_cast<std::int64_t>(default_stack_bytes() / kKiB);
  }
}

// Prints one line for each row, in the order of the tables, which is by topic.
void print_help() {
  const Options defaults;
  for (const OptionRow& row : option_rows()) {
    std::printf("  %-36s %-10s %s\n", std::string(row.name).c_str(),
                value_text(value_of(row, defaults)).c_str(), std::string(row.help).c_str());
  }
}

}  // namespace

std::vector<VmFlag> make_vm_flags(const Options& options) {
  std::vector<VmFlag> flags = hotspot_flag_values(options);
  for (const OptionRow& row : option_rows()) {
    const bool is_given = !setting_of(options, row.name).empty();
    flags.push_back({std::string(row.name), value_of(row, options),
                     is_given ? FlagOrigin::kCommandLine : FlagOrigin::kDefault,
                     row.lock == FlagLock::kManageable, row.allowed.range});
    complete(flags.back(), options);
  }
  std::ranges::sort(flags, {}, &VmFlag::name);
  return flags;
}

void publish_flags(const Options& options) {
  if (options.print_flags_help) {
    print_help();
    std::fflush(stdout);
    std::_Exit(0);
  }
  print_flag_tables(options);
  set_vm_flags(make_vm_flags(options));
}

}  // namespace minijvm::vm
