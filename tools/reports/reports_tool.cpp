// Connects the reports to the life of the VM: statistics that are counted from the start and
// printed at the end, the tracer, and the report of a failure of the VM itself. Each kind has a
// file of its own, which names its test.
#include "tools/dumps/out_of_memory.h"
#include "tools/linked_tools.h"
#include "tools/manage/memory_report.h"
#include "tools/reports/bytecode_count.h"
#include "tools/reports/bytecode_tracer.h"
#include "tools/reports/cmt_statistics.h"
#include "tools/reports/error_file.h"
#include "tools/reports/fatal_report.h"
#include "tools/reports/gang_statistics.h"
#include "tools/reports/lock_statistics.h"
#include "tools/reports/model_statistics.h"
#include "tools/reports/reports_state.h"
#include "tools/reports/schedule_file.h"
#include "tools/reports/table_statistics.h"
#include "tools/reports/value_based_locks.h"
#include "vm/boot/options.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {

// It is constant-initialized, so that no use of it depends on the order of constructors.
constinit ReportsState reports_state;

namespace {

class ReportsTool final : public Tool, public Observer {
 public:
  // The hardware counters must be opened while the process has one thread: only threads that start
  // later inherit them.
  void before_threads(const Options& options) override {
    if (options.print_cmt_statistics || options.count_bytecodes) {
      measure_for_cmt_statistics(options.heap.cores);
    }
  }

  // These count from the first allocation, so they start before there is a heap.
  void before_heap(const Options& options) override {
    if (options.print_lock_statistics) {
      gather_lock_statistics();
    }
    if (options.print_thread_model) {
      count_for_model_statistics();
    }
    reports_state.run_hash = options.print_run_hash;
    want_schedule(options);
    if (options.count_bytecodes) {
      count_bytecodes();
    }
    // Memory is tracked before the heap reserves its ranges, so that the report has them.
    track_memory(options.memory_tracking);
    if (options.print_memory_statistics) {
      want_memory_statistics();
    }
    reports_state.gang_statistics = options.heap.print_gang_statistics;
    if (options.print_table_statistics) {
      want_table_statistics();
    }
    diagnose_value_based_locks(options.value_based_locks);
  }

  // A tracer must register before any Java runs, and a failure may happen with the first class.
  bool before_classes(runtime::JavaThread&, const Options& options) override {
    if (options.trace_bytecode) {
      trace_bytecode(options.trace_filter);
    }
    observe(*this, kPhaseEvents | kFatalEvents);
    prepare_error_file({options.error_file, options.on_error, options.dumps_core});
    watch_for_out_of_memory();
    return true;
  }

  void fatal_error(std::FILE* out) override { print_fatal_report(out); }

  void phase_reached(runtime::JavaThread& self, VmPhase phase) override {
    if (phase == VmPhase::kEnded) {
      print_lock_statistics(self);
      print_model_statistics();
      print_run_hash();
      print_cmt_statistics();
      print_table_statistics(self);
      print_memory_statistics(self);
      finish_schedule();
      if (reports_state.gang_statistics) {
        print_gang_statistics(self);
      }
    }
  }
};

}  // namespace

Tool& reports_tool() {
  return reports_state.tool.get([] { return new ReportsTool; });
}

}  // namespace minijvm::vm
