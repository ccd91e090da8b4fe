// The stacks of a flight recording, each kept once. A stack is taken while its thread stands still,
// and is kept as texts: its classes may be unloaded before the recording is written.
// Tested by tests/tools/record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/fwd.h"
#include "sync/threads/no_safepoint.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::vm::record {

struct MethodFacts {
  std::string class_name;  // as in class files: java/lang/Object
  std::string name;
  std::string descriptor;
  std::uint32_t class_modifiers = 0;
  std::uint32_t modifiers = 0;
  bool is_native = false;
  bool is_hidden = false;
};

struct FramePlace {
  std::uint32_t method = 0;  // an index
  std::int32_t bci = -1;
  // A redefinition may give the method another body, with other lines.
  const std::uint8_t* body = nullptr;
  auto operator<=>(const FramePlace&) const = default;
};

struct FrameFacts {
  FramePlace place;
  std::int32_t line = -1;
};

struct KeptStacks {
  std::vector<std::string> messages;  // of exceptions
  std::vector<MethodFacts> methods;
  std::vector<std::vector<FrameFacts>> stacks;  // innermost frame first
};

class Stacks {
 public:
  static constexpr std::int32_t kMostFrames = 64;

  // Returns the number of the thread's stack; 0 if it has no Java frames, or if too many different
  // stacks are kept. REQUIRES: the thread is self, or it stands still.
  std::uint32_t take(runtime::JavaThread& self, const sync::NoSafepoint& still,
                     const runtime::JavaThread& thread);
  // Returns the number of this message of an exception, which is one more than its index; 0 if too
  // many are kept. A long message is cut.
  std::uint32_t message_number(const std::string& whole);
  // Classes die: their methods' addresses may soon be those of others.
  void forget_addresses();
  KeptStacks copy();
  void clear();

 private:
  static constexpr std::size_t kMostStacks = 10'000;
  static constexpr std::size_t kMostMessages = 10'000;
  static constexpr std::size_t kLongestMessage = 1'000;

  std::uint32_t method_number(const runtime::Method& method) MJ_REQUIRES(mutex_);

  sync::Mutex mutex_{sync::LockRank::kTable};
  std::unordered_map<const runtime::Method*, std::uint32_t> by_address_ MJ_GUARDED_BY(mutex_);
  std::map<std::vector<FramePlace>, std::uint32_t> numbers_ MJ_GUARDED_BY(mutex_);
  std::unordered_map<std::string, std::uint32_t> message_numbers_ MJ_GUARDED_BY(mutex_);
  KeptStacks kept_ MJ_GUARDED_BY(mutex_);
};

}  // namespace minijvm::vm::record
