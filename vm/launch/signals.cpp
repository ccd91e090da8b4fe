#include "vm/launch/signals.h"

#include <csignal>
#include <cstdio>
#include <cstring>

#include <atomic>

#include "base/bits.h"
#include "base/check.h"
#include "runtime/java_thread.h"
#include "runtime/well_known.h"
#include "sync/parker.h"
#include "vm/inspect/fatal_report.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/java_threads.h"
#include "vm/java/raw_memory.h"
#include "vm/java/signals_door.h"
#include "vm/launch/attach_listener.h"

namespace minijvm::vm {
namespace {

constexpr int kSignals = 65;

struct Name {
  const char* name;
  int number;
};
constexpr Name kNames[] = {
    {"HUP", SIGHUP},   {"INT", SIGINT},     {"QUIT", SIGQUIT}, {"ILL", SIGILL},   {"TRAP", SIGTRAP}, {"ABRT", SIGABRT}, {"BUS", SIGBUS},
    {"FPE", SIGFPE},   {"KILL", SIGKILL},   {"USR1", SIGUSR1}, {"SEGV", SIGSEGV}, {"USR2", SIGUSR2}, {"PIPE", SIGPIPE}, {"ALRM", SIGALRM},
    {"TERM", SIGTERM}, {"CHLD", SIGCHLD},   {"CONT", SIGCONT}, {"STOP", SIGSTOP}, {"TSTP", SIGTSTP}, {"TTIN", SIGTTIN}, {"TTOU", SIGTTOU},
    {"URG", SIGURG},   {"XCPU", SIGXCPU},   {"XFSZ", SIGXFSZ}, {"VTALRM", SIGVTALRM}, {"PROF", SIGPROF}, {"WINCH", SIGWINCH}, {"IO", SIGIO},
    {"PWR", SIGPWR},   {"SYS", SIGSYS},
};

std::atomic<int> arrived[kSignals];
std::atomic<JavaThread*> dispatcher{nullptr};
std::atomic<ThreadDump> thread_dump{nullptr};
bool reduced_use = false;

// Async-signal-safe: counts, and wakes the dispatcher through its futex.
void on_java_signal(int signal) {
  int saved_errno = errno;
  arrived[signal].fetch_add(1, std::memory_order_release);  // release: pairs with take_arrived()
  if (JavaThread* thread = dispatcher.load(std::memory_order_acquire)) {
    thread->parker().unpark();
  }
  errno = saved_errno;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (signal == SIGBUS) {
    if (survive_bus_error(context)) {
      return;
    }
    std::signal(SIGBUS, SIG_DFL);  // as SA_RESETHAND does for the others
  }
  note_fault_context(context);
  const JavaThread* self = runtime::current_java_thread();
  auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (signal == SIGSEGV && self != nullptr && self->is_native_stack_overflow(address)) {
    fatal(__FILE__, __LINE__, "fault", "the C stack of the thread overflowed at address %p: a native recurses too deeply", info->si_addr);
  }
  fatal(__FILE__, __LINE__, "fault", "signal %d (%s) at address %p: a bug in the VM or in a native", signal, strsignal(signal), info->si_addr);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

int take_arrived() {
  for (int signal = 1; signal < kSignals; ++signal) {
    int count = arrived[signal].load(std::memory_order_acquire);
    if (count > 0 && arrived[signal].compare_exchange_strong(count, count - 1, std::memory_order_acq_rel)) {
      return signal;
    }
  }
  return 0;
}

void dispatch(JavaThread& self, int signal) {
  if (signal == SIGQUIT) {
    if (is_attach_signal(self)) {
      return;
    }
    if (ThreadDump dump = thread_dump.load(std::memory_order_acquire)) {
      dump(self);
    }
    return;
  }
  runtime::HandleScope scope(self);
  CallArgs args;
  args.push_int(signal);
  if (!call_java(self, *runtime::wk().Signal_dispatch, args).ok()) {
    print_exception(self, take_exception(self));
  }
}

// A parent may have them blocked: HotSpot's threads do, and so do the children that they start.
void unblock_signals() {
  sigset_t ours;
  sigemptyset(&ours);
  for (int signal : {SIGQUIT, SIGHUP, SIGINT, SIGTERM}) {
    sigaddset(&ours, signal);
  }
  pthread_sigmask(SIG_UNBLOCK, &ours, nullptr);
}

void run_dispatcher(JavaThread& self) {
  if (!reduced_use) {
    unblock_signals();
  }
  dispatcher.store(&self, std::memory_order_release);
  for (;;) {
    int signal = take_arrived();
    if (signal == 0) {
      sync::park(self, sync::Deadline::forever());
    } else {
      dispatch(self, signal);
    }
  }
}

int find_signal(const char* name) {
  for (const Name& known : kNames) {
    if (std::strcmp(known.name, name) == 0) {
      return known.number;
    }
  }
  return -1;
}

bool is_refused(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
    case SIGFPE:
    case SIGILL:
    case SIGQUIT:
    case SIGKILL:
    case SIGSTOP: return true;
    case SIGHUP:
    case SIGINT:
    case SIGTERM: return reduced_use;
    default: return signal <= 0 || signal >= kSignals;
  }
}

// JVM_RegisterSignal: 0 default, 1 ignore, 2 our dispatcher.
void* register_signal(int signal, void* handler) {
  if (is_refused(signal)) {
    return reinterpret_cast<void*>(-1);
  }
  struct sigaction previous {};
  sigaction(signal, nullptr, &previous);
  auto chosen = reinterpret_cast<std::uintptr_t>(handler);
  handle(signal, chosen == 0 ? SIG_DFL : chosen == 1 ? SIG_IGN : chosen == 2 ? on_java_signal : reinterpret_cast<void (*)(int)>(handler));
  if (previous.sa_handler == SIG_DFL) {
    return nullptr;
  }
  if (previous.sa_handler == SIG_IGN) {
    return reinterpret_cast<void*>(1);
  }
  return previous.sa_handler == on_java_signal ? reinterpret_cast<void*>(2) : reinterpret_cast<void*>(previous.sa_handler);
}

bool raise_signal(int signal) { return !is_refused(signal) && std::raise(signal) == 0; }

}  // namespace

void install_signals(bool reduced) {
  reduced_use = reduced;
  set_signals_door({find_signal, register_signal, raise_signal});
  struct sigaction fault {};
  fault.sa_sigaction = on_fault;
  fault.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;  // on the thread's fault stack (runtime/java_thread.h): its own may have overflowed
  for (int signal : {SIGSEGV, SIGFPE, SIGILL}) {
    sigaction(signal, &fault, nullptr);
  }
  fault.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // raw_memory.h: not always the end
  sigaction(SIGBUS, &fault, nullptr);
  handle(SIGPIPE, SIG_IGN);
  handle(SIGXFSZ, SIG_IGN);
}

JavaResult<void> start_signal_dispatcher(JavaThread& self) {
  if (!reduced_use) {
    handle(SIGQUIT, on_java_signal);
  }
  return start_vm_thread(self, "Signal Dispatcher", run_dispatcher);
}

void set_thread_dump(ThreadDump dump) { thread_dump.store(dump, std::memory_order_release); }

}  // namespace minijvm::vm
