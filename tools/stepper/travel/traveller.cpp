// Makes and ends the processes of the run. Checkpoints are made where the thread model has reached
// a tick: the thread is in kBlocked, no mutex is held, and its frames are as a collector wants
// them.
#include "tools/stepper/travel/traveller.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"
#include "sync/decide/schedule_text.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/stepper.h"
#include "tools/stepper/stepper_state.h"
#include "tools/stepper/travel/remote_front.h"
#include "tools/stepper/travel/root.h"
#include "vm/java/repeatability.h"
#include "vm/java/threads/points.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;
using runtime::Method;
using What = Seek::What;

namespace {

sync::DeterministicRun& run() { return *sync::thread_model().run(); }

// A copy whose parent is that of the caller, so that the root is the parent of all: it learns how
// each ends, and no process is left to nobody. glibc has no call for it. Its fork() does more, for
// programs with several threads; here no other thread is copied.
int fork_sibling() {
  return static_cast<int>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, 0));
}

[[noreturn]] void leave() { _exit(0); }

// The kernel ends this process with the root.
void live_with(int root) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != root)
    leave();
}

// FNV-1a.
void mix(std::uint64_t& hash, std::string_view text) {
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
}

bool is_innermost_in_library(const JavaThread& self) {
  runtime::FrameWalk walk(self);
  return !walk.done() && is_library(walk.frame().method());
}

// Input from a pipe or a terminal does not come again. A file is read again from where it stood.
bool input_comes_once() {
  struct stat status {};
  return fstat(STDIN_FILENO, &status) == 0 &&
         (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(STDIN_FILENO) != 0);
}

}  // namespace

// --- whether, and where ---

std::string Traveller::why_not() const {
  if (!why_not_.empty())
    return why_not_;
  if (!has_begun_)
    return "nothing lies before this: the program has not begun";
  if (has_met_world())
    return "the run cannot be repeated: it has met the world, which -XX:World=warn has let pass; "
           "the sentences at its end say where";
  if (has_read_input_ && input_comes_once())
    return "the run cannot be repeated: the program has read its standard input, and what came "
           "from a pipe or a terminal does not come again; a file would (< FILE)";
  return "";
}

std::string Traveller::place_of(const JavaThread& self) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    if (method.is_native())
      continue;
    mix(hash, method.holder->external_name());
    mix(hash, method.name->text());
    mix(hash, method.descriptor->text());
    mix(hash, std::to_string(walk.frame().bci()));
  }
  return std::to_string(hash);
}

std::int64_t Traveller::depth_of(const JavaThread& self, const runtime::Slot* fp) {
  return fp == nullptr ? 0 : fp - self.stack_base;
}

Moment Traveller::moment_of(const JavaThread& self, const std::string& event) const {
  return {run().all_ticks(), self.id(), place_of(self), event, is_innermost_in_library(self),
          run().hash()};
}

// --- processes ---

std::int64_t Traveller::ran_ns() const {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return ran_before_ns_ + std::int64_t{used.tv_sec} * 1'000'000'000 + used.tv_nsec;
}

void Traveller::begin(std::unique_ptr<Front>* front) {
  has_begun_ = true;
  if (!why_not_.empty())
    return;
  root_ = getpid();
  Channel ours;
  Channel stems;
  Outlets outlets;
  if (!Channel::make_pair(&ours, &stems) || !outlets.make()) {
    why_not_ = "the system has no sockets or pipes for it";
    return;
  }
  std::fflush(nullptr);
  const int stem = fork();
  if (stem < 0) {
    why_not_ = "the system has no processes for it";
    return;
  }
  if (stem > 0) {
    stems.close();
    Root(**front, std::move(outlets), {stem, ours, 0, 0, {}}).serve();
  }
  ours.close();
  outlets.become_program();
  *front = make_remote_front(channel_);
  serve_orders(stems);
  is_watching_ = is_seeking() && seek_->from == 0;
  stepping_.apply();
  // It comes behind all observers that have something to say at the end.
  observe(*this, kRunEvents | kPhaseEvents);
}

