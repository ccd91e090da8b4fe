// Natives of the channels and sockets under a model whose user threads switch: a thread that must wait for a descriptor waits in the poller and
// not in a system call, so that its LWP carries others. The work itself is still libnio's.
// Proved by tests/java/net and tests/java/nio under -XX:ThreadModel=M:N.
//
// The library's blocking operations are loops: try, and while the answer is UNAVAILABLE, Net.poll, try again. So sockets are physically
// non-blocking here, whatever Java asked for (configureBlocking is Java's own business then), and Net.poll parks.
// Close wakes the threads that wait on a descriptor by NativeThread.signal: a user thread's token is its ExecEnv, with the lowest bit set, so
// that it cannot be taken for a pthread_t.
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "sync/schedule/scheduler.h"
#include "sync/thread_state.h"
#include "vm/native/jni_handles.h"
#include "vm/native/native_entry.h"
#include "vm/native/own_natives.h"

namespace minijvm::vm {

namespace {

constexpr jint kIoInterrupted = -3;  // sun.nio.ch.IOStatus
constexpr jlong kUserThread = 1;

// libnio's own function; loaded by the time that any of these is called.
template <class Function>
Function* stock(const char* symbol) {
  static void* library = dlopen("libnio.so", RTLD_LAZY | RTLD_NOLOAD);
  return reinterpret_cast<Function*>(dlsym(library, symbol));
}

int descriptor_of(JNIEnv* env, jclass caller, jobject holder) {
  static auto* fd_val = stock<jint(JNIEnv*, jclass, jobject)>("Java_sun_nio_ch_IOUtil_fdVal");
  return fd_val(env, caller, holder);
}

void make_non_blocking(int descriptor) { fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK); }

bool is_socket(int descriptor) {
  int type = 0;
  socklen_t length = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &length) == 0;
}

sync::Deadline deadline_after(jlong millis) { return millis < 0 ? sync::Deadline::forever() : sync::Deadline::after_ms(millis); }

// REQUIRES: kInNative.
std::uint32_t wait_for(runtime::JavaThread& self, int descriptor, std::uint32_t events, sync::Deadline until) {
  sync::NativeToVm in_vm(self);
  sync::VmToBlocked blocked(self);
  return sync::thread_model().wait_io(self, descriptor, events, until);
}

bool can_wait(JNIEnv* env, jlong millis) { return millis != 0 && sync::thread_model().polls_for(thread_of(env)); }

// --- sun.nio.ch.Net ---

jint socket0(JNIEnv* env, jclass caller, jboolean ipv6, jboolean stream, jboolean reuse, jboolean fast) {
  static auto* real = stock<jint(JNIEnv*, jclass, jboolean, jboolean, jboolean, jboolean)>("Java_sun_nio_ch_Net_socket0");
  jint made = real(env, caller, ipv6, stream, reuse, fast);
  if (made >= 0) {
    make_non_blocking(made);
  }
  return made;
}

jint accept(JNIEnv* env, jclass caller, jobject listener, jobject accepted, jobjectArray address) {
  static auto* real = stock<jint(JNIEnv*, jclass, jobject, jobject, jobjectArray)>("Java_sun_nio_ch_Net_accept");
  jint status = real(env, caller, listener, accepted, address);
  if (status > 0) {
    make_non_blocking(descriptor_of(env, caller, accepted));
  }
  return status;
}

jint poll(JNIEnv* env, jclass caller, jobject holder, jint events, jlong millis) {
  if (can_wait(env, millis)) {
    std::uint32_t ready = wait_for(thread_of(env), descriptor_of(env, caller, holder), static_cast<std::uint32_t>(events), deadline_after(millis));
    return static_cast<jint>(ready);
  }
  static auto* real = stock<jint(JNIEnv*, jclass, jobject, jint, jlong)>("Java_sun_nio_ch_Net_poll");
  return real(env, caller, holder, events, millis);
}

jboolean poll_connect(JNIEnv* env, jclass caller, jobject holder, jlong millis) {
  static auto* real = stock<jboolean(JNIEnv*, jclass, jobject, jlong)>("Java_sun_nio_ch_Net_pollConnect");
  if (!can_wait(env, millis)) {
    return real(env, caller, holder, millis);
  }
  wait_for(thread_of(env), descriptor_of(env, caller, holder), POLLOUT, deadline_after(millis));
  return real(env, caller, holder, 0);
}

