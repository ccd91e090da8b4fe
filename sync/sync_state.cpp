// Defines the variables of sync's state; each unit uses its own part of them.
#include "sync/sync_state.h"

namespace minijvm::sync {

constinit SyncState sync_state;
constinit thread_local ThisKernelThread this_kernel_thread;

}  // namespace minijvm::sync
