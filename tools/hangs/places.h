// The places of a program at which a history's deeds were done, each once.
// Tested by tests/vm/hangs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"

namespace minijvm::vm::hangs {

// "Stuck.java:10", or the method if the class file has no line numbers.
std::string place_text(const runtime::Method& method, std::int32_t bci);

// 0: the class library does it for itself.
using PlaceNo = std::uint32_t;
inline constexpr PlaceNo kNoPlace = 0;

class Places {
 public:
  struct Facts {
    std::string text;
    bool in_loop = false;
  };

  PlaceNo number(const runtime::Frame& frame);
  const Facts& operator[](PlaceNo place) const { return facts_[place]; }
  // Classes are going to be unloaded. Another method may get the address of one of theirs.
  void forget_methods() {
    numbers_.clear();
    recent_ = {};
  }

 private:
  // OPTIMIZATION: a loop comes to few places, and these are found by their pc.
  struct Recent {
    const runtime::Method* method = nullptr;
    const void* pc = nullptr;
    PlaceNo place = kNoPlace;
  };
  static constexpr std::size_t kRecent = 64;

  PlaceNo find(const runtime::Frame& frame);

  std::array<Recent, kRecent> recent_{};
  std::map<std::pair<const runtime::Method*, std::int32_t>, PlaceNo> numbers_;
  std::vector<Facts> facts_{1};
};

}  // namespace minijvm::vm::hangs
