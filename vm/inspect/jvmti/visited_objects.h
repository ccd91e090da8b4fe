// Which objects a walk through the heap has seen: a bit for each word of the pages on which it has seen any.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>

namespace minijvm::vm::jvmti {

class VisitedObjects {
 public:
  // True: it was not there yet.
  bool add(const void* object) {
    auto address = reinterpret_cast<std::uintptr_t>(object);
    std::uint64_t& word = pages_[address / kPageBytes][address % kPageBytes / kBytesPerWord];
    std::uint64_t bit = std::uint64_t{1} << (address / 8 % 64);
    bool is_new = (word & bit) == 0;
    word |= bit;
    return is_new;
  }

 private:
  static constexpr std::uintptr_t kPageBytes = 4096;
  static constexpr std::uintptr_t kBytesPerWord = 8 * 64;
  std::unordered_map<std::uintptr_t, std::array<std::uint64_t, kPageBytes / kBytesPerWord>> pages_;
};

}  // namespace minijvm::vm::jvmti
