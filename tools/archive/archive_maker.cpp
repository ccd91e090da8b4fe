// Collects classes and translations, and writes the file. Runs at the end of a program, in kInVm,
// without stopping at a safepoint: so no class dies meanwhile.
#include "tools/archive/archive_maker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <vector>

#include "classfile/archive/archive_writer.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_data.h"
#include "tools/archive/archived_classes.h"
#include "vm/interp/cells/stored_code.h"

namespace minijvm::vm {
namespace {

using classfile::ArchiveWriter;
using runtime::Class;
using Written = Expected<void, std::string>;

constexpr std::string_view kImage = "jrt:/";

// Returns the module of the image from which the boot loader has the class; empty for others.
std::string module_of(const Class& klass) {
  if (!klass.loader->is_boot())
    return {};
  const std::string_view name = klass.name->text();
  const std::size_t slash = name.rfind('/');
  const std::string from = runtime::boot_package_location(
      slash == std::string_view::npos ? std::string_view() : name.substr(0, slash));
  return from.starts_with(kImage) ? from.substr(kImage.size()) : std::string();
}

void add_class(ArchiveWriter& writer, runtime::JavaThread& self, Class& klass) {
  std::vector<ArchiveWriter::Buffer> codes(klass.methods.size());
  for (runtime::Method& method : klass.methods) {
    // relaxed: what it points to is not read.
    if (method.code.load(std::memory_order_relaxed) != nullptr)
      codes[method.slot] = interp::stored_form(method);
  }
  const std::string module = module_of(klass);
  // A class that is not linked was not verified.
  writer.add(*klass.file,
             {.module = module,
              .codes = codes,
              .questions = klass.is_linked() ? runtime::questions_of_verifier(self, klass)
                                             : std::nullopt});
}

bool write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0;
}

Written replace_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  const std::string fresh = fmt::format("{}.{}.new", path, getpid());
  // One that is left from a process of the same number, which was killed, is not ours to write to.
  (void)unlink(fresh.c_str());
  const int file = open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0)
    return Unexpected(fmt::format("{} cannot be made: {}", fresh, std::strerror(errno)));
  bool is_good = write_all(file, bytes);
  int reason = errno;
  is_good = close(file) == 0 && is_good;
  if (is_good && std::rename(fresh.c_str(), path.c_str()) == 0)
    return {};
  reason = is_good ? errno : reason;
  (void)unlink(fresh.c_str());
  return Unexpected(fmt::format("{} cannot be written: {}", path, std::strerror(reason)));
}

}  // namespace

Written make_archive(runtime::JavaThread& self, const std::string& path, const std::string& key) {
  ArchiveWriter writer;
  for (Class* klass : archived_classes()) add_class(writer, self, *klass);
  const ArchiveWriter::Buffer bytes = writer.finish(key);
  if (bytes.empty())
    return Unexpected<std::string>("the archive would have more than 2 GiB");
  return replace_file(path, bytes);
}

}  // namespace minijvm::vm
