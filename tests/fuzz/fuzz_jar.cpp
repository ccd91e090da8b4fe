// A jar of any bytes opens or not; what its directory lists can be asked for, and an entry that lies about its size is refused.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "classfile/path/class_path.h"
#include "classfile/path/jar_file.h"

using namespace minijvm::classfile;

namespace {

// One file for the whole run, in memory where there is a /dev/shm.
const std::string& scratch() {
  static const std::string path = [] {
    char name[] = "/dev/shm/minijvm-fuzz-XXXXXX";
    char elsewhere[] = "/tmp/minijvm-fuzz-XXXXXX";
    const int in_memory = mkstemp(name);
    const int file = in_memory >= 0 ? in_memory : mkstemp(elsewhere);
    if (file < 0)
      std::abort();
    close(file);
    std::string chosen = in_memory >= 0 ? name : elsewhere;
    static std::string remembered = chosen;
    std::atexit([] { unlink(remembered.c_str()); });
    return chosen;
  }();
  return path;
}

void write_file(const std::uint8_t* data, std::size_t size) {
  std::FILE* file = std::fopen(scratch().c_str(), "wb");
  if (file == nullptr)
    std::abort();
  std::fwrite(data, 1, size, file);
  std::fclose(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  write_file(data, size);
  std::vector<std::uint8_t> bytes;
  if (const std::unique_ptr<JarFile> jar = JarFile::open(scratch())) {
    unsigned asked = 0;
    for (const std::string& entry : jar->entries()) {
      (void)jar->read(entry, &bytes);
      if (++asked == 64)
        break;
    }
  }
  const ClassPath path(scratch());
  (void)path.read("a.class", &bytes);
  return 0;
}
