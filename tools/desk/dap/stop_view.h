// One stop as the protocol shows it: threads, frames, scopes and variables, made from the stepper's
// answer to `picture`.
//
// Frames and variables have numbers in the protocol. They begin at 1 and are never used again: a
// number of an earlier stop means nothing, and a request with it is refused.
//
//    v Locals          o = Gate #4          a row of the frame's "locals"
//    v Operand stack   0 = int 0            of its "stack", from the bottom up
//    v Monitors        Gate #4              the objects of "monitors"
//    v Header words    Gate #4 = 0x..b1     the "locks" of the picture
//    v Thread          LWP 2, statics       the thread's row, and the "statics" of the picture
//
// Tested by tests/tools/dap/stop_view_test.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace minijvm::desk::dap {

// Names the list of variables for which a number stands.
enum class Part : std::uint8_t {
  kLocals,
  kStack,
  kMonitors,
  kWords,  // the header words that the picture shows
  kThread,
  kObject,   // fields and elements of the object `id`
  kWord,     // the bits, the queue and the record of one header word, that of `id`
  kStatics,  // the static fields of the class `path`
  kHeap,     // the spaces
  kRows      // fields and elements of an answer to `print`, which is in `answer`
};

struct Place {
  Part part = Part::kLocals;
  std::int64_t thread = 0;
  std::int64_t frame = 0;
  std::int64_t id = 0;
  // The path by which `print` finds the object; empty: none is known.
  std::string path;
  Json answer;
};

struct FrameId {
  std::int64_t thread = 0;
  std::int64_t number = 0;
};

class StopView {
 public:
  // Shows another stop: all numbers given so far mean nothing any more.
  void show(Json picture, bool is_recorded);
  // Takes over a newer picture of the same stop, in which more objects are open.
  void refresh(Json picture) { picture_ = std::move(picture); }
  // The program runs: nothing is shown.
  void hide() { show(Json(), false); }

  const Json& picture() const { return picture_; }
  bool is_recorded() const { return is_recorded_; }
  const Json& thread(std::int64_t id) const;
  const Json& frame(const FrameId& id) const;
  const Json& object(std::int64_t id) const;
  // Returns the static field "Race.counter"; null if the picture does not show it.
  const Json& static_field(const std::string& name) const;

  int number_of(const FrameId& frame);
  int number_of(Place place);
  // Return null for a number that means nothing now.
  const FrameId* find_frame(std::int64_t number) const;
  const Place* find_place(std::int64_t number) const;

  // Return lists of the protocol's types Thread, Scope and Variable.
  Json threads() const;
  Json scopes(const FrameId& frame);
  std::vector<Json> variables(const Place& place);

  // Returns a Variable for a row that has name, type, value and perhaps ref.
  Json variable(const std::string& name, const Json& row, const std::string& path);
  // Returns the path that names the row of an object that the path names: a field or an element.
  static std::string path_of(const std::string& object, const std::string& name);

 private:
  using Rows = std::vector<Json>;

  void add_object(const Place& place, Rows* rows);
  void add_fields(const Json& object, const std::string& path, Rows* rows);
  void add_stack(const Json& frame, Rows* rows);
  void add_monitors(const Json& frame, Rows* rows);
  void add_words(const Place& place, Rows* rows);
  void add_word(const Json& lock, Rows* rows) const;
  void add_thread(const Place& place, Rows* rows);
  void add_statics(const std::string& class_name, Rows* rows);
  void add_heap(Rows* rows) const;
  Json object_row(std::int64_t id, const std::string& name);
  const Json& lock_of(std::int64_t id) const;
  std::string thread_name(std::int64_t id) const;

  Json picture_;
  bool is_recorded_ = false;
  int last_frame_ = 0;
  int last_place_ = 0;
  std::map<int, FrameId> frames_;
  std::map<int, Place> places_;
};

// Returns "one  [LWP 2, held]".
std::string thread_title(const Json& thread);

}  // namespace minijvm::desk::dap
