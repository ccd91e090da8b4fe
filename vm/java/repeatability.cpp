// Writes the sentences about what makes a run unrepeatable. One kernel thread runs all Java
// threads, so the list of the sentences has no lock.
#include "vm/java/repeatability.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "vm/java/halt.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::JavaThread;
using runtime::Method;

namespace {

constexpr Repeatability& state = the_vm.java.repeatability;

// Prints the sentences of -XX:World=warn when the VM ends.
class LastWords final : public Observer {
 public:
  void phase_reached(JavaThread&, VmPhase phase) override {
    if (phase != VmPhase::kEnded || state.met->empty()) {
      return;
    }
    std::fputs("This run is not repeatable:\n", stderr);
    for (const std::string& sentence : *state.met) {
      std::fprintf(stderr, "  %s\n", sentence.c_str());
    }
  }
};

std::string qualified_name(const Method& method) {
  return method.holder->external_name() + "." + std::string(method.name->text());
}

// Writes a frame as stack traces do.
std::string text_of(const runtime::Frame& frame) {
  const Method& method = frame.method();
  const runtime::Symbol* file = method.holder->source_file;
  const std::int32_t line = method.line_number(frame.bci());
  std::string source = file == nullptr ? "Unknown Source" : std::string(file->text());
  source += file == nullptr || line < 0 ? "" : ":" + std::to_string(line);
  return qualified_name(method) + "(" + source + ")";
}

// Where the program asked for something.
struct Place {
  std::string asked;  // the method of the library that the program called
  std::string at;     // the innermost frame of the program; empty if it has none on this stack
};

Place place_of(const JavaThread& self) {
  Place place;
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    const runtime::Class& holder = *method.holder;
    if (!holder.loader->is_boot_or_platform() && !holder.is_hidden && !method.is_native()) {
      place.at = text_of(walk.frame());
      break;
    }
    place.asked = qualified_name(method);
  }
  return place;
}

// "java.net.Socket.connect (native sun.nio.ch.Net.connect0) talks to the world"
std::string sentence_of(const Place& place, const std::string& who, std::string_view does) {
  const bool is_direct = place.asked.empty() || who.ends_with(" " + place.asked);
  return (is_direct ? who : place.asked + " (" + who + ")") + " " + std::string(does);
}

}  // namespace

bool has_met_world() { return !state.met->empty(); }

std::string place_in_program(const JavaThread& self) { return place_of(self).at; }

void keep_repeatable(bool refuses, const char* way_out) {
  state.is_kept = true;
  state.refuses = refuses;
  state.way_out = way_out;
  // It lives as long as the process.
  observe(*new LastWords, kPhaseEvents);
}

bool is_kept_repeatable() { return state.is_kept; }

void meet_world(JavaThread& self, const std::string& who, std::string_view does,
                const std::string& remedy) {
  const Place place = place_of(self);
  const std::string sentence = sentence_of(place, who, does);
  if (!state.refuses) {
    if (std::find(state.met->begin(), state.met->end(), sentence) == state.met->end()) {
      state.met->push_back(sentence);
    }
    return;
  }
  std::fprintf(stderr, "Not deterministic: %s.%s%s\n", sentence.c_str(),
               place.at.empty() ? "" : "   at ", place.at.c_str());
  std::fprintf(stderr, "%s%s%s\n", state.way_out, remedy.empty() ? "" : " ", remedy.c_str());
  notify(kRunEvents,
         [&](Observer& observer) { observer.run_ends_early(self, sync::RunEnd::kRefused); });
  halt_vm(kRefusedCode);
}

void refuse_foreign_thread() {
  std::fputs(
      "Not deterministic: a thread that the VM has not made attaches itself "
      "(AttachCurrentThread).\n"
      "-XX:+Deterministic runs one thread at a time.\n",
      stderr);
  std::fflush(nullptr);
  // The Java threads still run, so no exit handler may destroy what they use.
  std::_Exit(kRefusedCode);
}

}  // namespace minijvm::vm
