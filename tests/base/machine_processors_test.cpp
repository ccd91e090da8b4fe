// Proves: a quota of processor time is rounded up to whole processors, the least of a control group and of those above it counts, in both versions;
// nonsense is no limit, and a process has one processor at least.
#include "base/machine_processors.h"

#include <catch2/catch.hpp>
#include <climits>

#include "control_group_mount.h"

using namespace minijvm;
using namespace minijvm::test;

TEST_CASE("machine processors: a version 2 quota, rounded up", "[base][machine_processors]") {
  Mount mount;
  mount.write("/a/cpu.max", "350000 100000\n");
  mount.write("/a/b/cpu.max", "max 100000\n");
  CHECK(control_group_processors("0::/a/b\n", mount.path) == 4);
  CHECK(control_group_processors("0::/\n", mount.path) == INT_MAX);
  mount.write("/a/b/cpu.max", "1000 100000\n");
  CHECK(control_group_processors("0::/a/b\n", mount.path) == 1);
  CHECK(control_group_processors("0::/a\n", mount.path) == 4);
  mount.write("/cpu.max", "200000 100000\n");  // a container sees its own group as the root
  CHECK(control_group_processors("0::/a\n", mount.path) == 2);
}

TEST_CASE("machine processors: of version 1 the cpu controller counts",
          "[base][machine_processors]") {
  Mount mount;
  mount.write("/cpu/box/cpu.cfs_quota_us", "150000\n");
  mount.write("/cpu/box/cpu.cfs_period_us", "100000\n");
  mount.write("/cpu/free/cpu.cfs_quota_us", "-1\n");
  mount.write("/cpu/free/cpu.cfs_period_us", "100000\n");
  CHECK(control_group_processors("5:memory:/box\n4:cpu,cpuacct:/box\n", mount.path) == 2);
  CHECK(control_group_processors("4:cpu,cpuacct:/free\n", mount.path) == INT_MAX);
  CHECK(control_group_processors("4:cpuset:/box\n", mount.path) == INT_MAX);
}

TEST_CASE("machine processors: nonsense is no limit", "[base][machine_processors]") {
  Mount mount;
  for (const char* text :
       {"", "many", "100000", "0 100000", "-5 100000", "100000 0", "100000 -1"}) {
    CAPTURE(text);
    mount.write("/cpu.max", text);
    CHECK(control_group_processors("0::/\n", mount.path) == INT_MAX);
  }
  mount.write("/cpu.max", "9223372036854775807 1\n");
  CHECK(control_group_processors("0::/\n", mount.path) == INT_MAX);
  CHECK(control_group_processors("0::/\n", "/no/such/folder") == INT_MAX);
}

TEST_CASE("machine processors: there is one at least", "[base][machine_processors]") {
  CHECK(allowed_processors() >= 1);
  CHECK(granted_processors(true) >= 1);
  CHECK(granted_processors(true) <= granted_processors(false));
}
