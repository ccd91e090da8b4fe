// Translates options of the VMs of 1998 to 2003, which the scripts in the papers use. Each stands
// for options of this VM, and has the same effect.
// Tested by tests/vm/options_test.cpp.
//
//   -green                           -XX:ThreadModel=M:1
//   -XX:±UseTLE, -XX:TLESize=n       -XX:±UseTLAB, -XX:TLABSize=n       (1.3's name)
//   -XX:±UseISM, -XX:±UseMPSS        -XX:±UseLargePages
//   -Xconcgc                         a goal for pauses, with a warning: there is no concurrent
//                                    collector here
//   -XX:EmulateDefaults=1.3          thread model and stacks of that VM (emulated_defaults.h)
//
// There are also environment variables:
//   MPSSHEAP=4m                      -XX:+UseLargePages. MPSSSTACK has no effect: a thread's stack
//                                    is smaller than a large page.
//   MINIJVM_LIBTHREAD=lwp            -XX:ThreadModel=1:1. LD_LIBRARY_PATH=/usr/lib/lwp chose
//                                    Solaris's alternate thread library in this way.
//
// Sources: the Solaris threading models paper; Improving Application Efficiency Through Chip
// Multi-Threading, section 3.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vm/boot/foreign_flags.h"

namespace minijvm::vm {

// Returns the options that such an option stands for, or nothing if the option is none of them. The
// error is the message for stderr.
ForeignFlags::Translated todays_options(std::string_view option);
// Returns the options that the environment variables stand for.
std::vector<std::string> historic_environment_options();

}  // namespace minijvm::vm
