// Counts every instruction by an observer that does nothing else. Threads share a fixed number of
// counters by their id, and a reader adds the counters up.
#include "tools/reports/bytecode_count.h"

#include <atomic>
#include <cstddef>

#include "base/bits.h"
#include "runtime/thread/java_thread.h"
#include "tools/code_observers.h"
#include "tools/reports/reports_state.h"

namespace minijvm::vm {
namespace {

// Counts in concerns(), which the interpreter calls before each instruction, and returns false. So
// the interpreter never makes the more expensive call of at_instruction().
class BytecodeCount final : public Observer {
 public:
  bool concerns(const runtime::JavaThread& thread, const runtime::Method&,
                std::uint32_t) const override {
    reports_state.bytecode_counters[thread.id() % ReportsState::kBytecodeCounters].count.fetch_add(
        1, std::memory_order_relaxed);
    return false;
  }
  void at_instruction(runtime::JavaThread&, runtime::Method&, std::uint32_t) override {}
  void method_entered(runtime::JavaThread&, runtime::Method&) override {}
  void method_left(runtime::JavaThread&, runtime::Method&, const runtime::Slot*) override {}
  void method_left_by_exception(runtime::JavaThread&, runtime::Method&) override {}
  void exception_thrown(runtime::JavaThread&, runtime::Method&, std::int32_t,
                        runtime::Handle<>) override {}
  void exception_caught(runtime::JavaThread&, runtime::Method&, std::uint32_t,
                        runtime::Handle<>) override {}
};

}  // namespace

void count_bytecodes() { observe_code(*new BytecodeCount); }

std::uint64_t counted_bytecodes() {
  std::uint64_t sum = 0;
  for (const BytecodeCounter& counter : reports_state.bytecode_counters) {
    sum += counter.count.load(std::memory_order_relaxed);
  }
  return sum;
}

}  // namespace minijvm::vm
