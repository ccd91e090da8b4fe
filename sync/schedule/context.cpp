// Prepares the first switch to a new stack. The switch itself is in context_x86_64.S, or in the C
// library.
#include "sync/schedule/context.h"

#include <cstdint>

namespace minijvm::sync {

#if !defined(MJ_UCONTEXT_ONLY)

extern "C" {
void mj_switch_context(void** leave, void* enter);  // context_x86_64.S
void mj_context_start();
}

namespace {

// The values that mj_switch_context takes from a stack, lowest address first. The new stack's entry
// and argument travel in two of the registers that it restores; mj_context_start finds them there.
struct SavedRegisters {
  std::uint32_t mxcsr;
  std::uint32_t x87_control;
  void* r15;
  void* r14;
  void* argument;      // r13
  ContextEntry entry;  // r12
  void* rbx;
  void* rbp;
  void (*return_address)();
};

// These are the values at the start of a process (System V ABI for x86-64, 3.4.1).
constexpr std::uint32_t kDefaultMxcsr = 0x1f80;
constexpr std::uint32_t kDefaultX87Control = 0x037f;
constexpr std::uintptr_t kStackAlignment = 16;

}  // namespace

void AssemblyContext::prepare(std::byte* lowest, std::size_t bytes, ContextEntry entry,
                              void* argument) {
  std::uintptr_t top = reinterpret_cast<std::uintptr_t>(lowest + bytes) & ~(kStackAlignment - 1);
  // The word above the registers is a null return address, which ends the walk of an unwinder.
  // Nothing ever writes it, so it is still a zero of the fresh mapping.
  auto* saved = reinterpret_cast<SavedRegisters*>(top - kStackAlignment) - 1;
  *saved =
      SavedRegisters{kDefaultMxcsr, kDefaultX87Control, nullptr, nullptr, argument, entry, nullptr,
                     nullptr,       mj_context_start};
  stack_pointer_ = saved;
}

void AssemblyContext::switch_to(AssemblyContext& from, const AssemblyContext& to) {
  mj_switch_context(&from.stack_pointer_, to.stack_pointer_);
}

#endif

namespace {

// makecontext passes only ints, so each pointer travels in two halves.
void start_ucontext(unsigned entry_high, unsigned entry_low, unsigned argument_high,
                    unsigned argument_low) {
  auto joined = [](unsigned high, unsigned low) {
    return static_cast<std::uintptr_t>(std::uint64_t{high} << 32 | low);
  };
  auto entry = reinterpret_cast<ContextEntry>(joined(entry_high, entry_low));
  entry(reinterpret_cast<void*>(joined(argument_high, argument_low)));
}

unsigned high(std::uint64_t value) { return static_cast<unsigned>(value >> 32); }
unsigned low(std::uint64_t value) { return static_cast<unsigned>(value); }

}  // namespace

void UContext::prepare(std::byte* lowest, std::size_t bytes, ContextEntry entry, void* argument) {
  getcontext(&saved_);
  saved_.uc_stack.ss_sp = lowest;
  saved_.uc_stack.ss_size = bytes;
  saved_.uc_link = nullptr;
  auto code = reinterpret_cast<std::uintptr_t>(entry);
  auto value = reinterpret_cast<std::uintptr_t>(argument);
  makecontext(&saved_, reinterpret_cast<void (*)()>(start_ucontext), 4, high(code), low(code),
              high(value), low(value));
}

void UContext::switch_to(UContext& from, const UContext& to) {
  swapcontext(&from.saved_, &to.saved_);
}

}  // namespace minijvm::sync
