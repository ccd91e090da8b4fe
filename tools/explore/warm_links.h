// A stem (stem.h) takes over what its first run has translated and resolved, so that no later run
// has to do it again.
// Tested by tests/tools/explore/run, which compares such runs with runs of their own.
//
// The run is a copy of the stem, so what was there when it was forked has the same address in both.
// Only references to that are taken over: classes, and methods and fields of such classes. Each
// later run does exactly what it would do without this. Resolution is seen by its failures (JVMS
// 5.4.3), which are left out, by the Java that it runs to ask a loader for a class, and by what it
// demands of loaders that must agree (5.3.4). So of other classes than the boot loader's, only
// members are taken over whose class is resolved already and has the same loader. Call sites are
// linked by each run.
#pragma once

#include <string>
#include <string_view>

#include "runtime/fwd.h"

namespace minijvm::vm {

// In the run: returns the translated methods and the resolved entries of the pools, as take_links
// reads them. They are none if classes were unloaded, since addresses may then mean others.
// REQUIRES: kInVm, and no thread runs Java code.
std::string made_links();

// In the stem, which has changed nothing since it forked the run. REQUIRES: kInVm.
void take_links(runtime::JavaThread& self, std::string_view links);

}  // namespace minijvm::vm
