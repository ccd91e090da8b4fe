// Defines the one variable of base's state; each unit uses its own part of it.
#include "base/base_state.h"

#include "base/base_listener.h"

namespace minijvm {

constinit BaseState base_state;

// release: pairs with base_listener(); what the listener uses was set up before.
void set_base_listener(BaseListener* listener) {
  base_state.listener.store(listener, std::memory_order_release);
}
BaseListener* base_listener() { return base_state.listener.load(std::memory_order_acquire); }

}  // namespace minijvm
