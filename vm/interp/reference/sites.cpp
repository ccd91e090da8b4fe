// Makes the tables of sites, at a method's first call.
#include "vm/interp/reference/sites.h"

namespace minijvm::interp {

namespace {

Site* make_sites(Method& method) {
  std::size_t count = method.bytecode_length / 2 + 1;
  // The memory is zero, so no site is linked yet.
  Site* fresh = method.holder->home->allocate_array<Site>(count);
  void* found = nullptr;
  // release: publishes the zeros before the table's address. A thread that loses the race leaves
  // its table unused in the class's memory.
  if (method.code.compare_exchange_strong(found, fresh, std::memory_order_acq_rel))
    return fresh;
  return static_cast<Site*>(found);
}

}  // namespace

Site* sites_of(Method& method) {
  // acquire: pairs with make_sites.
  void* code = method.code.load(std::memory_order_acquire);
  return code != nullptr ? static_cast<Site*>(code) : make_sites(method);
}

}  // namespace minijvm::interp
