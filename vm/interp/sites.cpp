#include "vm/interp/sites.h"

namespace minijvm::interp {

namespace {

Site* make_sites(Method& method) {
  std::size_t count = method.bytecode_length / 2 + 1;
  Site* fresh = method.holder->home->allocate_array<Site>(count);  // zeroed: nothing linked yet
  void* found = nullptr;
  // release: the zeroed table before its address. A loser's table stays unused in the arena.
  if (method.code.compare_exchange_strong(found, fresh, std::memory_order_acq_rel)) return fresh;
  return static_cast<Site*>(found);
}

}  // namespace

Site* sites_of(Method& method) {
  void* code = method.code.load(std::memory_order_acquire);  // acquire: pairs with make_sites
  return code != nullptr ? static_cast<Site*>(code) : make_sites(method);
}

}  // namespace minijvm::interp
