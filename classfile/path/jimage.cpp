// Reads lib/modules. The boot loader reads each class of the class library here that is not in the
// archive; so does classdump.
#include "classfile/path/jimage.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace minijvm::classfile {

// The functions of libjimage.so that are needed, with the C++ types of jint, jlong and jboolean.
struct JImage::Library {
  void* (*open)(const char* path, std::int32_t* error) = nullptr;
  void (*close)(void* image) = nullptr;
  std::int64_t (*find_resource)(void* image, const char* module, const char* version,
                                const char* name, std::int64_t* size) = nullptr;
  std::int64_t (*get_resource)(void* image, std::int64_t location, char* buffer,
                               std::int64_t size) = nullptr;
  void* image = nullptr;
};

struct JImage::Location {
  std::size_t place = 0;  // in the file
  std::size_t bytes = 0;
  bool is_compressed = false;
};

namespace {

struct ImageHeader {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint32_t flags;
  std::uint32_t resource_count;
  std::uint32_t table_length;
  std::uint32_t locations_bytes;
  std::uint32_t strings_bytes;
};
constexpr std::uint32_t kImageMagic = 0xcafe'dada;
constexpr std::uint32_t kImageVersion = 1 << 16;  // 1.0

// A location is a list of attributes. Each begins with a byte: its kind, and in the low three bits
// the length of its value, less one.
enum Attribute : unsigned {
  kEnd,
  kModule,
  kParent,
  kBase,
  kExtension,
  kOffset,
  kCompressed,
  kSize
};
constexpr unsigned kAttributes = 8;

constexpr std::uint32_t kHashSeed = 0x0100'0193;

std::uint32_t hash_of(std::string_view name, std::uint32_t seed) {
  for (char c : name) seed = (seed * kHashSeed) ^ static_cast<unsigned char>(c);
  return seed & 0x7fff'ffff;
}

// Returns false if the library has no such symbol.
template <class Function>
bool look_up(void* handle, const char* name, Function* out) {
  *out = reinterpret_cast<Function>(dlsym(handle, name));
  return *out != nullptr;
}

// The tables of an image's index, in a mapping that is as long as they say.
class Index {
 public:
  explicit Index(Bytes image) : image_(image) {
    if (image.size() >= sizeof header_)
      std::memcpy(&header_, image.data(), sizeof header_);
  }
  bool is_understood() const {
    return header_.magic == kImageMagic && header_.version == kImageVersion &&
           header_.table_length != 0 && end() <= image_.size();
  }
  std::size_t end() const { return strings() + header_.strings_bytes; }
  // Returns the attributes of the location where this name belongs; false if there is none.
  bool attributes_of(std::string_view name, std::uint64_t (&values)[kAttributes]) const {
    const std::uint32_t length = header_.table_length;
    const auto redirect =
        static_cast<std::int32_t>(word(sizeof header_, hash_of(name, kHashSeed) % length));
    if (redirect == 0)
      return false;
    // A hash that several names have is computed again, with a seed that separates them.
    const std::uint32_t at = redirect < 0
                                 ? static_cast<std::uint32_t>(-1 - redirect)
                                 : hash_of(name, static_cast<std::uint32_t>(redirect)) % length;
    if (at >= length)
      return false;
    ByteReader reader(image_.first(strings()));
    reader.skip(locations() + word(sizeof header_ + std::size_t{4} * length, at));
    while (!reader.failed()) {
      const unsigned head = reader.u1();
      if (head >> 3 == kEnd || head >> 3 >= kAttributes)
        break;
      std::uint64_t value = 0;
      for (unsigned left = (head & 7) + 1; left != 0; --left) value = value << 8 | reader.u1();
      values[head >> 3] = value;
    }
    return !reader.failed();
  }
  std::string_view string(std::uint64_t offset) const {
    if (offset >= header_.strings_bytes)
      return {};
    const char* text = reinterpret_cast<const char*>(image_.data()) + strings() + offset;
    return {text, ::strnlen(text, header_.strings_bytes - offset)};
  }

 private:
  std::size_t locations() const { return sizeof header_ + std::size_t{8} * header_.table_length; }
  std::size_t strings() const { return locations() + header_.locations_bytes; }
  std::uint32_t word(std::size_t table, std::size_t index) const {
    std::uint32_t value;
    std::memcpy(&value, image_.data() + table + 4 * index, sizeof value);
    return value;
  }

  Bytes image_;
  ImageHeader header_{};
};

// Maps a whole file for reading. Returns nothing, and errno, if that is not possible.
Bytes map_file(int file) {
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0)
    return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  void* memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? Bytes() : Bytes(static_cast<const std::uint8_t*>(memory), size);
}

