// Proves where the policy `sites` preempts, and that it finds the one step that matters among those of many threads.
#include "sync/decide/sites.h"

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "sync/decide/policies.h"

using namespace minijvm::decide;

namespace {

std::vector<Option> three_options() {
  std::vector<Option> made(3);
  for (ThreadNo thread = 0; thread < 3; ++thread) {
    made[thread].thread = thread;
  }
  return made;
}

Question at_site(const std::vector<Option>& options, SiteNo site) {
  return {Choice::kRun, options[0].thread, 1, false, {PlaceKind::kAccess, site, 1}, options};
}

// Main starts writers, which all run the same two steps, and then one that looks whether it has come between these steps of the first.
bool finds(Policy& policy, std::size_t writers) {
  const std::size_t checker = writers + 1;
  std::vector<std::size_t> step(writers + 2);
  std::size_t started = 0;
  std::size_t first_steps = 0;
  std::size_t second_steps = 0;
  const auto steps_of = [&](std::size_t thread) {
    return thread == 0 ? writers + 1 : thread == checker ? 1 : std::size_t{2};
  };
  const auto can_run = [&](std::size_t thread) {
    return thread <= started && step[thread] < steps_of(thread);
  };
  for (std::size_t current = 0;;) {
    std::vector<Option> options;
    for (std::size_t thread = 0; thread <= checker; ++thread) {
      if (can_run(thread)) {
        const auto at = thread == current ? options.begin() : options.end();
        options.insert(at, Option{.thread = static_cast<ThreadNo>(thread)});
      }
    }
    if (options.empty()) {
      return false;
    }
    // Far apart, as a site's number says nothing but which it is.
    const SiteNo site = 1'000 * (current == 0 ? 1 : current == checker ? 4 : 2 + step[current]);
    Question asked = at_site(options, can_run(current) ? site : 0);
    asked.asker = static_cast<ThreadNo>(current);
    asked.blocked = !can_run(current);
    current = options[options.size() == 1 ? 0 : policy.choose(asked)].thread;
    const std::size_t done = step[current]++;
    if (current == 0) {
      ++started;
    } else if (current == checker) {
      return first_steps != 0 && second_steps == 0;
    } else {
      ++(done == 0 ? first_steps : second_steps);
    }
  }
}

}  // namespace

TEST_CASE("sites: one or two preemptions, each the n-th time at a site", "[decide][sites]") {
  const auto options = three_options();
  std::map<std::size_t, int> runs_by_preemptions;
  std::set<SiteNo> preempted;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Sites sites(seed);
    Sites same(seed);
    std::size_t preemptions = 0;
    for (int time = 1; time <= 64; ++time) {
      for (SiteNo site = 1; site <= 64; ++site) {
        const std::size_t chosen = sites.choose(at_site(options, site));
        REQUIRE(chosen == same.choose(at_site(options, site)));
        if (chosen != 0) {
          ++preemptions;
          preempted.insert(site);
        }
      }
    }
    ++runs_by_preemptions[preemptions];
  }
  REQUIRE(runs_by_preemptions.size() == 2);
  REQUIRE(runs_by_preemptions[1] > 900);  // also where both draws are the same
  REQUIRE(runs_by_preemptions[2] > 700);
  REQUIRE(preempted.size() == 64);
}

TEST_CASE("sites: a run that cannot go on is continued by one rule", "[decide][sites]") {
  const auto options = three_options();
  std::map<std::set<std::size_t>, int> chosen;
  for (std::uint64_t seed = 0; seed < 900; ++seed) {
    Sites sites(seed);
    std::set<std::size_t> of_run;
    for (int time = 0; time < 40; ++time) {
      Question asked = at_site(options, 1);
      asked.blocked = true;
      asked.asker = 7;
      of_run.insert(sites.choose(asked));
    }
    ++chosen[of_run];
  }
  REQUIRE(chosen.size() == 3);
  REQUIRE(chosen[{0}] > 240);
  REQUIRE(chosen[{2}] > 240);
  REQUIRE(chosen[{0, 1, 2}] > 240);
}

TEST_CASE("sites: finds the one step that matters among those of 100 threads", "[decide][sites]") {
  std::map<PolicyKind, int> found;
  for (PolicyKind kind : {PolicyKind::kSites, PolicyKind::kPct, PolicyKind::kRandom}) {
    for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
      PolicyChoice choice;
      choice.kind = kind;
      choice.seed = seed;
      choice.depth = 2;
      choice.steps = 300;
      found[kind] += finds(*make_policy(choice), 100) ? 1 : 0;
    }
  }
  CAPTURE(found[PolicyKind::kSites], found[PolicyKind::kPct], found[PolicyKind::kRandom]);
  REQUIRE(found[PolicyKind::kSites] >= 10);
  REQUIRE(found[PolicyKind::kPct] < 3);
  REQUIRE(found[PolicyKind::kRandom] < 3);
}
