// Puts the module graph and the built-in class loaders into an archive, as Java objects
// (classfile/archive/stored_objects.h).
// Tested by tests/vm/archive.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/expected.h"
#include "classfile/archive/archive_writer.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Returns the words of the objects; empty if the library has not archived a boot layer. The error
// says what no other run can have. The writer gets the texts. REQUIRES: kInVm; the library has made
// the boot layer, and has_plain_modules(); no class of the program is loaded yet.
Expected<std::vector<std::uint32_t>, std::string> captured_objects(
    runtime::JavaThread& self, classfile::ArchiveWriter& writer);

}  // namespace minijvm::vm
