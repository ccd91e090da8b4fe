// The protocol's one end, as a state machine. Requests wait in a queue and are sent one at a time,
// since the VM reads them only while a thread converses.
//
//   state      the VM           what may be sent
//   kRunning   runs             nothing; SIGINT asks for a stop
//   kShowing   converses        `picture`, before the listeners know of the stop
//   kStopped   converses        the queue
//   kHidden    converses        the queue, then `resume`: a stop that the listeners do not see
//   kEnded     is gone          nothing
#include "tools/desk/session.h"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "tools/desk/command_words.h"
#include "tools/desk/control_socket.h"
#include "tools/desk/program_streams.h"
#include "tools/desk/requests.h"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 2s;     // for a VM that has been asked to end
constexpr auto kRepeated = 250ms;  // a request to stop
constexpr auto kToFirstStop = 1s;  // commands wait for it, since the VM is just starting

enum class State { kRunning, kShowing, kStopped, kHidden, kEnded };

Json error(std::string sentence) { return Json::record().set("error", std::move(sentence)); }

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
    }
  }
  bool write_input(std::string_view text) override {
    return state_ != State::kEnded && streams_.write_input(text);
  }
  void close_input() override { streams_.close_input(); }
  void end() override;

 private:
  // --- the VM's lines ---
  void handle_event(const Json& event);
  void handle_stop(const Json& event);
  void handle_answer(const Json& answer);
  void finish_command(const Sent& sent, const Json& answer);

  // --- requests ---
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

// --- the VM's lines ---

void VmSession::handle_event(const Json& event) {
  const std::string& name = event["event"].text();
  if (name == "stopped") {
    handle_stop(event);
  } else if (name == "ready") {
    greeting_ = event;
    tell([&](Listener& listener) { listener.ready(event); });
    if (wants_stop_) {
      ask_for_stop();
    }
    loop_.after(kToFirstStop, [this, alive = std::weak_ptr<int>(alive_)] {
      if (!alive.expired() && !has_stopped_) {
        has_stopped_ = true;
        pump();
      }
    });
  } else {
    streams_.drain();
    tell([&](Listener& listener) { listener.happened(event); });
  }
}

// Before a stop is passed on, what the program printed before it is read.
void VmSession::handle_stop(const Json& event) {
  streams_.drain();
  is_waiting_ = false;
  stop_.event = event;
  if (const Request* outer = sent_.newest(); outer != nullptr) {
    stop_.command = outer->command;  // it is `gc`, which goes on later
  }
  has_stopped_ = true;
  const bool is_hidden = event["kind"].text() == "interrupt" && is_asked_ && !wants_stop_;
  is_asked_ = false;
  wants_stop_ = false;
  state_ = is_hidden ? State::kHidden : State::kShowing;
  if (is_hidden) {
    pump();
  } else {
    show_stop();
  }
}

// Three questions; then the listeners are told.
void VmSession::show_stop() {
  ask_about_stop("picture", [this](const Json& answer) { stop_.picture = answer; });
  ask_about_stop("schedule",
                 [this](const Json& answer) { stop_.schedule = answer["schedule"].text(); });
  ask_about_stop("stops", [this](const Json& answer) {
    stop_.stops = answer["stops"];
    state_ = State::kStopped;
    const Step step = stop_;
    tell([&](Listener& listener) { listener.stopped(step); });
  });
}

// The VM may end before it has answered. Then nobody hears of the stop.
void VmSession::ask_about_stop(const char* command, Then then) {
  send({command, [this, then = std::move(then)](const Json& answer) {
          if (state_ == State::kShowing) {
            then(answer);
          }
        }});
}

void VmSession::handle_answer(const Json& answer) {
  const std::optional<Sent> sent = sent_.take(answer["id"]);
  if (!sent) {
    return;
  }
  is_waiting_ = false;
  if (!answer.has("error")) {
    finish_command(*sent, answer);
  }
  if (sent->request.then) {
    sent->request.then(answer);
  }
  pump();
}

