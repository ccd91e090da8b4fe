// The root's loop. It is in the middle of the call that began the program, and never returns: in
// this process no Java code runs any more.
#include "tools/stepper/travel/root.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "tools/stepper/command_words.h"
#include "tools/stepper/stepper_state.h"
#include "vm/natives/world/temporary_folder.h"

namespace minijvm::vm::stepper {

namespace {

// A front end that has left is noticed after that time, while the program runs.
constexpr int kLookMs = 10;

// A user sends a signal to the process that she has started, and means the program. A terminal
// sends it to all processes by itself.
void pass_signal(int signal, siginfo_t* info, void*) {
  const pid_t talker = stepper_state.talker.load(std::memory_order_relaxed);
  if (info->si_code <= 0 && talker > 0)
    kill(talker, signal);
}

void pass_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    action.sa_sigaction = pass_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

// The VM that made the folder for temporary files is this one, and its end is not reported.
void remove_temporary_folder() {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(kTemporaryFolderFile);
  const ssize_t length = readlink(link.c_str(), path, sizeof path - 1);
  if (length <= 0)
    return;
  path[length] = '\0';
  if (rmdir(path) != 0 && errno == ENOTEMPTY)
    std::fprintf(stderr, "The temporary files of this run are in %s\n", path);
}

}  // namespace

Root::Root(Front& front, Outlets outlets, RunProcess stem)
    : front_(front), outlets_(std::move(outlets)), checkpoints_{std::move(stem)} {
  outlets_.become_root();
  pass_signals();
}

void Root::end(int code) {
  std::fflush(nullptr);
  remove_temporary_folder();
  _exit(code);
}

void Root::serve() {
  if (std::optional<RunProcess> first = start_worker(nullptr)) {
    talker_ = *first;
  } else {
    std::fputs("minijvm: no process can be made for the program\n", stderr);
    end(1);
  }
  for (;;) {
    stepper_state.talker.store(talker_.pid, std::memory_order_relaxed);
    if (const std::optional<Json> message = next_message(talker_, false))
      serve_talker(*message);
    else
      bury_talker();
  }
}

// --- messages ---

std::optional<Json> Root::next_message(RunProcess& process, bool holds_output) {
  for (;;) {
    const auto [out, err] = outlets_.sources();
    pollfd wanted[] = {{process.channel.socket(), POLLIN, 0}, {out, POLLIN, 0}, {err, POLLIN, 0}};
    const int ready = poll(wanted, 3, kLookMs);
    // The process has printed this before it says what comes next.
    outlets_.take(&process.written, holds_output);
    reap(false);
    if (ready <= 0 || wanted[0].revents == 0) {
      if (front_.has_left())
        end(0);
      continue;
    }
    int socket = -1;
    std::optional<Json> message = process.channel.receive(&socket);
    if (!message) {
      outlets_.take(&process.written, holds_output);
      return std::nullopt;
    }
    if (!message->has("checkpoint"))
      return message;
    add_checkpoint(process, *message, socket);
    process.channel.send(Json::record().set("noted", true));
  }
}

void Root::serve_talker(const Json& message) {
  if (message.has("tell")) {
    const Json& event = message["tell"];
    if (event.has("position"))
      last_stop_ = Moment::from(event["position"]);
    stops_ = event["n"].number();
    front_.tell(event);
  } else if (message.has("ask")) {
    reap(true);
    std::string line;
    const bool is_there = front_.ask(&line);
    owes_answer_ = is_there;
    talker_.channel.send(is_there ? Json::record().set("line", line) : Json::record());
  } else if (message.has("answer")) {
    owes_answer_ = false;
    front_.answer(message["answer"]);
  } else if (message.has("report")) {
    front_.report(message["report"]);
  } else if (message.has("command")) {
    commands_.add(message["command"]);
  } else if (message.has("go")) {
    if (message["go"]["what"].number() == static_cast<int>(Seek::What::kEnd)) {
      talker_.channel.send(count(Seek::from_json(message["go"])));
      return;
    }
    const std::string why_not = go(message["go"]);
    if (!why_not.empty())
      talker_.channel.send(Json::record().set("error", why_not));
  }
}

// --- checkpoints ---

void Root::add_checkpoint(const RunProcess& parent, const Json& message, int socket) {
  RunProcess added{static_cast<int>(message["checkpoint"].number()), Channel(socket),
                   static_cast<std::uint64_t>(message["tick"].number()), message["ran_ns"].number(),
                   parent.written};
  const auto behind =
      std::upper_bound(checkpoints_.begin(), checkpoints_.end(), added.tick,
                       [](std::uint64_t tick, const RunProcess& each) { return tick < each.tick; });
  checkpoints_.insert(behind, added);
  thin_checkpoints();
}

// Keeps the stem and the newest. Of the others, the one goes whose neighbours are closest, in
// relation to how far they lie from now: so distances double with age.
void Root::thin_checkpoints() {
  drop_dead_checkpoints();
  const std::int64_t now = checkpoints_.empty() ? 0 : checkpoints_.back().ran_ns;
  while (checkpoints_.size() > kMostCheckpoints) {
    std::size_t worst = 1;
    double least = 0;
    for (std::size_t i = 1; i + 1 < checkpoints_.size(); ++i) {
      const auto gap = static_cast<double>(checkpoints_[i + 1].ran_ns - checkpoints_[i - 1].ran_ns);
      const double age = static_cast<double>(now - checkpoints_[i].ran_ns) + 1.0;
      if (i == 1 || gap / age < least) {
        worst = i;
        least = gap / age;
      }
    }
    dismiss(checkpoints_[worst]);
    checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(worst));
  }
}

