#include "vm/inspect/thread_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "gc/heap.h"
#include "sync/clock.h"
#include "sync/thread_state.h"
#include "vm/inspect/deadlocks.h"
#include "vm/inspect/thread_snapshot.h"
#include "vm/inspect/wait_sentences.h"
#include "vm/java/java_threads.h"
#include "vm/java/kernel_threads.h"
#include "vm/java/properties.h"
#include "vm/java/vm_flags.h"

namespace minijvm::vm {
namespace {

constexpr std::uintptr_t kPageMask = 0xfff;

std::string address_text(const void* address) { return fmt::format("0x{:016x}", reinterpret_cast<std::uintptr_t>(address)); }

std::string property_or(const char* key, const char* otherwise) {
  const std::string* value = find_vm_property(key);
  return value == nullptr ? otherwise : *value;
}

std::string local_time_text() {
  std::time_t now = static_cast<std::time_t>(sync::wall_clock_ns() / sync::kNanosPerSecond);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

const char* java_state_text(std::int32_t status) {
  switch (status) {
    case kThreadNew: return "NEW";
    case kThreadTerminated: return "TERMINATED";
    case kThreadRunnable: return "RUNNABLE";
    case kThreadSleeping: return "TIMED_WAITING (sleeping)";
    case kThreadWaiting: return "WAITING (on object monitor)";
    case kThreadTimedWaiting: return "TIMED_WAITING (on object monitor)";
    case kThreadParked: return "WAITING (parking)";
    case kThreadTimedParked: return "TIMED_WAITING (parking)";
    case kThreadBlockedOnEnter: return "BLOCKED (on object monitor)";
    default: return "UNKNOWN";
  }
}

// "parking to wait for" is followed by two blanks in HotSpot, so also here.
const char* relation_text(LockRelation relation) {
  switch (relation) {
    case LockRelation::kLocked: return "locked";
    case LockRelation::kWaitingToLock: return "waiting to lock";
    case LockRelation::kWaitingOn: return "waiting on";
    case LockRelation::kWaitingToRelock: return "waiting to re-lock in wait()";
    case LockRelation::kParkingFor: return "parking to wait for ";
    case LockRelation::kWaitingForClass: return "waiting on the Class initialization monitor for";
  }
  return "";
}

// HOTSPOT: the VM's own threads have no state line and no stack.
std::string collector_threads_text() {
  std::string text;
  for (const gc::GangThread& worker : gc::gc_threads()) {
    double cpu_ms = static_cast<double>(std::max<std::int64_t>(cpu_ns_of({worker.kernel_id, worker.start_ns}), 0)) / 1e6;
    double elapsed_s = static_cast<double>(sync::monotonic_ns() - worker.start_ns) / 1e9;
    text += fmt::format("\"GC Thread#{}\" os_prio=0 cpu={:.2f}ms elapsed={:.2f}s tid={} nid={:#x} runnable  \n\n", worker.number, cpu_ms, elapsed_s,
                        address_text(worker.handle), worker.kernel_id);
  }
  return text;
}

std::string lock_line(const LockNote& lock) {
  if (lock.relation == LockRelation::kWaitingForClass) {
    return fmt::format("\t- {} {}\n", relation_text(lock.relation), lock.object.type);
  }
  if (lock.object.address == nullptr) {
    return fmt::format("\t- {} <no object reference available>\n", relation_text(lock.relation));
  }
  return fmt::format("\t- {} <{}> (a {})\n", relation_text(lock.relation), address_text(lock.object.address), lock.object.type);
}

std::string heading(const ThreadNote& thread) {
  std::string text = fmt::format("\"{}\" ", thread.name);
  if (thread.java_id != 0) {
    text += fmt::format("#{} {}prio={} ", thread.java_id, thread.is_daemon ? "daemon " : "", thread.priority);
  }
  auto top = reinterpret_cast<std::uintptr_t>(thread.java_top) & ~kPageMask;
  return text + fmt::format("os_prio={} cpu={:.2f}ms elapsed={:.2f}s tid={} nid={:#x} {}  [0x{:016x}]\n", thread.kernel_priority,
                            static_cast<double>(thread.cpu_ns) / 1e6, static_cast<double>(thread.elapsed_ns) / 1e9,
                            address_text(thread.address), thread.kernel_id, thread.activity, top);
}

std::string thread_text(const ThreadNote& thread) {
  std::string text = heading(thread);
  if (thread.java_id != 0) {
    text += fmt::format("   java.lang.Thread.State: {}\n", java_state_text(thread.status));
  }
  return text + frames_text(thread.frames) + '\n';
}

std::string synchronizers_text(const ThreadNote& thread) {
  std::string text = "   Locked ownable synchronizers:\n";
  for (const ObjectNote& synchronizer : thread.synchronizers) {
    text += fmt::format("\t- <{}> (a {})\n", address_text(synchronizer.address), synchronizer.type);
  }
  return text + (thread.synchronizers.empty() ? "\t- None\n\n" : "\n");
}

std::string wait_text(const ThreadSnapshot& snapshot, const ThreadNote& thread) {
  std::string what = thread.waits_for == WaitsFor::kMonitor ? fmt::format("waiting to lock monitor {} (object {}, a {})", address_text(thread.wanted_record),
                                                                   address_text(thread.wanted.address), thread.wanted.type)
                                                     : fmt::format("waiting for ownable synchronizer {}, (a {})",
                                                                   address_text(thread.wanted.address), thread.wanted.type);
  const ThreadNote* holder = snapshot.find(thread.holder);
  return fmt::format("\"{}\":\n  {},\n  which is held by \"{}\"\n", thread.name, what, holder == nullptr ? "a thread that has ended" : holder->name);
}

std::string deadlock_text(const ThreadSnapshot& snapshot, const Deadlock& deadlock) {
  std::string text = "\nFound one Java-level deadlock:\n=============================\n";
  const char* separator = "";
  for (const ThreadNote* thread : deadlock) {
    text += separator + wait_text(snapshot, *thread);
    separator = "\n";
  }
  text += "\nJava stack information for the threads listed above:\n===================================================\n";
  for (const ThreadNote* thread : deadlock) {
    text += fmt::format("\"{}\":\n{}", thread->name, frames_text(thread->frames));
  }
  return text;
}

std::string deadlocks_text(const ThreadSnapshot& snapshot) {
  std::vector<Deadlock> deadlocks = find_deadlocks(snapshot);
  if (deadlocks.empty()) {
    return "";
  }
  std::string text = "\n";
  for (const Deadlock& deadlock : deadlocks) {
    text += deadlock_text(snapshot, deadlock);
  }
  return text + fmt::format("\nFound {} deadlock{}.\n\n", deadlocks.size(), deadlocks.size() == 1 ? "" : "s");
}

// HOTSPOT: its list is an array of its own, at that address; ours is linked, so its first thread's stands there.
std::string thread_list_text(const ThreadSnapshot& snapshot) {
  constexpr std::size_t kInARow = 4;
  std::size_t count = snapshot.threads.size();
  std::string text = fmt::format("Threads class SMR info:\n_java_thread_list={}, length={}, elements={{\n",
                                 address_text(count == 0 ? nullptr : snapshot.threads.front().address), count);
  for (std::size_t i = 0; i < count; ++i) {
    const char* separator = i + 1 == count ? "\n" : (i + 1) % kInARow == 0 ? ",\n" : ", ";
    text += address_text(snapshot.threads[i].address) + separator;
  }
  return text + "}\n\n";
}

// A manager may turn it on while the program runs.
bool prints_synchronizers() {
  std::optional<VmFlag> flag = find_vm_flag("PrintConcurrentLocks");
  return flag.has_value() && std::get<bool>(flag->value);
}

}  // namespace

std::string frames_text(const std::vector<FrameNote>& frames) {
  std::string text;
  for (const FrameNote& frame : frames) {
    text += "\tat " + frame.text + '\n';
    for (const LockNote& lock : frame.locks) {
      text += lock_line(lock);
    }
  }
  return text;
}

std::string thread_dump_text(const ThreadSnapshot& snapshot) {
  std::string text = fmt::format("{}\nFull thread dump {} ({} {}):\n\n", local_time_text(), property_or("java.vm.name", "minijvm"),
                                 property_or("java.vm.version", "?"), property_or("java.vm.info", ""));
  text += thread_list_text(snapshot);
  for (const ThreadNote& thread : snapshot.threads) {
    text += thread_text(thread);
    if (snapshot.has_synchronizers && thread.java_id != 0) {
      text += synchronizers_text(thread);
    }
  }
  text += collector_threads_text();
  text += fmt::format("JNI global refs: {}, weak refs: {}\n\n", snapshot.refs.globals, snapshot.refs.weaks);
  return text + deadlocks_text(snapshot) + snapshot.heap + wait_sentences(snapshot) + '\n';
}

void print_thread_dump(runtime::JavaThread& self) {
  std::string text = thread_dump_text(take_thread_snapshot(self, prints_synchronizers()));
  sync::VmToNative writing(self);  // whoever reads may be slow
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace minijvm::vm
