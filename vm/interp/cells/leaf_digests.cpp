// Holds the leaf functions of message digests: the compression functions of MD5, SHA-1, SHA-2 and
// SHA-3 in sun.security.provider, which programs from signed jars run at start-up. GNU Nettle,
// which is linked statically, does the work. They run in kInJava.
// Tested by tests/java/library/DigestBlocks.java.
//
//   Object <- MessageDigestSpi <- DigestBase <- SHA2 <- SHA2$SHA256
//                                 buffer        state
//
// DigestBase.implCompressMultiBlock0 calls implCompress for each block of the input; it has a leaf
// function of its own, because the calls cost more than the blocks.
#include <nettle/md5.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/sha3.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string_view>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"

namespace minijvm::interp {
namespace {

using runtime::Class;
using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

// The depths of the classes in the drawing.
constexpr std::uint16_t kBaseDepth = 2;
constexpr std::uint16_t kAlgorithmDepth = 3;

// Between two looks for a waiting safepoint, this many bytes are compressed at most: some 60 us
// where the processor has no instructions for digests.
constexpr std::int32_t kStretchBytes = 16 * 1024;

const Class& algorithm_of(const Object* digest) {
  return *digest->klass()->display[kAlgorithmDepth];
}

// Returns the array in the field of this name that the object's superclass at `depth` declares;
// null if there is no such field. The class is not among the well-known ones, since few programs
// need it; it declares a handful of fields.
Object* array_in(const Object* object, std::uint16_t depth, std::string_view name,
                 std::string_view descriptor) {
  for (const runtime::Field& field : object->klass()->display[depth]->fields) {
    if (field.name->text() == name && field.descriptor->text() == descriptor)
      return object->load_ref(field.offset);
  }
  return nullptr;
}

// Returns the number of bytes in a block, 0 if that is not known.
std::int32_t block_bytes(const Object* digest) {
  const Object* buffer = array_in(digest, kBaseDepth, "buffer", "[B");
  return buffer == nullptr ? 0 : buffer->array_length();
}

// Compresses `count` blocks of `bytes` each. `state` is not null.
using Compress = bool (*)(Object* state, const std::uint8_t* data, std::size_t count,
                          std::size_t bytes);

// Nettle's context of a digest begins with the same words as the Java class's state. While its
// buffer is empty, update compresses whole blocks at once.
template <class Context, auto kUpdate>
bool compress_words(Object* state, const std::uint8_t* data, std::size_t count, std::size_t bytes) {
  Context context{};
  if (static_cast<std::size_t>(state->array_length()) != std::size(context.state))
    return false;
  std::memcpy(context.state, state->elements<char>(), sizeof context.state);
  kUpdate(&context, count * bytes, data);
  std::memcpy(state->elements<char>(), context.state, sizeof context.state);
  return true;
}

// SHA-3's state is a byte array: 25 lanes of 64 bits, in little endian.
bool is_sponge(const Object* state) {
  return state != nullptr && state->array_length() == sizeof(sha3_state::a);
}
void permute(Object* state) {
  sha3_state lanes{};
  std::memcpy(lanes.a, state->elements<char>(), sizeof lanes.a);
  sha3_permute(&lanes);
  std::memcpy(state->elements<char>(), lanes.a, sizeof lanes.a);
}
bool absorb(Object* state, const std::uint8_t* data, std::size_t count, std::size_t bytes) {
  if (!is_sponge(state) || bytes > sizeof(sha3_state::a))
    return false;
  for (; count > 0; --count) {
    for (std::size_t i = 0; i < bytes; ++i) state->elements<std::uint8_t>()[i] ^= *data++;
    permute(state);
  }
  return true;
}

struct Algorithm {
  std::string_view holder;
  std::string_view state_type;
  Compress compress;
};

constexpr Algorithm kMd5 = {"sun/security/provider/MD5", "[I", compress_words<md5_ctx, md5_update>};
constexpr Algorithm kSha1 = {"sun/security/provider/SHA", "[I",
                             compress_words<sha1_ctx, sha1_update>};
constexpr Algorithm kSha2 = {"sun/security/provider/SHA2", "[I",
                             compress_words<sha256_ctx, sha256_update>};
constexpr Algorithm kSha5 = {"sun/security/provider/SHA5", "[J",
                             compress_words<sha512_ctx, sha512_update>};
constexpr Algorithm kSha3 = {"sun/security/provider/SHA3", "[B", absorb};

// Compresses blocks from index `from` on. Returns false if they are not all in the array.
bool compress(const Algorithm& algorithm, const Object* digest, const Object* data,
              std::int32_t from, std::int32_t count, std::int32_t bytes) {
  Object* state = array_in(digest, kAlgorithmDepth, "state", algorithm.state_type);
  return state != nullptr && data != nullptr && bytes > 0 && from >= 0 && count >= 0 &&
         count <= (data->array_length() - from) / bytes &&
         algorithm.compress(state, data->elements<std::uint8_t>() + from,
                            static_cast<std::size_t>(count), static_cast<std::size_t>(bytes));
}

// Serves implCompress0, which compresses one block.
template <const Algorithm& kAlgorithm>
bool compress_block(JavaThread&, Slot* args, Slot*) {
  const Object* digest = args[0].ref;
  return may_skip_callees(algorithm_of(digest)) &&
         compress(kAlgorithm, digest, args[1].ref, args[2].as_int(), 1, block_bytes(digest));
}

bool keccak(JavaThread&, Slot* args, Slot*) {
  const Object* digest = args[0].ref;
  Object* state = array_in(digest, kAlgorithmDepth, "state", kSha3.state_type);
  if (!may_skip_callees(algorithm_of(digest)) || !is_sponge(state))
    return false;
  permute(state);
  return true;
}

const Algorithm* find_algorithm(const Class& klass) {
  for (const Algorithm* algorithm : {&kSha2, &kSha1, &kMd5, &kSha5, &kSha3}) {
    if (klass.name->text() == algorithm->holder && klass.loader->is_boot())
      return algorithm;
  }
  return nullptr;
}

// The arguments: (digest, bytes, from, limit): the last block begins at or before `limit`. The
// result is the index behind the last block.
bool compress_blocks(JavaThread& self, Slot* args, Slot* result) {
  const Object* digest = args[0].ref;
  const Class& klass = algorithm_of(digest);
  const Algorithm* algorithm = find_algorithm(klass);
  std::int32_t bytes = block_bytes(digest);
  if (algorithm == nullptr || bytes == 0 || !may_skip_callees(klass))
    return false;
  std::int32_t limit = args[3].as_int();
  std::int32_t from = args[2].as_int();
  while (from <= limit) {
    // The method goes on from here when another thread wants this one to stop.
    if (self.poll_requested())
      return false;
    std::int32_t count = std::min(limit - from, kStretchBytes) / bytes + 1;
    if (!compress(*algorithm, digest, args[1].ref, from, count, bytes))
      return false;
    from += count * bytes;
    args[2].set_int(from);
  }
  result->set_int(from);
  return true;
}

constexpr LeafFunction kLeaves[] = {
    {"sun/security/provider/MD5.implCompress0([BI)V", compress_block<kMd5>},
    {"sun/security/provider/SHA.implCompress0([BI)V", compress_block<kSha1>},
    {"sun/security/provider/SHA2.implCompress0([BI)V", compress_block<kSha2>},
    {"sun/security/provider/SHA5.implCompress0([BI)V", compress_block<kSha5>},
    {"sun/security/provider/SHA3.implCompress0([BI)V", compress_block<kSha3>},
    {"sun/security/provider/SHA3.keccak()V", keccak},
    {"sun/security/provider/DigestBase.implCompressMultiBlock0([BII)I", compress_blocks},
};

}  // namespace

std::span<const LeafFunction> digest_leaves() { return kLeaves; }

}  // namespace minijvm::interp
