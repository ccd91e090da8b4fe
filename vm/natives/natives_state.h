// Holds the state of vm/natives: tables of references and of native functions. It is a member of Vm
// (vm/vm.h), so that `print the_vm.natives` shows all of it in gdb.
// Tested by the tests of the files that are cited here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "runtime/fwd.h"
#include "sync/threads/vm_mutex.h"

struct JavaVM_;  // jni.h

namespace minijvm::vm {

class GlobalRefs;           // jni/jni_handles.cpp
class WeakRefs;             // jni/jni_handles.cpp
class FileFacts;            // world/file_facts.cpp
class Journal;              // world/journal/journal.h
struct NativeStub;          // native_stub.h
struct NioFunctions;        // user_thread_io.cpp
struct OwnCode;             // foreign_code.cpp
struct StoredObjectsState;  // stored_objects.cpp
struct VmNative;            // native_registry.h
struct Waiters;             // world/journal/waiters.h

struct UnsafeState {
  // Memory that Unsafe has allocated, counted only while memory is tracked (unsafe_memory.h).
  Atomic<std::size_t> bytes_taken{0};
  Atomic<std::size_t> blocks_taken{0};
  // The words allocated so far, if -XX:MallocMaxTestWords limits them.
  Atomic<std::int64_t> test_words_taken{0};
};

struct NativesState {
  // The JavaVM that JNI's GetJavaVM returns (jni/java_vm.h).
  Atomic<JavaVM_*> java_vm{nullptr};
  Lazy<GlobalRefs> globals;
  Lazy<WeakRefs> weaks;

  // A leaf lock: no other lock is taken and no thread state changes while it is held.
  sync::Mutex tables_mutex{sync::LockRank::kTable};
  Lazy<std::vector<std::span<const VmNative>>> tables;  // guarded by tables_mutex
  Atomic<void*> java_library{nullptr};                  // dlopen's handle of libjava
  sync::Mutex prefixes_mutex{sync::LockRank::kTable};
  // Prefixes set by JVMTI. Guarded by prefixes_mutex.
  Lazy<std::vector<std::string>> prefixes;
  sync::Mutex stubs_mutex{sync::LockRank::kTable};
  Lazy<std::map<std::string, std::unique_ptr<NativeStub>>>
      stubs;  // by shape; guarded by stubs_mutex

  // The native code that keeps no thread-local variables (foreign_code.h).
  Lazy<OwnCode> own_code;
  // libnio's functions, which this VM's own call under an M:N thread model (user_thread_io.cpp).
  Lazy<NioFunctions> nio;
  UnsafeState unsafe;
  Lazy<std::string> trusted;                // -XX:TrustNatives (world/world.h)
  Lazy<StoredObjectsState> stored_objects;  // not made: the library gets none
  bool keeps_module_graph = false;          // stored_objects.h; set before Java runs
  Atomic<bool> has_changed_world{false};    // world/world.h
  // The facts of files that a deterministic run shows (world/file_facts.h).
  Lazy<FileFacts> file_facts;
  // The words that a deterministic run has read from random devices (deterministic_natives.cpp).
  std::uint64_t chance_words = 0;
  // The journal of what comes in from the world; null: the run has none.
  Journal* journal = nullptr;
  // The threads of a deterministic run that wait for descriptors.
  Lazy<Waiters> waiters;
};

}  // namespace minijvm::vm
