// Shortens the names of classes: the class library's lose their packages, nested ones their dollar.
#include "tools/hangs/object_names.h"

#include <cctype>
#include <string_view>

#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/history.h"

namespace minijvm::vm::hangs {
namespace {

// The synchronizer of a lock is a nested class of the lock's class.
constexpr std::string_view kSynchronizer = "Sync";
constexpr std::string_view kCondition = "AbstractQueuedSynchronizer$ConditionObject";

// A dollar before a digit is one of an anonymous or a hidden class.
std::string with_dots(std::string name) {
  for (std::size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '$' && std::isalpha(static_cast<unsigned char>(name[i + 1])) != 0) {
      name[i] = '.';
    }
  }
  return name;
}

}  // namespace

std::string short_name(const runtime::Class& klass) {
  std::string name = klass.external_name();
  if (klass.is_array() || !klass.loader->is_boot_or_platform()) {
    return with_dots(name);
  }
  name = name.substr(name.rfind('.') + 1);
  if (name == kCondition) {
    return "Condition";
  }
  const std::size_t nested = name.find('$');
  if (nested != std::string::npos && name.ends_with(kSynchronizer)) {
    return name.substr(0, nested);
  }
  return with_dots(name);
}

std::string object_name(const sync::NoSafepoint& still, History* history,
                        const runtime::Object& object) {
  return history == nullptr ? object_text(object) : history->story(still, object).name;
}

}  // namespace minijvm::vm::hangs
