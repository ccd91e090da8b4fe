// A few preemptions, each at a place of the program that is drawn among its places, not among the
// steps of a run.
// Tested by tests/sync/decide/sites_test.cpp.
//
// A hundred threads that do the same make thousands of steps, of which one is the right one to
// preempt; but they pass a handful of places (sites, in the order in which a run comes to them),
// and the thread that matters is often the first that comes there. So a preemption is at the n-th
// time that any thread comes to a site, and small numbers of both are drawn more often than large
// ones. The run has one or two of them. Who goes on is, by a draw for the whole run, the first of
// the others by name, the last, or any; and the same where a thread cannot go on. The last one to
// be born often has a part of its own: it checks what the others did.
// Rejected: to draw among all steps of the longest run so far, as Pct does, which needs 100 times
// as many runs for 100 threads.
#pragma once

#include <map>
#include <vector>

#include "sync/decide/numbers.h"
#include "sync/decide/policy.h"

namespace minijvm::decide {

class Sites final : public Policy {
 public:
  explicit Sites(std::uint64_t seed);
  std::size_t choose(const Question& question) override;

 private:
  enum class Pick { kFirst, kLast, kAny };
  struct Preemption {
    std::uint64_t rank;  // of the site, in the order in which the run comes to them
    std::uint64_t nth;   // time that the run comes to it
  };
  struct Passed {
    std::uint64_t rank;
    std::uint64_t times = 0;
  };

  std::uint64_t draw_up_to(std::uint64_t least_limit, std::uint64_t limits);
  std::size_t pick(Pick how, std::size_t first, std::size_t options);

  SeededNumbers numbers_;
  Pick others_;   // who goes on at a preemption
  Pick blocked_;  // who goes on where the asker cannot
  std::vector<Preemption> preemptions_;
  std::map<SiteNo, Passed> passed_;
};

}  // namespace minijvm::decide
