// Writes the key. Called by the kernel thread whose value it is, in any thread state.
#include "sync/schedule/thread_key.h"

#include <dlfcn.h>
#include <pthread.h>

#include "sync/sync_state.h"

namespace minijvm::sync {

// One for the process, made when the first thread needs it.
struct ThreadKey {
  pthread_key_t key{};
  // False if the process has no key left. Then profilers find no Java thread.
  bool is_made = pthread_key_create(&key, nullptr) == 0;
  // The function's own address, which a profiler that replaces the imported one does not see.
  // follow_switches() finds it.
  decltype(&pthread_setspecific) set = nullptr;
};

namespace {

// By the imported function: a profiler may want to know.
void tell(const ThreadKey& key, ExecEnv* ee) {
  if (key.is_made) {
    (void)pthread_setspecific(key.key, ee);
  }
}

}  // namespace

void put_in_key(ExecEnv* ee) { tell(*schedule_state.thread_key, ee); }

void put_next_in_key(ExecEnv* ee) {
  const ThreadKey& key = *schedule_state.thread_key;
  if (!key.is_made || ee == nullptr) {
    return;
  }
  // The first user thread of this kernel thread makes it known.
  if (pthread_getspecific(key.key) == nullptr) {
    tell(key, ee);
  } else {
    (void)key.set(key.key, ee);
  }
}

void empty_key() {
  if (const ThreadKey* key = schedule_state.thread_key.if_made()) {
    tell(*key, nullptr);
  }
}

void follow_switches() {
  void* found = dlsym(RTLD_DEFAULT, "pthread_setspecific");
  schedule_state.thread_key->set = found == nullptr
                                       ? &pthread_setspecific
                                       : reinterpret_cast<decltype(&pthread_setspecific)>(found);
  // release: pairs with the acquire in switch_key()
  schedule_state.key_follows.store(true, std::memory_order_release);
}

[[gnu::noinline]] void put_current_in_key() {
  if (ExecEnv* ee = this_kernel_thread.current) {
    put_next_in_key(ee);
  }
}

}  // namespace minijvm::sync
