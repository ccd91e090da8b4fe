// Stores values once and writes them as a checkpoint (constant_pools.h). It needs no thread state.
// Tested by tests/tools/record/jfr_writer_test.cpp.
#include "tools/record/jfr/constant_pools.h"

#include "base/check.h"

namespace minijvm::vm::record::jfr {

ConstantPools::ConstantPools() {
#define MJ_JFR_VALUE(type, constant, number, text) \
  MJ_CHECK(add(type{{text}}) == constant, #constant " is not number %d of its pool", number);
#include "tools/record/jfr/fixed_values.def"
#undef MJ_JFR_VALUE
}

std::uint64_t ConstantPools::Pool::number_of(std::string_view bytes) {
  if (const auto known = numbers_.find(bytes); known != numbers_.end()) {
    return known->second;
  }
  const std::uint64_t number = in_order_.size() + 1;
  const auto added = numbers_.emplace(bytes, number).first;
  in_order_.push_back(&added->first);
  return number;
}

void ConstantPools::Pool::encode(Encoder& out, TypeId type) const {
  out.leb128(static_cast<std::uint32_t>(type));
  out.leb128(in_order_.size());
  for (std::size_t i = 0; i < in_order_.size(); i++) {
    out.leb128(i + 1);
    out.raw(*in_order_[i]);
  }
}

// An empty pool would break the JDK's reader. There is none: a pool is made for its first value.
void ConstantPools::encode_checkpoint(Encoder& out, Ticks now) const {
  Encoder rest;
  rest.leb128(static_cast<std::uint32_t>(TypeId::kCheckpoint));
  rest.leb128(now);
  rest.leb128(0);  // the duration
  rest.leb128(0);  // the distance to the checkpoint before: there is one in a chunk
  rest.byte(0);    // neither a flush nor a header
  rest.leb128(pools_.size());
  for (const auto& [type, pool] : pools_) {
    pool.encode(rest, type);
  }
  out.record(rest.bytes());
}

}  // namespace minijvm::vm::record::jfr
