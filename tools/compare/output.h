// The output of a run. A program may print any amount, so only the beginning is kept; a sum over
// all of it says whether the rest is the same.
// Tested by tests/tools/compare/verdict_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::compare {

class Output {
 public:
  static constexpr std::size_t kKept = std::size_t{1} << 20;

  void add(std::string_view part) {
    kept_ += part.substr(0, kKept - kept_.size());
    bytes_ += part.size();
    for (const char letter : part) {
      sum_ = (sum_ ^ static_cast<unsigned char>(letter)) * kPrime;
    }
  }
  const std::string& kept() const { return kept_; }
  std::uint64_t bytes() const { return bytes_; }
  bool operator==(const Output& other) const {
    return bytes_ == other.bytes_ && sum_ == other.sum_ && kept_ == other.kept_;
  }

 private:
  // FNV-1a, 64 bits.
  static constexpr std::uint64_t kPrime = 1099511628211U;
  std::string kept_;
  std::uint64_t bytes_ = 0;
  std::uint64_t sum_ = 14695981039346656037U;
};

}  // namespace minijvm::compare