void Root::drop_dead_checkpoints() {
  for (std::size_t i = checkpoints_.size(); i-- > 0;) {
    if (waitpid(checkpoints_[i].pid, nullptr, WNOHANG) != 0)
      forget_dead(checkpoints_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void Root::forget_dead(std::vector<RunProcess>::iterator checkpoint) {
  std::fprintf(stderr, "The checkpoint at tick %llu has been ended by somebody else.\n",
               static_cast<unsigned long long>(checkpoint->tick));
  checkpoint->channel.close();
  checkpoints_.erase(checkpoint);
}

std::optional<RunProcess> Root::start_worker(const Seek* seek) {
  Json order = Json::record().set("commands", commands_);
  if (seek != nullptr)
    order.set("seek", seek->to_json());
  for (;;) {
    drop_dead_checkpoints();
    auto behind = std::find_if(checkpoints_.begin(), checkpoints_.end(), [&](const RunProcess& c) {
      return seek != nullptr && c.tick > seek->from;
    });
    if (seek == nullptr)
      behind = checkpoints_.empty() ? checkpoints_.end() : checkpoints_.begin() + 1;
    if (behind == checkpoints_.begin())
      return std::nullopt;
    RunProcess& from = *(behind - 1);
    RunProcess worker;
    Channel theirs;
    if (!Channel::make_pair(&worker.channel, &theirs))
      return std::nullopt;
    const bool is_sent = from.channel.send(order, theirs.socket());
    theirs.close();
    const std::optional<Json> born = is_sent ? from.channel.receive() : std::nullopt;
    if (born && (*born)["worker"].number() > 0) {
      worker.pid = static_cast<int>((*born)["worker"].number());
      worker.written = from.written;
      return worker;
    }
    worker.channel.close();
    if (born)  // the system has no processes
      return std::nullopt;
    // It was killed; the one before it may be there.
    kill(from.pid, SIGKILL);
    while (waitpid(from.pid, nullptr, WNOHANG) == 0) poll(nullptr, 0, 1);
    forget_dead(behind - 1);
  }
}

// --- ends ---

void Root::dismiss(RunProcess& process) {
  kill(process.pid, SIGKILL);
  process.channel.close();
  dismissed_.push_back(process.pid);
}

void Root::reap(bool waits) {
  std::erase_if(dismissed_,
                [waits](int pid) { return waitpid(pid, nullptr, waits ? 0 : WNOHANG) != 0; });
}

void Root::bury_talker() {
  int status = 0;
  while (waitpid(talker_.pid, &status, 0) < 0 && errno == EINTR) {
  }
  talker_.channel.close();
  if (WIFEXITED(status))
    end(WEXITSTATUS(status));
  std::fprintf(stderr, "The process of the run has been ended by signal %d (%s).\n",
               WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (std::exchange(owes_answer_, false))
    front_.answer(failure("the process that was to do this has been ended"));
  Seek again;
  again.what = Seek::What::kMoment;
  std::string why_not = "no stop was there before";
  if (last_stop_ && last_stop_->event.empty()) {
    again.until = *last_stop_;
    again.pick = 1;
    again.in_library = last_stop_->in_library;
    again.reason = "the run was repeated up to its last stop";
    talker_.pid = -1;
    why_not = go_to(again);
  }
  if (!why_not.empty()) {
    std::fprintf(stderr, "The session ends: %s.\n", why_not.c_str());
    end(128 + WTERMSIG(status));
  }
}

}  // namespace minijvm::vm::stepper
