// Opens the archive while the process boots, before the first class is loaded and before the first
// Symbol is made.
#include "vm/boot/archive_file.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/log.h"
#include "classfile/archive/archive.h"
#include "runtime/load/stored_classes.h"
#include "runtime/runtime_state.h"
#include "vm/interp/cells/stored_code.h"

namespace minijvm::vm {
namespace {

using classfile::Archive;
using Found = Expected<const Archive*, std::string>;

constexpr const char* kDefaultName = "minijvm.jsa";

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Returns the path of this libjvm.so; empty if nobody knows it.
std::string path_of_this_library() {
  Dl_info info;
  const bool is_known = dladdr(reinterpret_cast<const void*>(&open_archive), &info) != 0;
  return is_known && info.dli_fname != nullptr ? info.dli_fname : "";
}

// Appends the linker's build id of the object that contains this function, in hexadecimal digits.
int append_build_id(dl_phdr_info* info, std::size_t, void* out) {
  const auto here = reinterpret_cast<std::uintptr_t>(&open_archive);
  const char* note = nullptr;
  std::size_t bytes = 0;
  bool is_this = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    const std::uintptr_t start = info->dlpi_addr + segment.p_vaddr;
    is_this = is_this || (segment.p_type == PT_LOAD && here - start < segment.p_memsz);
    if (segment.p_type != PT_NOTE)
      continue;
    const auto* header = reinterpret_cast<const ElfW(Nhdr)*>(start);
    // The note's name is "GNU" with its zero.
    if (header->n_type == NT_GNU_BUILD_ID && header->n_namesz == 4) {
      note = reinterpret_cast<const char*>(header + 1) + header->n_namesz;
      bytes = header->n_descsz;
    }
  }
  if (!is_this)
    return 0;
  for (std::size_t i = 0; i < bytes; ++i)
    *static_cast<std::string*>(out) += fmt::format("{:02x}", static_cast<unsigned char>(note[i]));
  return 1;
}

// Returns whether nobody but root and this user can have written the file or folder.
bool is_trusted(const struct stat& what) {
  return (what.st_uid == 0 || what.st_uid == geteuid()) && (what.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0)
      close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Found map_archive(const std::string& path, const std::string& key, bool reads_all) {
  if (getuid() != geteuid() || getgid() != getegid())
    return Unexpected<std::string>("the process has the rights of another user");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  if (file.number() < 0 || fstat(file.number(), &status) != 0)
    return Unexpected<std::string>(std::strerror(errno));
  struct stat folder;
  if (!S_ISREG(status.st_mode) || !is_trusted(status) ||
      stat(folder_of(path).c_str(), &folder) != 0 || !is_trusted(folder))
    return Unexpected<std::string>("others than its user can change it");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size < sizeof(classfile::ArchiveHeader))
    return Unexpected<std::string>("it is not complete");
  void* memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (memory == MAP_FAILED)
    return Unexpected<std::string>(std::strerror(errno));
  auto opened = Archive::open({static_cast<const std::uint8_t*>(memory), size}, key);
  const char* wrong = !opened.ok()                                ? opened.error()
                      : reads_all && !opened.value().is_whole() ? "it is damaged"
                                                                  : nullptr;
  if (wrong != nullptr) {
    munmap(memory, size);
    return Unexpected<std::string>(wrong);
  }
  // It stays as long as the process.
  return new Archive(opened.take());
}

}  // namespace

std::string archive_key(const Options& options) {
  std::string build;
  dl_iterate_phdr(append_build_id, &build);
  struct stat image {};
  (void)stat((options.java_home + "/lib/modules").c_str(), &image);
  return fmt::format("libjvm {}; lib/modules of {} bytes, changed at {}; interpreter {}", build,
                     image.st_size, image.st_mtime, options.interpreter);
}

bool has_archive() { return runtime::runtime_state.archive != nullptr; }

std::string archive_path(const Options& options) {
  return options.archive_file.empty() ? folder_of(path_of_this_library()) + kDefaultName
                                      : options.archive_file;
}

Expected<void, std::string> open_archive(const Options& options) {
  if (options.share == "off" || options.share == "dump")
    return {};
  const std::string path = archive_path(options);
  const Found found = map_archive(path, archive_key(options), options.verify_archive);
  if (found.ok()) {
    runtime::use_archive(*found.value());
    interp::compare_restored_translations(options.verify_archive);
    MJ_LOG(cds, kInfo, "archive %s: %u classes, %zu bytes", path.c_str(),
           found.value()->class_count(), found.value()->size());
    return {};
  }
  MJ_LOG(cds, kInfo, "archive %s is not used: %s", path.c_str(), found.error().c_str());
  if (options.share == "on")
    return Unexpected("Unable to use shared archive " + path + ": " + found.error());
  return {};
}

}  // namespace minijvm::vm
