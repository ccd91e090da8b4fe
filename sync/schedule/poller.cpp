// Watches descriptors by epoll. Sysmon waits here, LWPs that run out of work look here, and user
// threads register themselves here in kBlocked.
#include "sync/schedule/poller.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include "base/check.h"

namespace minijvm::sync {
namespace {

// poll and epoll agree on these bits, so they need no translation.
static_assert(POLLIN == EPOLLIN && POLLOUT == EPOLLOUT && POLLERR == EPOLLERR &&
              POLLHUP == EPOLLHUP && POLLPRI == EPOLLPRI);
// epoll always reports these, even if nobody asked for them, so every waiter has to look.
constexpr std::uint32_t kFailure = EPOLLERR | EPOLLHUP;

timespec time_left(MachineDeadline until) {
  std::int64_t ns = std::max<std::int64_t>(until.ns() - machine_ns(), 0);
  return {ns / kNanosPerSecond, ns % kNanosPerSecond};
}

}  // namespace

Poller::Poller() {
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  bell_ = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  MJ_CHECK(epoll_ >= 0 && bell_ >= 0, "no descriptors for the poller: errno %d", errno);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = bell_;
  epoll_ctl(epoll_, EPOLL_CTL_ADD, bell_, &event);
}

void Poller::ring() {
  std::uint64_t one = 1;
  // A failed write means that the counter is full: the bell rings already.
  [[maybe_unused]] ssize_t written = write(bell_, &one, sizeof one);
}

bool Poller::arm(int descriptor, std::uint32_t events) {
  epoll_event event{};
  event.events = events | EPOLLONESHOT;
  event.data.fd = descriptor;
  return epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event) == 0 ||
         (errno == ENOENT && epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) == 0);
}

bool Poller::watch(UserThread& thread, int descriptor, std::uint32_t events) {
  if (descriptor < 0) {
    return false;
  }
  MutexLock lock(mutex_);
  if (static_cast<std::size_t>(descriptor) >= watched_.size()) {
    watched_.resize(static_cast<std::size_t>(descriptor) + 1);
  }
  Watched& watched = watched_[static_cast<std::size_t>(descriptor)];
  bool writes = (events & EPOLLOUT) != 0;
  UserThread*& waiter = writes ? watched.writer : watched.reader;
  // One reader and one writer for each descriptor are enough for sockets. A second one blocks its
  // LWP instead.
  if (waiter != nullptr && waiter != &thread) {
    return false;
  }
  // The descriptor is armed for the other waiter's events as well, because one registration serves
  // both.
  if (!arm(descriptor, watched.wanted() | events)) {
    return false;
  }
  // seq_cst: Dekker's pattern. The caller then reads whether sysmon looks away
  // (note_poller_waiter).
  waiters_.fetch_add(waiter == nullptr ? 1 : 0, std::memory_order_seq_cst);
  waiter = &thread;
  (writes ? watched.writer_events : watched.reader_events) = events;
  return true;
}

void Poller::drop(UserThread*& waiter, std::uint32_t& wanted) {
  waiter = nullptr;
  wanted = 0;
  waiters_.fetch_sub(1, std::memory_order_relaxed);
}

// The registration stays. Its one event may still come, but then finds no waiter.
void Poller::forget(UserThread& thread, int descriptor) {
  MutexLock lock(mutex_);
  Watched& watched = watched_[static_cast<std::size_t>(descriptor)];
  if (watched.reader == &thread) {
    drop(watched.reader, watched.reader_events);
  }
  if (watched.writer == &thread) {
    drop(watched.writer, watched.writer_events);
  }
}

std::uint32_t Poller::wait_on_lwp(int descriptor, std::uint32_t events, MachineDeadline until) {
  pollfd one{descriptor, static_cast<short>(events), 0};
  timespec left = time_left(until);
  ppoll(&one, 1, &left, nullptr);
  return static_cast<std::uint32_t>(one.revents);
}

int Poller::wait_for_events(Events& events, MachineDeadline until) {
  timespec left = until.is_forever() ? timespec{} : time_left(until);
  int count = epoll_pwait2(epoll_, events.list.data(), Events::kMost,
                           until.is_forever() ? nullptr : &left, nullptr);
  return std::max(count, 0);
}

void Poller::wait_for_ring(MachineDeadline until) {
  pollfd bell{bell_, POLLIN, 0};
  timespec left = until.is_forever() ? timespec{} : time_left(until);
  if (ppoll(&bell, 1, until.is_forever() ? nullptr : &left, nullptr) > 0) {
    silence_bell();
  }
}

void Poller::hear_bell(const Events& events, int count) {
  for (int i = 0; i < count; ++i) {
    if (events.list[static_cast<std::size_t>(i)].data.fd == bell_) {
      silence_bell();
    }
  }
}

void Poller::silence_bell() {
  std::uint64_t rung;
  [[maybe_unused]] ssize_t got = read(bell_, &rung, sizeof rung);
}

int Poller::take_ready(const epoll_event& event, UserThread** ready) {
  if (event.data.fd == bell_) {
    return 0;
  }
  int count = 0;
  MutexLock lock(mutex_);
  Watched& watched = watched_[static_cast<std::size_t>(event.data.fd)];
  auto take = [&](UserThread*& waiter, std::uint32_t& wanted) MJ_REQUIRES(mutex_) {
    if (waiter == nullptr || (event.events & (wanted | kFailure)) == 0) {
      return;
    }
    waiter->io_events.store(event.events, std::memory_order_relaxed);
    // release: pairs with the acquire in wait_io, which then reads io_events.
    waiter->io_word.store(1, std::memory_order_release);
    ready[count++] = waiter;
    drop(waiter, wanted);
  };
  take(watched.reader, watched.reader_events);
  take(watched.writer, watched.writer_events);
  // The registration is one-shot: the event has disarmed the descriptor, but the other waiter still
  // needs it.
  if (watched.wanted() != 0) {
    arm(event.data.fd, watched.wanted());
  }
  return count;
}

}  // namespace minijvm::sync
