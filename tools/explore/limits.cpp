// The observer of threads and collections, and the timer.
#include "tools/explore/limits.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>

#include "base/atomic.h"
#include "runtime/thread/java_thread.h"
#include "tools/explore/explore_state.h"
#include "tools/manage/jmm_entries.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"

namespace minijvm::vm {
namespace {

// A handler may call few functions: write and _exit are among them.
void end_late(int) {
  constexpr char kText[] = "The run has passed its limit of wall time (-XX:WallTimeLimit).\n";
  (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
  _exit(kWallLimitCode);
}

void start_timer(std::uint64_t limit_ms) {
  struct sigaction action {};
  action.sa_handler = end_late;
  sigaction(SIGALRM, &action, nullptr);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(limit_ms / 1000);
  timer.it_value.tv_usec = static_cast<suseconds_t>(limit_ms % 1000 * 1000);
  setitimer(ITIMER_REAL, &timer, nullptr);
}

class Limits final : public Observer {
 public:
  Limits(std::uint64_t threads, std::uint64_t bytes) : most_threads_(threads), most_bytes_(bytes) {
    observe(*this, kThreadEvents | kCollectionEvents | kRunEvents);
  }

  // Threads that the VM has made until now are not the program's, but for main.
  void program_begins(runtime::JavaThread&) override {
    alive_.store(1, std::memory_order_relaxed);
    has_begun_.store(true, std::memory_order_release);
  }
  void thread_started(runtime::JavaThread&) override {
    const std::int64_t alive = alive_.fetch_add(1, std::memory_order_relaxed) + 1;
    // acquire: pairs with the release in program_begins.
    if (has_begun_.load(std::memory_order_acquire) && most_threads_ != 0 &&
        alive > static_cast<std::int64_t>(most_threads_)) {
      std::fprintf(stderr,
                   "The run has passed its limit of %" PRIu64 " threads (-XX:ThreadLimit).\n",
                   most_threads_);
      end("threads", kThreadLimitCode);
    }
  }
  void thread_ending(runtime::JavaThread&) override {
    alive_.fetch_sub(1, std::memory_order_relaxed);
  }

  void after_collection(runtime::JavaThread& self) override { check_bytes(self); }

 private:
  void check_bytes(runtime::JavaThread& self) {
    if (most_bytes_ == 0 || has_ended_.load(std::memory_order_relaxed)) {
      return;
    }
    std::uint64_t bytes = 0;
    {
      sync::NoSafepoint still(self);
      bytes = static_cast<std::uint64_t>(jmm::allocated_by_all_threads(still));
    }
    if (bytes > most_bytes_) {
      std::fprintf(stderr,
                   "The run has passed its limit of %" PRIu64
                   " allocated bytes (-XX:AllocationLimit).\n",
                   most_bytes_);
      end("bytes", kByteLimitCode);
    }
  }

  void end(const char* word, int code) {
    if (!has_ended_.exchange(true, std::memory_order_relaxed)) {
      explore_state.result->end = word;
      halt_vm(code);
    }
  }

  const std::uint64_t most_threads_;
  const std::uint64_t most_bytes_;
  Atomic<std::int64_t> alive_{0};
  Atomic<bool> has_begun_{false};
  Atomic<bool> has_ended_{false};
};

}  // namespace

void watch_limits(const Options& options) {
  if (options.wall_time_limit_ms != 0) {
    start_timer(options.wall_time_limit_ms);
  }
  if (options.thread_limit != 0 || options.allocation_limit != 0) {
    new Limits(options.thread_limit, options.allocation_limit);
  }
}

}  // namespace minijvm::vm
