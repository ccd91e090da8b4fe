// Acts on each line of the VM, sends requests when the VM reads them, and sees the end
// (vm_session.h has the states).
#include "tools/desk/session.h"

#include <signal.h>

#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "tools/desk/command_words.h"
#include "tools/desk/vm_session.h"

namespace minijvm::desk {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 2s;     // for a VM that has been asked to end
constexpr auto kRepeated = 250ms;  // a request to stop
constexpr auto kToFirstStop = 1s;  // commands wait for it, since the VM is just starting

Json error(std::string sentence) { return Json::record().set("error", std::move(sentence)); }

}  // namespace

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
    if (wants_stop_) {
      ask_for_stop();
    }
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

bool VmSession::runs_soon() const {
  const auto runs = [this](const Request& request) {
    return lets_run(command_name(greeting_, request.command));
  };
  const Request* sent = is_waiting_ ? sent_.newest() : nullptr;
  return (sent != nullptr && runs(*sent)) || std::any_of(queue_.begin(), queue_.end(), runs);
}

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
  if (state_ == State::kStopped && !is_waiting_) {
    wants_stop_ = false;  // none of the commands has let the program run
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

Expected<std::unique_ptr<Session>, std::string> Session::start(Loop& loop, const VmStart& start) {
  auto vm = VmProcess::start(start);
  if (!vm.ok()) {
    return Unexpected<std::string>(vm.error());
  }
  return std::unique_ptr<Session>(std::make_unique<VmSession>(loop, vm.take()));
}

}  // namespace minijvm::desk
