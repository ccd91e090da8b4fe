// Holds what the rules of an explanation share: the sentences so far, and whom they have explained.
// Tested by tests/vm/hangs.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tools/hangs/wait_texts.h"

namespace minijvm::vm::hangs {

struct Reasons {
  const Scene& scene;
  const WaitTexts& texts;
  std::vector<std::string> sentences;
  std::set<const ThreadSnapshot*> explained;

  bool is_open(const ThreadSnapshot& thread) const { return !explained.contains(&thread); }
  void add(std::string sentence, const std::vector<const ThreadSnapshot*>& about) {
    sentences.push_back(std::move(sentence));
    explained.insert(about.begin(), about.end());
  }
  // " (A.java:7)", or nothing for the class library's own deeds.
  std::string at(PlaceNo place) const {
    return place == kNoPlace ? "" : " (" + scene.history->place(place).text + ')';
  }
  // "\"a\" and \"b\""
  std::string quoted(const std::vector<const ThreadSnapshot*>& threads) const;
  std::string quoted(const ThreadSnapshot& thread) const { return texts.quoted(thread); }
  std::string quoted(ThreadNo thread) const {
    return '"' + scene.history->thread(thread).name + '"';
  }
};

// The rules about Object.wait and Condition.await, which need a history.
void explain_notifications(Reasons& reasons);
// The rules about interrupts, latches and permits, which need one, too.
void explain_interrupts(Reasons& reasons);
void explain_lost_deeds(Reasons& reasons);
// Threads that others have overtaken at a monitor for long.
void explain_starvation(Reasons& reasons);

}  // namespace minijvm::vm::hangs
