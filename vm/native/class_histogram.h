// How many objects of each class there are, and how many bytes they take: jcmd GC.class_histogram, jmap -histo.
// Proved by tests/java/management/AttachSelf.java.
#pragma once

#include <string>

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

// The class with the most bytes first. `live_only`: after a full collection. Stops the world. REQUIRES: kInVm.
std::string class_histogram(runtime::JavaThread& self, bool live_only);

}  // namespace minijvm::vm
