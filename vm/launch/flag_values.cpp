#include "vm/launch/flag_values.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "base/bits.h"
#include "gc/heap.h"
#include "vm/java/java_threads.h"
#include "vm/launch/flag_ranges.h"
#include "vm/launch/options.h"

namespace minijvm::vm {
namespace {

FlagValue shown(bool value) { return value; }
FlagValue shown(unsigned value) { return static_cast<std::int64_t>(value); }
FlagValue shown(double value) { return value; }
FlagValue shown(std::size_t value) { return static_cast<std::int64_t>(value); }
FlagValue shown(const std::string& value) { return value; }

FlagValue parsed(const std::string& setting, const FlagValue& otherwise) {
  if (std::holds_alternative<bool>(otherwise)) {
    return setting == "+";
  }
  std::string text = setting.substr(1);
  if (std::holds_alternative<std::int64_t>(otherwise)) {
    std::size_t bytes = 0;
    return parse_size(text, &bytes) ? FlagValue(static_cast<std::int64_t>(bytes)) : otherwise;
  }
  return std::holds_alternative<double>(otherwise) ? FlagValue(std::strtod(text.c_str(), nullptr)) : FlagValue(text);
}

// What is so whatever the command line says.
std::vector<VmFlag> fixed_flags() {
  return {{"UseSerialGC", true},          {"UseParallelGC", false},     {"UseG1GC", false},
          {"UseZGC", false},              {"UseShenandoahGC", false},   {"UseEpsilonGC", false},
          {"UseCompressedOops", false},   {"UseCompressedClassPointers", true}, {"UseHugeTLBFS", false},
          {"UseSHM", false}};
}

// Flags that have no row with a value in options.def. HOTSPOT: those that can be written are "manageable" there; here a program reads back
// what it wrote; of these HeapDumpOnOutOfMemoryError and HeapDumpPath have an effect (oom_report.h); see also vm/java/vm_flags.cpp:/obey/.
std::vector<VmFlag> other_flags() {
  constexpr bool kWriteable = true;
  return {
      {"UseNUMA", false},
      {"AllowRedefinitionToAddDeleteMethods", false},
      {"MaxJavaStackTraceDepth", std::int64_t{1024}},
      {"HeapDumpBeforeFullGC", false, FlagOrigin::kDefault, kWriteable},
      {"HeapDumpAfterFullGC", false, FlagOrigin::kDefault, kWriteable},
      {"HeapDumpOnOutOfMemoryError", false, FlagOrigin::kDefault, kWriteable},
      {"HeapDumpPath", std::string(), FlagOrigin::kDefault, kWriteable},
      {"HeapDumpGzipLevel", std::int64_t{0}, FlagOrigin::kDefault, kWriteable},
      {"OnOutOfMemoryError", std::string()},
      {"ExitOnOutOfMemoryError", false},
      {"CrashOnOutOfMemoryError", false},
      {"PrintClassHistogram", false, FlagOrigin::kDefault, kWriteable},
      {"PrintConcurrentLocks", false, FlagOrigin::kDefault, kWriteable},
      {"G1PeriodicGCSystemLoadThreshold", 0.0, FlagOrigin::kDefault, kWriteable},
  };
}

void add_options(const Options& options, std::vector<VmFlag>& flags) {
#define MJ_ROW(name, member) flags.push_back({#name, shown(options.member)});
#define MJ_BOOL(name, member) MJ_ROW(name, member)
#define MJ_SIZE(name, member) MJ_ROW(name, member)
#define MJ_NUMBER(name, member) MJ_ROW(name, member)
#define MJ_PART(name, member) MJ_ROW(name, member)
#define MJ_TEXT(name, member) MJ_ROW(name, member)
#define MJ_JIT(name)
#include "vm/launch/options.def"
#undef MJ_ROW
#undef MJ_BOOL
#undef MJ_SIZE
#undef MJ_NUMBER
#undef MJ_PART
#undef MJ_TEXT
#undef MJ_JIT
}

bool is_number(const FlagValue& value) { return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value); }

std::optional<FlagRange> range_of(const std::string& name) {
  const std::optional<FlagRangeText> text = range_text(name);
  return text.has_value() ? std::optional(FlagRange{std::strtod(text->least.c_str(), nullptr), std::strtod(text->most.c_str(), nullptr)}) : std::nullopt;
}

// What stands in place of a size that nobody asked for.
void complete(VmFlag& flag, bool was_given) {
  if (flag.name == "MaxHeapSize") {
    flag.value = static_cast<std::int64_t>(gc::heap_max_bytes());
    flag.origin = was_given ? FlagOrigin::kCommandLine : FlagOrigin::kErgonomic;
  } else if (flag.name == "ParallelGCThreads") {
    flag.value = static_cast<std::int64_t>(gc::gc_thread_count());
  } else if (flag.name == "ThreadStackSize") {
    flag.value = static_cast<std::int64_t>(default_stack_bytes() / kKiB);
  } else if (flag.name == "ShowCodeDetailsInExceptionMessages" || flag.name == "MinHeapFreeRatio" || flag.name == "MaxHeapFreeRatio") {
    flag.is_writeable = true;
  }
  if (flag.is_writeable && is_number(flag.value)) {
    flag.range = range_of(flag.name);
  }
}

const char* type_name(const FlagValue& value) {
  static constexpr const char* kNames[] = {"bool", "size_t", "double", "ccstr"};
  return kNames[value.index()];
}

std::string value_text(const FlagValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) {
    return *on ? "true" : "false";
  }
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  const double* fraction = std::get_if<double>(&value);
  return fraction != nullptr ? std::to_string(*fraction) : std::get<std::string>(value);
}

