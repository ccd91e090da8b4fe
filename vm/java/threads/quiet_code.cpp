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
    "java/lang/Object",      "java/lang/StringBuffer",
};
constexpr std::string_view kUtilities = "java/util/";

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

}  // namespace

void set_scope_of_points(bool is_library_quiet, const std::string& classes) {
  the_vm.java.points.is_library_quiet = is_library_quiet;
  the_vm.java.points.scope.get([&] { return new std::string(classes); });
}

bool accesses_for_program(const runtime::Class& klass) {
  if (!the_vm.java.points.scope->empty()) {
    return is_in_scope(klass);
  }
  return !klass.loader->is_boot_or_platform() || is_utility(klass.name->text());
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
    const runtime::Class& holder = *walk.frame().method().holder;
    if (!holder.loader->is_boot_or_platform() || is_in_scope(holder)) {
      return walk.frame();
    }
    // MethodHandleNatives links a call site or a method handle, once.
    if (!acts_for_its_caller(holder.name->text()) ||
        holder.name->text() == "java/lang/invoke/MethodHandleNatives") {
      return std::nullopt;
    }
    does_work |= holder.name->text().starts_with(kUtilities);
  }
  return does_work ? std::optional(outermost) : std::nullopt;
}

}  // namespace minijvm::vm
