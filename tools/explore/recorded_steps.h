// Tells a run step by step: what each thread of the program does that others can see, in the order
// in which it happens, with the values that are read and written.
// Tested by tests/tools/explore.
//
// A step is a line of fields that tabs separate, for a table (search/table.h). A fifth field says
// that only this thread has used the variable:
//
//   main/1   one   Race.add(Race.java:6)   getstatic Race.counter -> 0
//   main/1   one                           ---- preempted here ----
//   main/1   one   Race.add(Race.java:7)   iaload <int[]#1>[0] -> 3   private
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"
#include "sync/decide/operation.h"
#include "sync/fwd.h"

namespace minijvm::vm {

class RecordedSteps {
 public:
  // As the events of vm/observer.h.
  void nears(const std::string& thread) { neared_at_[thread] = steps_.size(); }
  void begins(runtime::JavaThread& self, const decide::Operation& operation,
              const runtime::Frame& frame, const runtime::Field* field);
  // Something else: "begins", "ends".
  void tell(runtime::JavaThread& self, const std::string& text);
  // The run is at its end.
  std::vector<std::string> take(const sync::NoSafepoint& still);

 private:
  // An object and an offset.
  using Variable = std::pair<decide::ObjectNo, std::int32_t>;
  struct Step {
    std::string text;
    std::optional<Variable> variable;  // if it is an access by the program's own code
  };

  // A write is recorded before it is done, so its value is read when the next step comes.
  struct Write {
    std::size_t step;
    Variable variable;
    runtime::BasicType type;
  };

  // A call of the class library, whose operations make one step.
  struct Call {
    std::string thread;
    std::string place;
    std::string name;
    // Its first operation. Another one of this kind on another object belongs to another call.
    decide::OpKind kind = decide::OpKind::kNone;
    decide::ObjectNo object = 0;
  };
  bool goes_on(const Call& call) const;

  static std::string name_field(const sync::NoSafepoint& still, runtime::JavaThread& self);
  void add(runtime::JavaThread& self, const std::string& place, const std::string& text);
  void finish_write(const sync::NoSafepoint& still);
  void mark_preemption(runtime::JavaThread& self);

  std::vector<Step> steps_;
  std::map<Variable, std::set<std::string>> users_;  // the threads that have used it
  // By thread: how many steps there were when it came to its operation.
  std::map<std::string, std::size_t> neared_at_;
  std::vector<Write> write_;  // one or none
  Call last_call_;            // of the last step; its name is empty if that was none
  bool has_main_ended_ = false;
};

}  // namespace minijvm::vm
