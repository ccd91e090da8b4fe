// Says whose turn it is in a deterministic run: keeps the threads that could run, asks the Decider
// (sync/decide) where more than one could, and writes down what became of it.
//
// Until the program begins, threads run in the order in which they queued. So all runs of a
// program start alike, whatever their seed.
// Tested by tests/vm/deterministic.
#pragma once

#include <memory>
#include <vector>

#include "sync/decide/decider.h"
#include "sync/decide/policy.h"
#include "sync/decide/run_log.h"

namespace minijvm::sync {

struct UserThread;

// Why the running thread asks who is next.
enum class Asks : std::uint8_t {
  kBlocked,  // it waits, or has ended
  kYields,
  kTick,  // its slice is over
};

class Turns {
 public:
  explicit Turns(std::unique_ptr<decide::Policy> policy);

  // The running thread is about to run the program. From now on the policy decides.
  void begin_program(UserThread& running);
  void born(UserThread& child, const UserThread& parent);
  void ended(const UserThread& thread);

  // The thread could run.
  void add(UserThread& thread) { ready_.push_back(&thread); }
  // Puts them at the end; the last one of the list first.
  void add_all(UserThread* last);
  // Takes out the thread that runs next, and adds the asker instead if it could go on. Returns null
  // if there is none, and the asker if it goes on.
  UserThread* next(UserThread& asker, Asks why);
  // The thread goes on after `from`. Says at which tick it must ask.
  void resume(UserThread& from, UserThread& to);
  // A new thread has taken on its ExecEnv.
  void start_ticks(UserThread& thread);

  const decide::RunLog& log() const { return log_; }

 private:
  UserThread* take(std::size_t index);
  std::size_t decide(const UserThread& asker, Asks why);

  std::unique_ptr<decide::Policy> policy_;
  decide::Decider decider_;
  decide::RunLog log_;
  std::vector<UserThread*> ready_;
  std::vector<decide::Option> options_;  // of the question at hand
  decide::ThreadNo last_born_ = decide::kMainThread;
  bool has_begun_ = false;
};

}  // namespace minijvm::sync
