// Lists of classes, in files: -XX:DumpLoadedClassList=FILE writes what a program has loaded and
// called, and -Xshare:dump makes an archive of it.
// Tested by tests/vm/archive.
//
//   # a comment
//   java/lang/String            as in HotSpot's lists, of which the JDK has one in lib/classlist
//   @method hashCode()I         a method of the class before it, which was called
//
// Other lines that begin with @ are HotSpot's, and are passed over.
#pragma once

#include <string>

#include "base/expected.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Writes the list. The error is a sentence. REQUIRES: kInVm.
Expected<void, std::string> write_class_list(const std::string& path);

// Loads and links the classes of a list by the application's class loader, without initializing
// them, and translates the methods. What is not there is left out. The error says why the file
// cannot be read. Runs Java code. REQUIRES: kInVm.
Expected<void, std::string> load_class_list(runtime::JavaThread& self, const std::string& path);

}  // namespace minijvm::vm
