// The build gives the number (vm/boot/CMakeLists.txt).
#include "vm/boot/version.h"

namespace minijvm {

const char kVersion[] = MINIJVM_VERSION;

}  // namespace minijvm
