// Reads entries of zip files with libzip. The caller serializes the calls.
//
// The first jar loads libzip. Few runs have a jar on the boot path, while libzip brings libcrypto,
// and both together would cost every start a millisecond and 2 MB.
#include "classfile/path/jar_file.h"

#include <dlfcn.h>
#include <zip.h>

#include <algorithm>

#include "base/log.h"

namespace minijvm::classfile {

// The functions of libzip that are called here, under their own names.
struct Libzip {
  template <class Function>
  static bool find(void* library, const char* name, Function** out) {
    *out = reinterpret_cast<Function*>(dlsym(library, name));
    return *out != nullptr;
  }
  explicit Libzip(void* library)
      : is_complete(library != nullptr && find(library, "zip_open", &open) &&
                    find(library, "zip_discard", &discard) && find(library, "zip_stat", &stat) &&
                    find(library, "zip_fopen_index", &fopen_index) &&
                    find(library, "zip_fread", &fread) && find(library, "zip_fclose", &fclose) &&
                    find(library, "zip_get_num_entries", &get_num_entries) &&
                    find(library, "zip_get_name", &get_name)) {}

  decltype(zip_open)* open = nullptr;
  decltype(zip_discard)* discard = nullptr;
  decltype(zip_stat)* stat = nullptr;
  decltype(zip_fopen_index)* fopen_index = nullptr;
  decltype(zip_fread)* fread = nullptr;
  decltype(zip_fclose)* fclose = nullptr;
  decltype(zip_get_num_entries)* get_num_entries = nullptr;
  decltype(zip_get_name)* get_name = nullptr;
  bool is_complete = false;
};

namespace {

// An entry that claims to be larger is not a class or a resource, but a zip bomb.
constexpr std::uint64_t kMaxEntryBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kBlockBytes = std::uint64_t{1} << 20;

// Decompresses in blocks of 1 MiB: the memory grows with the data that is there, and not with the
// size that the directory of the zip claims.
bool read_all(const Libzip& library, zip_file_t* file, std::uint64_t size,
              std::vector<std::uint8_t>* out) {
  while (out->size() < size) {
    const std::size_t before = out->size();
    const std::uint64_t block = std::min(kBlockBytes, size - before);
    out->resize(before + block);
    const zip_int64_t got = library.fread(file, out->data() + before, block);
    // A short block means that the entry is damaged.
    if (got < 0 || static_cast<std::uint64_t>(got) != block)
      return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<JarFile> JarFile::open(const std::string& path) {
  auto library = std::make_unique<const Libzip>(dlopen(MINIJVM_LIBZIP, RTLD_NOW | RTLD_LOCAL));
  if (!library->is_complete) {
    MJ_LOG(classload, kWarning, "%s is not read: there is no %s", path.c_str(), MINIJVM_LIBZIP);
    return nullptr;
  }
  int error = 0;
  struct zip* archive = library->open(path.c_str(), ZIP_RDONLY, &error);
  if (archive == nullptr)
    return nullptr;
  return std::unique_ptr<JarFile>(new JarFile(path, std::move(library), archive));
}

JarFile::JarFile(std::string path, std::unique_ptr<const Libzip> library, struct zip* archive)
    : path_(std::move(path)), library_(std::move(library)), archive_(archive) {}

// Nothing was changed, so there is nothing to write back.
JarFile::~JarFile() { library_->discard(archive_); }

bool JarFile::read(std::string_view entry, std::vector<std::uint8_t>* out) const {
  if (entry.find('\0') != std::string_view::npos)
    return false;
  // libzip wants a terminated string.
  const std::string name(entry);
  zip_stat_t stat;
  if (library_->stat(archive_, name.c_str(), 0, &stat) != 0)
    return false;
  // Without the size it is not known when the entry is complete.
  if ((stat.valid & ZIP_STAT_SIZE) == 0 || stat.size > kMaxEntryBytes)
    return false;
  zip_file_t* file = library_->fopen_index(archive_, stat.index, 0);
  if (file == nullptr)
    return false;
  std::vector<std::uint8_t> bytes;
  const bool is_whole = read_all(*library_, file, stat.size, &bytes);
  // Closing returns the error that decompressing has found, if any.
  const int closed = library_->fclose(file);
  // Only a whole entry changes *out.
  if (!is_whole || closed != 0)
    return false;
  *out = std::move(bytes);
  return true;
}

std::vector<std::string> JarFile::entries() const {
  std::vector<std::string> names;
  const zip_int64_t count = library_->get_num_entries(archive_, 0);
  for (zip_int64_t i = 0; i < count; i++) {
    // RAW gives the bytes as they are in the archive, because class names must not be translated.
    const char* name = library_->get_name(archive_, static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW);
    if (name != nullptr)
      names.emplace_back(name);
  }
  return names;
}

}  // namespace minijvm::classfile
