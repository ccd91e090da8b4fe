// Holds the leaf functions of java.lang.String, of StringBuilder, and of their helpers StringLatin1
// and StringUTF16, which work on byte arrays. A String's value is a byte array: one byte for each
// character (coder 0) or two, in the machine's byte order (coder 1). They run in kInJava.
#include <algorithm>
#include <cstring>
#include <optional>

#include "runtime/class/class.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/cells/leaf_functions.h"

namespace minijvm::interp {
namespace {

using runtime::JavaThread;
using runtime::Object;
using runtime::Slot;

constexpr std::int8_t kLatin1 = 0;

const Object* value_of(const Object* string) { return as<java::String>(string)->value(); }
std::int8_t coder_of(const Object* string) { return as<java::String>(string)->coder(); }
const std::uint8_t* latin1(const Object* value) { return value->elements<std::uint8_t>(); }
const std::uint16_t* utf16(const Object* value) { return value->elements<std::uint16_t>(); }

// The subtraction cannot overflow, whereas an addition could.
bool is_range(std::int32_t start, std::int32_t count, std::int32_t length) {
  return start >= 0 && count >= 0 && start <= length - count;
}

// Computes s[0]*31^(n-1) + ... + s[n-1], as String.hashCode specifies.
template <class T>
std::int32_t hash_of(const T* units, std::int32_t count) {
  std::uint32_t hash = 0;
  for (std::int32_t i = 0; i < count; ++i) hash = 31 * hash + units[i];
  return static_cast<std::int32_t>(hash);
}

// Returns the difference of the first units that differ, else of the lengths, as String.compareTo
// does.
template <class X, class Y>
std::int32_t compare_units(const X* x, std::int32_t x_length, const Y* y, std::int32_t y_length) {
  std::int32_t limit = std::min(x_length, y_length);
  for (std::int32_t i = 0; i < limit; ++i) {
    if (x[i] != y[i])
      return std::int32_t{x[i]} - std::int32_t{y[i]};
  }
  return x_length - y_length;
}

bool bytes_equal(const Object* x, const Object* y) {
  return x->array_length() == y->array_length() &&
         std::memcmp(latin1(x), latin1(y), static_cast<std::size_t>(x->array_length())) == 0;
}

// Returns the index of a 16-bit unit, counted in units. A Latin-1 string has no unit above 0xff.
std::int32_t index_in(const Object* value, std::int8_t coder, std::int32_t unit,
                      std::int32_t from) {
  if (coder == kLatin1) {
    if (unit < 0 || unit > 0xff || from >= value->array_length())
      return -1;
    const void* found = std::memchr(latin1(value) + from, unit,
                                    static_cast<std::size_t>(value->array_length() - from));
    return found == nullptr
               ? -1
               : static_cast<std::int32_t>(static_cast<const std::uint8_t*>(found) - latin1(value));
  }
  for (std::int32_t i = from; i < value->array_length() / 2; ++i) {
    if (utf16(value)[i] == unit)
      return i;
  }
  return -1;
}

// --- String ---

// A string that fits Latin-1 is always stored so; therefore strings with different coders differ.
bool string_equals(JavaThread&, Slot* args, Slot* result) {
  const Object* x = args[0].ref;
  const Object* y = args[1].ref;
  bool is_equal = x == y;
  if (!is_equal && y != nullptr && y->klass() == x->klass() && coder_of(x) == coder_of(y)) {
    is_equal = bytes_equal(value_of(x), value_of(y));
  }
  result->set_int(is_equal);
  return true;
}

// The hash is computed once and kept in the String; hashIsZero marks one that is 0. Racing threads
// write the same values.
bool string_hash(JavaThread&, Slot* args, Slot* result) {
  auto* string = as<java::String>(args[0].ref);
  std::int32_t hash = string->hash();
  if (hash == 0 && !string->hashIsZero()) {
    const Object* value = value_of(string);
    hash = coder_of(string) == kLatin1 ? hash_of(latin1(value), value->array_length())
                                       : hash_of(utf16(value), value->array_length() / 2);
    if (hash == 0) {
      string->set_hashIsZero(true);
    } else {
      string->set_hash(hash);
    }
  }
  result->set_int(hash);
  return true;
}

// Serves HashMap.hash for the keys that are most frequent: texts, Integers, null. Declines if the
// key's hashCode is another one, or is watched.
bool map_hash(JavaThread& self, Slot* args, Slot* result) {
  const Object* key = args[0].ref;
  std::uint32_t hash = 0;
  if (key != nullptr && !may_skip_callees(*key->klass()))
    return false;
  if (key != nullptr && key->klass() == java::String::java_class()) {
    (void)string_hash(self, args, result);
    hash = static_cast<std::uint32_t>(result->as_int());
  } else if (key != nullptr && key->klass() == java::Integer::java_class()) {
    hash = static_cast<std::uint32_t>(as<java::Integer>(key)->value());
  } else if (key != nullptr) {
    return false;
  }
  result->set_int(static_cast<std::int32_t>(hash ^ hash >> 16));
  return true;
}

bool string_length(JavaThread&, Slot* args, Slot* result) {
  result->set_int(value_of(args[0].ref)->array_length() >> coder_of(args[0].ref));
  return true;
}

bool string_is_empty(JavaThread&, Slot* args, Slot* result) {
  result->set_int(value_of(args[0].ref)->array_length() == 0);
  return true;
}

// Declines for an index out of bounds, and the method then throws.
bool string_char_at(JavaThread&, Slot* args, Slot* result) {
  const Object* value = value_of(args[0].ref);
  std::int8_t coder = coder_of(args[0].ref);
  std::int32_t index = args[1].as_int();
  if (static_cast<std::uint32_t>(index) >=
      static_cast<std::uint32_t>(value->array_length() >> coder))
    return false;
  result->set_int(coder == kLatin1 ? latin1(value)[index] : utf16(value)[index]);
  return true;
}

bool string_is_latin1(JavaThread&, Slot* args, Slot* result) {
  result->set_int(coder_of(args[0].ref) == kLatin1);
  return true;
}

bool builder_is_latin1(JavaThread&, Slot* args, Slot* result) {
  result->set_int(as<java::AbstractStringBuilder>(args[0].ref)->coder() == kLatin1);
  return true;
}

bool string_compare(JavaThread&, Slot* args, Slot* result) {
  const Object* x = args[0].ref;
  const Object* y = args[1].ref;
  if (y == nullptr)
    return false;
  const Object* xv = value_of(x);
  const Object* yv = value_of(y);
  std::int32_t x_length = xv->array_length() >> coder_of(x);
  std::int32_t y_length = yv->array_length() >> coder_of(y);
  if (coder_of(x) == kLatin1) {
    result->set_int(coder_of(y) == kLatin1
                        ? compare_units(latin1(xv), x_length, latin1(yv), y_length)
                        : compare_units(latin1(xv), x_length, utf16(yv), y_length));
  } else {
    result->set_int(coder_of(y) == kLatin1
                        ? compare_units(utf16(xv), x_length, latin1(yv), y_length)
                        : compare_units(utf16(xv), x_length, utf16(yv), y_length));
  }
  return true;
}

bool string_index_of(JavaThread&, Slot* args, Slot* result) {
  if (args[1].as_int() > 0xffff)
    // A character above 0xffff is a pair of units.
    return false;
  result->set_int(index_in(value_of(args[0].ref), coder_of(args[0].ref), args[1].as_int(), 0));
  return true;
}

bool string_index_from(JavaThread&, Slot* args, Slot* result) {
  // A character above 0xffff is a pair of units.
  if (args[1].as_int() > 0xffff)
    return false;
  result->set_int(index_in(value_of(args[0].ref), coder_of(args[0].ref), args[1].as_int(),
                           std::max(args[2].as_int(), 0)));
  return true;
}

// If the coders differ, the method itself compares.
bool string_starts_with(JavaThread&, Slot* args, Slot* result) {
  const Object* text = args[0].ref;
  const Object* start = args[1].ref;
  if (start == nullptr || coder_of(text) != coder_of(start))
    return false;
  const Object* x = value_of(text);
  const Object* y = value_of(start);
  result->set_int(y->array_length() <= x->array_length() &&
                  std::memcmp(latin1(x), latin1(y), static_cast<std::size_t>(y->array_length())) ==
                      0);
  return true;
}

// --- builders ---

// Appends to a StringBuilder whose array has room for `count` more units and has the coder of what
// is appended. Otherwise the method makes another array.
struct Room {
  java::ByteArray* value;
  std::int32_t from;  // in units
};
std::optional<Room> room_in(java::AbstractStringBuilder* builder, std::int8_t coder,
                            std::int32_t count) {
  java::ByteArray* value = builder->value();
  const std::int32_t from = builder->count();
  if (value == nullptr || builder->coder() != coder ||
      !is_range(from, count, value->length() >> coder))
    return std::nullopt;
  builder->set_count(from + count);
  return Room{value, from};
}

bool append_string(JavaThread&, Slot* args, Slot* result) {
  const Object* string = args[1].ref;
  if (string == nullptr)
    return false;
  const std::int8_t coder = coder_of(string);
  const Object* source = value_of(string);
  const auto room =
      room_in(as<java::AbstractStringBuilder>(args[0].ref), coder, source->array_length() >> coder);
  if (!room)
    return false;
  std::memcpy(room->value->data() + (room->from << coder), latin1(source),
              static_cast<std::size_t>(source->array_length()));
  result->ref = args[0].ref;
  return true;
}

bool append_char(JavaThread&, Slot* args, Slot* result) {
  const std::int32_t unit = args[1].as_int();
  const auto room = unit > 0xff ? std::nullopt
                                : room_in(as<java::AbstractStringBuilder>(args[0].ref), kLatin1, 1);
  if (!room)
    return false;
  room->value->set(room->from, static_cast<std::int8_t>(unit));
  result->ref = args[0].ref;
  return true;
}

// --- the helpers ---

// The arguments: (bytes, character, from where backwards).
bool latin1_last_index(JavaThread&, Slot* args, Slot* result) {
  const Object* value = args[0].ref;
  const std::int32_t unit = args[1].as_int();
  if (value == nullptr || unit < 0 || unit > 0xff)
    return false;
  std::int32_t at = std::min(args[2].as_int(), value->array_length() - 1);
  while (at >= 0 && latin1(value)[at] != unit) --at;
  result->set_int(std::max(at, -1));
  return true;
}

// Finds the first place of one byte array in another.
bool latin1_find(JavaThread&, Slot* args, Slot* result) {
  const Object* text = args[0].ref;
  const Object* wanted = args[1].ref;
  if (text == nullptr || wanted == nullptr)
    return false;
  if (wanted->array_length() == 0) {
    result->set_int(0);
    return true;
  }
  const void* found = memmem(latin1(text), static_cast<std::size_t>(text->array_length()),
                             latin1(wanted), static_cast<std::size_t>(wanted->array_length()));
  result->set_int(found == nullptr ? -1
                                   : static_cast<std::int32_t>(
                                         static_cast<const std::uint8_t*>(found) - latin1(text)));
  return true;
}

// Widens bytes to 16-bit units. The arguments: (source, from, target, to, count). The target is a
// char array, or a byte array counted in units.
bool widen(Slot* args, std::int32_t target_units) {
  const Object* source = args[0].ref;
  Object* target = args[2].ref;
  std::int32_t from = args[1].as_int();
  std::int32_t to = args[3].as_int();
  std::int32_t count = args[4].as_int();
  if (!is_range(from, count, source->array_length()) || !is_range(to, count, target_units))
    return false;
  for (std::int32_t i = 0; i < count; ++i)
    target->elements<std::uint16_t>()[to + i] = latin1(source)[from + i];
  return true;
}
bool inflate_chars(JavaThread&, Slot* args, Slot*) {
  return args[0].ref != nullptr && args[2].ref != nullptr &&
         widen(args, args[2].ref->array_length());
}
bool inflate_bytes(JavaThread&, Slot* args, Slot*) {
  return args[0].ref != nullptr && args[2].ref != nullptr &&
         widen(args, args[2].ref->array_length() / 2);
}

// Narrows units to bytes. The arguments: (source, from, target, to, count). The result is the
// count, or 0 if a unit does not fit.
bool narrow(Slot* args, Slot* result, std::int32_t source_units) {
  const Object* source = args[0].ref;
  Object* target = args[2].ref;
  std::int32_t from = args[1].as_int();
  std::int32_t to = args[3].as_int();
  std::int32_t count = args[4].as_int();
  if (!is_range(from, count, source_units) || !is_range(to, count, target->array_length()))
    return false;
  for (std::int32_t i = 0; i < count; ++i) {
    std::uint16_t unit = utf16(source)[from + i];
    if (unit > 0xff) {
      result->set_int(0);
      return true;
    }
    target->elements<std::uint8_t>()[to + i] = static_cast<std::uint8_t>(unit);
  }
  result->set_int(count);
  return true;
}
bool compress_chars(JavaThread&, Slot* args, Slot* result) {
  return args[0].ref != nullptr && args[2].ref != nullptr &&
         narrow(args, result, args[0].ref->array_length());
}
bool compress_bytes(JavaThread&, Slot* args, Slot* result) {
  return args[0].ref != nullptr && args[2].ref != nullptr &&
         narrow(args, result, args[0].ref->array_length() / 2);
}

// Finds out whether a byte is negative, which means that it is no ASCII character. The arguments:
// (bytes, from, count). It looks at eight bytes at a time, then at the rest.
bool has_negatives(JavaThread&, Slot* args, Slot* result) {
  const Object* bytes = args[0].ref;
  std::int32_t from = args[1].as_int();
  if (bytes == nullptr || !is_range(from, args[2].as_int(), bytes->array_length()))
    return false;
  const std::uint8_t* at = latin1(bytes) + from;
  const std::uint8_t* end = at + args[2].as_int();
  for (; end - at >= 8; at += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, at, sizeof eight);
    if ((eight & 0x8080808080808080) != 0)
      break;
  }
  result->set_int(std::any_of(at, end, [](std::uint8_t byte) { return byte >= 0x80; }));
  return true;
}

#define MJ_STRING "java/lang/String."
#define MJ_LATIN1 "java/lang/StringLatin1."
#define MJ_UTF16 "java/lang/StringUTF16."
constexpr LeafFunction kLeaves[] = {
    {MJ_STRING "equals(Ljava/lang/Object;)Z", string_equals},
    {MJ_STRING "hashCode()I", string_hash},
    calling_others("java/util/HashMap.hash(Ljava/lang/Object;)I", map_hash),
    {MJ_STRING "length()I", string_length},
    {MJ_STRING "isEmpty()Z", string_is_empty},
    {MJ_STRING "charAt(I)C", string_char_at},
    {MJ_STRING "isLatin1()Z", string_is_latin1},
    {"java/lang/AbstractStringBuilder.isLatin1()Z", builder_is_latin1},
    {MJ_STRING "compareTo(Ljava/lang/String;)I", string_compare},
    {MJ_STRING "indexOf(I)I", string_index_of},
    {MJ_STRING "indexOf(II)I", string_index_from},
    {MJ_STRING "startsWith(Ljava/lang/String;)Z", string_starts_with},
    {"java/lang/AbstractStringBuilder.append(Ljava/lang/String;)Ljava/lang/AbstractStringBuilder;",
     append_string},
    {"java/lang/AbstractStringBuilder.append(C)Ljava/lang/AbstractStringBuilder;", append_char},
    {"java/lang/StringBuilder.append(Ljava/lang/String;)Ljava/lang/StringBuilder;", append_string},
    {"java/lang/StringBuilder.append(C)Ljava/lang/StringBuilder;", append_char},
    {MJ_LATIN1 "lastIndexOf([BII)I", latin1_last_index},
    {MJ_LATIN1 "indexOf([B[B)I", latin1_find},
    {MJ_LATIN1 "inflate([BI[CII)V", inflate_chars},
    {MJ_LATIN1 "inflate([BI[BII)V", inflate_bytes},
    {MJ_UTF16 "compress([CI[BII)I", compress_chars},
    {MJ_UTF16 "compress([BI[BII)I", compress_bytes},
    {"java/lang/StringCoding.hasNegatives([BII)Z", has_negatives},
};

}  // namespace

std::span<const LeafFunction> string_leaves() { return kLeaves; }

}  // namespace minijvm::interp
