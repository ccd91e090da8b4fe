// Makes java.lang.String objects from C++ text and back, and keeps the table of interned strings
// (JVMS 5.1). Callers are in kInVm; a function with a NoSafepoint witness does not allocate.
#include "vm/java/strings.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "gc/heap/roots.h"
#include "runtime/class/class.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/string_table.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Handle;
using runtime::JavaThread;
using sync::NoSafepoint;
using Units = std::vector<std::uint16_t>;

constexpr std::int8_t kLatin1 = 0;
constexpr std::int8_t kUtf16 = 1;

// Decodes modified UTF-8 (JVMS 4.4.7) to UTF-16. A byte that is not part of valid modified UTF-8
// becomes U+FFFD, because natives may pass anything.
Units decode(std::string_view bytes) {
  Units units;
  units.reserve(bytes.size());
  // Returns 0 behind the end, which is no continuation byte.
  auto byte = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U;
  };
  auto continues = [&](std::size_t at) { return (byte(at) & 0xc0U) == 0x80U; };
  for (std::size_t at = 0; at < bytes.size();) {
    unsigned first = byte(at);
    if (first < 0x80) {
      units.push_back(static_cast<std::uint16_t>(first));
      at += 1;
    } else if ((first & 0xe0U) == 0xc0U && continues(at + 1)) {
      // Two bytes: 110xxxxx 10yyyyyy. U+0000 is written so, too.
      units.push_back(static_cast<std::uint16_t>((first & 0x1fU) << 6 | (byte(at + 1) & 0x3fU)));
      at += 2;
    } else if ((first & 0xf0U) == 0xe0U && continues(at + 1) && continues(at + 2)) {
      // Three bytes: 1110xxxx 10yyyyyy 10zzzzzz. There is no four-byte form; a surrogate pair is
      // two units of three bytes each.
      units.push_back(static_cast<std::uint16_t>(
          (first & 0x0fU) << 12 | (byte(at + 1) & 0x3fU) << 6 | (byte(at + 2) & 0x3fU)));
      at += 3;
    } else {
      units.push_back(0xfffd);
      at += 1;
    }
  }
  return units;
}

