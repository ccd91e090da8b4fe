// Names of base, for headers that need no more.
#pragma once

namespace minijvm {
class VirtualMemory;
class EventRing;
}  // namespace minijvm