// Does what a command has changed, apart from its answer.
void VmSession::finish_command(const Sent& sent, const Json& answer) {
  std::string name = answer["answer"].text();
  if (name.empty()) {
    name = command_name(greeting_, sent.request.command);
  }
  if (lets_run(name)) {
    const bool was_hidden = state_ == State::kHidden;
    state_ = State::kRunning;
    is_asked_ = false;
    if (was_hidden) {
      is_resuming_ = false;
      if (wants_stop_) {
        ask_for_stop();
      }
      return;
    }
    stop_.command = sent.request.command;
    tell([&](Listener& listener) { listener.running(stop_.command); });
  } else if (name == "gc" && state_ != State::kHidden) {
    // Objects have moved, so there is something new to see.
    streams_.drain();
    stop_ = {sent.request.command,
             with(sent.event, {{"kind", "step"}, {"reason", "the collection is over"}}),
             {},
             {},
             {}};
    state_ = State::kShowing;
    show_stop();
  }
}

// --- requests ---

void VmSession::pump() {
  if (state_ == State::kEnded) {
    fail_requests();
    return;
  }
  if (state_ == State::kRunning && !queue_.empty()) {
    // Commands that need a stopped program to make sense are refused; the others interrupt it.
    std::erase_if(queue_, [this](Request& request) {
      if (!lets_run(command_name(greeting_, request.command))) {
        return false;
      }
      later([then = request.then] {
        if (then) {
          then(error("the program runs already; interrupt it first"));
        }
      });
      return true;
    });
    if (!queue_.empty() && has_stopped_) {
      ask_for_stop();
    }
    return;
  }
  while (converses() && !is_waiting_ && !queue_.empty()) {
    Request request = std::move(queue_.front());
    queue_.pop_front();
    send(std::move(request));
  }
  if (state_ == State::kHidden && !is_waiting_) {
    is_resuming_ = true;
    send({"resume", [this](const Json& answer) {
            const bool is_refused = answer.has("error") && state_ == State::kHidden;
            if (is_refused && std::exchange(is_resuming_, false)) {
              state_ = State::kShowing;
              show_stop();
            }
          }});
  }
}

bool VmSession::send(Request request) {
  if (state_ == State::kHidden && request.command != "resume" &&
      lets_run(command_name(greeting_, request.command))) {
    if (request.then) {
      request.then(error("the program runs already; interrupt it first"));
    }
    return false;
  }
  const std::string command = request.command;
  is_waiting_ = true;
  control_.write_request(sent_.push(std::move(request), stop_.event), command);
  return true;
}

// Before it has greeted, the VM does not know SIGINT yet, which would end it. A signal that comes
// while a conversation ends has no effect, so it is sent until there is a stop.
void VmSession::ask_for_stop() {
  if (is_asked_ || is_resuming_ || greeting_.is_null()) {
    return;
  }
  is_asked_ = true;
  vm_.send_signal(SIGINT);
  loop_.after(kRepeated, [this, alive = std::weak_ptr<int>(alive_)] {
    if (!alive.expired() && is_asked_ && state_ == State::kRunning) {
      is_asked_ = false;
      ask_for_stop();
    }
  });
}

// --- the end ---

// A VM that converses ends as `quit` does when the socket is closed. One that runs is asked by a
// signal. One that does neither is ended.
void VmSession::end() {
  if (state_ == State::kEnded) {
    return;
  }
  is_ending_ = true;
  if (state_ == State::kRunning) {
    vm_.send_signal(SIGTERM);
  } else {
    control_.end_requests();
  }
  loop_.after(kPatience, [this, alive = std::weak_ptr<int>(alive_)] {
    if (!alive.expired()) {
      vm_.send_signal(SIGKILL);
    }
  });
}

void VmSession::take_end() {
  loop_.forget(vm_.process());
  // The last lines and the last output are still in the kernel.
  control_.end();
  streams_.end();
  VmEnd end = vm_.reap();
  if (is_ending_) {
    end.sentence = "the program has been ended";
  }
  state_ = State::kEnded;
  fail_requests();
  tell([&](Listener& listener) { listener.ended(end.code, end.sentence); });
}

void VmSession::fail_requests() {
  std::vector<Request> all = sent_.take_all();
  std::move(queue_.begin(), queue_.end(), std::back_inserter(all));
  queue_.clear();
  for (const Request& request : all) {
    if (request.then) {
      request.then(error("the program has ended"));
    }
  }
}

}  // namespace

Expected<std::unique_ptr<Session>, std::string> Session::start(Loop& loop, const VmStart& start) {
  auto vm = VmProcess::start(start);
  if (!vm.ok()) {
    return Unexpected<std::string>(vm.error());
  }
  return std::unique_ptr<Session>(std::make_unique<VmSession>(loop, vm.take()));
}

}  // namespace minijvm::desk