const char* origin_name(FlagOrigin origin) {
  switch (origin) {
    case FlagOrigin::kDefault: return "default";
    case FlagOrigin::kCommandLine: return "command line";
    case FlagOrigin::kManagement: return "management";
    case FlagOrigin::kErgonomic: return "ergonomic";
  }
  return "";
}

}  // namespace

std::string setting_of(const Options& options, const std::string& name) {
  const bool is_list = name == "OnOutOfMemoryError";
  std::string found;
  for (const std::string& argument : options.arguments) {
    std::string_view text = argument;
    text.remove_prefix(text.starts_with("-XX:") ? 4 : 0);  // without it in a file of flags
    if (text == "+" + name || text == "-" + name) {
      found = text[0];
    } else if (std::string assignment = name + "="; text.substr(0, assignment.size()) == assignment) {
      const std::string_view setting = text.substr(assignment.size() - 1);
      found = is_list && !found.empty() ? found + "\n" + std::string(setting.substr(1)) : std::string(setting);
    }
  }
  return found;
}

std::vector<VmFlag> make_vm_flags(const Options& options) {
  std::vector<VmFlag> flags = other_flags();
  for (VmFlag& flag : flags) {
    if (std::string setting = setting_of(options, flag.name); !setting.empty()) {
      flag.value = parsed(setting, flag.value);
    }
  }
  for (VmFlag& flag : fixed_flags()) {
    flags.push_back(std::move(flag));
  }
  add_options(options, flags);
  for (VmFlag& flag : flags) {
    if (!setting_of(options, flag.name).empty()) {
      flag.origin = FlagOrigin::kCommandLine;
    }
    complete(flag, options.heap.max_bytes != 0);
  }
  return flags;
}

void print_vm_flags(std::vector<VmFlag> flags) {
  std::ranges::sort(flags, {}, &VmFlag::name);
  std::printf("[Global flags]\n");
  for (const VmFlag& flag : flags) {
    std::printf("%9s %-40s = %-30s %20s {%s}\n", type_name(flag.value), flag.name.c_str(), value_text(flag.value).c_str(),
                flag.is_writeable ? "{manageable}" : "{product}", origin_name(flag.origin));
  }
  std::fflush(stdout);  // Java writes past this buffer
}

void print_flag_ranges(std::vector<VmFlag> flags) {
  std::ranges::sort(flags, {}, &VmFlag::name);
  std::printf("[Global flags ranges]\n");
  for (const VmFlag& flag : flags) {
    if (is_number(flag.value)) {
      const FlagRangeText range = range_text(flag.name).value_or(FlagRangeText{type_name(flag.value), "", ""});
      std::printf("%9s %-50s [ %-25s ... %25s ] %36s {%s}\n", range.type.c_str(), flag.name.c_str(), range.least.c_str(), range.most.c_str(),
                  flag.is_writeable ? "{manageable}" : "{product}", origin_name(flag.origin));
    }
  }
  std::fflush(stdout);  // as above
}

void print_changed_flags(std::vector<VmFlag> flags) {
  std::ranges::sort(flags, {}, &VmFlag::name);
  for (const VmFlag& flag : flags) {
    if (flag.origin != FlagOrigin::kDefault) {
      std::printf("%s ", flag_text(flag).c_str());
    }
  }
  std::printf("\n");
  std::fflush(stdout);  // as above
}

}  // namespace minijvm::vm
