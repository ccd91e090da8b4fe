// -XX:+PrintCMTStatistics, -XX:+CountBytecodes: how well a program used the processors, printed when the VM ends. Proved by tests/vm/cmt_statistics.
// Source: Improving Application Efficiency Through Chip Multi-Threading, section 3: MIPS, cycles per instruction and efficiency, the share of the
// instructions that the processors could have executed: clock rate x processors x 4 per cycle.
// A virtual machine often has no hardware counters. Then time tells how busy the processors were, and -XX:+CountBytecodes (in a run of its own: it
// slows the program down) how many instructions of the virtual machine that was.
#pragma once

namespace minijvm::vm {

// From now on, for print_cmt_statistics. REQUIRES: the VM has no other thread yet.
void measure_for_cmt_statistics(unsigned processors);
void print_cmt_statistics();

}  // namespace minijvm::vm
