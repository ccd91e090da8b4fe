// Implements -XX:+PrintCMTStatistics and -XX:+CountBytecodes: measures how well a program used the
// processors, and prints that when the VM ends.
// Tested by tests/vm/cmt_statistics.
// Source: Improving Application Efficiency Through Chip Multi-Threading, section 3: MIPS, cycles
// per instruction, and efficiency, the share of the instructions that the processors could have
// executed (clock rate x processors x 4 per cycle).
// A virtual machine often has no hardware counters. Then processor time tells how busy the
// processors were, and -XX:+CountBytecodes tells how many instructions of the Java virtual machine
// they executed (in a run of its own, because it slows the program down).
#pragma once

namespace minijvm::vm {

// Starts measuring for print_cmt_statistics. REQUIRES: the VM has no other thread yet.
void measure_for_cmt_statistics(unsigned processors);
void print_cmt_statistics();

}  // namespace minijvm::vm
