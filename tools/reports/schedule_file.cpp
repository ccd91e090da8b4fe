// Writes the schedule of a deterministic run. Only the thread that ends the VM comes here.
#include "tools/reports/schedule_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "sync/decide/schedule_text.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/reports/reports_state.h"
#include "vm/boot/options.h"
#include "vm/boot/schedule_choice.h"
#include "vm/java/halt.h"
#include "vm/java/properties.h"
#include "vm/java/threads/points.h"

namespace minijvm::vm {
namespace {

// Returns the main class, or the jar.
std::string program_name() {
  const std::string* command = find_vm_property("sun.java.command");
  const std::string words = command == nullptr ? "" : command->substr(0, command->find(' '));
  return words.empty() ? "unknown" : words;
}

void write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  const bool is_written = file != nullptr &&
                          std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                          std::fflush(file) == 0;
  if (!is_written) {
    std::fprintf(stderr, "Cannot write the schedule to %s: %s\n", path.c_str(),
                 std::strerror(errno));
  }
  if (file != nullptr) {
    std::fclose(file);
  }
}

}  // namespace

void want_schedule(const Options& options) {
  reports_state.schedule_path.get([&] { return new std::string(options.save_schedule); });
  reports_state.schedule_flags.get(
      [&] { return new std::vector<std::string>(schedule_flags(options)); });
  reports_state.shared_variables.get(
      [&] { return new std::vector<std::string>(shared_variables(options)); });
}

void finish_schedule() {
  sync::DeterministicRun* run = sync::thread_model().run();
  if (run == nullptr) {
    return;
  }
  const bool has_diverged = !run->divergence().empty();
  decide::Schedule schedule;
  schedule.deviations = run->finish(site_text);
  const std::string* path = reports_state.schedule_path.if_made();
  if (path != nullptr && !path->empty()) {
    const sync::RunFigures figures = run->figures();
    schedule.program = program_name();
    schedule.flags = *reports_state.schedule_flags;
    schedule.shared = *reports_state.shared_variables;
    schedule.events = figures.events;
    schedule.ticks = figures.ticks;
    write_file(*path, print_schedule(schedule));
  }
  if (!has_diverged && !run->divergence().empty()) {
    std::fprintf(stderr, "%s\n", run->divergence().c_str());
    halt_held_vm(kDivergedCode);
  }
}

}  // namespace minijvm::vm
