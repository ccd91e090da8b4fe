// Proves which differences make a sentence, and that noise makes none.
#include "tools/compare/sentences.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "made_runs.h"

using namespace minijvm::compare;

namespace {

using Sentences = std::vector<std::string>;

Sentences sentences(const std::vector<VariantRuns>& variants) { return sentences_of(variants, rows_of(variants)); }

bool has(const Sentences& all, const std::string& sentence) { return std::ranges::find(all, sentence) != all.end(); }

RunFigures with_lock(std::int64_t waited_ms) {
  RunFigures figures;
  figures.locks = {{"Gate", 10, waited_ms * kMilli}};
  return figures;
}

const Sentences kNothing = {"No difference is larger than the noise of these runs."};

}  // namespace

TEST_CASE("fewer than three runs make no sentence but this") {
  CHECK(sentences({made_variant("a", {100}), made_variant("b", {900})}) ==
        Sentences{"Fewer than 3 runs of each variant show nothing for sure: see --runs."});
}

TEST_CASE("times that lie apart") {
  const Sentences all = sentences({made_variant("1:1", {812, 815, 809}), made_variant("M:N", {640, 650, 630}), made_variant("M:1", {1190, 1200, 1210})});
  CHECK(has(all, "M:N takes 640 ms, and M:1 1,200 ms, 1.9 times as long."));
  CHECK(has(all, "M:N needs 640 ms of processor time, and M:1 1,200 ms."));
}

TEST_CASE("runs that overlap, small differences and noisy figures make none") {
  CHECK(sentences({made_variant("a", {100, 110, 119}), made_variant("b", {118, 125, 130})}) == kNothing);
  CHECK(sentences({made_variant("a", {100, 101, 102}), made_variant("b", {105, 106, 107})}) == kNothing);
  CHECK(sentences({made_variant("a", {10, 10, 10}), made_variant("b", {19, 19, 19})}) == kNothing);
  CHECK(sentences({made_variant("a", {100, 101, 102}), made_variant("b", {300, 400, 500})}) == kNothing);
}

TEST_CASE("nothing is said of a noisy variant, and no variant is called the best") {
  const Sentences all = sentences({made_variant("noisy", {90, 110, 130}), made_variant("b", {200, 201, 202}), made_variant("c", {300, 301, 302})});
  CHECK(has(all, "b takes 201 ms, and c 301 ms, 1.5 times as long."));
  VariantRuns scattered = made_variant("scattered", {100, 100, 100}, with_lock(100));
  scattered.recorded[0] = with_lock(500);
  CHECK(sentences({scattered, made_variant("b", {100, 100, 100}, with_lock(11))}) == kNothing);
}

TEST_CASE("equal variants differ in nothing") {
  CHECK(sentences({made_variant("a", {100, 100, 100}), made_variant("b", {100, 100, 100})}) == kNothing);
}

TEST_CASE("switches of the VM and of the kernel, and LWPs") {
  RunFigures many_to_many;
  many_to_many.switches = 12840;
  many_to_many.lwps = 2;
  RunFigures one_to_one;
  one_to_one.lwps = 14;
  std::vector<VariantRuns> variants = {made_variant("1:1", {100, 100, 100}, one_to_one), made_variant("M:N", {100, 100, 100}, many_to_many)};
  for (PlainRun& run : variants[0].plain) {
    run.kernel_switches = 40'120;
  }
  const Sentences all = sentences(variants);
  CHECK(has(all, "M:N switches threads 12,840 times without the kernel."));
  CHECK(has(all, "The kernel switches threads 1,000 times under M:N, and 40,120 times under 1:1."));
  CHECK(has(all, "The threads run on 2 LWPs under M:N, and on 14 under 1:1."));
  for (PlainRun& run : variants[1].plain) {
    run.kernel_switches = 39'000;
  }
  CHECK(has(sentences(variants), "M:N switches threads 12,840 times; below it, the kernel switches 39,000 times."));
}

TEST_CASE("waits for the locks of a class") {
  const Sentences all = sentences({made_variant("1:1", {100, 100, 100}, with_lock(52)), made_variant("M:N", {100, 100, 100}, with_lock(11))});
  CHECK(all == Sentences{"1:1 waits 41 ms longer for locks of Gate than M:N (52 ms and 11 ms)."});
  CHECK(sentences({made_variant("1:1", {100, 100, 100}, with_lock(12)), made_variant("M:N", {100, 100, 100}, with_lock(11))}) == kNothing);
}

TEST_CASE("a thread that is ready counts only where the VM chooses who runs") {
  RunFigures ready;
  ready.states_ns = {{"ready", 900 * kMilli}};
  CHECK(sentences({made_variant("1:1", {100, 100, 100}, ready), made_variant("also", {100, 100, 100})}) == kNothing);
  ready.switches = 10;
  RunFigures quick = ready;
  quick.states_ns["ready"] = 100 * kMilli;
  CHECK(sentences({made_variant("M:1", {100, 100, 100}, ready), made_variant("M:N", {100, 100, 100}, quick)}) ==
        Sentences{"Under M:1 threads were ready, without an LWP to carry them, for 900 ms in all; under M:N for 100 ms."});
}

TEST_CASE("a variant that was stopped does not silence the others") {
  VariantRuns stopped = made_variant("M:1", {});
  stopped.stopped = "M:1 did not end.";
  CHECK(sentences({made_variant("a", {100, 100, 100}), made_variant("b", {200, 200, 200}), stopped}).size() == 2);
  CHECK(sentences({made_variant("a", {100, 100, 100}), stopped}) == Sentences{"Fewer than two variants ran to their end, so nothing is compared."});
}