// --- sun.nio.ch.IOUtil, NativeThread, EPoll ---

void configure_blocking(JNIEnv* env, jclass caller, jobject holder, jboolean blocking) {
  if (blocking && is_socket(descriptor_of(env, caller, holder))) {
    return;
  }
  static auto* real = stock<void(JNIEnv*, jclass, jobject, jboolean)>("Java_sun_nio_ch_IOUtil_configureBlocking");
  real(env, caller, holder, blocking);
}

jlong current_thread(JNIEnv* env, jclass caller) {
  runtime::JavaThread& self = thread_of(env);
  if (sync::thread_model().polls_for(self)) {
    return static_cast<jlong>(reinterpret_cast<std::uintptr_t>(static_cast<sync::ExecEnv*>(&self))) | kUserThread;
  }
  static auto* real = stock<jlong(JNIEnv*, jclass)>("Java_sun_nio_ch_NativeThread_current");
  return real(env, caller);
}

// It waits in the poller; or, for a descriptor that is not non-blocking (a pipe's), in a system call, which the library's own signal ends. Who
// carries on with that LWP meanwhile may get the signal, as anybody may: its call is made again.
void wake(sync::ExecEnv& target) {
  sync::thread_model().wake_io(target);
  std::int32_t lwp = sync::thread_model().lwp_of(target);
  if (lwp > 0 && target.state() == sync::ThreadState::kInNative) {
    tgkill(getpid(), lwp, SIGRTMAX - 2);
  }
}

// The thread may have ended: ExecEnvs are type-stable, and a wait may end for no reason.
void signal_thread(JNIEnv* env, jclass caller, jlong token) {
  if ((token & kUserThread) != 0) {
    wake(*reinterpret_cast<sync::ExecEnv*>(static_cast<std::uintptr_t>(token & ~kUserThread)));
    return;
  }
  static auto* real = stock<void(JNIEnv*, jclass, jlong)>("Java_sun_nio_ch_NativeThread_signal");
  real(env, caller, token);
}

// An epoll descriptor is itself ready to read once something that it watches is ready.
jint epoll_wait(JNIEnv* env, jclass caller, jint epoll, jlong address, jint most, jint millis) {
  static auto* real = stock<jint(JNIEnv*, jclass, jint, jlong, jint, jint)>("Java_sun_nio_ch_EPoll_wait");
  if (!can_wait(env, millis)) {
    return real(env, caller, epoll, address, most, millis);
  }
  sync::Deadline until = deadline_after(millis);
  jint ready = real(env, caller, epoll, address, most, 0);
  if (ready != 0) {
    return ready;
  }
  wait_for(thread_of(env), epoll, POLLIN, until);
  ready = real(env, caller, epoll, address, most, 0);
  return ready == 0 && !until.passed() ? kIoInterrupted : ready;
}

template <class Function>
void* entry(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

std::span<const VmNative> user_thread_io_natives() {
  static const VmNative rows[] = {
      {"sun/nio/ch/Net", "socket0", "(ZZZZ)I", entry(socket0)},
      {"sun/nio/ch/Net", "accept", "(Ljava/io/FileDescriptor;Ljava/io/FileDescriptor;[Ljava/net/InetSocketAddress;)I", entry(accept)},
      {"sun/nio/ch/Net", "poll", "(Ljava/io/FileDescriptor;IJ)I", entry(poll)},
      {"sun/nio/ch/Net", "pollConnect", "(Ljava/io/FileDescriptor;J)Z", entry(poll_connect)},
      {"sun/nio/ch/IOUtil", "configureBlocking", "(Ljava/io/FileDescriptor;Z)V", entry(configure_blocking)},
      {"sun/nio/ch/NativeThread", "current", "()J", entry(current_thread)},
      {"sun/nio/ch/NativeThread", "signal", "(J)V", entry(signal_thread)},
      {"sun/nio/ch/EPoll", "wait", "(IJII)I", entry(epoll_wait)},
  };
  return rows;
}

}  // namespace minijvm::vm
