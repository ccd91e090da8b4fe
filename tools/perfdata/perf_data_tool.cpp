// Makes the counters before Java runs, fills them from time to time, and removes the file at the
// end. A deterministic run has none: runs that are forked from one process would share the file.
#include <stdlib.h>
#include <sys/mman.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "base/virtual_memory.h"
#include "runtime/thread/java_thread.h"
#include "tools/linked_tools.h"
#include "tools/perfdata/perf_file.h"
#include "tools/perfdata/perf_memory.h"
#include "tools/perfdata/vm_counters.h"
#include "vm/boot/flags.h"
#include "vm/boot/options.h"
#include "vm/observer.h"
#include "vm/performance_counters.h"
#include "vm/tools.h"

namespace minijvm::vm {

namespace {

using perfdata::PerfFile;

void remove_at_exit(int, void* file) { static_cast<const PerfFile*>(file)->remove(); }

// Returns memory that no other process sees.
std::span<std::byte> private_memory(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? std::span<std::byte>()
                              : std::span(static_cast<std::byte*>(memory), bytes);
}

// The program runs as well without the file, so one line says why there is none. The file's object
// is never destroyed, since a thread may still write when the process ends.
std::span<std::byte> shared_memory(std::size_t bytes, const Options& options) {
  std::string why;
  PerfFile* file = PerfFile::create(bytes, why).release();
  if (file == nullptr) {
    warn(options, "jps and jstat will not see this VM: " + why);
    return private_memory(bytes);
  }
  (void)on_exit(remove_at_exit, file);
  return file->bytes();
}

// HotSpot's tools refuse a file that is not a multiple of pages.
std::span<std::byte> new_memory(const Options& options) {
  const std::size_t bytes = align_up(options.perf_data_bytes, page_size());
  return options.perf_data_unshared ? private_memory(bytes) : shared_memory(bytes, options);
}

class PerfDataTool final : public Tool, public Observer, public PerformanceCounters {
 public:
  bool before_java(runtime::JavaThread&, const Options& options) override {
    serves_library_ = !options.deterministic;
    if (options.perf_data && !options.deterministic) {
      start(new_memory(options), options);
    }
    return true;
  }
  PerformanceCounters* performance_counters() override { return serves_library_ ? this : nullptr; }

  void phase_reached(runtime::JavaThread&, VmPhase phase) override {
    if (phase == VmPhase::kLive) {
      counters_.java_runs();
      counters_.sample();  // a program may be over before the first period has passed
    }
  }
  void period_passed(runtime::JavaThread&) override { counters_.sample(); }

  std::byte* make(const CounterForm& form, std::span<const std::byte> value) override {
    return own().empty() ? nullptr : memory_.add(form, value);
  }
  bool has(std::string_view name) override { return !own().empty() && memory_.has(name); }
  std::span<std::byte> own() override { return memory_.bytes(); }
  ForeignCounters attach(int pid) override { return perfdata::map_counters_of(pid); }
  void detach(std::span<std::byte> bytes) override { munmap(bytes.data(), bytes.size()); }

 private:
  void start(std::span<std::byte> memory, const Options& options) {
    if (memory.empty()) {
      return;  // the program may have enough without counters
    }
    memory_.begin(memory);
    counters_.make(memory_, options);
    counters_.sample();
    memory_.open();
    observe(*this, kPhaseEvents | kPeriodicEvents);
  }

  bool serves_library_ = false;
  perfdata::PerfMemory memory_;  // empty: the VM keeps no counters
  perfdata::VmCounters counters_;
};

}  // namespace

Tool* make_perf_data_tool() { return new PerfDataTool; }

}  // namespace minijvm::vm
