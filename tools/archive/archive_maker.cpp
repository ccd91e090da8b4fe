// Collects classes and translations, and writes the file. Runs at the end of a program, in kInVm,
// without stopping at a safepoint: so no class dies meanwhile.
#include "tools/archive/archive_maker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "base/bits.h"
#include "classfile/archive/archive_writer.h"
#include "classfile/path/jimage.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/class/vm_annotations.h"
#include "runtime/link/linker_oracle.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_data.h"
#include "tools/archive/archived_classes.h"
#include "vm/boot/archive_file.h"
#include "vm/interp/cells/stored_code.h"

namespace minijvm::vm {
namespace {

using classfile::ArchiveWriter;
using runtime::Class;
using Written = Expected<void, std::string>;

bool has_contended_fields(const classfile::ClassFile& file) {
  return std::ranges::any_of(file.fields(), [&](const classfile::FieldInfo& field) {
    return runtime::read_contended(file.annotations_of(field).visible, file.constant_pool())
        .has_value();
  });
}

void add_class(ArchiveWriter& writer, runtime::JavaThread& self, Class& klass) {
  const std::string module = runtime::image_module_of(klass);
  // The boot loader finds classes in the image only. Others have been given to it.
  if (klass.loader->is_boot() && module.empty())
    return;
  const std::size_t place =
      module.empty()
          ? 0
          : runtime::boot_image().place_of(module, std::string(klass.name->text()) + ".class");
  std::vector<ArchiveWriter::Buffer> codes(klass.methods.size());
  std::vector<std::uint8_t> marks(klass.methods.size());
  for (runtime::Method& method : klass.methods) {
    marks[method.slot] = runtime::read_vm_annotations(method.attributes().annotations.visible,
                                                      klass.file->constant_pool())
                             .marks();
    // relaxed: what it points to is not read.
    if (method.code.load(std::memory_order_relaxed) != nullptr)
      codes[method.slot] = interp::stored_form(method);
  }
  // A class that is not linked was not verified.
  writer.add(*klass.file,
             {.module = module,
              .is_boot = klass.loader->is_boot(),
              .image_place = place <= UINT32_MAX ? static_cast<std::uint32_t>(place) : 0,
              .method_marks = marks,
              .may_have_contended_fields = has_contended_fields(*klass.file),
              .codes = codes,
              .questions =
                  klass.is_linked() ? runtime::questions_of_verifier(self, klass) : std::nullopt});
}

// The page cache keeps a file in the pieces in which it was written, and Linux maps a whole piece
// when one of its bytes is touched: 64 KiB, as small as any.
constexpr std::size_t kMostBytesAtOnce = 64 * kKiB;

bool write_all(int file, std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), std::min(bytes.size(), kMostBytesAtOnce));
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0;
}

Written replace_file(const std::string& path, std::span<const std::uint8_t> bytes) {
  if (!is_in_trusted_folder(path))
    return Unexpected(path +
                      " is not written: others than this user can write to its folder, so "
                      "it would not be used");
  // No other process has this name, in whatever container it runs.
  std::string fresh = path + ".XXXXXX";
  const int file = mkostemp(fresh.data(), O_CLOEXEC);
  if (file < 0 || fchmod(file, 0644) != 0)
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

Written make_archive(runtime::JavaThread& self, ArchiveWriter& writer, const std::string& path,
                     const std::string& key) {
  if (key.empty())
    return Unexpected<std::string>("this libjvm.so has no build id, so it uses no archives");
  for (Class* klass : archived_classes()) add_class(writer, self, *klass);
  const ArchiveWriter::Buffer bytes = writer.finish(key);
  if (bytes.empty())
    return Unexpected<std::string>("the archive would have more than 2 GiB");
  return replace_file(path, bytes);
}

}  // namespace minijvm::vm
