// Reads the memory limits of the machine and of control groups. The VM asks while it starts, to
// choose the size of the heap.
#include "base/machine_memory.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>

#include "base/bits.h"
#include "base/control_group.h"
#include "base/virtual_memory.h"

namespace minijvm {
namespace {

// Reads a file with one number. Returns SIZE_MAX if the file does not exist or says "max", which is
// no number.
std::size_t limit_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t limit = 0;
  return file >> limit ? limit : SIZE_MAX;
}

}  // namespace

std::size_t physical_memory_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * page_size();
}

// A group is limited by every group above it as well, so the least of all limits holds.
std::size_t control_group_limit(const std::string& membership, const std::string& mount) {
  std::size_t least = SIZE_MAX;
  for (const ControlGroupFolder& folder : control_group_folders(membership, mount, "memory")) {
    least = std::min(
        least,
        limit_in(folder.path + (folder.version == 2 ? "/memory.max" : "/memory.limit_in_bytes")));
  }
  return least;
}

std::size_t control_group_limit() {
  return control_group_limit(own_control_groups(), kControlGroupMount);
}

void return_large_blocks() {
  // Setting the threshold, even to its initial value of 128 KiB, stops the C library from moving
  // it.
  constexpr int kLargeBlock = 128 * kKiB;
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
}

}  // namespace minijvm
