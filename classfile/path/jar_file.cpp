// Reads entries of zip files with libzip. The caller serializes the calls.
#include "classfile/path/jar_file.h"

#include <zip.h>

#include <algorithm>

namespace minijvm::classfile {
namespace {

// An entry that claims to be larger is not a class or a resource, but a zip bomb.
constexpr std::uint64_t kMaxEntryBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

// Decompresses in blocks of 1 MiB: the memory grows with the data that is there, and not with the
// size that the directory of the zip claims.
bool read_all(zip_file_t* file, std::uint64_t size, std::vector<std::uint8_t>* out) {
  while (out->size() < size) {
    const std::size_t before = out->size();
    const std::uint64_t block = std::min(kBlockBytes, size - before);
    out->resize(before + block);
    const zip_int64_t got = zip_fread(file, out->data() + before, block);
    // A short block means that the entry is damaged.
    if (got < 0 || static_cast<std::uint64_t>(got) != block)
      return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<JarFile> JarFile::open(const std::string& path) {
  int error = 0;
  struct zip* archive = zip_open(path.c_str(), ZIP_RDONLY, &error);
  if (archive == nullptr)
    return nullptr;
  return std::unique_ptr<JarFile>(new JarFile(path, archive));
}

// Nothing was changed, so there is nothing to write back.
JarFile::~JarFile() { zip_discard(archive_); }

bool JarFile::read(std::string_view entry, std::vector<std::uint8_t>* out) const {
  if (entry.find('\0') != std::string_view::npos)
    return false;
  // libzip wants a terminated string.
  const std::string name(entry);
  zip_stat_t stat;
  if (zip_stat(archive_, name.c_str(), 0, &stat) != 0)
    return false;
  // Without the size it is not known when the entry is complete.
  if ((stat.valid & ZIP_STAT_SIZE) == 0 || stat.size > kMaxEntryBytes)
    return false;
  zip_file_t* file = zip_fopen_index(archive_, stat.index, 0);
  if (file == nullptr)
    return false;
  std::vector<std::uint8_t> bytes;
  const bool is_whole = read_all(file, stat.size, &bytes);
  // Closing returns the error that decompressing has found, if any.
  const int closed = zip_fclose(file);
  // Only a whole entry changes *out.
  if (!is_whole || closed != 0)
    return false;
  *out = std::move(bytes);
  return true;
}

std::vector<std::string> JarFile::entries() const {
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(archive_, 0);
  for (zip_int64_t i = 0; i < count; i++) {
    // RAW gives the bytes as they are in the archive, because class names must not be translated.
    const char* name = zip_get_name(archive_, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    if (name != nullptr)
      names.emplace_back(name);
  }
  return names;
}

}  // namespace minijvm::classfile
