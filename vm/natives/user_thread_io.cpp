// Replaces natives of channels and sockets under a thread model that switches user threads. A
// thread that must wait for a descriptor waits in the poller and not in a system call, so that its
// LWP can run other threads meanwhile. libnio's own functions still do the work. The callers are in
// native state.
// Tested by tests/java/net and tests/java/nio under -XX:ThreadModel=M:N.
//
// The library's blocking operations are loops: try; while the answer is UNAVAILABLE, call Net.poll
// and try again. So a socket is physically non-blocking here, whatever Java asked for
// (configureBlocking then changes only Java's own state), and Net.poll parks the thread.
// A close wakes the threads that wait on the descriptor, by NativeThread.signal. The token of a
// user thread is the address of its ExecEnv with the lowest bit set, so that it cannot be taken for
// a pthread_t.
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <type_traits>

#include "sync/schedule/scheduler.h"
#include "sync/threads/thread_state.h"
#include "vm/natives/jni/jni_handles.h"
#include "vm/natives/library_functions.h"
#include "vm/natives/native_entry.h"
#include "vm/natives/own_natives.h"
#include "vm/natives/world/journal/world_wait.h"
#include "vm/vm.h"

namespace minijvm::vm {

// Looks up libnio's own functions when one of them is first called; the library is loaded by then.
// RTLD_NOLOAD asks for the library that is there and never loads a second one.
struct NioFunctions {
  NioFunctions() {
    void* library = dlopen("libnio.so", RTLD_LAZY | RTLD_NOLOAD);
    const auto find = [library](auto*& function, const char* symbol) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    };
    find(fd_val, "Java_sun_nio_ch_IOUtil_fdVal");
    find(configure_blocking, "Java_sun_nio_ch_IOUtil_configureBlocking");
    find(socket0, "Java_sun_nio_ch_Net_socket0");
    find(accept, "Java_sun_nio_ch_Net_accept");
    find(poll, "Java_sun_nio_ch_Net_poll");
    find(poll_connect, "Java_sun_nio_ch_Net_pollConnect");
    find(current_thread, "Java_sun_nio_ch_NativeThread_current");
    find(signal_thread, "Java_sun_nio_ch_NativeThread_signal");
    find(epoll_wait, "Java_sun_nio_ch_EPoll_wait");
  }

  jint (*fd_val)(JNIEnv*, jclass, jobject);
  // The signatures are those of the JDK 17 natives of the same name.
  void (*configure_blocking)(JNIEnv*, jclass, jobject, jboolean);
  jint (*socket0)(JNIEnv*, jclass, jboolean, jboolean, jboolean, jboolean);
  jint (*accept)(JNIEnv*, jclass, jobject, jobject, jobjectArray);
  jint (*poll)(JNIEnv*, jclass, jobject, jint, jlong);
  jboolean (*poll_connect)(JNIEnv*, jclass, jobject, jlong);
  jlong (*current_thread)(JNIEnv*, jclass);
  void (*signal_thread)(JNIEnv*, jclass, jlong);
  jint (*epoll_wait)(JNIEnv*, jclass, jint, jlong, jint, jint);
};

