// Handles the signals of the process. A handler only counts a signal and wakes a thread; the
// "Signal Dispatcher" thread takes the counts and calls Java. Faults end in a report, unless
// raw_memory.h can survive them. The handlers run on any thread, in any state, and are
// async-signal-safe up to the report.
#include "vm/java/signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/bits.h"
#include "base/check.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/parker.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/raw_memory.h"
#include "vm/java/repeatability.h"
#include "vm/java/threads/java_threads.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// These are the names that JVM_FindSignal knows, without the prefix SIG.
struct Name {
  const char* name;
  int number;
};
constexpr Name kNames[] = {
    {"HUP", SIGHUP},       {"INT", SIGINT},   {"QUIT", SIGQUIT},   {"ILL", SIGILL},
    {"TRAP", SIGTRAP},     {"ABRT", SIGABRT}, {"BUS", SIGBUS},     {"FPE", SIGFPE},
    {"KILL", SIGKILL},     {"USR1", SIGUSR1}, {"SEGV", SIGSEGV},   {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE},     {"ALRM", SIGALRM}, {"TERM", SIGTERM},   {"CHLD", SIGCHLD},
    {"CONT", SIGCONT},     {"STOP", SIGSTOP}, {"TSTP", SIGTSTP},   {"TTIN", SIGTTIN},
    {"TTOU", SIGTTOU},     {"URG", SIGURG},   {"XCPU", SIGXCPU},   {"XFSZ", SIGXFSZ},
    {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH}, {"IO", SIGIO},
    {"PWR", SIGPWR},       {"SYS", SIGSYS},
};

constexpr SignalState& state = the_vm.java.signals;
constexpr int kSignals = SignalState::kSignals;

// Returns true for a signal that this process has sent itself: by raise, kill or sigqueue.
bool is_own(const siginfo_t& info) { return info.si_code <= SI_USER && info.si_pid == getpid(); }

// Counts the signal and wakes the dispatcher through its futex; async-signal-safe. errno is saved,
// because the handler may interrupt code between a system call and the read of errno.
void on_java_signal(int signal, siginfo_t* info, void*) {
  int saved_errno = errno;
  if (!is_own(*info)) {
    state.foreign[signal].store(true, std::memory_order_relaxed);  // ordered by the next line
  }
  state.arrived[signal].fetch_add(1,
                                  std::memory_order_release);  // release: pairs with take_arrived()
  if (JavaThread* thread = state.dispatcher.load(std::memory_order_acquire)) {
    thread->parker().unpark();
  }
  errno = saved_errno;
}

// Handles SIGSEGV, SIGBUS, SIGFPE and SIGILL, on the thread's fault stack.
void on_fault(int signal, siginfo_t* info, void* context) {
  if (signal == SIGBUS) {
    if (survive_bus_error(context)) {
      return;
    }
    // SA_RESETHAND does the same for the other signals: a fault in the report ends the process.
    std::signal(SIGBUS, SIG_DFL);
  }
  // The context is published first, because the report prints the registers from it
  // (fault_context).
  state.faulting_context.store(context, std::memory_order_release);
  const JavaThread* self = runtime::current_java_thread();
  auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  // A hit in the guard page of the C stack is no bug of the VM, so it gets a sentence of its own.
  if (signal == SIGSEGV && self != nullptr && self->is_native_stack_overflow(address)) {
    fatal(__FILE__, __LINE__, "fault",
          "the C stack of the thread overflowed at address %p: a native recurses too deeply",
          info->si_addr);
  }
  fatal(__FILE__, __LINE__, "fault", "signal %d (%s) at address %p: a bug in the VM or in a native",
        signal, strsignal(signal), info->si_addr);
}

using Handler = void (*)(int);

// All signals are blocked while the handler runs, and interrupted system calls restart. A handler
// of C that wants the signal's number only may get more.
void handle(int signal, Handler handler) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_SIGINFO;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

// sigaction(2) has both kinds of handlers in one place.
Handler java_handler() {
  return reinterpret_cast<Handler>(reinterpret_cast<void*>(on_java_signal));
}

// Takes one signal off the counts, the one with the lowest number. Returns 0 if none has arrived.
int take_arrived() {
  for (int signal = 1; signal < kSignals; ++signal) {
    int count = state.arrived[signal].load(std::memory_order_acquire);
    // Only the dispatcher decrements; handlers may increment at the same time, so a plain store
    // would lose one.
    if (count > 0 && state.arrived[signal].compare_exchange_strong(count, count - 1,
                                                                   std::memory_order_acq_rel)) {
      return signal;
    }
  }
  return 0;
}

std::string name_of(int signal) {
  for (const Name& known : kNames) {
    if (known.number == signal) {
      return known.name;
    }
  }
  return std::to_string(signal);
}

