// Searches the archive for classes. The boot loader and the class builder call this in VM.
#include "runtime/load/stored_classes.h"

#include <cstring>
#include <optional>

#include "base/check.h"
#include "base/file_pages.h"
#include "classfile/archive/archive.h"
#include "classfile/path/jimage.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/boot_loader.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/runtime_state.h"

namespace minijvm::runtime {
namespace {

using classfile::Archive;
using classfile::ClassRow;
using classfile::StoredClass;

// A program of one line takes 1,700 classes and translations. It keeps its pages, since mapping
// them again would take longer than its whole memory is worth.
constexpr unsigned kTakenBeforeRelease = 2048;
// Each release costs some hundred page faults.
constexpr unsigned kTakenBetweenReleases = 512;

// Returns the first row of a class with this name. The name of an archived class is a Symbol in the
// archive.
const ClassRow* first_row(const Symbol& name) {
  const Archive* archive = runtime_state.archive;
  return archive == nullptr || !archive->contains(&name)
             ? nullptr
             : archive->find_class(reinterpret_cast<const classfile::StoredText&>(name));
}

// Returns the class file where it lies in the JDK's image; nothing if the archive has the bytes, or
// if the image was replaced by a smaller one since the archive's key was compared.
std::span<const std::byte> bytes_in_image(const ClassRow& row) {
  const std::span<const std::byte> image = std::as_bytes(boot_image().bytes());
  return row.image_place == 0 || std::size_t{row.image_place} + row.class_bytes > image.size()
             ? std::span<const std::byte>()
             : image.subspan(row.image_place, row.class_bytes);
}

std::span<const std::byte> bytes_of(const ClassRow& row, const StoredClass& record) {
  return row.image_place == 0 ? std::as_bytes(record.bytes()) : bytes_in_image(row);
}

// Returns the row's record, if it has these bytes.
const StoredClass* record_with(const ClassRow& row, std::span<const std::byte> bytes) {
  const Archive& archive = *runtime_state.archive;
  const std::span<const std::byte> in_image = bytes_in_image(row);
  // The boot loader brings the bytes of a record that stored_image_class has checked.
  if (!in_image.empty() && in_image.data() == bytes.data())
    return &archive.checked_record(row);
  // Several loaders may have classes of one name, so another length is noticed first.
  if (row.class_bytes != bytes.size())
    return nullptr;
  const StoredClass* record = archive.record(row);
  return record != nullptr &&
                 std::memcmp(bytes_of(row, *record).data(), bytes.data(), bytes.size()) == 0
             ? record
             : nullptr;
}

void release_pages() {
  const std::span<const std::uint8_t> records = runtime_state.archive->records();
  release_file_pages(records.data(), records.data() + records.size());
  const std::span<const std::uint8_t> image = boot_image().bytes();
  release_file_pages(image.data(), image.data() + image.size());
}

}  // namespace

void use_archive(const Archive& archive) {
  MJ_CHECK(runtime_state.archive == nullptr, "there is an archive of %zu bytes already",
           runtime_state.archive->size());
  runtime_state.archive = &archive;
}

std::span<const std::byte> stored_image_class(const Symbol& name, std::string_view module) {
  const Archive* archive = runtime_state.archive;
  for (const ClassRow* row = first_row(name); row != nullptr; row = archive->next(*row)) {
    const classfile::StoredText* where = archive->module(*row);
    const StoredClass* record =
        where == nullptr || where->view() != module ? nullptr : archive->record(*row);
    if (record != nullptr)
      return bytes_of(*row, *record);
  }
  return {};
}

void note_definition(Class& klass) {
  const LoaderData& loader = *klass.loader;
  PackageEntry* package = klass.package;
  // A patch has other bytes for some classes of its module.
  if (loader.is_boot() || !loader.is_built_in() || package == nullptr ||
      !is_in_image(*package->module) || klass.file->stored() == nullptr || has_patched_modules())
    return;
  // release: pairs with the acquire in stored_definition
  package->image_class.store(&klass, std::memory_order_release);
}

StoredDefinition stored_definition(LoaderData& loader, const Symbol& name) {
  if (first_row(name) == nullptr)
    return {};
  const PackageEntry* package = find_package_entry(loader, package_of(name.text()));
  // acquire: pairs with the release in note_definition
  Class* peer = package == nullptr ? nullptr : package->image_class.load(std::memory_order_acquire);
  if (peer == nullptr)
    return {};
  return {stored_image_class(name, package->module->name->text()), peer};
}

Expected<classfile::ClassFile, classfile::FormatError> class_file_of(
    const Symbol* name, std::span<const std::byte> bytes, const classfile::ParseOptions& options) {
  const Archive* archive = runtime_state.archive;
  const ClassRow* row = name == nullptr ? nullptr : first_row(*name);
  for (; row != nullptr; row = archive->next(*row)) {
    const StoredClass* record = record_with(*row, bytes);
    const auto lasting = record == nullptr ? bytes : bytes_of(*row, *record);
    auto file =
        record == nullptr
            ? std::nullopt
            : classfile::restore_class_file(
                  *record, {reinterpret_cast<const std::uint8_t*>(lasting.data()), lasting.size()},
                  options);
    if (file) {
      note_taken(runtime_state.archive_use.classes);
      return std::move(*file);
    }
  }
  return classfile::parse_class_file(
      {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, options);
}

void note_taken(Atomic<unsigned>& counter) {
  counter.fetch_add(1, std::memory_order_relaxed);
  // Threads that count at the same time may miss a release, or both make it; neither does harm.
  const ArchiveUse& use = runtime_state.archive_use;
  const unsigned taken = use.classes.load(std::memory_order_relaxed) +
                         use.proofs.load(std::memory_order_relaxed) +
                         use.translations.load(std::memory_order_relaxed);
  if (taken > kTakenBeforeRelease && taken % kTakenBetweenReleases == 0) {
    release_pages();
  }
}

}  // namespace minijvm::runtime
