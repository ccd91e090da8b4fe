// Runs the program once more, beside this run, up to a race: there the earlier of the two accesses
// can still say from where it was called and which monitors its thread held. The shadow has no room
// for that, and to write it down at each access would cost more than all else.
//
//   this process                      the witness                 the second run
//   forks where the program begins -> waits
//   meets a race, asks -------------> forks -------------------> does what this process did; keeps
//                                                                the calls of each access that may
//                                                                be the one
//   reads the answer  <------------------------------------------ meets the race: answers, ends
//                     <-------------- says that it has ended
//
// A deterministic run comes to the same race again, so the n-th conflict is the same one in both.
// The second run prints nothing. Where it would do something once more that others see, or could
// not be the same, there is none, and the report says why.
// Tested by tests/vm/races.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sync/ordering/epoch.h"

namespace minijvm::vm::races {

// The earlier access of a race.
struct Wanted {
  std::uint64_t nth_conflict = 0;  // of the run, from 1
  ordering::Word access = 0;
  std::int64_t offset = 0;  // of the race's later access, in the object
};

class SecondRun {
 public:
  // Forks the witness, unless `why_not` says why there can be none. In a second run the call
  // returns once more: wanted() is set from then on. REQUIRES: the program is about to begin.
  void begin(std::string why_not);
  // Standard input has been read, which a second run could not do again.
  void input_is_read();

  // Of a second run: what it is for.
  const std::optional<Wanted>& wanted() const { return wanted_; }
  // Ends a second run. An empty answer says that it has found nothing.
  [[noreturn]] void answer(const std::string& text) const;

  // Returns the calls and monitors of the access, as lines, or a sentence why they are not known.
  struct Told {
    std::string lines;
    std::string why_not;
  };
  Told ask(const Wanted& wanted);

 private:
  std::string refusal() const;

  std::optional<Wanted> wanted_;
  std::string why_not_ = "the program has not begun";
  bool has_read_input_ = false;
  int socket_ = -1;
  unsigned asked_ = 0;
  std::int64_t began_ns_ = 0;
};

}  // namespace minijvm::vm::races
