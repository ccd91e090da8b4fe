// The tools in this library. Each function returns the object through which a tool takes part in
// the start of the VM (vm/tools.h). linked_tools.cpp puts them in order. Tested by the build of
// preset core, which has none of them.
#pragma once

namespace minijvm::vm {

class Tool;

// Flags and options of other VMs (tools/compat).
Tool& compat_tool();
// Statistics, traces and the fatal report (tools/reports, tools/dumps).
Tool& reports_tool();
// The stepper, started by --step (tools/stepper).
Tool& stepper_tool();
// Archives and lists of classes (tools/archive). Called once: the tool has no state that others
// look at.
Tool* make_archive_tool();
// java.management, the attach listener and jcmd (tools/manage).
Tool& manage_tool();
// Counters for jps and jstat (tools/perfdata). Called once, as above.
Tool* make_perf_data_tool();
// Timelines of what the VM does (tools/record). Called once, as above.
Tool* make_record_tool();
// Explains why a deterministic run hangs (tools/hangs). Called once, as above.
Tool* make_hang_tool();
// Finds data races in a deterministic run (tools/races). Called once, as above. At the VM's end it
// comes behind all that watch, since it may end the process.
Tool* make_races_tool();
// JVMTI agents (tools/jvmti).
Tool& jvmti_tool();
// Runs that minijvm-explore asks for (tools/explore). The last one: it ends the process.
Tool& explore_tool();

}  // namespace minijvm::vm
