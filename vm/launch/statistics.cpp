#include "vm/launch/statistics.h"

#include "vm/inspect/bytecode_count.h"
#include "vm/inspect/cmt_statistics.h"
#include "vm/inspect/lock_statistics.h"
#include "vm/inspect/memory_report.h"
#include "vm/inspect/model_statistics.h"
#include "vm/inspect/table_statistics.h"
#include "vm/inspect/value_based_locks.h"
#include "vm/launch/options.h"
#include "vm/native/memory_command.h"

namespace minijvm::vm {

void begin_statistics(const Options& options) {
  if (options.print_lock_statistics) {
    gather_lock_statistics();
  }
  if (options.print_thread_model) {
    count_for_model_statistics();
  }
  if (options.count_bytecodes) {
    count_bytecodes();
  }
  track_memory(options.memory_tracking);
  set_memory_report(native_memory);
  if (options.print_memory_statistics) {
    want_memory_statistics();
  }
  if (options.print_table_statistics) {
    want_table_statistics();
  }
  diagnose_value_based_locks(options.value_based_locks);
}

void print_statistics(runtime::JavaThread& self) {
  print_lock_statistics(self);
  print_model_statistics();
  print_cmt_statistics();
  print_table_statistics(self);
  print_memory_statistics(self);
}

}  // namespace minijvm::vm
