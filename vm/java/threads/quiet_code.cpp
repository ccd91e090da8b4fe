// Looks at the names of classes, from the top of the stack on. Only runs that ask at points come
// here.
#include "vm/java/threads/quiet_code.h"

#include <string_view>

#include "base/name_pattern.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// A name that ends with a slash stands for the package and those below it.
constexpr std::string_view kForTheirCallers[] = {
    "java/util/concurrent/", "java/lang/invoke/",      "jdk/internal/misc/Unsafe",
    "java/lang/reflect/",    "jdk/internal/reflect/",  "java/lang/Thread",
    "java/lang/Object",      "java/lang/StringBuffer", "jdk/internal/util/ArraysSupport",
};
constexpr std::string_view kUtilities = "java/util/";
constexpr std::string_view kTaskQueues = "java/util/concurrent/ForkJoinPool";

// Returns true for classes of java.util itself, and none of a package below it.
bool is_utility(std::string_view name) {
  return name.starts_with(kUtilities) &&
         name.find('/', kUtilities.size()) == std::string_view::npos;
}

bool acts_for_its_caller(std::string_view name) {
  for (std::string_view row : kForTheirCallers) {
    if (row.ends_with('/') ? name.starts_with(row) : name == row) {
      return true;
    }
  }
  return is_utility(name);
}

// Does -XX:PreemptScope name the class?
bool is_in_scope(const runtime::Class& klass) {
  const std::string& scope = *the_vm.java.points.scope;
  return !scope.empty() && fits_pattern_of(scope, ',', klass.external_name());
}

// The facts in Class::part_in_points.
enum PartInPoints : std::uint8_t {
  kIsKnown = 1,
  kIsProgram = 2,
  kActsForCaller = 4,
  kDoesWork = 8,  // a class of java.util and below, whose threads may have no other frames
  kAccessesForProgram = 16,
  kPublishes = 32,  // by elements
};

// MethodHandleNatives links a call site or a method handle, once.
std::uint8_t find_part(const runtime::Class& klass) {
  const std::string_view name = klass.name->text();
  const bool is_in = is_in_scope(klass);
  const bool is_own = !klass.loader->is_boot_or_platform();
  const bool accesses = the_vm.java.points.scope->empty() ? is_own || is_utility(name) : is_in;
  const bool acts = acts_for_its_caller(name) && name != "java/lang/invoke/MethodHandleNatives";
  return static_cast<std::uint8_t>(
      kIsKnown | (is_own || is_in ? kIsProgram : 0) | (acts ? kActsForCaller : 0) |
      (name.starts_with(kUtilities) ? kDoesWork : 0) | (accesses ? kAccessesForProgram : 0) |
      (name.starts_with(kTaskQueues) ? kPublishes : 0));
}

// One thread runs at a time, so there is no lock. A part never changes.
std::uint8_t part_of(const runtime::Class& klass) {
  if (klass.part_in_points == 0) {
    const_cast<runtime::Class&>(klass).part_in_points = find_part(klass);
  }
  return klass.part_in_points;
}

}  // namespace

void set_scope_of_points(bool is_library_quiet, const std::string& classes) {
  the_vm.java.points.is_library_quiet = is_library_quiet;
  the_vm.java.points.scope.get([&] { return new std::string(classes); });
}

bool publishes_by_elements(const runtime::Class& klass) {
  return (part_of(klass) & kPublishes) != 0;
}

bool accesses_for_program(const runtime::Class& klass) {
  return (part_of(klass) & kAccessesForProgram) != 0;
}

std::optional<runtime::Frame> loud_frame(const runtime::JavaThread& self) {
  runtime::FrameWalk walk(self);
  if (walk.done()) {
    return std::nullopt;
  }
  if (!the_vm.java.points.is_library_quiet) {
    return walk.frame();
  }
  runtime::Frame outermost = walk.frame();
  bool does_work = false;
  for (; !walk.done(); walk.next()) {
    outermost = walk.frame();
    const std::uint8_t part = part_of(*walk.frame().method().holder);
    if ((part & kIsProgram) != 0) {
      return walk.frame();
    }
    if ((part & kActsForCaller) == 0) {
      return std::nullopt;
    }
    does_work |= (part & kDoesWork) != 0;
  }
  return does_work ? std::optional(outermost) : std::nullopt;
}

}  // namespace minijvm::vm
