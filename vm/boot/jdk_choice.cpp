// Opens the image and finds out which JDK it is of. Runs once, in boot_vm.
#include "vm/boot/jdk_choice.h"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "base/log.h"
#include "base/stack_guard.h"
#include "classfile/path/jimage.h"
#include "runtime/jdk_release.h"
#include "runtime/load/boot_loader.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// JDK 9 is the first that has an image.
constexpr unsigned kFirstMajor = 53;

// Returns the version of the class file of java/lang/Object, which cannot be misstated as a text
// file can; 0 if there is none.
unsigned major_of_object() {
  constexpr std::size_t kMajor = 6;  // JVMS 4.1: magic, minor_version, major_version
  std::vector<std::uint8_t> bytes;
  const bool is_read = runtime::boot_image().read("java.base", "java/lang/Object.class", &bytes);
  return is_read && bytes.size() > kMajor + 1
             ? static_cast<unsigned>(bytes[kMajor] << 8 | bytes[kMajor + 1])
             : 0;
}

}  // namespace

Expected<void, std::string> open_image(const std::string& home, const std::string& append_path) {
  const runtime::Linked<void> opened = runtime::initialize_boot_loader(home, append_path);
  if (!opened.ok()) {
    return Unexpected(opened.error().message);
  }
  const unsigned major = major_of_object();
  if (major < kFirstMajor) {
    return Unexpected(fmt::format("{}/lib/modules has no java.lang.Object that can be read", home));
  }
  const runtime::JdkRelease* release = runtime::jdk_release_of_major(major);
  if (release == nullptr) {
    return Unexpected(fmt::format("{} is a JDK {}, but minijvm runs the class library of JDK {}",
                                  home, runtime::feature_of_major(major),
                                  runtime::kJdkReleasesText));
  }
  MJ_LOG(jdk, kInfo, "JDK %d at %s", release->feature, home.c_str());
  runtime::choose_jdk(*release);
  // Later there may be no room for the mapping. HOTSPOT: opens it so in each process.
  if (has_few_addresses()) {
    (void)runtime::boot_image().open_in_library();
  }
  the_vm.java.threads.next_id.store(release->first_thread_id, std::memory_order_relaxed);
  return {};
}

}  // namespace minijvm::vm
