// The constant pools of a chunk: threads, classes, methods, stacks and words, each stored once and
// named by its number. A pool belongs to one chunk; the next chunk begins with empty pools.
// Tested by tests/tools/record/jfr_writer_test.cpp.
//
//   Ref<Class> gate = pools.add(Class{.name = pools.symbol("Bank$Gate")});
//
// Two values are the same if all their fields are, so two loaders that have the same name and class
// are one here. A pool remembers the bytes that it will write, and nothing of where they came from:
// a thread may end and a class may be unloaded before the chunk is written.
// Not safe for several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tools/record/jfr/encoding.h"
#include "tools/record/jfr/values.h"

namespace minijvm::vm::record::jfr {

class ConstantPools {
 public:
  // The pools of fixed_values.def are filled.
  ConstantPools();

  // The number of this value, which is added if the pool does not have it.
  template <class T>
  Ref<T> add(const T& value) {
    scratch_.clear();
    encode(scratch_, value);
    return {pools_[T::kType].number_of(scratch_.bytes())};
  }
  Ref<Symbol> symbol(std::string_view text) { return add(Symbol{.string = {text}}); }

  // Appends the record that holds all pools but the empty ones.
  void encode_checkpoint(Encoder& out, Ticks now) const;

 private:
  // Finds a std::string by a view, without making one.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view bytes) const {
      return std::hash<std::string_view>()(bytes);
    }
  };

  // The values of one type, as bytes. Their numbers begin at 1.
  class Pool {
   public:
    std::uint64_t number_of(std::string_view bytes);
    void encode(Encoder& out, TypeId type) const;

   private:
    std::unordered_map<std::string, std::uint64_t, Hash, std::equal_to<>> numbers_;
    std::vector<const std::string*> in_order_;
  };

  std::map<TypeId, Pool> pools_;
  Encoder scratch_;
};

}  // namespace minijvm::vm::record::jfr
