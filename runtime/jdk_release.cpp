// Keeps the release that boot has chosen.
#include "runtime/jdk_release.h"

#include <algorithm>
#include <iterator>

#include "runtime/runtime_state.h"

namespace minijvm::runtime {

const JdkRelease& jdk() { return *runtime_state.jdk; }
void choose_jdk(const JdkRelease& release) { runtime_state.jdk = &release; }

bool is_later_jni_version(std::int32_t version) {
  constexpr std::int32_t kLater[] = {0x0013'0000, 0x0014'0000, 0x0015'0000, 0x0018'0000};
  return std::ranges::find(kLater, version) != std::end(kLater) && version <= jdk().jni_version;
}

}  // namespace minijvm::runtime
