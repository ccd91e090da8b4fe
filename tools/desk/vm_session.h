// A session with a VM, as a state machine. Commands wait in a queue and are sent one at a time,
// since the VM reads them only while a thread converses.
//
//   state      the VM           what may be sent
//   kRunning   runs             nothing; SIGINT asks for a stop
//   kShowing   converses        questions about the stop, before the listeners know of it
//   kStopped   converses        the queue
//   kHidden    converses        the queue, then `resume`: a stop that the listeners do not see
//   kEnded     is gone          nothing
//
// Tested by tests/tools/desk/session_test.cpp.
#pragma once

#include <poll.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/desk/control_socket.h"
#include "tools/desk/program_streams.h"
#include "tools/desk/requests.h"
#include "tools/desk/session.h"

namespace minijvm::desk {

class VmSession final : public Session {
 public:
  VmSession(Loop& loop, VmProcess vm)
      : loop_(loop),
        vm_(std::move(vm)),
        control_(loop, vm_,
                 [this](const Json& line) {
                   if (line.has("event")) {
                     handle_event(line);
                   } else {
                     handle_answer(line);
                   }
                 }),
        streams_(loop, vm_, [this](Stream stream, std::string_view text) {
          tell([&](Listener& listener) { listener.printed(stream, text); });
        }) {
    loop_.watch(vm_.process(), POLLIN, [this](short) { take_end(); });
  }
  ~VmSession() override { loop_.forget(vm_.process()); }

  void add(Listener& listener) override { listeners_.push_back(&listener); }
  void remove(Listener& listener) override { std::erase(listeners_, &listener); }
  bool is_stopped() const override { return state_ == State::kStopped; }
  bool has_ended() const override { return state_ == State::kEnded; }
  const Json& greeting() const override { return greeting_; }

  void execute(std::string command, Then then) override {
    queue_.push_back({std::move(command), std::move(then)});
    later([this] { pump(); });
  }
  void interrupt() override {
    if (state_ == State::kHidden && !is_resuming_) {
      state_ = State::kShowing;
      show_stop();
    } else if (state_ == State::kHidden || state_ == State::kRunning) {
      wants_stop_ = true;
      ask_for_stop();
    } else if (state_ == State::kStopped && runs_soon()) {
      wants_stop_ = true;
    }
  }
  bool write_input(std::string_view text) override {
    return state_ != State::kEnded && streams_.write_input(text);
  }
  void close_input() override { streams_.close_input(); }
  void end() override;

 private:
  enum class State { kRunning, kShowing, kStopped, kHidden, kEnded };

  // --- the VM's lines ---
  void handle_event(const Json& event);
  void handle_stop(const Json& event);
  void handle_answer(const Json& answer);
  void finish_command(const Sent& sent, const Json& answer);

  // --- requests ---
  // True if a command that lets the program run is on its way.
  bool runs_soon() const;
  void pump();
  // Returns false if the request was answered without the VM.
  bool send(Request request);
  void show_stop();
  void ask_about_stop(const char* command, Then then);
  void ask_for_stop();

  // --- the end ---
  void take_end();
  void fail_requests();

  // Calls the job in the next round of the loop, unless the session is gone by then.
  void later(Loop::Job job) {
    loop_.post([job = std::move(job), alive = std::weak_ptr<int>(alive_)] {
      if (!alive.expired()) {
        job();
      }
    });
  }
  template <class Call>
  void tell(Call call) {
    const std::vector<Listener*> all = listeners_;
    for (Listener* listener : all) {
      if (std::find(listeners_.begin(), listeners_.end(), listener) != listeners_.end()) {
        call(*listener);
      }
    }
  }
  bool converses() const { return state_ == State::kStopped || state_ == State::kHidden; }

  Loop& loop_;
  VmProcess vm_;
  ControlSocket control_;
  ProgramStreams streams_;
  std::vector<Listener*> listeners_;
  std::shared_ptr<int> alive_ = std::make_shared<int>(0);

  State state_ = State::kRunning;
  Json greeting_;
  Step stop_;                 // the newest
  bool has_stopped_ = false;  // at least once, or there was time enough for it
  bool wants_stop_ = false;   // somebody has called interrupt()
  bool is_resuming_ = false;  // `resume` is on its way
  bool is_asked_ = false;     // SIGINT is on its way
  bool is_ending_ = false;    // somebody has called end()

  std::deque<Request> queue_;
  SentRequests sent_;
  bool is_waiting_ = false;  // the newest has no answer yet
};

}  // namespace minijvm::desk