bool is_ascii(std::string_view bytes) {
  return std::ranges::none_of(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// Calls `use` with the UTF-16 units of a text in modified UTF-8. The units of ASCII, which nearly
// all texts are, are its bytes.
template <class Use>
auto with_units(std::string_view text, Use use) {
  if (is_ascii(text))
    return use(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  const Units units = decode(text);
  return use(std::span(units));
}

// U+0000 takes two bytes, so the result has no zero byte in it (JVMS 4.4.7).
void append_modified_utf8(std::string& out, std::uint16_t unit) {
  if (unit != 0 && unit < 0x80) {
    out.push_back(static_cast<char>(unit));
  } else if (unit < 0x800) {
    out.push_back(static_cast<char>(0xc0 | unit >> 6));
    out.push_back(static_cast<char>(0x80 | (unit & 0x3f)));
  } else {
    out.push_back(static_cast<char>(0xe0 | unit >> 12));
    out.push_back(static_cast<char>(0x80 | (unit >> 6 & 0x3f)));
    out.push_back(static_cast<char>(0x80 | (unit & 0x3f)));
  }
}

template <class Unit>
bool fits_latin1(std::span<const Unit> units) {
  return std::ranges::none_of(units, [](unsigned unit) { return unit > 0xff; });
}

std::uint16_t unit_at(const java::ByteArray* value, std::int8_t coder, std::int32_t index) {
  return coder == kLatin1 ? value->elements<std::uint8_t>()[index]
                          : value->elements<std::uint16_t>()[index];
}

// Computes FNV-1a over the UTF-16 units, not over the bytes, so that a text has the same hash in
// both coders.
class TextHash {
 public:
  void add(std::uint16_t unit) { hash_ = (hash_ ^ unit) * 0x100000001b3U; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

template <class Unit>
std::uint64_t hash_of(std::span<const Unit> units) {
  TextHash hash;
  for (Unit unit : units) {
    hash.add(unit);
  }
  return hash.value();
}

std::uint64_t hash_of(const NoSafepoint& still, const java::String* string) {
  const java::ByteArray* value = string->value();
  std::int8_t coder = string->coder();
  std::int32_t length = string_length(still, string);
  TextHash hash;
  for (std::int32_t i = 0; i < length; ++i) {
    hash.add(unit_at(value, coder, i));
  }
  return hash.value();
}

// Compares a String with units that have no object yet.
template <class Unit>
bool equals(const NoSafepoint& still, const java::String* string, std::span<const Unit> units) {
  if (string_length(still, string) != static_cast<std::int32_t>(units.size())) {
    return false;
  }
  const java::ByteArray* value = string->value();
  std::int8_t coder = string->coder();
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (unit_at(value, coder, static_cast<std::int32_t>(i)) != units[i]) {
      return false;
    }
  }
  return true;
}

bool equals(const NoSafepoint& still, const java::String* a, const java::String* b) {
  std::int32_t length = string_length(still, a);
  // A text has exactly one coder (strings.h), so texts of different coders differ.
  return a->coder() == b->coder() && length == string_length(still, b) &&
         std::memcmp(a->value()->data(), b->value()->data(),
                     static_cast<std::size_t>(length) << a->coder()) == 0;
}

}  // namespace

// From a text's hash to its one String. The table is weak: an entry dies with its string. Young
// strings stand in a table of their own, because each young collection must look at all of them,
// and most strings are old.
class InternTable : public gc::ReferenceTable {
 public:
  template <class Matches>
  java::String* find(std::uint64_t hash, Matches matches) {
    // A lookup searches the old strings first, since most literals are old.
    java::String* found = find_in(old_, hash, matches);
    return found != nullptr ? found : find_in(young_, hash, matches);
  }
  void add(std::uint64_t hash, java::String* string) { young_.emplace(hash, string); }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Strings* strings : {&old_, &young_}) {
      for (const auto& [hash, string] : *strings) {
        visit(string);
      }
    }
  }
  void count(runtime::TableStatistics& sum) const {
    count_in(old_, sum);
    count_in(young_, sum);
  }

  // A full collection must look at every entry: the old entries join the young ones, and
  // sweep_young sorts them again.
  void sweep(gc::Liveness& liveness) override {
    young_.merge(old_);
    sweep_young(liveness);
  }
  // Called in the stopped world. Updates the addresses of moved strings, drops dead ones, and moves
  // promoted ones to the old table.
  void sweep_young(gc::Liveness& liveness) override {
    for (auto at = young_.begin(); at != young_.end();) {
      // The iterator advances first, because the entry may be removed.
      auto entry = at++;
      entry->second = static_cast<java::String*>(liveness.forwarded_or_null(entry->second));
      if (entry->second == nullptr) {
        young_.erase(entry);
      } else if (!gc::is_young(entry->second)) {
        old_.insert(young_.extract(entry));
      }
    }
  }

  sync::Mutex mutex{sync::LockRank::kStrings};

 private:
  using Strings = std::unordered_multimap<std::uint64_t, java::String*>;

  // Adds the numbers for the statistics; std::unordered_multimap keeps a list for each bucket.
  static void count_in(const Strings& strings, runtime::TableStatistics& sum) {
    sum.bytes_a_bucket = sizeof(void*);
    // Each entry has one list pointer besides its value.
    sum.bytes_an_entry = sizeof(void*) + sizeof(Strings::value_type);
    for (std::size_t i = 0; i < strings.bucket_count(); ++i) {
      sum.add_bucket(strings.bucket_size(i));
    }
    for (const auto& [hash, string] : strings) {
      sum.literal_bytes += gc::object_bytes(string) + gc::object_bytes(string->value());
    }
  }

  // Several texts may have the same hash, so `matches` decides.
  template <class Matches>
  static java::String* find_in(const Strings& strings, std::uint64_t hash, Matches matches) {
    auto [from, to] = strings.equal_range(hash);
    for (auto at = from; at != to; ++at) {
      if (matches(at->second)) {
        return at->second;
      }
    }
    return nullptr;
  }

  Strings old_;
  Strings young_;
};

namespace {

InternTable& intern_table() { return *the_vm.java.interned_strings; }

// Makes the byte[] first, then the String, because either allocation may stop.
template <class Unit>
JavaResult<Handle<java::String>> new_string_of(JavaThread& self, std::span<const Unit> units) {
  // String.value is a byte[] of up to 2^31-1 bytes; in UTF-16 that is 2^30-1 units.
  if (units.size() > 0x3fff'ffff) {
    return throw_out_of_memory(self, "Requested array size exceeds VM limit");
  }
  bool latin1 = compact_strings() && fits_latin1(units);
  auto bytes = static_cast<std::int32_t>(latin1 ? units.size() : units.size() * 2);
  Handle<java::ByteArray> value = MJ_TRY(new_array<java::ByteArray>(self, bytes));
  {
    NoSafepoint still(self);
    java::ByteArray* raw = value.raw(still);
    if (latin1) {
      std::ranges::copy(units, raw->elements<std::uint8_t>());
    } else {
      std::ranges::copy(units, raw->elements<std::uint16_t>());
    }
  }
  Handle<java::String> string = MJ_TRY(new_instance<java::String>(self));
  NoSafepoint still(self);
  java::String* raw = string.raw(still);
  raw->set_value(still, value.raw(still));
  raw->set_coder(latin1 ? kLatin1 : kUtf16);
  return string;
}

}  // namespace

void initialize_strings() { gc::add_reference_table(intern_table()); }
void set_compact_strings(bool wanted) { the_vm.java.settings.compact_strings = wanted; }
bool compact_strings() { return the_vm.java.settings.compact_strings; }

JavaResult<Handle<java::String>> new_string(JavaThread& self, std::string_view modified_utf8) {
  return with_units(modified_utf8, [&](auto units) { return new_string_of(self, units); });
}

JavaResult<Handle<java::String>> new_string_utf16(JavaThread& self,
                                                  std::span<const std::uint16_t> units) {
  return new_string_of(self, units);
}

// The NoSafepoint lasts over lookup and insertion, so the hash and the addresses stay valid, and
// the mutex is never held at a safepoint.
JavaResult<Handle<java::String>> intern_string(JavaThread& self, Handle<java::String> string) {
  NoSafepoint still(self);
  java::String* raw = string.raw(still);
  std::uint64_t hash = hash_of(still, raw);
  InternTable& table = intern_table();
  sync::MutexLock lock(table.mutex);
  java::String* canonical =
      table.find(hash, [&](const java::String* other) { return equals(still, other, raw); });
  if (canonical == nullptr) {
    table.add(hash, raw);
    return string;
  }
  return runtime::make_handle(self, still, canonical);
}

namespace {

// The first lookup needs no String: a literal that is interned already costs no allocation. Another
// thread may add the text in between; the second lookup then finds that thread's String.
template <class Unit>
JavaResult<Handle<java::String>> intern_units(JavaThread& self, std::span<const Unit> units) {
  {
    NoSafepoint still(self);
    InternTable& table = intern_table();
    sync::MutexLock lock(table.mutex);
    java::String* canonical = table.find(
        hash_of(units), [&](const java::String* other) { return equals(still, other, units); });
    if (canonical != nullptr) {
      return runtime::make_handle(self, still, canonical);
    }
  }
  return intern_string(self, MJ_TRY(new_string_of(self, units)));
}

}  // namespace

JavaResult<Handle<java::String>> intern_string(JavaThread& self, std::string_view modified_utf8) {
  return with_units(modified_utf8, [&](auto units) { return intern_units(self, units); });
}

runtime::TableStatistics string_table_statistics(JavaThread& self) {
  runtime::TableStatistics sum;
  const NoSafepoint still(self);
  InternTable& table = intern_table();
  sync::MutexLock lock(table.mutex);
  table.count(sum);
  return sum;
}

std::vector<std::string> interned_texts(JavaThread& self) {
  std::vector<std::string> texts;
  const NoSafepoint still(self);
  InternTable& table = intern_table();
  sync::MutexLock lock(table.mutex);
  table.for_each(
      [&](const java::String* string) { texts.push_back(to_modified_utf8(still, string)); });
  return texts;
}

// A String that is under construction has no value yet and counts as empty.
std::int32_t string_length(const NoSafepoint&, const java::String* string) {
  const java::ByteArray* value = string->value();
  return value == nullptr ? 0 : value->length() >> string->coder();
}

std::uint16_t string_unit(const NoSafepoint&, const java::String* string, std::int32_t index) {
  return unit_at(string->value(), string->coder(), index);
}

std::string to_modified_utf8(const NoSafepoint& still, const java::String* string) {
  std::int32_t length = string_length(still, string);
  // OPTIMIZATION: nearly all texts are ASCII without zeros, whose bytes stay as they are.
  if (length != 0 && string->coder() == kLatin1) {
    const std::string_view bytes(string->value()->elements<char>(),
                                 static_cast<std::size_t>(length));
    if (is_ascii(bytes) && bytes.find('\0') == std::string_view::npos)
      return std::string(bytes);
  }
  std::string out;
  out.reserve(static_cast<std::size_t>(length));
  for (std::int32_t i = 0; i < length; ++i) {
    append_modified_utf8(out, string_unit(still, string, i));
  }
  return out;
}

std::string to_modified_utf8(JavaThread& self, Handle<java::String> string) {
  NoSafepoint still(self);
  return to_modified_utf8(still, string.raw(still));
}

}  // namespace minijvm::vm
