// Opens the archive while the process boots, before the first class is loaded and before the first
// Symbol is made.
#include "vm/boot/archive_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "base/bits.h"
#include "base/checksum.h"
#include "base/file_pages.h"
#include "base/log.h"
#include "base/open_file.h"
#include "classfile/archive/archive.h"
#include "runtime/jdk_release.h"
#include "runtime/load/stored_classes.h"
#include "runtime/runtime_state.h"
#include "vm/boot/jdk_home.h"
#include "vm/interp/cells/stored_code.h"

namespace minijvm::vm {
namespace {

using classfile::Archive;
using Found = Expected<const Archive*, std::string>;

// Returns the name of the archive, or of its list of classes, beside libjvm.so. Each JDK of a later
// release has its own.
std::string default_name(const Options& options, const char* ending) {
  const int feature = feature_of(options.java_home);
  return feature <= runtime::kJdkReleases.front().feature
             ? fmt::format("minijvm.{}", ending)
             : fmt::format("minijvm-{}.{}", feature, ending);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "./" : path.substr(0, slash + 1);
}

// Returns the linker's build id among these notes, in hexadecimal digits; empty if there is none.
std::string build_id_in(const char* notes, std::size_t bytes) {
  while (bytes >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    std::memcpy(&header, notes, sizeof header);
    const std::size_t name_bytes = (std::size_t{header.n_namesz} + 3) & ~std::size_t{3};
    const std::size_t whole =
        sizeof header + name_bytes + ((std::size_t{header.n_descsz} + 3) & ~std::size_t{3});
    if (whole > bytes)
      break;
    if (header.n_type == NT_GNU_BUILD_ID && header.n_namesz == 4 &&
        std::string_view(notes + sizeof header, 3) == "GNU") {
      std::string digits;
      for (std::size_t i = 0; i < header.n_descsz; ++i)
        digits += fmt::format("{:02x}",
                              static_cast<unsigned char>(notes[sizeof header + name_bytes + i]));
      return digits;
    }
    notes += whole;
    bytes -= whole;
  }
  return {};
}

// Stores the build id of the object that contains this function.
int find_build_id(dl_phdr_info* info, std::size_t, void* out) {
  const auto here = reinterpret_cast<std::uintptr_t>(&open_archive);
  const std::span segments(info->dlpi_phdr, info->dlpi_phnum);
  const auto start = [&](const ElfW(Phdr) & segment) { return info->dlpi_addr + segment.p_vaddr; };
  const bool is_this = std::ranges::any_of(segments, [&](const ElfW(Phdr) & segment) {
    return segment.p_type == PT_LOAD && here - start(segment) < segment.p_memsz;
  });
  if (!is_this)
    return 0;
  auto& id = *static_cast<std::string*>(out);
  for (const auto& segment : segments) {
    if (segment.p_type == PT_NOTE && id.empty())
      id = build_id_in(reinterpret_cast<const char*>(start(segment)), segment.p_memsz);
  }
  return 1;
}

// Returns the checksum of the first bytes of a file; 0 if it cannot be read.
std::uint32_t sum_of_file(const std::string& path, std::size_t most_bytes) {
  const OpenFile file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<std::uint8_t> bytes(most_bytes);
  const ssize_t count = file.fd() < 0 ? 0 : read(file.fd(), bytes.data(), bytes.size());
  return count <= 0 ? 0 : block_checksum(bytes.data(), static_cast<std::size_t>(count));
}

// Returns whether nobody but root and this user can have written the file or folder.
bool is_trusted(const struct stat& what) {
  return (what.st_uid == 0 || what.st_uid == geteuid()) &&
         (what.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Found map_archive(const std::string& path, const std::string& key, bool reads_all) {
  if (getuid() != geteuid() || getgid() != getegid())
    return Unexpected<std::string>("the process has the rights of another user");
  const OpenFile file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (file.fd() < 0 || fstat(file.fd(), &status) != 0)
    return Unexpected<std::string>(std::strerror(errno));
  if (!S_ISREG(status.st_mode) || !is_trusted(status) || !is_in_trusted_folder(path))
    return Unexpected<std::string>("others than its user can change it");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < sizeof(classfile::ArchiveHeader))
    return Unexpected<std::string>("it is not complete");
  void* memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.fd(), 0);
  if (memory == MAP_FAILED)
    return Unexpected<std::string>(std::strerror(errno));
  // Where the file system keeps large pages of the file, each touch would map one of 2 MiB.
  (void)madvise(memory, size, MADV_NOHUGEPAGE);
  auto opened = Archive::open({static_cast<const std::uint8_t*>(memory), size}, key);
  const char* wrong = !opened.ok()                              ? opened.error()
                      : reads_all && !opened.value().is_whole() ? "it is damaged"
                                                                : nullptr;
  if (wrong != nullptr) {
    munmap(memory, size);
    return Unexpected<std::string>(wrong);
  }
  // The tables were read once, to check them; few of their pages are needed.
  release_file_pages(memory, static_cast<const std::uint8_t*>(memory) + size);
  // It stays as long as the process.
  return new Archive(opened.take());
}

}  // namespace

std::string archive_key(const Options& options) {
  std::string build;
  dl_iterate_phdr(find_build_id, &build);
  if (build.empty())
    return {};
  constexpr std::size_t kReleaseBytes = 4096;
  // The image's index begins with its hash table, which another set of classes changes.
  constexpr std::size_t kImageHeadBytes = 64 * kKiB;
  const std::string image = options.java_home + "/lib/modules";
  struct stat status {};
  (void)stat(image.c_str(), &status);
  return fmt::format(
      "libjvm {}; JDK {:08x}; lib/modules {:08x} of {} bytes, changed at {}.{:09}; interpreter {}",
      build, sum_of_file(options.java_home + "/release", kReleaseBytes),
      sum_of_file(image, kImageHeadBytes), status.st_size, status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, options.interpreter);
}

bool is_in_trusted_folder(const std::string& path) {
  struct stat folder;
  return stat(folder_of(path).c_str(), &folder) == 0 && is_trusted(folder);
}

bool has_archive() { return runtime::runtime_state.archive != nullptr; }

// With -XX:-CompactStrings a string has other bytes.
bool has_plain_modules(const Options& options) {
  const bool says_modules = std::ranges::any_of(options.properties, [](const auto& property) {
    return property.first.starts_with("jdk.module.");
  });
  return !says_modules && options.boot_append.empty() && !options.assertions.system_default &&
         options.compact_strings;
}

bool may_take_stored_objects(const Options& options) {
  const bool is_watched = !options.agents.empty() || options.stepper.is_on ||
                          options.trace_bytecode || !options.loaded_class_list.empty();
  return has_archive() && has_plain_modules(options) && !is_watched && !options.deterministic &&
         archive_to_write(options).empty();
}

std::string archive_path(const Options& options) {
  if (!options.archive_file.empty())
    return options.archive_file;
  const std::string name = default_name(options, "jsa");
  const std::string folder = folder_beside_this_library(name);
  return (folder.empty() ? folder_of(path_of_this_library()) : folder + "/") + name;
}

std::string class_lists(const Options& options) {
  if (!options.class_list.empty())
    return options.class_list;
  const std::string name = default_name(options, "classlist");
  const std::string folder = folder_beside_this_library(name);
  return folder.empty() ? options.java_home + "/lib/classlist" : folder + "/" + name;
}

std::string archive_to_write(const Options& options) {
  if (options.share == "dump")
    return archive_path(options);
  // HOTSPOT: the flag of JDK 19 does nothing without a file, and leaves a good file as it is.
  const bool creates = options.creates_archive && options.shares_classes() && !has_archive();
  return creates && !options.archive_file.empty() ? options.archive_file : options.archive_at_exit;
}

Expected<void, std::string> open_archive(const Options& options) {
  if (!options.shares_classes())
    return {};
  const std::string path = archive_path(options);
  const std::string key = archive_key(options);
  const Found found = key.empty() ? Found(Unexpected<std::string>("this libjvm.so has no build id"))
                                  : map_archive(path, key, options.verify_archive);
  if (found.ok()) {
    runtime::use_archive(*found.value());
    interp::compare_restored_translations(options.verify_archive);
    MJ_LOG(cds, kInfo, "archive %s: %u classes, %zu bytes", path.c_str(),
           found.value()->class_count(), found.value()->size());
    return {};
  }
  // HOTSPOT: a file that the user has named deserves a warning.
  const bool is_named = !options.archive_file.empty();
  if (is_named)
    MJ_LOG(cds, kWarning, "archive %s is not used: %s", path.c_str(), found.error().c_str());
  else
    MJ_LOG(cds, kInfo, "archive %s is not used: %s", path.c_str(), found.error().c_str());
  if (options.share == "on" || options.requires_archive)
    return Unexpected("Unable to use shared archive " + path + ": " + found.error());
  return {};
}

}  // namespace minijvm::vm
