// Records for the event log. All functions are out of line: they are called only while somebody
// wants the events.
#include "sync/block_events.h"

#include "sync/identity_hash.h"
#include "sync/lock_target.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "sync/schedule/user_thread.h"
#include "sync/sync_state.h"

namespace minijvm::sync {

namespace {

// A hash is the same whatever address a collection gives the object. In a deterministic run it must
// not be taken: the program would get other hashes than without a recording.
std::uint64_t name_of_lock(ExecEnv& self, LockTarget target) {
  if (thread_model().run() != nullptr) {
    return static_cast<std::uint32_t>(address_of(target.word()) >> 3);
  }
  return identity_hash(self, target);
}

}  // namespace

[[gnu::cold]] void record_block(ExecEnv& self, BlockKind kind, void* const* slot) {
  std::uint64_t first = static_cast<std::uint64_t>(kind);
  std::uint64_t word = 0;
  std::uint32_t object_class = 0;
  if (slot != nullptr) {
    const LockTarget target(slot);
    word = address_of(target.word());
    first |= name_of_lock(self, target) << 32;
    object_class = self.class_of(slot);
  }
  self.events().record(Event::thread_block, first, word, object_class);
}

[[gnu::cold]] void record_go_on(ExecEnv& self, std::uint64_t begun) {
  self.events().record(
      Event::thread_go_on, static_cast<std::uint64_t>(self.block_kind()), begun,
      static_cast<std::uint32_t>(self.wait_state_.load(std::memory_order_relaxed)));
}

[[gnu::cold]] std::uint32_t id_of(const UserThread& thread) {
  const ExecEnv* ee = thread.ee.load(std::memory_order_relaxed);
  return ee == nullptr ? 0 : ee->id();
}

[[gnu::cold, gnu::noinline]] void record_on_kernel_thread(Event event, std::uint64_t first,
                                                          std::uint64_t second) {
  if (SharedEventLog* log = this_kernel_thread.events) {
    log->record(event, first, second);
  }
}

[[gnu::cold, gnu::noinline]] void record_here(Event event, std::uint64_t first,
                                              std::uint64_t second) {
  if (ExecEnv* self = this_kernel_thread.current) {
    self->events().record(event, first, second);
  } else {
    record_on_kernel_thread(event, first, second);
  }
}

}  // namespace minijvm::sync
