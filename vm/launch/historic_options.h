// Options of the VMs of 1998 to 2003, which the sources' scripts give: each stands for options of today. Proved by tests/vm/options_test.cpp.
//
//   -green                           -XX:ThreadModel=M:1
//   -XX:±UseTLE, -XX:TLESize=n       -XX:±UseTLAB, -XX:TLABSize=n       (1.3's name)
//   -XX:±UseISM, -XX:±UseMPSS        -XX:±UseLargePages
//   -Xconcgc                         a goal for pauses: there is no concurrent collector here
//   -XX:EmulateDefaults=1.2          Solaris 8's defaults: M:N by LWP synchronization, stacks of 128 KiB
//   -XX:EmulateDefaults=1.3          M:N by thread synchronization, 256 KiB
//   -XX:EmulateDefaults=1.4          M:N by LWP synchronization, 256 KiB; on Solaris 9 every VM is 1:1, as ours is by default
//
// And environment variables:
//   MPSSHEAP=4m                      -XX:+UseLargePages; MPSSSTACK is left alone: a thread's stack is smaller than a large page
//   MINIJVM_LIBTHREAD=lwp            -XX:ThreadModel=1:1, as LD_LIBRARY_PATH=/usr/lib/lwp chose Solaris's alternate thread library
//
// Source: the Solaris threading models paper, whose table (followed here) and prose disagree on 1.4; Chip multithreading efficiency, 3.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace minijvm::vm {

// Empty: it is none of them.
std::vector<std::string> todays_options(std::string_view option);
// Of the environment variables. Options given otherwise come later and so win.
std::vector<std::string> options_of_environment();

}  // namespace minijvm::vm
