// Proves: the least limit of a control group and of those above it counts, in both versions; nonsense is no limit.
// Large blocks have mappings of their own.
#include "base/machine_memory.h"

#include <malloc.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/bits.h"
#include "control_group_mount.h"

using namespace minijvm;
using namespace minijvm::test;

TEST_CASE("machine memory: version 2 groups limit what is below them", "[base][machine_memory]") {
  Mount mount;
  mount.write("/a/memory.max", "1073741824\n");
  mount.write("/a/b/memory.max", "max\n");
  mount.write("/a/b/c/memory.max", "2147483648\n");
  CHECK(control_group_limit("0::/a/b/c\n", mount.path) == 1 * kGiB);
  CHECK(control_group_limit("0::/\n", mount.path) == SIZE_MAX);
  mount.write("/memory.max", "536870912\n");  // a container sees its own group as the root
  CHECK(control_group_limit("0::/\n", mount.path) == 512 * kMiB);
}

TEST_CASE("machine memory: of version 1 the memory controller counts", "[base][machine_memory]") {
  Mount mount;
  mount.write("/memory/box/memory.limit_in_bytes", "268435456\n");
  mount.write("/memory.max", "1\n");
  CHECK(control_group_limit("12:cpu,cpuacct:/box\n5:memory:/box\n1:name=systemd:/box\n",
                            mount.path) == 256 * kMiB);
  CHECK(control_group_limit("4:blkio,memory:/box/inner\n", mount.path) == 256 * kMiB);
  CHECK(control_group_limit("4:memoryless:/box\n", mount.path) == SIZE_MAX);
}

TEST_CASE("machine memory: nonsense is no limit", "[base][machine_memory]") {
  Mount mount;
  mount.write("/memory.max", "lots\n");
  for (const char* membership : {"", "\n", "0", "0:", "0::", "::::", "0::/x/../y\n"}) {
    CHECK(control_group_limit(membership, mount.path) == SIZE_MAX);
  }
  CHECK(control_group_limit("0::/\n", "/no/such/folder") == SIZE_MAX);
  CHECK(physical_memory_bytes() > 16 * kMiB);
}

// they have a malloc of their own
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// How many mappings malloc has more once it has given such blocks: a few of them, since it first
// uses up the free memory that other tests have left.
static std::size_t mappings_for(std::size_t bytes) {
  std::size_t before = mallinfo2().hblks;
  std::vector<void*> blocks;
  while (blocks.size() < 100 && mallinfo2().hblks == before) {
    blocks.push_back(std::malloc(bytes));
  }
  std::size_t with = mallinfo2().hblks;
  for (void* block : blocks) {
    std::free(block);
  }
  return with - before;
}

TEST_CASE("machine memory: a large block is a mapping, also after a larger one was freed",
          "[base][machine_memory]") {
  return_large_blocks();
  CHECK(mappings_for(4 * kMiB) == 1);
  CHECK(mappings_for(200 * kKiB) == 1);
  CHECK(mappings_for(100 * kKiB) == 0);
}

#endif
