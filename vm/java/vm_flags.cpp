#include "vm/java/vm_flags.h"

#include "base/check.h"
#include "sync/vm_mutex.h"
#include "vm/java/properties.h"

namespace minijvm::vm {
namespace {

sync::Mutex flags_mutex{sync::LockRank::kLeaf};
std::vector<VmFlag> all_flags;  // guarded by flags_mutex

VmFlag* find(std::string_view name) {
  for (VmFlag& flag : all_flags) {
    if (flag.name == name) {
      return &flag;
    }
  }
  return nullptr;
}

// What the VM does differently from now on.
void obey(const VmFlag& flag) {
  if (flag.name == "ShowCodeDetailsInExceptionMessages") {
    NativeSettings settings = native_settings();
    settings.code_details_in_messages = std::get<bool>(flag.value);
    set_native_settings(settings);
  }
}

}  // namespace

void set_vm_flags(std::vector<VmFlag> flags) {
  sync::MutexLock lock(flags_mutex);
  all_flags = std::move(flags);
}

std::vector<VmFlag> vm_flags() {
  sync::MutexLock lock(flags_mutex);
  return all_flags;
}

std::optional<VmFlag> find_vm_flag(std::string_view name) {
  sync::MutexLock lock(flags_mutex);
  const VmFlag* flag = find(name);
  return flag == nullptr ? std::nullopt : std::optional(*flag);
}

void write_vm_flag(std::string_view name, FlagValue value) {
  sync::MutexLock lock(flags_mutex);
  VmFlag* flag = find(name);
  MJ_CHECK(flag != nullptr && flag->is_writeable && flag->value.index() == value.index(), "the flag %s cannot be written so", std::string(name).c_str());
  flag->value = std::move(value);
  flag->origin = FlagOrigin::kManagement;
  obey(*flag);
}

}  // namespace minijvm::vm
