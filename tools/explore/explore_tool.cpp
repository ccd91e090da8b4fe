// Connects served runs to the life of the VM: the server begins where the program would, a child
// notes how its run ends, and writes that down when the VM reports its end.
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/decide/replay.h"
#include "sync/decide/traced.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/dumps/thread_text.h"
#include "tools/explore/explore_state.h"
#include "tools/explore/first_method.h"
#include "tools/explore/limits.h"
#include "tools/explore/stem.h"
#include "tools/explore/stuck_threads.h"
#include "tools/explore/warm_links.h"
#include "tools/explore/warm_methods.h"
#include "tools/explore/warm_pages.h"
#include "tools/explore/zygote.h"
#include "tools/linked_tools.h"
#include "vm/boot/options.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/threads/points.h"
#include "vm/java/threads/shared_variables.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {

// It is constant-initialized, so that no use of it depends on the order of constructors.
constinit ExploreState explore_state;

namespace {

using explore::Deciding;
using explore::RunRequest;
using explore::RunResult;

sync::DeterministicRun& run() { return *sync::thread_model().run(); }

std::unique_ptr<decide::Policy> policy_of(const RunRequest& request) {
  switch (request.deciding) {
    case Deciding::kPolicy: {
      auto traced = std::make_unique<decide::Traced>(decide::make_policy(request.policy));
      explore_state.trace = &traced->trace();
      return traced;
    }
    case Deciding::kPrefix: {
      auto prefix = std::make_unique<decide::Prefix>(request.answers);
      explore_state.prefix = prefix.get();
      explore_state.trace = &prefix->trace();
      return prefix;
    }
    case Deciding::kReplay:
      return std::make_unique<decide::Replay>(request.deviations, decide::Replay::Mode::kStrict,
                                              site_text);
    case Deciding::kCandidate:
      return std::make_unique<decide::Replay>(request.deviations, decide::Replay::Mode::kTolerant,
                                              site_text);
  }
  MJ_UNREACHABLE("a request that decides by nothing");
}

void take_on(const RunRequest& request) {
  constexpr std::uint64_t kNsInMs = 1'000'000;
  const bool may_be_stem = explore_state.stem.if_made() != nullptr;
  run().decide_by(may_be_stem ? policy_at_stem(policy_of) : policy_of(request));
  run().limit({request.steps, request.virtual_ms * kNsInMs});
  if (request.wants_schedule || may_be_stem) {
    run().keep_operations();
  }
  set_points_at(request.asks_at_accesses ? PointsAt::kAccesses : PointsAt::kVolatiles);
  set_shared_variables(request.shared);
}

bool is_of_program(const TracePoint& frame) {
  return !frame.method->holder->loader->is_boot_or_platform();
}

// Returns the innermost frame of the program; if there is none, the innermost one; empty if there
// are no frames.
std::string place_of(const std::vector<TracePoint>& frames) {
  for (const TracePoint& frame : frames) {
    if (is_of_program(frame)) {
      return frame_text(frame);
    }
  }
  return frames.empty() ? "" : frame_text(frames.front());
}

const char* word_of(sync::RunEnd why) {
  switch (why) {
    case sync::RunEnd::kNobodyCanRun:
      return "deadlock";
    case sync::RunEnd::kDiverged:
      return "diverged";
    case sync::RunEnd::kStepLimit:
      return "steps";
    case sync::RunEnd::kTimeLimit:
      return "time";
    case sync::RunEnd::kNoProgress:
      return "no progress";
    case sync::RunEnd::kRefused:
      return "refused";
  }
  MJ_UNREACHABLE("a run ends for no reason");
}

bool write_whole(int file, const std::string& text) {
  return pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

// Writes what the run was, and ends the process.
[[noreturn]] void report_run(runtime::JavaThread& self) {
  RunResult& result = *explore_state.result;
  if (result.end.empty()) {
    result.end = "exit";
    result.code = !explore_state.exits && explore_state.main_threw ? 1 : result.code;
  }
  std::vector<decide::Deviation> deviations = run().finish(site_text);
  result.divergence = run().divergence();
  if (explore_state.request->wants_schedule) {
    result.deviations = std::move(deviations);
    result.operations = run().operations();
  }
  const sync::RunFigures figures = run().figures();
  result.hash = figures.hash;
  result.trace = explore_state.trace == nullptr ? 0 : explore_state.trace->word();
  result.events = figures.events;
  result.ticks = figures.ticks;
  result.decisions = figures.decisions;
  result.virtual_ns = figures.ns;
  result.steps = explore_state.steps->take(sync::NoSafepoint(self));
  if (explore_state.prefix != nullptr) {
    result.answered = explore_state.prefix->answered();
  }
  std::fflush(nullptr);
  const std::string text = explore::print_result(result);
  // The limit of output is the program's, not ours.
  const rlimit no_limit{RLIM_INFINITY, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &no_limit);
  if (explore_state.warm_file >= 0) {
    (void)write_whole(explore_state.warm_file, translated_methods());
  }
  const StemState* stem = explore_state.stem.if_made();
  if (stem != nullptr && stem->links_file >= 0) {
    (void)write_whole(stem->links_file, made_links());
  }
  if (stem != nullptr && stem->pages_file >= 0) {
    (void)write_whole(stem->pages_file, pages_in_use());
  }
  const bool is_written = write_whole(explore_state.first + explore::kResultFile, text);
  _exit(is_written ? result.code : 1);
}

// A run that was ended early tells nothing more.
bool records_steps() {
  return explore_state.is_run && explore_state.request->records_steps &&
         explore_state.result->end.empty();
}

// Records that a thread begins or ends, unless it is one of the VM itself.
void tell(runtime::JavaThread& self, const char* text) {
  if (records_steps() && run().name_of(self).starts_with("main")) {
    explore_state.steps->tell(self, text);
  }
}

// The explorer reads its standard input when the first run wants it.
void await_input() {
  pollfd ready{explore_state.first + explore::kInputReady, POLLIN, 0};
  if (poll(&ready, 1, 0) == 0 && write(explorer(), &explore::kWantsInput, 1) == 1) {
    while (poll(&ready, 1, -1) < 0 && errno == EINTR) {
    }
  }
}

class ExploreTool final : public Tool, public Observer {
 public:
  bool before_classes(runtime::JavaThread&, const Options& options) override {
    watch_limits(options);
    begin_program_at(options.program_from);
    explore_state.first = static_cast<int>(options.serve_runs);
    if (explore_state.first != 0 && !(options.deterministic && options.thread_model == "M:1")) {
      std::fputs(
          "-XX:ServeRuns, and so --explore, needs -XX:+Deterministic with -XX:ThreadModel=M:1: the "
          "fork for a run copies one kernel thread\n",
          stderr);
      return false;
    }
    if (explore_state.first != 0) {
      observe(*this, kPhaseEvents | kRunEvents | kThreadEvents);
    }
    return true;
  }

  void program_begins(runtime::JavaThread& self) override {
    const RunRequest& request = explore_state.request.get(
        [&self] { return new RunRequest(serve_runs(self, explore_state.first)); });
    explore_state.is_run = true;
    take_on(request);
  }

  void exception_uncaught(runtime::JavaThread& self,
                          runtime::Handle<java::Throwable> thrown) override {
    if (!explore_state.is_run) {
      return;
    }
    const std::string name = run().name_of(self);
    explore_state.main_threw |= name == "main";
    RunResult& result = *explore_state.result;
    if (result.exception.empty()) {
      runtime::HandleScope scope(self);
      result.thread = name;
      result.frame = place_of(trace_points(self, thrown));
      sync::NoSafepoint still(self);
      result.exception = thrown.raw(still)->klass()->external_name();
    }
  }

  void input_wanted(runtime::JavaThread&) override { await_input(); }
  void operation_nears(runtime::JavaThread& self) override {
    if (records_steps()) {
      explore_state.steps->nears(run().name_of(self));
    }
  }
  void operation_begins(runtime::JavaThread& self, const decide::Operation& operation,
                        const runtime::Frame& frame, const runtime::Field* field) override {
    if (records_steps()) {
      explore_state.steps->begins(self, operation, frame, field);
    }
  }
  void thread_started(runtime::JavaThread& self) override { tell(self, "begins"); }
  void thread_ending(runtime::JavaThread& self) override { tell(self, "ends"); }

  void process_exits(runtime::JavaThread&, int code) override {
    explore_state.result->code = code;
    explore_state.exits = true;
  }

  void run_ends_early(runtime::JavaThread& self, sync::RunEnd why) override {
    explore_state.result->end = word_of(why);
    explore_state.result->stuck = stuck_places(self);
  }

  void phase_reached(runtime::JavaThread& self, VmPhase phase) override {
    if (phase == VmPhase::kEnded && explore_state.is_run) {
      report_run(self);
    }
  }
};

}  // namespace

Tool& explore_tool() {
  return explore_state.tool.get([] { return new ExploreTool; });
}

}  // namespace minijvm::vm
