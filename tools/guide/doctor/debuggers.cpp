// Says how to attach a debugger on this machine, and what forbids it.
#include <fmt/format.h>
#include <unistd.h>

#include "tools/guide/doctor/findings.h"
#include "tools/guide/doctor/probe.h"
#include "tools/guide/places.h"

namespace minijvm::guide {
namespace {

// Debian's kernels have the variable, others need not.
Finding attaching() {
  if (!may_trace_child()) {
    return {Mark::kNote, "the kernel lets nobody trace a process here, not even a child: no gdb",
            "in a container: start it with --cap-add=SYS_PTRACE"};
  }
  const std::string scope = first_line("/proc/sys/kernel/yama/ptrace_scope");
  if (scope.empty() || scope == "0" || (scope != "3" && geteuid() == 0)) {
    return {Mark::kGood, "gdb may attach to a program of yours that runs"};
  }
  if (scope == "3") {
    return {Mark::kNote,
            "ptrace_scope is 3: no debugger can attach until the machine is restarted"};
  }
  return {Mark::kNote,
          fmt::format("ptrace_scope is {}: gdb may start a program, but not attach to one", scope),
          "to attach: sudo gdb, or sudo sysctl kernel.yama.ptrace_scope=0"};
}

void append_gdb(const std::string& prefix, Findings& findings) {
  const std::string session = gdb_session(prefix);
  const std::string gdb = path_of_program("gdb");
  if (gdb.empty()) {
    findings.push_back({Mark::kNote, "no gdb: the VM itself cannot be looked at",
                        "on Debian: apt-get install gdb"});
    return;
  }
  if (session.empty()) {
    findings.push_back({Mark::kNote, "the commands for gdb (session.py) are not installed"});
    return;
  }
  findings.push_back({Mark::kGood, fmt::format("gdb, to start: gdb -x '{}' --args "
                                               "'{}/bin/minijvm' -cp DIR Main",
                                               session, prefix)});
  findings.push_back({Mark::kGood, fmt::format("gdb, to attach: gdb -x '{}' -p PID", session)});
  findings.push_back(attaching());
#ifndef MINIJVM_DEBUG
  findings.push_back({Mark::kNote, "this build has no debug information, which the commands need",
                      "cmake --preset debug && cmake --build --preset debug makes one that has"});
#endif
}

// IDEs and jdb speak with an agent in the VM, and need no rights.
void append_jdwp(const std::string& home, Findings& findings) {
  if (access((home + "/lib/libjdwp.so").c_str(), R_OK) != 0) {
    return;
  }
  findings.push_back({Mark::kGood,
                      "jdb and IDEs, at port 5005: minijvm -agentlib:jdwp=transport=dt_socket,"
                      "server=y,suspend=y,address=localhost:5005 -cp DIR Main"});
}

}  // namespace

Findings examine_debuggers(const std::string& prefix, const std::string& home) {
  Findings findings;
  findings.push_back({Mark::kGood, "the stepper: minijvm --step -cp DIR Main"});
#if MINIJVM_HAS_PAGES
  findings.push_back({Mark::kGood, "in a page: minijvm --step=web -cp DIR Main"});
#else
  findings.push_back({Mark::kNote, "this build has no pages (--step=web): esbuild was not there"});
#endif
  append_jdwp(home, findings);
  append_gdb(prefix, findings);
  return findings;
}

}  // namespace minijvm::guide
