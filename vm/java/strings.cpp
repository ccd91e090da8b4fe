#include "vm/java/strings.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <vector>

#include "gc/allocate.h"
#include "gc/barrier.h"
#include "gc/roots.h"
#include "runtime/java_thread.h"
#include "runtime/class.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "sync/vm_mutex.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/string_table.h"

namespace minijvm::vm {
namespace {

using runtime::BasicType;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;
using Units = std::vector<std::uint16_t>;

constexpr std::int8_t kLatin1 = 0;
constexpr std::int8_t kUtf16 = 1;

// Modified UTF-8 (JVMS 4.4.7) to UTF-16. Bytes that are no modified UTF-8 become U+FFFD: natives may hand over anything.
Units decode(std::string_view bytes) {
  Units units;
  units.reserve(bytes.size());
  auto byte = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0U; };
  auto continues = [&](std::size_t at) { return (byte(at) & 0xc0U) == 0x80U; };
  for (std::size_t at = 0; at < bytes.size();) {
    unsigned first = byte(at);
    if (first < 0x80) {
      units.push_back(static_cast<std::uint16_t>(first));
      at += 1;
    } else if ((first & 0xe0U) == 0xc0U && continues(at + 1)) {
      units.push_back(static_cast<std::uint16_t>((first & 0x1fU) << 6 | (byte(at + 1) & 0x3fU)));
      at += 2;
    } else if ((first & 0xf0U) == 0xe0U && continues(at + 1) && continues(at + 2)) {
      units.push_back(static_cast<std::uint16_t>((first & 0x0fU) << 12 | (byte(at + 1) & 0x3fU) << 6 | (byte(at + 2) & 0x3fU)));
      at += 3;
    } else {
      units.push_back(0xfffd);
      at += 1;
    }
  }
  return units;
}

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

bool compact = true;

bool fits_latin1(std::span<const std::uint16_t> units) {
  for (std::uint16_t unit : units) {
    if (unit > 0xff) {
      return false;
    }
  }
  return true;
}

const Object* value_of(const Object* string) { return string->load_ref(wk().String_value); }
std::int8_t coder_of(const Object* string) { return string->load<std::int8_t>(wk().String_coder); }

std::uint16_t unit_at(const Object* value, std::int8_t coder, std::int32_t index) {
  return coder == kLatin1 ? value->elements<std::uint8_t>()[index] : value->elements<std::uint16_t>()[index];
}

// FNV-1a over the units, so that both coders of one text agree.
class TextHash {
 public:
  void add(std::uint16_t unit) { hash_ = (hash_ ^ unit) * 0x100000001b3U; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

std::uint64_t hash_of(std::span<const std::uint16_t> units) {
  TextHash hash;
  for (std::uint16_t unit : units) {
    hash.add(unit);
  }
  return hash.value();
}

std::uint64_t hash_of(const NoSafepoint& still, const Object* string) {
  const Object* value = value_of(string);
  std::int8_t coder = coder_of(string);
  std::int32_t length = string_length(still, string);
  TextHash hash;
  for (std::int32_t i = 0; i < length; ++i) {
    hash.add(unit_at(value, coder, i));
  }
  return hash.value();
}

bool equals(const NoSafepoint& still, const Object* string, std::span<const std::uint16_t> units) {
  if (string_length(still, string) != static_cast<std::int32_t>(units.size())) {
    return false;
  }
  const Object* value = value_of(string);
  std::int8_t coder = coder_of(string);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (unit_at(value, coder, static_cast<std::int32_t>(i)) != units[i]) {
      return false;
    }
  }
  return true;
}

bool equals(const NoSafepoint& still, const Object* a, const Object* b) {
  std::int32_t length = string_length(still, a);
  // A text has one coder, so texts of different coders differ.
  return coder_of(a) == coder_of(b) && length == string_length(still, b) &&
         std::memcmp(value_of(a)->elements<char>(), value_of(b)->elements<char>(), static_cast<std::size_t>(length) << coder_of(a)) == 0;
}

// Text to its one String. Weak: an entry dies with its string. Strings that are young stand apart, since each young collection must look
// at all of those, and most strings are old.
class InternTable : public gc::WeakTable {
 public:
  template <class Matches>
  Object* find(std::uint64_t hash, Matches matches) {
    Object* found = find_in(old_, hash, matches);
    return found != nullptr ? found : find_in(young_, hash, matches);
  }
  void add(std::uint64_t hash, Object* string) { young_.emplace(hash, string); }
  void count(runtime::TableStatistics& sum) const {
    count_in(old_, sum);
    count_in(young_, sum);
  }

  void sweep(gc::Liveness& liveness) override {
    young_.merge(old_);
    sweep_young(liveness);
  }
  void sweep_young(gc::Liveness& liveness) override {
    for (auto at = young_.begin(); at != young_.end();) {
      auto entry = at++;
      entry->second = liveness.forwarded_or_null(entry->second);
      if (entry->second == nullptr) {
        young_.erase(entry);
      } else if (!gc::is_young(entry->second)) {
        old_.insert(young_.extract(entry));
      }
    }
  }