// A signal that is meant for the program waits, and is lost for the copy that waits: the process
// that runs gets it as well.
void Traveller::serve_orders(Channel channel) {
  live_with(root_);
  const std::vector<SharedFile> files = open_files();
  const std::int64_t ran = ran_ns();
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  for (;;) {
    int socket = -1;
    const std::optional<Json> order = channel.receive(&socket);
    if (!order)
      leave();
    const int worker = fork_sibling();
    if (worker == 0) {
      live_with(root_);
      channel.close();
      channel_ = Channel(socket);
      ran_before_ns_ = ran;
      last_checkpoint_ns_ = ran;
      own_positions(files);
      sigprocmask(SIG_SETMASK, &before, nullptr);
      take_order(*order);
      return;
    }
    close(socket);
    if (!channel.send(Json::record().set("worker", worker)))
      leave();
  }
}

void Traveller::make_checkpoint() {
  Channel ours;
  Channel theirs;
  if (!Channel::make_pair(&ours, &theirs))
    return;
  std::fflush(nullptr);
  const std::uint64_t tick = run().all_ticks();
  const std::int64_t ran = ran_ns();
  last_checkpoint_ = tick;
  const int checkpoint = fork_sibling();
  if (checkpoint == 0) {
    theirs.close();
    channel_.close();
    serve_orders(ours);
    return;
  }
  ours.close();
  last_checkpoint_ns_ = ran;
  if (checkpoint > 0) {
    channel_.send(Json::record()
                      .set("checkpoint", checkpoint)
                      .set("tick", static_cast<std::int64_t>(tick))
                      .set("ran_ns", ran),
                  theirs.socket());
    // The root notes what has been printed by now, before there is more.
    (void)channel_.receive();
  }
  theirs.close();
}

void Traveller::take_order(const Json& order) {
  const std::vector<Json>& commands = order["commands"].items();
  for (; commands_ < commands.size(); ++commands_) stepping_.repeat(commands[commands_].text());
  seek_.reset();
  is_watching_ = false;
  candidates_ = 0;
  line_ = {};
  if (order.has("seek")) {
    seek_ = Seek::from_json(order["seek"]);
    order_ = *seek_;
    stepping_.begin_anew(seek_->stops_before);
  }
  stepping_.apply();
  await_next_tick();
}

void Traveller::note(const std::string& command) {
  if (has_begun_ && why_not_.empty()) {
    ++commands_;
    channel_.send(Json::record().set("command", command));
  }
}

Json Traveller::go(const Json& request) const {
  channel_.send(Json::record().set("go", request));
  const std::optional<Json> answer = channel_.receive();
  if (!answer)
    leave();
  return *answer;
}

// --- ends ---

void Traveller::report(Json result) const {
  std::fflush(nullptr);
  channel_.send(result);
  leave();
}

void Traveller::report_count(bool has_met_end) const {
  const bool is_same = seek_->until.run.empty() || !has_met_end || run().hash() == seek_->until.run;
  JavaThread* self = runtime::current_java_thread();
  const std::int64_t counted = seek_->what == What::kWrite && has_met_end
                                   ? writes_.last(seek_->variable, *self)
                                   : candidates_;
  report(Json::record()
             .set("tick", static_cast<std::int64_t>(last_candidate_))
             .set("counted", counted)
             .set("met", has_met_end)
             .set("same", is_same));
}

void Traveller::exception_uncaught(JavaThread& self, runtime::Handle<java::Throwable>) {
  main_threw_ |= run().name_of(self) == "main";
}

void Traveller::process_exits(JavaThread&, int code) {
  code_ = code;
  exits_ = true;
}

// The launcher's first thread, which would carry the exit code, is not there in a copy.
void Traveller::phase_reached(JavaThread&, VmPhase phase) {
  if (phase != VmPhase::kEnded)
    return;
  std::fflush(nullptr);
  if (is_seeking() && seek_->what == What::kOwnTick)
    report_count(true);
  if (is_seeking()) {
    Json schedule = Json::list();
    for (const decide::Deviation& deviation : run().deviations(site_text))
      schedule.add(decide::print_deviation(deviation));
    report(Json::record()
               .set("ended", static_cast<std::int64_t>(run().all_ticks()))
               .set("schedule", std::move(schedule)));
  }
  _exit(!exits_ && main_threw_ ? 1 : code_);
}

}  // namespace minijvm::vm::stepper
