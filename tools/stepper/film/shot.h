// One frame of the film as the pause of a collection writes it down: numbers and addresses, and no
// text. The record for the tool is made of it when the pause is over, since with 200 objects that
// takes longer than a young collection.
// Tested by tests/vm/stepper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/events/events.h"
#include "base/json/json.h"
#include "tools/stepper/heap_view.h"
#include "tools/stepper/picture/numbered_objects.h"

namespace minijvm::vm::stepper {

struct Shot {
  using Objects = std::vector<NumberedObjects::Numbered>;
  // The phase decides what is known of an object (film.h).
  struct Row {
    const void* address;
    const char* space;
    const void* forwarded_to = nullptr;  // null: it is not said
    ObjectNo number;
    std::optional<std::uint8_t> age;
    std::optional<bool> is_marked;
  };
  struct Piece {
    unsigned worker;
    const char* space;
    const std::byte* start;
    const std::byte* end;
  };

  Event phase;
  std::int64_t collection;  // its number in the log of the collector
  // "young" or "full"; the first frame learns it with the second.
  const char* kind;
  SpaceFacts spaces;
  // Those that were there when the collection began, shared by all its frames.
  std::shared_ptr<const Objects> objects;
  // True if the rows are those of the young objects only; the old ones are where they were.
  bool leaves_out_old;
  std::vector<Row> rows;
  std::vector<ObjectNo> dead;               // at the end
  std::vector<std::int64_t> dirty_stripes;  // at the begin and at the end
  // The workers filled these; pieces of one worker that lie side by side are one.
  std::vector<Piece> pieces;
  unsigned workers;
  // Since the begin of the collection.
  std::uint64_t posts;
  std::uint64_t steals;
};

// The film divides the old generation into stripes of that many cards.
inline constexpr std::size_t kStripeCards = 256;

// Returns the space whose memory holds the address, now. During a collection the tops do not count.
const char* space_at(const void* address);

// Returns the event for the tool, as tools/stepper/README.md has it.
Json describe_shot(const Shot& shot);

}  // namespace minijvm::vm::stepper
