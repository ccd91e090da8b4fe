// Opens the class image of the JDK that was found and chooses its facts (runtime/jdk_release.h).
// Tested by tests/jdk25.
#pragma once

#include <string>

#include "base/expected.h"

namespace minijvm::vm {

// Initializes the boot loader. The error is a sentence for the user: the image cannot be opened, or
// it is that of a JDK which the VM does not know. REQUIRES: no class is loaded.
Expected<void, std::string> open_image(const std::string& home, const std::string& append_path);

}  // namespace minijvm::vm
