#include "vm/native/foreign_code.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "vm/native/native_registry.h"

namespace minijvm::vm {
namespace {

struct Range {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
  bool has(std::uintptr_t address) const { return address >= low && address < high; }
};

// Sets *untyped to the bounds of the library that holds it.
int note_library(dl_phdr_info* library, std::size_t, void* untyped) {
  Range& own = *static_cast<Range*>(untyped);
  Range found{~std::uintptr_t{0}, 0};
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = library->dlpi_phdr[i];
    if (part.p_type == PT_LOAD) {
      found.low = std::min(found.low, static_cast<std::uintptr_t>(library->dlpi_addr + part.p_vaddr));
      found.high = std::max(found.high, static_cast<std::uintptr_t>(library->dlpi_addr + part.p_vaddr + part.p_memsz));
    }
  }
  if (!found.has(own.low)) {
    return 0;
  }
  own = found;
  return 1;
}

const Range& own_code() {
  static const Range range = [] {
    Range own{reinterpret_cast<std::uintptr_t>(&note_library), 0};
    dl_iterate_phdr(note_library, &own);
    return own;
  }();
  return range;
}

// Functions of libjava that hold nothing over their one call of a JVM_* function: through them threads wait, or run other Java code.
constexpr const char* kThinNatives[] = {
    "Java_java_lang_ref_Reference_waitForReferencePendingList",
    "Java_jdk_internal_reflect_NativeMethodAccessorImpl_invoke0",
    "Java_jdk_internal_reflect_NativeConstructorAccessorImpl_newInstance0",
    "Java_jdk_internal_reflect_DirectMethodHandleAccessor_00024NativeAccessor_invoke0",
    "Java_java_lang_Class_forName0",
};

bool is_thin_native(void* entry) {
  static const std::vector<void*> entries = [] {
    std::vector<void*> found;
    for (const char* name : kThinNatives) {
      if (void* symbol = dlsym(java_library(), name); symbol != nullptr) {
        found.push_back(symbol);
      }
    }
    return found;
  }();
  return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

}  // namespace

bool may_keep_thread_locals(void* native_entry) {
  return !own_code().has(reinterpret_cast<std::uintptr_t>(native_entry)) && !is_thin_native(native_entry);
}

}  // namespace minijvm::vm
