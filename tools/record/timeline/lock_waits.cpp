// Gives locks their names.
#include "tools/record/timeline/lock_waits.h"

#include <cctype>

namespace minijvm::vm::record {
namespace {

// Returns "Gate" for "bank.Bank$Gate", and "Bank$1" for an anonymous class.
std::string short_name(const std::string& name) {
  const std::size_t dollar = name.rfind('$');
  if (dollar != std::string::npos && dollar + 1 < name.size() &&
      std::isdigit(static_cast<unsigned char>(name[dollar + 1])) == 0) {
    return name.substr(dollar + 1);
  }
  return name.substr(name.rfind('.') + 1);
}

}  // namespace

const std::string& LockNames::name(LockKey lock, const std::string& class_name) {
  const auto [found, is_new] = names_.try_emplace(lock);
  if (is_new) {
    const std::string object = class_name.empty() ? "lock" : short_name(class_name);
    found->second = object + " #" + std::to_string(names_.size());
  }
  return found->second;
}

}  // namespace minijvm::vm::record