namespace {

// This is sun.nio.ch.IOStatus.INTERRUPTED.
constexpr jint kIoInterrupted = -3;
// This bit marks the token of a user thread.
constexpr jlong kUserThread = 1;

const NioFunctions& nio() { return *the_vm.natives.nio; }

int descriptor_of(JNIEnv* env, jclass caller, jobject holder) {
  return nio().fd_val(env, caller, holder);
}

// Sets the flag and keeps the other status flags of the descriptor.
void make_non_blocking(int descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

// Asks for a socket option; the call fails on descriptors that are no sockets.
bool is_socket(int descriptor) {
  int type = 0;
  socklen_t length = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
}

// Java's convention: a negative time means no limit.
sync::Deadline deadline_after(jlong millis) {
  return millis < 0 ? sync::Deadline::forever() : sync::Deadline::after_ms(millis);
}

// Parks the thread until one of `events` (poll's bits) is ready or the time is over. Returns the
// events that are ready; it may return 0 early.
// REQUIRES: kInNative.
std::uint32_t wait_for(runtime::JavaThread& self, int descriptor, std::uint32_t events,
                       sync::Deadline until) {
  // kInNative to kBlocked goes through kInVm. Blocked, the thread holds up no safepoint.
  sync::NativeToVm in_vm(self);
  if (waits_for_world()) {
    return wait_for_world(self, descriptor, events, until);
  }
  sync::VmToBlocked blocked(self);
  return sync::thread_model().wait_io(self, descriptor, events, until);
}

// Returns false if the call does not wait, or if this thread is not a user thread; then libnio's
// function can do the work.
bool can_wait(JNIEnv* env, jlong millis) {
  return millis != 0 && (waits_for_world() || sync::thread_model().polls_for(thread_of(env)));
}

// --- sun.nio.ch.Net ---

// Every new socket is non-blocking from the start.
jint socket0(JNIEnv* env, jclass caller, jboolean ipv6, jboolean stream, jboolean reuse,
             jboolean fast) {
  // A negative result is an error, for which libnio has thrown.
  jint made = nio().socket0(env, caller, ipv6, stream, reuse, fast);
  if (made >= 0) {
    make_non_blocking(made);
  }
  return made;
}

// libnio's accept answers UNAVAILABLE if nobody has connected yet; Java then calls Net.poll. The
// status is positive for a new connection.
jint accept(JNIEnv* env, jclass caller, jobject listener, jobject accepted, jobjectArray address) {
  jint status = nio().accept(env, caller, listener, accepted, address);
  if (status > 0) {
    make_non_blocking(descriptor_of(env, caller, accepted));
  }
  return status;
}

// The same for sockets in the file system.
jint unix_socket0(JNIEnv* env, jclass caller) {
  using Make = jint(JNIEnv*, jclass);
  jint made = of_nio<Make>("Java_sun_nio_ch_UnixDomainSockets_socket0")(env, caller);
  if (made >= 0) {
    make_non_blocking(made);
  }
  return made;
}

jint unix_accept0(JNIEnv* env, jclass caller, jobject listener, jobject accepted,
                  jobjectArray address) {
  using Accept = jint(JNIEnv*, jclass, jobject, jobject, jobjectArray);
  jint status = of_nio<Accept>("Java_sun_nio_ch_UnixDomainSockets_accept0")(env, caller, listener,
                                                                            accepted, address);
  if (status > 0) {
    make_non_blocking(descriptor_of(env, caller, accepted));
  }
  return status;
}

// Uses the poller for user threads that wait, and libnio in all other cases.
jint poll(JNIEnv* env, jclass caller, jobject holder, jint events, jlong millis) {
  // A wait of 0 milliseconds is only a question, which libnio answers at once.
  if (can_wait(env, millis)) {
    std::uint32_t ready = wait_for(thread_of(env), descriptor_of(env, caller, holder),
                                   static_cast<std::uint32_t>(events), deadline_after(millis));
    return static_cast<jint>(ready);
  }
  return nio().poll(env, caller, holder, events, millis);
}

// Waits in the poller until the socket can be written, then asks libnio without waiting whether the
// connection stands.
jboolean poll_connect(JNIEnv* env, jclass caller, jobject holder, jlong millis) {
  if (!can_wait(env, millis)) {
    return nio().poll_connect(env, caller, holder, millis);
  }
  wait_for(thread_of(env), descriptor_of(env, caller, holder), POLLOUT, deadline_after(millis));
  return nio().poll_connect(env, caller, holder, 0);
}

// --- sun.nio.ch.IOUtil, NativeThread, EPoll ---

// A socket stays non-blocking; any other descriptor gets the mode that Java asks for.
void configure_blocking(JNIEnv* env, jclass caller, jobject holder, jboolean blocking) {
  if (blocking && is_socket(descriptor_of(env, caller, holder))) {
    return;
  }
  nio().configure_blocking(env, caller, holder, blocking);
}

// Returns the token that Java keeps to signal this thread later. A user thread may be on another
// LWP then.
jlong current_thread(JNIEnv* env, jclass caller) {
  runtime::JavaThread& self = thread_of(env);
  if (sync::thread_model().lwp_of(self) >= 0) {
    return static_cast<jlong>(
               reinterpret_cast<std::uintptr_t>(static_cast<sync::ExecEnv*>(&self))) |
           kUserThread;
  }
  return nio().current_thread(env, caller);
}

// Wakes a user thread that waits for a descriptor. It waits either in the poller, or, for a
// descriptor that is blocking (a pipe's), in a system call, which the library's own signal
// interrupts. The LWP may run another thread by the time the signal arrives; that thread's system
// call is then interrupted and made again.
void wake(sync::ExecEnv& target) {
  if (waits_for_world()) {
    end_world_wait(runtime::JavaThread::of(target));
    return;
  }
  // Wake the poller first. If the thread is in native code on some LWP, interrupt its system call,
  // too.
  sync::thread_model().wake_io(target);
  std::int32_t lwp = sync::thread_model().lwp_of(target);
  if (lwp > 0 && target.state() == sync::ThreadState::kInNative) {
    // The signal that libnio's own NativeThread.signal uses on Linux.
    tgkill(getpid(), lwp, SIGRTMAX - 2);
  }
}

// The thread may have ended already. That is harmless: memory of an ExecEnv is only reused for
// another ExecEnv, and any wait may end early for no reason.
void signal_thread(JNIEnv* env, jclass caller, jlong token) {
  if ((token & kUserThread) != 0) {
    wake(*reinterpret_cast<sync::ExecEnv*>(static_cast<std::uintptr_t>(token & ~kUserThread)));
    return;
  }
  nio().signal_thread(env, caller, token);
}

// Serves the wait of a selector. An epoll descriptor is itself readable once one of the descriptors
// that it watches is ready, so the poller can wait for it.
jint epoll_wait(JNIEnv* env, jclass caller, jint epoll, jlong address, jint most, jint millis) {
  if (!can_wait(env, millis)) {
    return nio().epoll_wait(env, caller, epoll, address, most, millis);
  }
  sync::Deadline until = deadline_after(millis);
  // Ask once without waiting, because often something is ready.
  jint ready = nio().epoll_wait(env, caller, epoll, address, most, 0);
  if (ready != 0) {
    return ready;
  }
  wait_for(thread_of(env), epoll, POLLIN, until);
  ready = nio().epoll_wait(env, caller, epoll, address, most, 0);
  // The poller returned early and nothing is ready: Java's selector handles that as an interrupted
  // wait.
  return ready == 0 && !until.passed() ? kIoInterrupted : ready;
}

}  // namespace

// The VM's tables come before the libraries of a loader, so these rows replace libnio's functions.
std::span<const VmNative> user_thread_io_natives() {
  static const VmNative rows[] = {
      {"sun/nio/ch/Net", "socket0", "(ZZZZ)I", reinterpret_cast<void*>(socket0)},
      {"sun/nio/ch/Net", "accept",
       "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I",
       reinterpret_cast<void*>(accept)},
      {"sun/nio/ch/UnixDomainSockets", "socket0", "()I", reinterpret_cast<void*>(unix_socket0)},
      {"sun/nio/ch/UnixDomainSockets", "accept0",
       "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/lang/Object;)I",
       reinterpret_cast<void*>(unix_accept0)},
      {"sun/nio/ch/Net", "poll", "(Ljava/io/FileDescriptor;IJ)I", reinterpret_cast<void*>(poll)},
      {"sun/nio/ch/Net", "pollConnect", "(Ljava/io/FileDescriptor;J)Z",
       reinterpret_cast<void*>(poll_connect)},
      {"sun/nio/ch/IOUtil", "configureBlocking", "(Ljava/io/FileDescriptor;Z)V",
       reinterpret_cast<void*>(configure_blocking)},
      {"sun/nio/ch/NativeThread", "current", "()J", reinterpret_cast<void*>(current_thread)},
      {"sun/nio/ch/NativeThread", "signal", "(J)V", reinterpret_cast<void*>(signal_thread)},
      {"sun/nio/ch/EPoll", "wait", "(IJII)I", reinterpret_cast<void*>(epoll_wait)},
  };
  return rows;
}

}  // namespace minijvm::vm