  sync::Mutex mutex{sync::LockRank::kStrings};

 private:
  using Strings = std::unordered_multimap<std::uint64_t, Object*>;

  static void count_in(const Strings& strings, runtime::TableStatistics& sum) {
    sum.bytes_a_bucket = sizeof(void*);
    sum.bytes_an_entry = sizeof(void*) + sizeof(Strings::value_type);  // a list for each bucket
    for (std::size_t i = 0; i < strings.bucket_count(); ++i) {
      sum.add_bucket(strings.bucket_size(i));
    }
    for (const auto& [hash, string] : strings) {
      sum.literal_bytes += gc::object_bytes(string) + gc::object_bytes(value_of(string));
    }
  }

  template <class Matches>
  static Object* find_in(const Strings& strings, std::uint64_t hash, Matches matches) {
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

InternTable& intern_table() {
  static InternTable table;
  return table;
}

JavaResult<Handle<>> new_string_of(JavaThread& self, std::span<const std::uint16_t> units) {
  if (units.size() > 0x3fff'ffff) {
    return throw_out_of_memory(self, "Requested array size exceeds VM limit");
  }
  bool latin1 = compact && fits_latin1(units);
  auto bytes = static_cast<std::int32_t>(latin1 ? units.size() : units.size() * 2);
  Handle<> value = MJ_TRY(new_primitive_array(self, BasicType::kByte, bytes));
  {
    NoSafepoint still(self);
    Object* raw = value.raw(still);
    if (latin1) {
      auto* to = raw->elements<std::uint8_t>();
      for (std::uint16_t unit : units) {
        *to++ = static_cast<std::uint8_t>(unit);
      }
    } else {
      std::ranges::copy(units, raw->elements<std::uint16_t>());
    }
  }
  Handle<> string = MJ_TRY(new_instance(self, *wk().java_lang_String));
  NoSafepoint still(self);
  Object* raw = string.raw(still);
  gc::store_ref(still, raw, wk().String_value, value.raw(still));
  raw->store<std::int8_t>(wk().String_coder, latin1 ? kLatin1 : kUtf16);
  return string;
}

}  // namespace

void initialize_strings() { gc::add_weak_table(intern_table()); }
void set_compact_strings(bool wanted) { compact = wanted; }
bool compact_strings() { return compact; }

JavaResult<Handle<>> new_string(JavaThread& self, std::string_view modified_utf8) { return new_string_of(self, decode(modified_utf8)); }

JavaResult<Handle<>> new_string_utf16(JavaThread& self, std::span<const std::uint16_t> units) { return new_string_of(self, units); }

JavaResult<Handle<>> intern_string(JavaThread& self, Handle<> string) {
  NoSafepoint still(self);
  Object* raw = string.raw(still);
  std::uint64_t hash = hash_of(still, raw);
  InternTable& table = intern_table();
  sync::MutexLock lock(table.mutex);
  Object* canonical = table.find(hash, [&](const Object* other) { return equals(still, other, raw); });
  if (canonical == nullptr) {
    table.add(hash, raw);
    return string;
  }
  return runtime::make_handle(self, still, canonical);
}

JavaResult<Handle<>> intern_string(JavaThread& self, std::string_view modified_utf8) {
  Units units = decode(modified_utf8);
  {
    NoSafepoint still(self);
    InternTable& table = intern_table();
    sync::MutexLock lock(table.mutex);
    Object* canonical = table.find(hash_of(units), [&](const Object* other) { return equals(still, other, units); });
    if (canonical != nullptr) {
      return runtime::make_handle(self, still, canonical);
    }
  }
  return intern_string(self, MJ_TRY(new_string_of(self, units)));
}

runtime::TableStatistics string_table_statistics(JavaThread& self) {
  runtime::TableStatistics sum;
  const NoSafepoint still(self);
  InternTable& table = intern_table();
  sync::MutexLock lock(table.mutex);
  table.count(sum);
  return sum;
}

std::int32_t string_length(const NoSafepoint&, const Object* string) {
  const Object* value = value_of(string);
  return value == nullptr ? 0 : value->array_length() >> coder_of(string);
}

std::uint16_t string_unit(const NoSafepoint&, const Object* string, std::int32_t index) {
  return unit_at(value_of(string), coder_of(string), index);
}

std::string to_modified_utf8(const NoSafepoint& still, const Object* string) {
  std::string out;
  std::int32_t length = string_length(still, string);
  out.reserve(static_cast<std::size_t>(length));
  for (std::int32_t i = 0; i < length; ++i) {
    append_modified_utf8(out, string_unit(still, string, i));
  }
  return out;
}

std::string to_modified_utf8(JavaThread& self, Handle<> string) {
  NoSafepoint still(self);
  return to_modified_utf8(still, string.raw(still));
}

}  // namespace minijvm::vm
