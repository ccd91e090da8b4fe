// The list of observers, behind the one Observer that the engines call. Registration happens while
// the world is stopped; calls come from any thread.
#include "tools/code_observers.h"

#include <algorithm>
#include <vector>

#include "base/lazy.h"
#include "vm/interp/engine.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Slot;

namespace {

// Calls each observer that wants the event. The list changes only while the world is stopped.
class CodeObservers final : public Observer {
 public:
  void add(Observer& hooks) {
    if (std::find(all_.begin(), all_.end(), &hooks) == all_.end())
      all_.push_back(&hooks);
  }
  void remove(Observer& hooks) { std::erase(all_, &hooks); }
  bool is_empty() const { return all_.empty(); }

  bool wants(const Method& method) const override {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const Observer* hooks) { return hooks->wants(method); });
  }
  bool wants_every_call() const override {
    return std::any_of(all_.begin(), all_.end(),
                       [](const Observer* hooks) { return hooks->wants_every_call(); });
  }
  bool concerns(const JavaThread& self, const Method& method, std::uint32_t bci) const override {
    return std::any_of(all_.begin(), all_.end(), [&](const Observer* hooks) {
      return hooks->wants(method) && hooks->concerns(self, method, bci);
    });
  }
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    notify_interested(method, [&](Observer& hooks) { hooks.at_instruction(self, method, bci); });
  }
  // The first observer that wants the frame to end decides how it ends.
  EarlyExit early_exit(JavaThread& self) override {
    EarlyExit exit;
    for (std::size_t i = 0; i < all_.size() && exit.kind == EarlyExit::kNone; ++i)
      exit = all_[i]->early_exit(self);
    return exit;
  }
  void method_entered(JavaThread& self, Method& method) override {
    notify_interested(method, [&](Observer& hooks) { hooks.method_entered(self, method); });
  }
  void method_left(JavaThread& self, Method& method, const Slot* result) override {
    notify_interested(method, [&](Observer& hooks) { hooks.method_left(self, method, result); });
  }
  void method_left_by_exception(JavaThread& self, Method& method) override {
    notify_interested(method,
                      [&](Observer& hooks) { hooks.method_left_by_exception(self, method); });
  }
  // Exceptions are reported to every observer, whatever methods it wants.
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci,
                        Handle<> exception) override {
    for (std::size_t i = 0; i < all_.size(); ++i)
      all_[i]->exception_thrown(self, method, bci, exception);
  }
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci,
                        Handle<> exception) override {
    for (std::size_t i = 0; i < all_.size(); ++i)
      all_[i]->exception_caught(self, method, handler_bci, exception);
  }

 private:
  // The loop uses an index and no iterator: a hook may stop the thread, and observers may come or
  // go meanwhile.
  template <class Tell>
  void notify_interested(const Method& method, Tell tell) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i]->wants(method))
        tell(*all_[i]);
    }
  }

  std::vector<Observer*> all_;
};

// Never freed: other threads run code until the process ends.
constinit Lazy<CodeObservers> the_code_observers;

CodeObservers& observers() { return *the_code_observers; }

// Relaxed is enough: the end of the safepoint makes the store visible to the threads that it
// releases.
void publish() {
  the_observers.of_code.store(observers().is_empty() ? nullptr : &observers(),
                              std::memory_order_relaxed);
  engine().observers_changed();
}

}  // namespace

void observe_code(Observer& hooks) {
  observers().add(hooks);
  publish();
}

void stop_observing_code(Observer& hooks) {
  observers().remove(hooks);
  publish();
}

void method_wanted_changed(Method& method) { engine().observers_changed(method); }

}  // namespace minijvm::vm
