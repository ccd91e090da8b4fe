// Shortens the names of classes: the class library's lose their packages, nested ones their dollar.
#include "tools/hangs/object_names.h"

#include <cctype>
#include <string_view>

#include "runtime/class/class.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/history.h"
#include "vm/java/mirrors.h"
#include "vm/java/threads/object_numbers.h"
#include "vm/java/threads/points.h"

namespace minijvm::vm::hangs {
namespace {

// Classes that stand for another one: synchronizers for their locks. That of a fair lock keeps its
// name, since objects are numbered by class.
constexpr std::string_view kStandIns[] = {"$NonfairSync", "$Sync"};
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
  for (std::string_view ending : kStandIns) {
    if (name.ends_with(ending)) {
      return name.substr(0, name.size() - ending.size());
    }
  }
  return with_dots(name);
}

std::string numbered_name(const sync::NoSafepoint& still, const runtime::Object& object) {
  if (object.klass() == runtime::wk().java_lang_Class) {
    const auto& mirror = static_cast<const java::ClassMirror&>(object);
    return "<class " + short_name(class_of_mirror(&mirror)) + '>';
  }
  ObjectNumbers& numbers = object_numbers();
  const std::string& name =
      numbers.name(numbers.number(still, const_cast<runtime::Object*>(&object)));
  return '<' + short_name(*object.klass()) + name.substr(name.rfind('#')) + '>';
}

std::string object_name(const sync::NoSafepoint& still, History* history,
                        const runtime::Object& object) {
  return history == nullptr ? object_text(object) : history->story(still, object).name;
}

}  // namespace minijvm::vm::hangs
