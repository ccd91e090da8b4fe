// Looks for the JDK that will run, since none is chosen while options are read. Called in
// JNI_CreateJavaVM, before Java does anything.
#include "tools/compat/later_options.h"

#include <algorithm>

#include "vm/boot/flags.h"
#include "vm/boot/jdk_home.h"
#include "vm/boot/option_words.h"
#include "vm/boot/options.h"

namespace minijvm::vm {
namespace {

// Returns whether the JDK that will run has given up options of the first debuggers: -Xnoagent and
// -Xfuture are unknown then, and -Xdebug is deprecated.
bool gave_up_debug_options() {
  constexpr int kSince = 25;
  return find_java_home().feature >= kSince;
}

// HotSpot 21 and 25 number their ways to lock under a name that stands for words here. Their tests
// pass the numbers, which have no effect.
bool numbers_locking_mode(std::string_view option) {
  constexpr int kSince = 21;
  const auto value = behind(option, "-XX:LockingMode=");
  return value && has_word("0 1 2", *value) && find_java_home().feature >= kSince;
}

void warn_of_locking_mode(const Options& options) {
  constexpr int kSince = 25;
  if (std::ranges::any_of(options.arguments, numbers_locking_mode) &&
      find_java_home().feature >= kSince) {
    warn(options,
         "Option LockingMode was deprecated in version 24.0 and will likely be removed in a future "
         "release.");
  }
}

// HOTSPOT: the option has no effect in any release.
void warn_of_debug_option(const Options& options) {
  if (std::ranges::find(options.arguments, "-Xdebug") != options.arguments.end() &&
      gave_up_debug_options()) {
    warn(options,
         "Option -Xdebug was deprecated in JDK 22 and will likely be removed in a future release.");
  }
}

}  // namespace

// Handles options that came after JDK 17. Those about native access and Unsafe become properties,
// which the class library reads; it also checks the value of the first.
ForeignFlags::Translated later_options(std::string_view option) {
  constexpr int kAccessSince = 25;
  if (numbers_locking_mode(option)) {
    return std::vector<std::string>();
  }
  if (has_word("-Xnoagent -Xfuture", option)) {
    return gave_up_debug_options() ? std::nullopt
                                   : ForeignFlags::Translated(std::vector<std::string>());
  }
  const auto native = behind(option, "--illegal-native-access=");
  const auto unsafe = behind(option, "--sun-misc-unsafe-memory-access=");
  if ((!native && !unsafe) || find_java_home().feature < kAccessSince) {
    return std::nullopt;
  }
  if (native) {
    return std::vector<std::string>{"-Djdk.module.illegal.native.access=" + *native};
  }
  return has_word("allow warn debug deny", *unsafe)
             ? ForeignFlags::Translated(
                   std::vector<std::string>{"-Dsun.misc.unsafe.memory.access=" + *unsafe})
             : Complaint("Value specified to --sun-misc-unsafe-memory-access not recognized: '" +
                         *unsafe + "'");
}

void warn_of_later_options(const Options& options) {
  warn_of_debug_option(options);
  warn_of_locking_mode(options);
}

}  // namespace minijvm::vm
