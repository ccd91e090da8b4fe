// Paths of births as values, as text, and by the numbers of one run.
#include "sync/decide/thread_name.h"

#include <charconv>

#include "base/check.h"

namespace minijvm::decide {

ThreadName ThreadName::of_vm(std::uint32_t nth) {
  ThreadName name;
  name.path_ = {kVmRoot, nth};
  return name;
}

ThreadName ThreadName::child(std::uint32_t nth) const {
  ThreadName name = *this;
  name.path_.push_back(nth);
  return name;
}

std::string ThreadName::text() const {
  std::string text = path_[0] == kMainRoot ? "main" : "vm";
  for (std::size_t i = 1; i < path_.size(); ++i) {
    text += '/';
    text += std::to_string(path_[i]);
  }
  return text;
}

std::optional<ThreadName> ThreadName::parse(std::string_view text) {
  ThreadName name;
  std::string_view root = text.substr(0, text.find('/'));
  if (root == "vm") {
    name.path_[0] = kVmRoot;
  } else if (root != "main") {
    return std::nullopt;
  }
  const char* at = text.data() + root.size();
  const char* end = text.data() + text.size();
  while (at != end) {
    std::uint32_t nth = 0;
    auto [rest, error] = std::from_chars(at + 1, end, nth);
    bool good = *at == '/' && error == std::errc() && nth != 0 && at[1] != '0';
    if (!good || name.path_.size() > kMostDepth) {
      return std::nullopt;
    }
    name.path_.push_back(nth);
    at = rest;
  }
  if (root == "vm" && name.path_.size() == 1) {
    return std::nullopt;
  }
  return name;
}

const ThreadName& ThreadNames::born(ThreadNo child, ThreadNo parent) {
  ThreadName name;
  if (parent == kNoThread) {
    name = ThreadName::of_vm(++of_vm_);
  } else {
    Known& mother = known(parent);
    name = mother.name.child(++mother.children);
  }
  if (child >= known_.size()) {
    known_.resize(child + 1, Known{{}, 0, false});
  }
  MJ_CHECK(!known_[child].born, "thread %u is born twice", child);
  known_[child] = {std::move(name), 0, true};
  return known_[child].name;
}

ThreadNames::Known& ThreadNames::known(ThreadNo thread) {
  MJ_CHECK(thread < known_.size() && known_[thread].born, "thread %u was not born", thread);
  return known_[thread];
}

const ThreadName& ThreadNames::operator[](ThreadNo thread) const {
  return const_cast<ThreadNames*>(this)->known(thread).name;
}

}  // namespace minijvm::decide