// Fills the buffer from this place of the file. Returns false if the file cannot be read.
bool read_all(int file, std::size_t place, std::vector<std::uint8_t>& buffer) {
  std::size_t done = 0;
  while (done < buffer.size()) {
    const ssize_t count =
        pread(file, buffer.data() + done, buffer.size() - done, static_cast<off_t>(place + done));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Expected<std::unique_ptr<JImage>, std::string> JImage::open(const std::string& java_home) {
  std::unique_ptr<JImage> image(new JImage());
  image->java_home_ = java_home;
  image->path_ = java_home + "/lib/modules";
  image->file_ = ::open(image->path_.c_str(), O_RDONLY | O_CLOEXEC);
  image->bytes_ = map_file(image->file_);
  if (image->bytes_.empty())
    return Unexpected("cannot open " + image->path_ + ": " + std::strerror(errno));
  image->is_understood_ = Index(image->bytes_).is_understood();
  if (!image->is_understood_ && !image->open_in_library())
    return Unexpected(image->path_ + " is no image that can be read");
  return image;
}

JImage::~JImage() {
  if (library_ != nullptr)
    library_->close(library_->image);
  if (!bytes_.empty())
    (void)munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
  if (file_ >= 0)
    (void)close(file_);
}

bool JImage::open_in_library() const {
  std::call_once(asked_for_library_, [this] {
    // The library is never closed, because it keeps a table of the images that are open.
    void* handle = dlopen((java_home_ + "/lib/libjimage.so").c_str(), RTLD_NOW);
    auto library = std::make_unique<Library>();
    std::int32_t error = 0;
    // A library without one of these functions is not the JDK's, so it is refused.
    if (handle != nullptr && look_up(handle, "JIMAGE_Open", &library->open) &&
        look_up(handle, "JIMAGE_Close", &library->close) &&
        look_up(handle, "JIMAGE_FindResource", &library->find_resource) &&
        look_up(handle, "JIMAGE_GetResource", &library->get_resource))
      library->image = library->open(path_.c_str(), &error);
    if (library->image != nullptr)
      library_ = std::move(library);
  });
  return library_ != nullptr;
}

// A name in the image is "/module/parent/base.extension", where each part may be missing.
bool JImage::find(std::string_view name, Location* out) const {
  const Index index(bytes_);
  std::uint64_t values[kAttributes] = {};
  if (!index.attributes_of(name, values))
    return false;
  std::string found;
  const auto append = [&](const char* before, Attribute part, const char* behind) {
    const std::string_view text = index.string(values[part]);
    if (!text.empty())
      found.append(before).append(text).append(behind);
  };
  append("/", kModule, "/");
  append("", kParent, "/");
  append("", kBase, "");
  append(".", kExtension, "");
  // A name that is not in the image has the place of another.
  if (found != name || values[kOffset] > bytes_.size() - index.end())
    return false;
  *out = {index.end() + values[kOffset], values[kSize], values[kCompressed] != 0};
  return out->is_compressed || out->bytes <= bytes_.size() - out->place;
}

std::size_t JImage::place_of(std::string_view module, std::string_view resource) const {
  Location where;
  const bool is_found =
      is_understood_ && find("/" + std::string(module) + "/" + std::string(resource), &where);
  return is_found && !where.is_compressed ? where.place : 0;
}

bool JImage::read(std::string_view module, std::string_view resource,
                  std::vector<std::uint8_t>* out) const {
  Location where;
  if (is_understood_ && !find("/" + std::string(module) + "/" + std::string(resource), &where))
    return false;
  if (!is_understood_ || where.is_compressed)
    return read_by_library(std::string(module), std::string(resource), out);
  std::vector<std::uint8_t> found(where.bytes);
  if (!read_all(file_, where.place, found))
    return false;
  *out = std::move(found);
  return true;
}

bool JImage::read_by_library(const std::string& module, const std::string& resource,
                             std::vector<std::uint8_t>* out) const {
  // A NUL would end the C string early and find something else.
  if (module.find('\0') != std::string::npos || resource.find('\0') != std::string::npos ||
      !open_in_library())
    return false;
  // A location of 0 means "not found".
  std::int64_t size = 0;
  const std::int64_t location =
      library_->find_resource(library_->image, module.c_str(), "9.0", resource.c_str(), &size);
  if (location == 0)
    return false;
  out->resize(static_cast<std::size_t>(size));
  library_->get_resource(library_->image, location, reinterpret_cast<char*>(out->data()), size);
  return true;
}

}  // namespace minijvm::classfile
