// Measures one event: while nobody wants it, while it is recorded, and in the log of a thread that
// is no Java thread.
//   record_bench      prints a line for each, in nanoseconds: median of 15 rounds
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "base/events/event_log.h"

using namespace minijvm;

namespace {

constexpr int kEvents = 200'000;
constexpr int kRounds = 15;

template <class Log>
double median_ns(Log& log) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kEvents; ++i) {
      MJ_EVENT(log, Event::meta_queue, i, round);
    }
    const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
    rounds.push_back(spent.count() / kEvents);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[kRounds / 2];
}

}  // namespace

int main() {
  EventLog own;
  SharedEventLog shared;
  std::printf("not wanted      %5.1f ns\n", median_ns(own));
  record_event_groups(kAllEventGroups);
  std::printf("recorded        %5.1f ns\n", median_ns(own));
  std::printf("in a shared log %5.1f ns\n", median_ns(shared));
}
