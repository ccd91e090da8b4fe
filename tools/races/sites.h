// The places of the program at which it accessed a variable, or let others see what it did, each
// once. A word of the shadow has room for the number of one (sync/ordering/epoch.h).
// Tested by tests/vm/races.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"
#include "sync/ordering/epoch.h"

namespace minijvm::vm::races {

// The class library does it for itself, or there are too many sites.
inline constexpr ordering::SiteNo kNoSite = 0;

class Sites {
 public:
  // `frame` is the program's, `top` the innermost one, which may be the same.
  ordering::SiteNo number(const runtime::Frame& frame, const runtime::Frame& top);
  // "Race.add(Race.java:6)", and behind it ", in java.util.ArrayList.add" if the top was another.
  const std::string& text(ordering::SiteNo site) const { return texts_[site]; }
  // Classes are going to be unloaded. Another method may get the address of one of theirs.
  void forget_methods();

 private:
  // A place in the program, and the method of the library that it has called.
  struct Key {
    const runtime::Method* method;
    std::int32_t bci;
    const runtime::Method* top;
    auto operator<=>(const Key&) const = default;
  };
  // OPTIMIZATION: a loop comes to few places, and these are found by their pc.
  struct Recent {
    const void* pc = nullptr;
    const runtime::Method* top = nullptr;
    ordering::SiteNo site = kNoSite;
  };
  static constexpr std::size_t kRecent = 256;

  ordering::SiteNo find(const Key& key);

  std::array<Recent, kRecent> recent_{};
  std::map<Key, ordering::SiteNo> numbers_;
  std::map<std::string, ordering::SiteNo> by_text_;  // the instructions of one line are one site
  std::vector<std::string> texts_{"a place that was not kept"};
};

}  // namespace minijvm::vm::races
