// Each variant makes a run without a recording and then one with, round after round. A variant that
// the VM refuses, or that does not end in time, takes no part in the next rounds.
#include "tools/compare/rounds.h"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string_view>
#include <utility>

#include "tools/compare/child.h"
#include "tools/compare/figures.h"
#include "tools/launched/launcher.h"

namespace minijvm::compare {
namespace {

using Error = Unexpected<std::string>;

class Rounds {
 public:
  Rounds(const Settings& settings, int input)
      : settings_(settings), input_(input), launcher_(launched::launcher_path()) {
    for (const Variant& variant : settings.set.variants) {
      VariantRuns& runs = all_.emplace_back();
      runs.name = variant.name;
      runs.options = text_of(variant.options);
    }
  }

  Expected<std::vector<VariantRuns>, std::string> make() {
    for (std::uint64_t round = 1; round <= settings_.rounds; ++round) {
      std::fprintf(stderr, "round %llu of %llu:", static_cast<unsigned long long>(round),
                   static_cast<unsigned long long>(settings_.rounds));
      for (std::size_t i = 0; i < all_.size(); ++i) {
        MJ_TRY(make_two(settings_.set.variants[i], all_[i]));
      }
      std::fputc('\n', stderr);
    }
    return std::move(all_);
  }

 private:
  Expected<void, std::string> make_two(const Variant& variant, VariantRuns& runs) {
    if (!runs.stopped.empty()) {
      return {};
    }
    ChildEnd plain = MJ_TRY(run(variant, nullptr));
    const std::string time = plain.was_late ? "too long" : ms_text(plain.wall_ns) + " ms";
    std::fprintf(stderr, " %s %s%s", runs.name.c_str(), time.c_str(),
                 &variant == &settings_.set.variants.back() ? "" : ",");
    std::fflush(stderr);
    runs.recording = std::make_shared<launched::MemoryFile>("recording");
    if (runs.recording->file() < 0) {
      return Error(std::string("no memory for a recording: ") + std::strerror(errno));
    }
    ChildEnd recorded = MJ_TRY(run(variant, runs.recording.get()));
    take(std::move(plain), std::move(recorded), runs);
    return {};
  }

  Expected<ChildEnd, std::string> run(const Variant& variant, const launched::MemoryFile* file) {
    ChildStart start{launcher_, words_of_run(settings_, variant), input_, file, settings_.seconds};
    if (file != nullptr) {
      start.words.insert(start.words.begin(),
                         fmt::format("-XX:StartTimeline=filename=/proc/self/fd/{}", kRecording));
    }
    return run_child(start);
  }

  void take(ChildEnd plain, ChildEnd recorded, VariantRuns& runs) const {
    const std::string content = runs.recording->content_from();
    std::string_view rest = content;
    auto figures = vm::record::take_figures(rest);
    if (plain.was_late || recorded.was_late) {
      runs.stopped = fmt::format("{} did not end within {} s (--for), and was stopped.", runs.name,
                                 settings_.seconds);
    } else if (!figures.ok()) {
      runs.stopped = fmt::format("{}: {} (exit code {}). It says: {}", runs.name, figures.error(),
                                 recorded.code, words_of(recorded));
    }
    constexpr int kKilled = 128 + SIGKILL;  // perhaps while it wrote
    if (!figures.ok() || recorded.code == kKilled) {
      runs.recording.reset();
    }
    if (!runs.stopped.empty()) {
      forget_runs(runs);
      return;
    }
    runs.recorded.push_back(figures.take());
    runs.plain.push_back({plain.wall_ns, plain.cpu_ns, plain.rss_bytes, plain.kernel_switches});
    for (ChildEnd* end : {&plain, &recorded}) {
      runs.endings.push_back({end->code, std::move(end->out), end->err.kept()});
    }
  }

  // The table and the sentences are about variants that made all their runs. Its last recording
  // stays, since it may show why a variant did not end.
  static void forget_runs(VariantRuns& runs) {
    runs.plain.clear();
    runs.recorded.clear();
    runs.endings.clear();
  }

  // HotSpot's launcher says what it refuses on standard output, or on standard error. A warning
  // before it is not the reason.
  static std::string words_of(const ChildEnd& end) {
    std::istringstream lines(end.err.bytes() != 0 ? end.err.kept() : end.out.kept());
    for (std::string line; std::getline(lines, line);) {
      if (line.find(" warning: ") == std::string::npos) {
        return line;
      }
    }
    return "nothing";
  }

  static std::string ms_text(std::int64_t ns) {
    constexpr double kNanosPerMilli = 1e6;
    return number_text(static_cast<double>(ns) / kNanosPerMilli, 0);
  }

  const Settings& settings_;
  const int input_;
  const std::string launcher_;
  std::vector<VariantRuns> all_;
};

}  // namespace

Expected<std::vector<VariantRuns>, std::string> make_runs(const Settings& settings, int input) {
  return Rounds(settings, input).make();
}

}  // namespace minijvm::compare
