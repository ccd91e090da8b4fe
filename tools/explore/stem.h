// A stem is a child of the server (zygote.h) that has run the program up to the moment at which the
// policy is asked for the first time. Until then all runs are the same; so the stem stops there and
// forks each run from there. The beginning of the program runs once: its classes are linked, its
// lambdas spun, its threads made.
// Tested by tests/tools/explore/run, tests/sync/decide/late_policy_test.cpp.
//
//   server                      stem                               runs
//   forks ------------------->  runs the program
//                               is asked: says so, forks --------> goes on, and ends
//                               waits for the end, reports it
//                               reads the explorer's next request
//                               forks ---------------------------> goes on, with another policy
//   serves it  <--------------  passes on a request that is not for it
//
// A child is no stem if it is never asked or asked very late (late_policy.h), if it has done by
// then what the next run would have to do again, as when it has written a file, or if it cannot be
// forked. Then it is a run like others, and the server makes no other stem for such requests.
#pragma once

#include <memory>

#include "sync/decide/policy.h"
#include "tools/explore/forked_run.h"
#include "tools/explore/messages.h"

namespace minijvm::vm {

// The server's side.
class Stem {
 public:
  // False: the run must begin by itself, or a stem for such requests was tried in vain.
  bool serves(const explore::RunRequest& request) const;

  enum class Served {
    kIsRun,  // this process is a child, which shall run the program
    kDone,
    // The request file holds a request that the stem does not serve; it has served others before.
    kHasNext,
  };
  // Hands on the request to the stem, which is made first if there is none with its limits.
  // REQUIRES: serves(request).
  Served run(const explore::RunRequest& request, const std::vector<SharedFile>& files);
  // This process is a run, and has nothing to do with other runs.
  void forget();

 private:
  Served make(const explore::RunRequest& request, const std::vector<SharedFile>& files);
  bool is_there() const { return socket_ >= 0; }
  // Lets the stem serve the request at hand, and those that come, until one is not for it.
  Served await_next() const;
  void end();

  // A child was made for limits_, and was no stem.
  bool was_in_vain_ = false;
  // The limits are those of this request; the rest of it does not matter.
  explore::RunRequest limits_;
  int process_ = -1;
  int socket_ = -1;
};

// The stem's side.
using PolicyOf = std::unique_ptr<decide::Policy> (*)(const explore::RunRequest&);
// Returns the policy of a run that may become a stem. At the first question it is no longer this
// process that goes on, but the run of a request, whose policy decides.
std::unique_ptr<decide::Policy> policy_at_stem(PolicyOf policy_of);

}  // namespace minijvm::vm
