// Holds the leaf functions with which the library finds classes. Those of java.util.zip are what
// ZipFile does with each entry of the central directory when a file is opened, and CRC32C (CRC32
// and Adler32 are native). A class path of large jars has tens of thousands of entries. The others
// read the JDK's image (lib/modules) through a direct buffer: javac lists packages there, and looks
// at each byte of the names. They run in kInJava.
// Tested by tests/java/io/ZipDirectories.java, tests/java/library/Checksums.java,
// tests/java/io/ImageNames.java and tests/java/nio/TruncatedMapping.java.
#include <algorithm>
#include <cstring>

#include "base/checksum.h"
#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/java/raw_memory.h"

namespace minijvm::interp {
namespace {

using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

// Returns the address of `count` bytes at `index`; null if the array does not hold them.
const std::uint8_t* bytes_at(const Object* array, std::int32_t index, std::int32_t count) {
  return array == nullptr || index < 0 || index > array->array_length() - count
             ? nullptr
             : array->elements<std::uint8_t>() + index;
}

// Serves UTF8ZipCoder.checkedHash: String.hashCode of the entry's name, as if it ended with a slash
// (ZipCoder.hash). Declines for names that are not ASCII. The arguments: (coder, bytes, from,
// count).
bool ascii_name_hash(JavaThread&, Slot* args, Slot* result) {
  std::int32_t count = args[3].as_int();
  const std::uint8_t* name = count <= 0 ? nullptr : bytes_at(args[1].ref, args[2].as_int(), count);
  if (name == nullptr)
    return false;
  std::uint32_t hash = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    if (name[i] >= 0x80)
      return false;
    hash = 31 * hash + name[i];
  }
  if (name[count - 1] != '/') {
    hash = 31 * hash + '/';
  }
  result->set_int(static_cast<std::int32_t>(hash));
  return true;
}

// Reads a number of a record, in little endian. The arguments: (bytes, start of the record).
template <class Number, std::int32_t kOffset>
bool read_number(JavaThread&, Slot* args, Slot* result) {
  std::int32_t start = args[1].as_int();
  const std::uint8_t* at =
      start < 0 ? nullptr : bytes_at(args[0].ref, start, kOffset + sizeof(Number));
  if (at == nullptr)
    return false;
  Number number;
  std::memcpy(&number, at + kOffset, sizeof number);
  result->set_long(number);
  return true;
}
using Short = std::uint16_t;
using Word = std::uint32_t;

// Between two looks for a waiting safepoint, this many bytes are summed at most: less than 100 us.
constexpr std::int32_t kStretchBytes = 256 * 1024;

// The arguments: (the sum so far, bytes, from, to).
bool update_crc32c(JavaThread& self, Slot* args, Slot* result) {
  const Object* bytes = args[1].ref;
  std::int32_t to = args[3].as_int();
  if (bytes == nullptr || args[2].as_int() < 0 || to > bytes->array_length())
    return false;
  while (args[2].as_int() < to) {
    // The method goes on from here when another thread wants this one to stop.
    if (self.poll_requested())
      return false;
    std::int32_t from = args[2].as_int();
    std::int32_t count = std::min(to - from, kStretchBytes);
    args[0].set_int(static_cast<std::int32_t>(
        add_crc32c(static_cast<std::uint32_t>(args[0].as_int()),
                   bytes->elements<std::uint8_t>() + from, static_cast<std::size_t>(count))));
    args[2].set_int(from + count);
  }
  result->set_int(args[0].as_int());
  return true;
}

// --- the JDK's image ---

// Reads a byte as DirectByteBuffer.get(int) does. Returns false if that is left to the method. A
// buffer of a memory segment has a scope, which another thread may close.
bool byte_of(const Object* object, std::int32_t index, std::int8_t* value) {
  const auto* buffer = runtime::as<java::Buffer>(object);
  return index >= 0 && index < buffer->limit() && buffer->segment() == nullptr &&
         vm::raw_load(reinterpret_cast<const std::int8_t*>(buffer->address()) + index, value);
}

bool buffer_get(JavaThread&, Slot* args, Slot* result) {
  std::int8_t value{};
  const bool is_read = byte_of(args[0].ref, args[1].as_int(), &value);
  result->set_int(value);
  return is_read;
}

// Serves ImageStringsReader.charsFromByteBufferLength: counts the characters before the zero byte
// behind a name. Declines for names that are not ASCII. The arguments: (buffer, from).
bool ascii_length(JavaThread&, Slot* args, Slot* result) {
  const Object* buffer = args[0].ref;
  if (buffer == nullptr ||
      !buffer->klass()->is_subclass_of(*runtime::wk().java_nio_DirectByteBuffer))
    return false;
  const std::int32_t from = args[1].as_int();
  std::int8_t value{};
  std::int32_t at = from;
  while (byte_of(buffer, at, &value) && value > 0) ++at;
  result->set_int(at - from);
  return at < as<java::Buffer>(buffer)->limit() && value == 0;
}

// Serves ImageStringsReader.unmaskedHashCode, the FNV-1 hash of a name's bytes in modified UTF-8.
// Declines for names that are not ASCII. The arguments: (string, seed).
bool ascii_hash(JavaThread&, Slot* args, Slot* result) {
  const auto* string = as<java::String>(args[0].ref);
  if (string == nullptr || string->coder() != 0)
    return false;
  const java::ByteArray* value = string->value();
  auto hash = static_cast<std::uint32_t>(args[1].as_int());
  for (std::int32_t i = 0; i < value->length(); ++i) {
    if (value->at(i) <= 0)
      return false;
    hash = hash * 0x0100'0193 ^ static_cast<std::uint32_t>(value->at(i));
  }
  result->set_int(static_cast<std::int32_t>(hash));
  return true;
}

// The offsets are those of a file header in the central directory (APPNOTE.TXT, 4.3.12).
constexpr LeafFunction kLeaves[] = {
    {"java/nio/DirectByteBuffer.get(I)B", buffer_get},
    {"jdk/internal/jimage/ImageStringsReader.charsFromByteBufferLength(Ljava/nio/ByteBuffer;I)I",
     ascii_length},
    {"jdk/internal/jimage/ImageStringsReader.unmaskedHashCode(Ljava/lang/String;I)I", ascii_hash},
    {"java/util/zip/ZipCoder$UTF8ZipCoder.checkedHash([BII)I", ascii_name_hash},
    {"java/util/zip/CRC32C.updateBytes(I[BII)I", update_crc32c},
    {"java/util/zip/ZipUtils.SH([BI)I", read_number<Short, 0>},
    {"java/util/zip/ZipUtils.LG([BI)J", read_number<Word, 0>},
    {"java/util/zip/ZipUtils.CENSIG([BI)J", read_number<Word, 0>},
    {"java/util/zip/ZipUtils.CENFLG([BI)I", read_number<Short, 8>},
    {"java/util/zip/ZipUtils.CENHOW([BI)I", read_number<Short, 10>},
    {"java/util/zip/ZipUtils.CENNAM([BI)I", read_number<Short, 28>},
    {"java/util/zip/ZipUtils.CENEXT([BI)I", read_number<Short, 30>},
    {"java/util/zip/ZipUtils.CENCOM([BI)I", read_number<Short, 32>},
};

}  // namespace

std::span<const LeafFunction> zip_leaves() { return kLeaves; }

}  // namespace minijvm::interp
