// The two lists of threads: all that can be stopped, and those of them that are awake
// (safepoint.h). Only the files of sync/threads use this header; safepoint.h declares what other
// rooms call. REQUIRES for all functions: the caller holds the thread-list lock.
// Tested by tests/sync/safepoint_test.cpp and tests/sync/dormant_threads_test.cpp.
#pragma once

#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

// Sets or clears bits of a poll word, and calls the thread's hook if the word was or becomes zero.
void set_poll_bits(ExecEnv& ee, std::uint32_t bits) MJ_REQUIRES(world.list_lock);
void clear_poll_bits(ExecEnv& ee, std::uint32_t bits) MJ_REQUIRES(world.list_lock);

// Puts a thread on both lists, or takes off both a thread that runs or has never run.
void put_on_lists(ExecEnv& ee) MJ_REQUIRES(world.list_lock);
void take_off_lists(ExecEnv& ee) MJ_REQUIRES(world.list_lock);

// Makes the thread awake if it is dormant. If another thread stops the world, it is armed like a
// newcomer.
void wake(ExecEnv& ee) MJ_REQUIRES(world.list_lock);
// The end of a safepoint: makes those threads dormant that may doze, or, if the operation does not
// let threads doze, wakes all that are dormant.
void settle_dozing_threads(bool lets_doze) MJ_REQUIRES(world.list_lock);

// Returns an address that identifies the calling LWP, for functions that have no ExecEnv.
inline const void* lwp_identity() { return &this_kernel_thread; }

}  // namespace minijvm::sync
