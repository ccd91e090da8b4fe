// Numbers the sites as the run comes to them, and keeps their texts: a class may be unloaded before
// its race is reported.
#include "tools/races/sites.h"

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "vm/java/errors/trace_text.h"

namespace minijvm::vm::races {

using ordering::SiteNo;
using runtime::Frame;
using runtime::Method;

SiteNo Sites::number(const Frame& frame, const Frame& top) {
  Recent& recent = recent_[reinterpret_cast<std::uintptr_t>(frame.pc()) / alignof(void*) % kRecent];
  const Method* method = &top.method();
  // The pc of one frame belongs to one method as long as no class is unloaded.
  if (recent.pc != frame.pc() || recent.top != method || frame.pc() == nullptr) {
    recent = {frame.pc(), method, find({&frame.method(), frame.bci(), method})};
  }
  return recent.site;
}

SiteNo Sites::find(const Key& key) {
  const auto [at, is_new] = numbers_.try_emplace(key, kNoSite);
  if (!is_new) {
    return at->second;
  }
  std::string text = frame_text({key.method, key.bci});
  if (key.top != key.method) {
    text += ", in " + key.top->holder->external_name() + '.' + std::string(key.top->name->text());
  }
  const auto [of_text, is_new_text] =
      by_text_.try_emplace(std::move(text), static_cast<SiteNo>(texts_.size()));
  if (is_new_text && texts_.size() == ordering::kMostSites) {
    of_text->second = kNoSite;
  } else if (is_new_text) {
    texts_.push_back(of_text->first);
  }
  at->second = of_text->second;
  return at->second;
}

void Sites::forget_methods() {
  numbers_.clear();
  recent_ = {};
}

}  // namespace minijvm::vm::races
