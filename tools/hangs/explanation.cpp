// Puts the sentences together. The caller is in kInVm.
#include "tools/hangs/explanation.h"

#include <fmt/format.h>

#include <cstdio>

#include "runtime/object/java_objects.h"
#include "tools/hangs/rules.h"
#include "vm/java/threads/thread_roots.h"

namespace minijvm::vm::hangs {

namespace {

// Tools that read thread dumps take a line that begins with a quote for the head of a stack.
constexpr const char* kItem = "- ";
constexpr std::int32_t kMostFrames = 1024;

}  // namespace

std::string explanation(const sync::NoSafepoint& still, const std::vector<ThreadSnapshot>& threads,
                        History* history, bool with_lock_cycles) {
  const Scene scene{still, threads, history};
  const WaitTexts texts(scene);
  std::string text;
  for (const ThreadSnapshot& thread : threads) {
    std::string waits = texts.predicate(thread);
    // A run that has reached a limit has threads of the program that could go on.
    const std::string place = waits.empty() && history != nullptr ? texts.place(thread) : "";
    waits += place.empty() ? "" : "could go on" + place;
    text += waits.empty() ? ""
                          : fmt::format("{}{} {}{}.\n", kItem, texts.quoted(thread),
                                        texts.holdings(thread), waits);
  }
  if (text.empty()) {
    return text;
  }
  text = "\nWhat the blocked threads wait for\n=================================\n" + text;
  for (const std::string& reason : reasons(scene, texts, with_lock_cycles)) {
    text += kItem + reason + '\n';
  }
  return text;
}

void print_explanation(runtime::JavaThread& self, History& history) {
  runtime::HandleScope scope(self);
  std::vector<ThreadSnapshot> threads =
      snapshot_all_threads(self, {.max_depth = kMostFrames, .with_monitors = true});
  const sync::NoSafepoint still(self);
  std::erase_if(threads, [&](const ThreadSnapshot& thread) {
    const java::Thread* object = thread.thread.raw(still);
    return object == nullptr || is_housekeeper(still, *object);
  });
  std::fputs(explanation(still, threads, &history, /*with_lock_cycles=*/true).c_str(), stderr);
}

}  // namespace minijvm::vm::hangs
