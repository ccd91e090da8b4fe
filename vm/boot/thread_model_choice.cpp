// Makes the thread model from the options, once, before the main thread is attached. The models
// live as long as the process, because their LWPs may still run at exit.
#include "vm/boot/thread_model_choice.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/check.h"
#include "runtime/jdk_release.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/carriers.h"
#include "sync/schedule/models/bound_threads.h"
#include "sync/schedule/models/lwp_synchronization.h"
#include "sync/schedule/models/one_runner.h"
#include "sync/schedule/models/one_to_one.h"
#include "sync/threads/thread_state.h"
#include "vm/boot/flags.h"
#include "vm/boot/journal/journal_choice.h"
#include "vm/boot/option_words.h"
#include "vm/boot/options.h"
#include "vm/boot/schedule_choice.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/halt.h"
#include "vm/java/repeatability.h"
#include "vm/java/threads/continuations.h"
#include "vm/java/threads/quiet_code.h"
#include "vm/java/threads/shared_variables.h"
#include "vm/natives/world/world.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

constexpr const char* kNoKernelThread = "the thread model has no memory or no kernel thread";

sync::PoolRules rules_of(const Options& options) {
  sync::PoolRules rules;
  rules.places = options.thread_model == "M:1" ? 1 : options.lwps;
  rules.hands_off = options.lwp_hand_off == "always";
  rules.grows = options.lwp_hand_off == "sigwaiting";
  rules.has_slices = options.time_slices;
  return rules;
}

sync::ManyToMany* make_model_with_places(const Options& options) {
  const sync::PoolRules rules = rules_of(options);
  if (options.thread_model == "M:1") {
    return new sync::ManyToMany("M:1", rules);
  }
  return options.lwp_synchronization ? new sync::LwpSynchronization(rules)
                                     : new sync::ManyToMany("M:N", rules);
}

// The exit code, and what stderr says, for each way in which a run ends early.
struct EarlyEnd {
  int code;
  std::string sentence;
};
EarlyEnd early_end(sync::RunEnd why) {
  switch (why) {
    case sync::RunEnd::kNobodyCanRun:
      return {kDeadlockCode, "Deadlock: no thread can go on, and none waits for a time."};
    case sync::RunEnd::kDiverged:
      return {kDivergedCode, sync::thread_model().run()->divergence()};
    case sync::RunEnd::kStepLimit:
      return {kStepLimitCode, "The run has passed its limit of steps (-XX:StepLimit)."};
    case sync::RunEnd::kTimeLimit:
      return {kTimeLimitCode, "The run has passed its limit of time (-XX:VirtualTimeLimit)."};
    case sync::RunEnd::kNoProgress:
      break;  // tools/hangs
    case sync::RunEnd::kRefused:
      break;  // vm/java/repeatability.h
  }
  MJ_UNREACHABLE("a run ends for no reason");
}

std::unique_ptr<sync::Carrier> carrier_of(const Options& options) {
  if (options.thread_model == "M:1") {
    return sync::make_fiber_carrier();
  }
  if (options.thread_model == "1:1") {
    return sync::make_baton_carrier();
  }
  return sync::make_lwp_carrier(options.lwps != 0 ? options.lwps : options.active_processors);
}

// Ends a deterministic run early. Main waits, as all others do.
void end_run(sync::ExecEnv& main, sync::RunEnd why) {
  runtime::JavaThread& self = runtime::JavaThread::of(main);
  sync::change_state(self, self.state(), sync::ThreadState::kInVm);
  const EarlyEnd end = early_end(why);
  std::fprintf(stderr, "%s\n", end.sentence.c_str());
  notify(kRunEvents, [&](Observer& observer) { observer.run_ends_early(self, why); });
  halt_vm(end.code);
}

// Returns the sentence that tells a user whose run was refused what there is to do.
const char* way_out(const Options& options) {
  const bool has_journal = options.world == "record" || options.world == "replay";
  return has_journal ? "No journal can keep this (vm/natives/README.md, \"Record and replay\")."
                     : "-XX:World=warn goes on and says \"not repeatable\" at the end.";
}

Expected<void, std::string> choose_one_runner(const Options& given) {
  auto journaled = choose_journal(given);
  if (!journaled.ok()) {
    return Complaint(journaled.error());
  }
  const Options& options = journaled.value().options;
  auto found = schedule_of(options, journaled.value().schedule);
  if (!found.ok()) {
    return Complaint(found.error());
  }
  ScheduleChoice choice = found.take();
  sync::set_data_seed(choice.data_seed);
  sync::set_virtual_clock(choice.clock);
  set_points_at(choice.points);
  set_scope_of_points(choice.quiet_library, choice.preempt_scope);
  set_shared_variables(choice.shared);
  if (!options.program_from.empty()) {
    the_vm.java.settings.program_from.get([&] { return new std::string(options.program_from); });
  }
  keep_repeatable(options.world != "warn", way_out(options));
  trust_natives(options.trust_natives);
  auto* runner = new sync::OneRunner(end_run, carrier_of(options), std::move(choice.policy),
                                     choice.fair_ticks);
  runner->allow(choice.odd);
  if (!runner->start()) {
    return Complaint(kNoKernelThread);
  }
  if (!options.run_log.empty()) {
    std::FILE* file = std::fopen(options.run_log.c_str(), "we");
    if (file == nullptr) {
      return Complaint("Cannot write " + options.run_log + ": " + std::strerror(errno));
    }
    runner->write_log(file);
  }
  constexpr std::uint64_t kNsInMs = 1'000'000;
  runner->limit({options.step_limit, options.virtual_time_limit_ms * kNsInMs});
  sync::set_thread_model(*runner);
  if (journaled.value().journal != nullptr) {
    keep_journal(std::move(journaled.value().journal));
  }
  return {};
}

}  // namespace

Expected<void, std::string> choose_thread_model(const Options& options) {
  if (options.deterministic) {
    return choose_one_runner(options);
  }
  if (options.bound_threads) {
    sync::set_thread_model(*new sync::BoundThreads);
    return {};
  }
  // 1:1 needs no choice: it is the model from the start (sync/schedule/schedule_state.h).
  if (options.thread_model == "1:1") {
    return {};
  }
  sync::ManyToMany* model = make_model_with_places(options);
  if (!model->start()) {
    return Complaint(kNoKernelThread);
  }
  sync::set_thread_model(*model);
  return {};
}

void choose_continuations(const Options& options) {
  support_continuations(runtime::jdk().feature >= 25 && sync::is_one_to_one() &&
                        !options.stepper.is_on && setting_of(options, "VMContinuations") != "-");
  show_carrier_frames(setting_of(options, "ShowCarrierFrames") == "+");
}

}  // namespace minijvm::vm
