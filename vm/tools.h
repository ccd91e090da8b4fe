// The interface between the VM and the tools. A tool watches the VM, is linked above it, and takes
// part in its start through this interface. libjvm.so of most presets holds every tool; that of
// preset `core` holds none, and runs as well.
// Tested by the build of preset core and what runs on it (tests/java).
//
//   boot_vm                         every linked tool, in the order of linked_tools()
//   ------------------------------  ------------------------------------------------------------
//   JNI_CreateJavaVM begins         before_options
//   options are parsed              before_threads: the process has one thread
//   locks, threads, engine chosen   before_heap
//   heap, main thread               before_classes: the thread exists, no class is loaded
//   the JDK is found                before_java: system properties are known
//   module system, main is next     once_java_runs
//
// Afterwards the VM reports to a tool through the observers that the tool has added
// (vm/observer.h).
#pragma once

#include <jni.h>

#include <span>

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

class PerformanceCounters;
struct Options;

class Tool {
 public:
  virtual void before_options() {}
  virtual void before_threads(const Options&) {}
  virtual void before_heap(const Options&) {}
  // Returns false if the VM cannot start; the tool has printed why.
  virtual bool before_classes(runtime::JavaThread&, const Options&) { return true; }
  virtual bool before_java(runtime::JavaThread&, const Options&) { return true; }
  virtual JavaResult<void> once_java_runs(runtime::JavaThread&, const Options&) { return {}; }

  // Implements GetEnv of JNI's invocation API for a version that is not JNI's own, such as JVMTI.
  // Returns null if this tool does not serve the version.
  virtual void* find_environment(jint /*version*/) { return nullptr; }
  // Returns the function table of java.management for JVM_GetManagement; null if this tool has
  // none.
  virtual void* find_management(jint /*version*/) { return nullptr; }
  // Returns whether the command line says that agents may be loaded into the running program, or
  // that they may not. If it says neither, the library warns of each agent (JEP 451).
  virtual bool mentions_dynamic_agents() { return false; }
  // Returns what keeps the counters of jdk.internal.perf.Perf; null if this tool does not.
  virtual PerformanceCounters* performance_counters() { return nullptr; }

 protected:
  ~Tool() = default;
};

// Returns the tools in this library. The definition here is weak and returns none;
// tools/linked_tools.cpp defines the list.
std::span<Tool* const> linked_tools();

// Return the first answer of a tool that is not null.
void* find_environment(jint version);
void* find_management(jint version);
PerformanceCounters* performance_counters();
// Returns whether a tool answers yes.
bool mentions_dynamic_agents();

}  // namespace minijvm::vm
