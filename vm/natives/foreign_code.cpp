// Decides by address whether a native function is the VM's own code. native_call.cpp asks before
// each call under a thread model that switches user threads; the caller is in kInVm.
#include "vm/natives/foreign_code.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "vm/natives/native_registry.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// Addresses from low (inclusive) to high (exclusive).
struct Range {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;
  bool has(std::uintptr_t address) const { return address >= low && address < high; }
};

// dl_iterate_phdr calls this for each library. `untyped` is a Range whose `low` is an address to
// look for. If this library holds the address, the function sets the range to the library's bounds
// and returns 1, which ends the walk.
int note_library(dl_phdr_info* library, std::size_t, void* untyped) {
  Range& own = *static_cast<Range*>(untyped);
  Range found{~std::uintptr_t{0}, 0};
  // The bounds are those of all loaded segments together.
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = library->dlpi_phdr[i];
    if (part.p_type == PT_LOAD) {
      found.low =
          std::min(found.low, static_cast<std::uintptr_t>(library->dlpi_addr + part.p_vaddr));
      found.high = std::max(found.high, static_cast<std::uintptr_t>(library->dlpi_addr +
                                                                    part.p_vaddr + part.p_memsz));
    }
  }
  if (!found.has(own.low)) {
    return 0;
  }
  own = found;
  return 1;
}

// These functions of libjava hold no state across their one call of a JVM_* function. Through them,
// threads wait or run other Java code, so pinning them would cost an LWP.
constexpr const char* kThinNatives[] = {
    "Java_java_lang_ref_Reference_waitForReferencePendingList",
    "Java_jdk_internal_reflect_NativeMethodAccessorImpl_invoke0",
    "Java_jdk_internal_reflect_NativeConstructorAccessorImpl_newInstance0",
    "Java_jdk_internal_reflect_DirectMethodHandleAccessor_00024NativeAccessor_invoke0",
    "Java_java_lang_Class_forName0",
};

}  // namespace

// Knows the code of this process that keeps no thread-local variables. It is built at the first
// question, when the JDK's libraries are loaded.
struct OwnCode {
  OwnCode() {
    dl_iterate_phdr(note_library, &range);
    for (const char* name : kThinNatives) {
      if (void* symbol = dlsym(java_library(), name); symbol != nullptr) {
        thin_natives.push_back(symbol);
      }
    }
  }

  bool has(void* entry) const {
    return range.has(reinterpret_cast<std::uintptr_t>(entry)) ||
           std::find(thin_natives.begin(), thin_natives.end(), entry) != thin_natives.end();
  }

  // The bounds of this library. Before the constructor runs, it holds one address to look for.
  Range range{reinterpret_cast<std::uintptr_t>(&note_library), 0};
  std::vector<void*> thin_natives;
};

// The function is asked at each call, so it costs only two comparisons and a search of at most five
// entries.
bool may_keep_thread_locals(void* native_entry) {
  return !the_vm.natives.own_code->has(native_entry);
}

}  // namespace minijvm::vm
