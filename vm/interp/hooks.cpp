#include "vm/interp/hooks.h"

#include <algorithm>
#include <vector>

#include "vm/interp/engine.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using runtime::Slot;

std::atomic<InterpHooks*> interp_hooks{nullptr};

namespace {

// Tells each observer what it wants to be told. The list changes only while the world is stopped.
class Observers final : public InterpHooks {
 public:
  void add(InterpHooks& hooks) {
    if (std::find(all_.begin(), all_.end(), &hooks) == all_.end()) all_.push_back(&hooks);
  }
  void remove(InterpHooks& hooks) { std::erase(all_, &hooks); }
  bool is_empty() const { return all_.empty(); }

  bool wants(const Method& method) const override {
    return std::any_of(all_.begin(), all_.end(), [&](const InterpHooks* hooks) { return hooks->wants(method); });
  }
  bool wants_every_call() const override {
    return std::any_of(all_.begin(), all_.end(), [](const InterpHooks* hooks) { return hooks->wants_every_call(); });
  }
  bool concerns(const JavaThread& self, const Method& method, std::uint32_t bci) const override {
    return std::any_of(all_.begin(), all_.end(), [&](const InterpHooks* hooks) { return hooks->wants(method) && hooks->concerns(self, method, bci); });
  }
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    tell_who_wants(method, [&](InterpHooks& hooks) { hooks.at_instruction(self, method, bci); });
  }
  EarlyExit early_exit(JavaThread& self) override {
    EarlyExit exit;
    for (std::size_t i = 0; i < all_.size() && exit.kind == EarlyExit::kNone; ++i) exit = all_[i]->early_exit(self);
    return exit;
  }
  void method_entered(JavaThread& self, Method& method) override {
    tell_who_wants(method, [&](InterpHooks& hooks) { hooks.method_entered(self, method); });
  }
  void method_left(JavaThread& self, Method& method, const Slot* result) override {
    tell_who_wants(method, [&](InterpHooks& hooks) { hooks.method_left(self, method, result); });
  }
  void method_left_by_exception(JavaThread& self, Method& method) override {
    tell_who_wants(method, [&](InterpHooks& hooks) { hooks.method_left_by_exception(self, method); });
  }
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci, Handle<> exception) override {
    for (std::size_t i = 0; i < all_.size(); ++i) all_[i]->exception_thrown(self, method, bci, exception);
  }
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci, Handle<> exception) override {
    for (std::size_t i = 0; i < all_.size(); ++i) all_[i]->exception_caught(self, method, handler_bci, exception);
  }

 private:
  // By index: an observer may stop, and others come or go meanwhile.
  template <class Tell>
  void tell_who_wants(const Method& method, Tell tell) {
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_[i]->wants(method)) tell(*all_[i]);
    }
  }

  std::vector<InterpHooks*> all_;
};

Observers& observers() {
  static auto* all = new Observers;  // lives as long as the process: threads may still run at exit
  return *all;
}

// The end of the safepoint publishes it.
void publish() {
  interp_hooks.store(observers().is_empty() ? nullptr : &observers(), std::memory_order_relaxed);
  engine().observers_changed();
}

}  // namespace

void observe(InterpHooks& hooks) {
  observers().add(hooks);
  publish();
}

void stop_observing(InterpHooks& hooks) {
  observers().remove(hooks);
  publish();
}

void observe_anew(Method& method) { engine().observers_changed(method); }

}  // namespace minijvm::vm
