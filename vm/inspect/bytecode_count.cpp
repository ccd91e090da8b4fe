#include "vm/inspect/bytecode_count.h"

#include <atomic>
#include <cstddef>

#include "base/bits.h"
#include "runtime/java_thread.h"
#include "vm/interp/hooks.h"

namespace minijvm::vm {
namespace {

// Threads share a few counters, each on its own cache line: counting into one would make them wait for each other.
constexpr std::size_t kCounters = 64;
struct alignas(kCacheLine) Counter {
  std::atomic<std::uint64_t> count{0};
};
Counter counters[kCounters];

// Answers that it is not concerned, so an instruction costs no more than the question.
class BytecodeCount final : public InterpHooks {
 public:
  bool concerns(const runtime::JavaThread& thread, const runtime::Method&, std::uint32_t) const override {
    counters[thread.id() % kCounters].count.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  void at_instruction(runtime::JavaThread&, runtime::Method&, std::uint32_t) override {}
  void method_entered(runtime::JavaThread&, runtime::Method&) override {}
  void method_left(runtime::JavaThread&, runtime::Method&, const runtime::Slot*) override {}
  void method_left_by_exception(runtime::JavaThread&, runtime::Method&) override {}
  void exception_thrown(runtime::JavaThread&, runtime::Method&, std::int32_t, runtime::Handle<>) override {}
  void exception_caught(runtime::JavaThread&, runtime::Method&, std::uint32_t, runtime::Handle<>) override {}
};

}  // namespace

void count_bytecodes() { observe(*new BytecodeCount); }

std::uint64_t counted_bytecodes() {
  std::uint64_t sum = 0;
  for (const Counter& counter : counters) {
    sum += counter.count.load(std::memory_order_relaxed);
  }
  return sum;
}

}  // namespace minijvm::vm
