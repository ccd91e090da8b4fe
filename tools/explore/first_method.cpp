// An observer of one method.
#include "tools/explore/first_method.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "tools/code_observers.h"
#include "vm/java/class_init.h"
#include "vm/observer.h"

namespace minijvm::vm {
namespace {

// It wants its method for as long as the VM lives: the rest of the run is the same either way.
class FirstMethod final : public Observer {
 public:
  FirstMethod(std::string holder, std::string name)
      : holder_(std::move(holder)), name_(std::move(name)) {
    std::replace(holder_.begin(), holder_.end(), '.', '/');
  }

  bool wants(const runtime::Method& method) const override {
    return method.name->text() == name_ && method.holder->name->text() == holder_;
  }
  bool wants_every_call() const override { return false; }
  bool concerns(const runtime::JavaThread&, const runtime::Method&, std::uint32_t) const override {
    return false;
  }
  void method_entered(runtime::JavaThread& self, runtime::Method&) override { begin_program(self); }

 private:
  // Texts: the first Symbol is made later (runtime/class/symbol_table.h).
  std::string holder_;
  std::string name_;
};

}  // namespace

void begin_program_at(const std::string& name) {
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) {
    observe_code(*new FirstMethod(name.substr(0, dot), name.substr(dot + 1)));
  }
}

}  // namespace minijvm::vm
