// Proves that the ring keeps the newest events, prints them oldest first, and records nothing while off.
#include "base/event_ring.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/base_listener.h"

using namespace minijvm;

namespace {
std::string printed(const EventRing& ring, std::uint32_t most) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  ring.print(out, most);
  std::fclose(out);
  const std::string result(text, size);
  std::free(text);
  return result;
}
}  // namespace

TEST_CASE("event ring: off records nothing, on records name and values", "[base][event_ring]") {
  EventRing ring;
  MJ_EVENT(ring, Event::gc_begin, 1, 2);
  REQUIRE(printed(ring, 10).empty());
  event_state.enabled.store(true);
  MJ_EVENT(ring, Event::gc_begin, 0x10, 0x20);
  event_state.enabled.store(false);
  REQUIRE_THAT(printed(ring, 10), Catch::Contains("gc_begin") && Catch::Contains("0x10 0x20"));
  REQUIRE(std::string(event_name(Event::meta_hand_over)) == "meta_hand_over");
}

TEST_CASE("event ring: the newest are kept, oldest of them first", "[base][event_ring]") {
  EventRing ring;
  for (std::uint32_t i = 0; i < EventRing::kEntries + 3; i++)
    ring.record(Event::park, 0x1000 + i, 0);
  const std::string all = printed(ring, EventRing::kEntries * 2);
  REQUIRE_THAT(
      all, !Catch::Contains("0x1002 ") && Catch::Contains("0x1003 ") && Catch::Contains("0x1102 "));
  const std::string last = printed(ring, 2);
  REQUIRE(last.find("0x1101") < last.find("0x1102"));
  REQUIRE(last.find("0x1100") == std::string::npos);
}

TEST_CASE("event ring: a listener is told of each event where it happens", "[base][event_ring]") {
  struct Listener final : BaseListener {
    void event_recorded(Event event, std::uint64_t first, std::uint64_t) override {
      heard.push_back(std::string(event_name(event)) + std::to_string(first));
    }
    std::vector<std::string> heard;
  } listener;
  set_base_listener(&listener);
  EventRing ring;
  MJ_EVENT(ring, Event::gc_copied, 1, 0);  // events are off
  event_state.enabled.store(true);
  MJ_EVENT(ring, Event::gc_copied, 2, 0);
  event_state.enabled.store(false);
  set_base_listener(nullptr);
  ring.record(Event::gc_copied, 3, 0);
  REQUIRE(listener.heard == std::vector<std::string>{"gc_copied2"});
}
