// A picture is one record with everything that a page shows of a stop: threads with their frames,
// the objects that they refer to, static fields, locks, the heap, and the bytecode of the methods
// that no earlier picture has sent. The answer to the command `picture` is one.
//
//   threads, statics, locks  name objects by number; Values notes each object that is named
//   objects                  those that were noted, and what they refer to, breadth first
//
// Everything is limited, and what is cut says so: "more_objects", "more_frames", "...".
// Tested by tests/vm/stepper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "tools/reports/slot_kinds.h"
#include "tools/stepper/picture/listings.h"
#include "tools/stepper/picture/numbered_objects.h"
#include "tools/stepper/picture/values.h"
#include "tools/stepper/scene.h"
#include "tools/stepper/stage.h"

namespace minijvm::vm::stepper {

// Keeps what several pictures share. Only the thread that has the floor (stage.h) uses the listings
// and the LWPs; any thread uses the kinds and the numbers, which have locks of their own.
struct PictureMemory {
  SlotKinds& kinds;
  NumberedObjects numbers;
  Listings& listings;
  // The kernel's id of an LWP -> its number, in the order in which they were seen.
  std::unordered_map<std::int32_t, int> lwps;
};

// Says how much of the objects a picture shows.
struct PictureLimits {
  std::size_t objects = 200;
  // An object to which a frame refers has depth 1.
  std::size_t depth = 4;
  // Objects of the class library whose fields are shown, too.
  std::unordered_set<ObjectNo> open;
};

// Holds all that the parts of a picture are made from.
struct PictureSources {
  const Scene& scene;
  const Stage& stage;
  PictureMemory& memory;
  const PictureLimits& limits;
  Values& values;
};

Json take_picture(const Scene& scene, const Stage& stage, PictureMemory& memory,
                  const PictureLimits& limits);

}  // namespace minijvm::vm::stepper
