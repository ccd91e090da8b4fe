// The version of minijvm, which stands in the top CMakeLists.txt only. java.vm.version is it, so
// `minijvm -version` prints it; packages and their list of contents (cmake/) carry the same.
// Tested by tests/tools/guide.
#pragma once

namespace minijvm {

extern const char kVersion[];

}  // namespace minijvm
