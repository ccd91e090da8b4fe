// Prints a snapshot of the threads as the text of HotSpot's thread dump. The world is stopped for
// the snapshot only; the text is made while it runs again.
#include "tools/dumps/thread_dump.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/bits.h"
#include "gc/heap/heap.h"
#include "runtime/jdk_release.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/clock.h"
#include "sync/threads/safepoint.h"
#include "sync/threads/thread_state.h"
#include "tools/compat/vm_flags.h"
#include "tools/dumps/heap_summary.h"
#include "tools/dumps/thread_text.h"
#include "tools/hangs/explanation.h"
#include "tools/threads/deadlocks.h"
#include "tools/threads/thread_snapshot.h"
#include "vm/java/properties.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/natives/jni/jni_ref_counts.h"

namespace minijvm::vm {

using runtime::JavaThread;
using sync::BlockKind;
using sync::NoSafepoint;

namespace {

constexpr std::uintptr_t kPageMask = 0xfff;
constexpr std::int32_t kMostFrames = 1024;  // HotSpot's MaxJavaStackTraceDepth

std::string property_or(const char* key, const char* otherwise) {
  const std::string* value = find_vm_property(key);
  return value == nullptr ? otherwise : *value;
}

std::string local_time_text() {
  std::time_t now = static_cast<std::time_t>(sync::machine_wall_ns() / sync::kNanosPerSecond);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

const char* java_state_text(std::int32_t status) {
  switch (status) {
    case kThreadNew:
      return "NEW";
    case kThreadTerminated:
      return "TERMINATED";
    case kThreadRunnable:
      return "RUNNABLE";
    case kThreadSleeping:
      return "TIMED_WAITING (sleeping)";
    case kThreadWaiting:
      return "WAITING (on object monitor)";
    case kThreadTimedWaiting:
      return "TIMED_WAITING (on object monitor)";
    case kThreadParked:
      return "WAITING (parking)";
    case kThreadTimedParked:
      return "TIMED_WAITING (parking)";
    case kThreadBlockedOnEnter:
      return "BLOCKED (on object monitor)";
    default:
      return "UNKNOWN";
  }
}

double cpu_ms_of(const KernelThread& thread) {
  return static_cast<double>(std::max<std::int64_t>(cpu_ns_of(thread), 0)) / 1e6;
}

// HOTSPOT: from JDK 21 on, a kernel thread's id is a decimal number, and stands behind the number of
// the Java thread, too.
bool shows_kernel_ids() {
  constexpr int kSince = 21;
  return runtime::jdk().feature >= kSince;
}

std::string nid_text(int kernel_id) {
  return fmt::format(fmt::runtime(shows_kernel_ids() ? "nid={}" : "nid={:#x}"), kernel_id);
}

// HOTSPOT: the VM's own threads have no state line and no stack.
std::string collector_threads_text() {
  std::string text;
  for (const gc::GangThread& worker : gc::gc_threads()) {
    double elapsed_s = static_cast<double>(sync::machine_ns() - worker.start_ns) / 1e9;
    text += fmt::format(
        "\"GC Thread#{}\" os_prio=0 cpu={:.2f}ms elapsed={:.2f}s tid={} {} runnable  \n\n",
        worker.number, cpu_ms_of({worker.kernel_id, worker.start_ns}), elapsed_s,
        address_text(worker.handle), nid_text(worker.kernel_id));
  }
  return text;
}

// HOTSPOT: the thread that asked for the dump waits for the thread that makes it, so it is shown as
// waiting.
const char* activity_text(const ThreadSnapshot& thread, const JavaThread& asker) {
  if (thread.address == &asker) {
    return "waiting on condition";
  }
  if (thread.awaited_class != nullptr) {
    return "in Object.wait()";
  }
  switch (thread.block) {
    case BlockKind::kMonitorEnter:
      return "waiting for monitor entry";
    case BlockKind::kMonitorWait:
      return thread.status == kThreadBlockedOnEnter ? "waiting for monitor entry"
                                                    : "in Object.wait()";
    case BlockKind::kPark:
    case BlockKind::kSleep:
    case BlockKind::kCondition:
      return "waiting on condition";
    case BlockKind::kNothing:
      break;
  }
  return thread.state == sync::ThreadState::kBlocked ? "waiting on condition" : "runnable";
}

// HOTSPOT: a number of bytes has at least three digits, and the largest unit that allows it.
std::string short_bytes_text(std::int64_t bytes) {
  constexpr std::int64_t kLeast = 100;
  constexpr auto kKilo = static_cast<std::int64_t>(kKiB);
  const char* unit = "B";
  for (const char* larger : {"K", "M", "G"}) {
    if (bytes >= kLeast * kKilo) {
      bytes /= kKilo;
      unit = larger;
    }
  }
  return std::to_string(bytes) + unit;
}

std::string extension_text(const ThreadSnapshot& thread) {
  return fmt::format("allocated={} defined_classes={} ", short_bytes_text(thread.allocated),
                     thread.defined_classes);
}

// The priority and the times of a thread that has not started are 0.
std::string kernel_text(const ThreadSnapshot& thread, bool extended) {
  const KernelThread& kernel = thread.kernel;
  int priority = 0;
  double elapsed_s = 0;
  if (kernel.id != 0) {
    priority = getpriority(PRIO_PROCESS, static_cast<id_t>(kernel.id));
    elapsed_s = static_cast<double>(sync::program_ns() - kernel.start_ns) / 1e9;
  }
  return fmt::format("os_prio={} cpu={:.2f}ms elapsed={:.2f}s {}tid={} {}", priority,
                     cpu_ms_of(kernel), elapsed_s, extended ? extension_text(thread) : "",
                     address_text(thread.address), nid_text(kernel.id));
}

// The parts of a dump as text. They share the snapshot, the thread that asked for the dump, and the
// NoSafepoint under which the objects keep their addresses.
class DumpText {
 public:
  DumpText(const JavaThread& asker, const NoSafepoint& still,
           const std::vector<ThreadSnapshot>& threads, bool extended)
      : asker_(asker), still_(still), threads_(threads), extended_(extended) {}

  std::string thread_text(const ThreadSnapshot& thread) const {
    std::string text = heading(thread);
    // HOTSPOT: the state of a carrier is not printed.
    if (!thread.carried.empty()) {
      text += fmt::format("   Carrying virtual thread #{}\n", number_of(thread.carried.front()));
    } else if (java_side(thread) != nullptr) {
      text += fmt::format("   java.lang.Thread.State: {}\n", java_state_text(thread.status));
    }
    text += frames_text(still_, thread);
    for (const ThreadSnapshot& carried : thread.carried) {
      text += fmt::format("   Mounted virtual thread #{}\n", number_of(carried)) +
              frames_text(still_, carried);
    }
    return text + '\n';
  }

  std::string synchronizers_text(const ThreadSnapshot& thread) const {
    if (java_side(thread) == nullptr) {
      return "";
    }
    std::string text = "   Locked ownable synchronizers:\n";
    for (runtime::Handle<> synchronizer : thread.synchronizers) {
      text += fmt::format("\t- {}\n", object_text(*synchronizer.raw(still_)));
    }
    return text + (thread.synchronizers.empty() ? "\t- None\n\n" : "\n");
  }

  std::string deadlocks_text() const {
    std::vector<ThreadCycle> deadlocks = find_cycles(threads_, WaitEdges::kLocks);
    if (deadlocks.empty()) {
      return "";
    }
    std::string text = "\n";
    for (const ThreadCycle& deadlock : deadlocks) {
      text += deadlock_text(deadlock);
    }
    return text + fmt::format("\nFound {} deadlock{}.\n\n", deadlocks.size(),
                              deadlocks.size() == 1 ? "" : "s");
  }

 private:
  // Null while JNI attaches the thread: its Thread object is missing or has no id yet.
  const java::Thread* java_side(const ThreadSnapshot& thread) const {
    const java::Thread* object = thread.thread.raw(still_);
    return object == nullptr || object->tid() == 0 || runtime::facts_of(object) == nullptr ? nullptr
                                                                                           : object;
  }

  std::int64_t number_of(const ThreadSnapshot& thread) const {
    return thread.thread.raw(still_)->tid();
  }

  std::string heading(const ThreadSnapshot& thread) const {
    std::string text = fmt::format("\"{}\" ", name_text(still_, thread.thread));
    if (const java::Thread* object = java_side(thread)) {
      const java::ThreadFacts* facts = runtime::facts_of(object);
      text += fmt::format("#{} {}{}prio={} ", object->tid(),
                          shows_kernel_ids() ? fmt::format("[{}] ", thread.kernel.id) : "",
                          facts->daemon() ? "daemon " : "", facts->priority());
    }
    auto top = reinterpret_cast<std::uintptr_t>(thread.java_top) & ~kPageMask;
    return text + fmt::format("{} {}  [0x{:016x}]\n", kernel_text(thread, extended_),
                              activity_text(thread, asker_), top);
  }

  std::string wait_text(const ThreadSnapshot& thread) const {
    const runtime::Object& wanted = *thread.blocker.raw(still_);
    std::string what = thread.wait.kind == WaitsFor::kMonitor
                           ? fmt::format("waiting to lock monitor {} (object {}, a {})",
                                         address_text(thread.monitor_address),
                                         address_text(&wanted), type_text(wanted))
                           : fmt::format("waiting for ownable synchronizer {}, (a {})",
                                         address_text(&wanted), type_text(wanted));
    return fmt::format("\"{}\":\n  {},\n  which is held by \"{}\"\n",
                       name_text(still_, thread.thread), what, name_text(still_, thread.owner));
  }

  std::string deadlock_text(const ThreadCycle& deadlock) const {
    std::string text = "\nFound one Java-level deadlock:\n=============================\n";
    const char* separator = "";
    for (const ThreadSnapshot* thread : deadlock) {
      text += separator + wait_text(*thread);
      separator = "\n";
    }
    text +=
        "\nJava stack information for the threads listed "
        "above:\n===================================================\n";
    for (const ThreadSnapshot* thread : deadlock) {
      text += fmt::format("\"{}\":\n{}", name_text(still_, thread->thread),
                          frames_text(still_, *thread));
    }
    return text;
  }

  const JavaThread& asker_;
  const NoSafepoint& still_;
  const std::vector<ThreadSnapshot>& threads_;
  bool extended_;
};

// HOTSPOT: prints the address of an array of threads. The list here is linked, so the address of
// its first thread is printed.
std::string thread_list_text(const std::vector<ThreadSnapshot>& threads) {
  constexpr std::size_t kInARow = 4;
  std::size_t count = threads.size();
  std::string text =
      fmt::format("Threads class SMR info:\n_java_thread_list={}, length={}, elements={{\n",
                  address_text(count == 0 ? nullptr : threads.front().address), count);
  for (std::size_t i = 0; i < count; ++i) {
    const char* separator = i + 1 == count ? "\n" : (i + 1) % kInARow == 0 ? ",\n" : ", ";
    text += address_text(threads[i].address) + separator;
  }
  return text + "}\n\n";
}

// Reads what else a dump shows, in the stopped world.
class ReadTotals final : public sync::SafepointOperation {
 public:
  const char* name() const override { return "ThreadDump"; }
  void run() override {
    refs = jni_ref_counts();
    heap = gc::heap_summary();
  }
  JniRefCounts refs;
  std::string heap;
};

// A manager may turn it on while the program runs.
bool prints_synchronizers() {
  std::optional<VmFlag> flag = find_vm_flag("PrintConcurrentLocks");
  return flag.has_value() && std::get<bool>(flag->value);
}

}  // namespace

std::string thread_dump_text(JavaThread& self, DumpParts parts) {
  runtime::HandleScope scope(self);
  const std::vector<ThreadSnapshot> threads = snapshot_all_threads(
      self,
      {.max_depth = kMostFrames, .with_monitors = true, .with_synchronizers = parts.synchronizers});
  ReadTotals totals;
  sync::run_at_safepoint(self, totals);
  std::string text =
      fmt::format("{}\nFull thread dump {} ({} {}):\n\n", local_time_text(),
                  property_or("java.vm.name", "minijvm"), property_or("java.vm.version", "?"),
                  property_or("java.vm.info", ""));
  text += thread_list_text(threads);
  NoSafepoint still(self);
  DumpText dump(self, still, threads, parts.extended);
  for (const ThreadSnapshot& thread : threads) {
    text += dump.thread_text(thread);
    text += parts.synchronizers ? dump.synchronizers_text(thread) : "";
  }
  text += collector_threads_text();
  text +=
      fmt::format("JNI global refs: {}, weak refs: {}\n\n", totals.refs.globals, totals.refs.weaks);
  return text + dump.deadlocks_text() + (parts.heap ? totals.heap : "") +
         hangs::explanation(still, threads, nullptr, /*with_lock_cycles=*/false) + '\n';
}

void print_thread_dump(JavaThread& self) {
  std::string text =
      thread_dump_text(self, {.synchronizers = prints_synchronizers(), .heap = true});
  sync::VmToNative writing(self);  // whoever reads may be slow
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace minijvm::vm
