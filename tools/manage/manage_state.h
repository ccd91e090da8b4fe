// Holds the state of management for the whole process: java.lang.management's beans, the attach
// listener.
// Tested by tests/java/management.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/atomic.h"
#include "base/lazy.h"
#include "gc/heap/roots.h"
#include "gc/policy/memory_pools.h"
#include "sync/threads/vm_mutex.h"
#include "tools/manage/attach_listener.h"
#include "tools/manage/jmm_beans.h"
#include "tools/manage/usage_history.h"
#include "vm/tools.h"

namespace minijvm::vm {

struct DiagnosticCommand;
struct MemoryCensus;

namespace jmm {
struct Notifications;  // jmm_notifications.cpp
}

struct ManageState {
  Lazy<Tool> tool;
  // When the start of the VM began (sync::program_ns), and when Java code could run (milliseconds
  // since 1970; 0: not yet). Each is written once.
  std::int64_t began_ns = 0;
  std::int64_t ready_wall_ms = 0;
  AttachChoice attach_choice = AttachChoice::kNever;  // until Java runs
  Atomic<int> attach_socket{-1};
  Atomic<bool> removes_socket_at_exit{false};
  Lazy<std::vector<DiagnosticCommand>> commands;

  Atomic<bool> cpu_time_enabled{true};
  Atomic<bool> allocated_memory_enabled{true};
  Atomic<std::int64_t> bytes_of_ended_threads{0};  // what they had allocated while they lived
  Lazy<jmm::Notifications> notifications;
  std::array<runtime::Object*, jmm::kPools> pool_beans{};  // roots, as the next
  std::array<runtime::Object*, jmm::kManagers> manager_beans{};
  Lazy<gc::ReferenceTable> bean_roots;
  sync::Mutex beans_mutex{sync::LockRank::kLeaf};  // taken to set a null bean
  jmm::UsageHistory usage_history;
  // The largest use that any query saw of the two pools outside the heap. These pools shrink only
  // when a class loader is unloaded.
  Atomic<std::int64_t> peaks_outside[jmm::kPools - gc::kHeapPools] = {};

  // The next members serve the reports of native memory (memory_report.cpp).
  bool memory_statistics_wanted = false;
  sync::Mutex baseline_mutex{sync::LockRank::kTable};
  Lazy<std::optional<MemoryCensus>> baseline;  // guarded by baseline_mutex
};
extern constinit ManageState manage_state [[gnu::visibility("hidden")]];

}  // namespace minijvm::vm
