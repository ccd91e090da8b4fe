// Switches stacks, and passes the baton between kernel threads. A thread that leaves is kBlocked.
// A kernel thread other than main's sits on its own stack while it waits for the baton. So the
// context of the thread that it carried last is saved before another one can go on with it.
#include "sync/schedule/carriers.h"

#include <pthread.h>

#include <algorithm>
#include <new>
#include <vector>

#include "sync/schedule/fault_stack.h"
#include "sync/schedule/lwp.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/schedule/thread_key.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"
#include "sync/threads/futex.h"

namespace minijvm::sync {

// A kernel thread that carries a thread while it has the baton. Only the one that has it, or is
// about to give it, uses the fields.
class CarrierLwp {
 public:
  // Runs for the life of a kernel thread but main's.
  static void run(void* lwp);

  void give(UserThread& to_carry);
  void await();
  // Leaves the thread, which this one carries, for the stack of the kernel thread. That then gives
  // the baton to `next_lwp`, and is over itself if it `retires`.
  void leave(UserThread& from, UserThread& to, CarrierLwp& next_lwp, bool ends, bool retires);

 private:
  // Runs its thread until that leaves.
  void carry();

  Atomic<std::uint32_t> baton_{0};
  UserThread* carries_ = nullptr;
  Strand strand_;
  // The thread that left has set these for the switch.
  UserThread* next_ = nullptr;
  CarrierLwp* next_lwp_ = nullptr;
  bool retires_ = false;
};

void CarrierLwp::give(UserThread& to_carry) {
  carries_ = &to_carry;
  // release: pairs with await(). The next thread sees all that happened before its turn.
  baton_.store(1, std::memory_order_release);
  futex_wake_one(baton_);
}

void CarrierLwp::await() {
  // acquire: pairs with give().
  while (baton_.load(std::memory_order_acquire) == 0) {
    futex_wait(baton_, 0, MachineDeadline::forever());
  }
  baton_.store(0, std::memory_order_relaxed);
}

void CarrierLwp::leave(UserThread& from, UserThread& to, CarrierLwp& next_lwp, bool ends,
                       bool retires) {
  next_ = &to;
  next_lwp_ = &next_lwp;
  retires_ = retires;
  Strand::switch_to(from.strand, strand_, ends);
}

void CarrierLwp::carry() {
  mount_exec_env(carries_->ee.load(std::memory_order_relaxed));
  Strand::switch_to(strand_, carries_->strand);
  mount_exec_env(nullptr);
}

void CarrierLwp::run(void* lwp) {
  CarrierLwp& me = *static_cast<CarrierLwp*>(lwp);
  pthread_setname_np(pthread_self(), "LWP");
  // It may have been that of a kernel thread before, with another stack.
  me.strand_ = Strand();
  FaultStack faults;
  for (bool is_over = false; !is_over;) {
    me.await();
    me.carry();
    is_over = me.retires_;
    // From here on another kernel thread may use `me`.
    me.next_lwp_->give(*me.next_);
  }
  empty_key();
}

namespace {

class FiberCarrier final : public Carrier {
 public:
  bool start(UserThread&) override { return true; }
  void switch_to(UserThread& from, UserThread& to, bool ends) override {
    mount_exec_env(to.ee.load(std::memory_order_relaxed));
    Strand::switch_to(from.strand, to.strand, ends);
  }
  Lwps lwps() const override { return {}; }
  const char* name() const override { return "M:1, deterministic"; }
};

// The two carriers with kernel threads differ in the one that a thread goes on on.
class BatonPassing : public Carrier {
 public:
  bool start(UserThread& main) override {
    main.carried_by = &of_main_;
    return true;
  }
  void switch_to(UserThread& from, UserThread& to, bool ends) final {
    CarrierLwp& here = *from.carried_by;
    CarrierLwp& there = stays(to) ? *to.carried_by : lwp_for(to);
    to.carried_by = &there;
    if (&here == &of_main_) {
      // No other thread uses the stack of this kernel thread, so main waits on it.
      there.give(to);
      here.await();
    } else {
      here.leave(from, to, there, ends, ends && retires(here));
    }
  }
  Lwps lwps() const final { return lwps_; }

 protected:
  virtual CarrierLwp& lwp_for(UserThread& thread) = 0;
  // The thread on it ends. Returns true if the kernel thread ends as well.
  virtual bool retires(CarrierLwp& lwp) = 0;

  bool start_lwp(CarrierLwp& lwp) {
    if (!start_kernel_thread(kLwpStackBytes, CarrierLwp::run, &lwp)) {
      return false;
    }
    ++lwps_.made;
    lwps_.most = std::max(lwps_.most, ++lwps_.now);
    return true;
  }
  void lose_lwp() { --lwps_.now; }

 private:
  bool stays(const UserThread& thread) const {
    const ExecEnv* ee = thread.ee.load(std::memory_order_relaxed);
    return thread.carried_by == &of_main_ || (ee != nullptr && is_pinned(*ee));
  }

  CarrierLwp of_main_;
  Lwps lwps_;
};

class LwpCarrier final : public BatonPassing {
 public:
  explicit LwpCarrier(std::size_t lwps) : in_turn_(lwps) {}
  bool start(UserThread& main) override {
    return BatonPassing::start(main) &&
           std::all_of(in_turn_.begin(), in_turn_.end(),
                       [this](CarrierLwp& lwp) { return start_lwp(lwp); });
  }
  const char* name() const override { return "M:N, deterministic"; }

 private:
  // Two threads that run by turns would each stay on its LWP, if the next one in turn were not
  // passed over then.
  CarrierLwp& lwp_for(UserThread& thread) override {
    if (&in_turn_[++switches_ % in_turn_.size()] == thread.carried_by) {
      ++switches_;
    }
    return in_turn_[switches_ % in_turn_.size()];
  }
  bool retires(CarrierLwp&) override { return false; }

  std::vector<CarrierLwp> in_turn_;
  std::size_t switches_ = 0;
};

class BatonCarrier final : public BatonPassing {
 public:
  bool take_on(UserThread& thread) override {
    CarrierLwp* lwp = nullptr;
    if (spare_.empty()) {
      lwp = new (std::nothrow) CarrierLwp;
    } else {
      lwp = spare_.back();
      spare_.pop_back();
    }
    if (lwp != nullptr && !start_lwp(*lwp)) {
      spare_.push_back(lwp);
      lwp = nullptr;
    }
    thread.carried_by = lwp;
    return lwp != nullptr;
  }
  const char* name() const override { return "1:1, deterministic"; }

 private:
  CarrierLwp& lwp_for(UserThread& thread) override { return *thread.carried_by; }
  // The next user waits until this one has given the baton away.
  bool retires(CarrierLwp& lwp) override {
    spare_.push_back(&lwp);
    lose_lwp();
    return true;
  }

  std::vector<CarrierLwp*> spare_;  // those without a kernel thread; they are never freed
};

}  // namespace

std::unique_ptr<Carrier> make_fiber_carrier() { return std::make_unique<FiberCarrier>(); }

std::unique_ptr<Carrier> make_lwp_carrier(std::size_t lwps) {
  return std::make_unique<LwpCarrier>(lwps);
}

std::unique_ptr<Carrier> make_baton_carrier() { return std::make_unique<BatonCarrier>(); }

}  // namespace minijvm::sync
