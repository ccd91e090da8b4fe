// Makes an archive (classfile/archive/format.h) of the classes that are loaded and of the methods
// that were called.
// Tested by tests/vm/archive.
#pragma once

#include <string>

#include "base/expected.h"
#include "classfile/archive/archive_writer.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Adds the loaded classes to what the writer has, and writes the archive. It is written to a new
// file in the same folder, which then takes the name: so the name never stands for half a file, and
// a process that has the old one mapped keeps it. The error is a sentence. REQUIRES: kInVm, and no
// class is redefined meanwhile.
Expected<void, std::string> make_archive(runtime::JavaThread& self,
                                         classfile::ArchiveWriter& writer, const std::string& path,
                                         const std::string& key);

}  // namespace minijvm::vm