// Calls the observers for SIGQUIT, and jdk.internal.misc.Signal.dispatch for all others.
void dispatch(JavaThread& self, int signal) {
  if (signal == SIGQUIT) {
    bool is_done = false;
    notify(kQuitEvents,
           [&](Observer& observer) { is_done = is_done || observer.quit_requested(self); });
    if (!is_done) {
      std::puts("No thread dump: this library holds no tools.");
      std::fflush(stdout);
    }
    return;
  }
  if (is_kept_repeatable() && state.foreign[signal].load(std::memory_order_relaxed)) {
    meet_world(self, "signal " + name_of(signal), "comes from outside");
  }
  runtime::HandleScope scope(self);
  CallArgs args;
  args.push_int(signal);
  // A handler's exception must not end the dispatcher.
  if (!call_java(self, *runtime::wk().Signal_dispatch, args).ok()) {
    print_exception(self, take_exception(self));
  }
}

// A parent process may have blocked these signals. A child inherits the mask, so a JVM that such a
// process starts would never see SIGTERM.
void unblock_signals() {
  sigset_t ours;
  sigemptyset(&ours);
  for (int signal : {SIGQUIT, SIGHUP, SIGINT, SIGTERM}) {
    sigaddset(&ours, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &ours, nullptr);
}

// Returns when a signal may have arrived, or `next` has passed. An unpark between take_arrived and
// park leaves a permit, so the park returns at once.
void wait_for_signal(JavaThread& self, sync::Deadline& next) {
  if (!is_observed(kPeriodicEvents)) {
    sync::park(self, sync::Deadline::forever());
    return;
  }
  sync::park(self, next);
  if (next.passed()) {
    notify(kPeriodicEvents, [&](Observer& observer) { observer.period_passed(self); });
    next = sync::Deadline::after_ns(state.period_ns);
  }
}

void run_dispatcher(JavaThread& self) {
  if (!state.reduced_use) {
    unblock_signals();
  }
  // release: pairs with on_java_signal. A signal that arrived earlier is only counted, and the loop
  // finds the count before it parks.
  state.dispatcher.store(&self, std::memory_order_release);
  sync::Deadline next = sync::Deadline::after_ns(state.period_ns);
  for (;;) {
    int signal = take_arrived();
    if (signal == 0) {
      wait_for_signal(self, next);
    } else {
      dispatch(self, signal);
    }
  }
}

}  // namespace

int find_signal(const char* name) {
  for (const Name& known : kNames) {
    if (std::strcmp(known.name, name) == 0) {
      return known.number;
    }
  }
  return -1;
}

namespace {

// Returns true for a signal that Java code may not handle: the VM uses it, or the kernel forbids
// it. With -Xrs, the signals that end a process are refused, too.
bool is_refused(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGQUIT:
    case SIGKILL:
    case SIGSTOP:
      return true;
    case SIGHUP:
    case SIGINT:
    case SIGTERM:
      return state.reduced_use;
    default:
      return signal <= 0 || signal >= kSignals;
  }
}

}  // namespace

void* register_signal(int signal, void* handler) {
  if (is_refused(signal)) {
    return reinterpret_cast<void*>(-1);
  }
  struct sigaction previous {};
  sigaction(signal, nullptr, &previous);
  // The codes are those of jdk.internal.misc.Signal: 0 default, 1 ignore, 2 dispatch. Any other
  // value is an earlier handler that is put back.
  auto chosen = reinterpret_cast<std::uintptr_t>(handler);
  handle(signal, chosen == 0   ? SIG_DFL
                 : chosen == 1 ? SIG_IGN
                 : chosen == 2 ? java_handler()
                               : reinterpret_cast<Handler>(handler));
  if (previous.sa_handler == SIG_DFL) {
    return nullptr;
  }
  if (previous.sa_handler == SIG_IGN) {
    return reinterpret_cast<void*>(1);
  }
  return previous.sa_handler == java_handler() ? reinterpret_cast<void*>(2)
                                               : reinterpret_cast<void*>(previous.sa_handler);
}

bool raise_signal(int signal) { return !is_refused(signal) && std::raise(signal) == 0; }

const void* fault_context() { return state.faulting_context.load(std::memory_order_acquire); }

void install_signals(bool reduced) {
  state.reduced_use = reduced;
  struct sigaction fault {};
  fault.sa_sigaction = on_fault;
  fault.sa_flags =
      SA_SIGINFO | SA_ONSTACK |
      // The handler runs on the thread's fault stack (runtime/thread/java_thread.h), because the
      // thread's own stack may have overflowed.
      SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGFPE, SIGILL}) {
    sigaction(signal, &fault, nullptr);
  }
  // A SIGBUS is not always the end (raw_memory.h), so its handler stays installed.
  fault.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGBUS, &fault, nullptr);
  // A write to a closed socket, or over the file size limit, then fails with an error that becomes
  // an IOException.
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
}

JavaResult<void> start_signal_dispatcher(JavaThread& self, std::int64_t period_ns) {
  state.period_ns = period_ns;
  // With -Xrs SIGQUIT keeps its default action, as do the signals of the shutdown hooks.
  if (!state.reduced_use) {
    handle(SIGQUIT, java_handler());
  }
  return start_vm_thread(self, "Signal Dispatcher", run_dispatcher);
}

}  // namespace minijvm::vm
