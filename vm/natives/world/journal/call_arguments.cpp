// Digests arguments, and copies memory. The callers are in kInVm.
#include "vm/natives/world/journal/call_arguments.h"

#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "base/bits.h"
#include "classfile/descriptor.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "vm/java/strings.h"
#include "vm/natives/world/journal/object_fields.h"

namespace minijvm::vm {

using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

namespace {

// A digest looks at objects that are so many steps away from an argument.
constexpr int kDepth = 2;
// Of an array whose range the call does not tell, that many bytes count.
constexpr std::size_t kMostArrayBytes = 4096;
constexpr std::size_t kAddressBytes = sizeof(sockaddr_in6);

class Digest {
 public:
  explicit Digest(const NoSafepoint& still) : still_(still) {}

  void number(std::uint64_t value) { sum_ = spread_bits((sum_ ^ value) + kGoldenRatio); }
  void bytes(std::string_view bytes) {
    constexpr std::uint64_t kOffset = 0xcbf29ce484222325;  // FNV-1a, 64 bits
    constexpr std::uint64_t kPrime = 0x100000001b3;
    std::uint64_t hash = kOffset;
    for (const char each : bytes) {
      hash = (hash ^ static_cast<std::uint8_t>(each)) * kPrime;
    }
    number(bytes.size());
    number(hash);
  }
  void object(const Object* object, int depth);
  std::uint64_t sum() const { return sum_; }

 private:
  void fields(const Object& object, int depth);

  const NoSafepoint& still_;
  std::uint64_t sum_ = 0;
};

void Digest::object(const Object* object, int depth) {
  if (object == nullptr) {
    number(0);
    return;
  }
  const runtime::Class& klass = *object->klass();
  if (java::String::describes(klass)) {
    bytes(to_modified_utf8(still_, static_cast<const java::String*>(object)));
    return;
  }
  bytes(klass.name->text());
  if (klass.kind == runtime::ClassKind::kPrimitiveArray) {
    const auto length = static_cast<std::size_t>(object->array_length()) << klass.log2_element;
    number(length);
    bytes({object->elements<char>(), std::min(length, kMostArrayBytes)});
  } else if (klass.is_array()) {
    number(static_cast<std::uint64_t>(object->array_length()));
  } else if (depth > 0 && !java::ClassMirror::describes(klass) && !java::Thread::describes(klass)) {
    fields(*object, depth);
  }
}

// A long may be an address.
void Digest::fields(const Object& object, int depth) {
  for (const runtime::Field* field : instance_fields(*object.klass())) {
    if (runtime::is_reference(field->type)) {
      this->object(object.load_ref(field->offset), depth - 1);
    } else if (field->type != runtime::BasicType::kLong) {
      number(static_cast<std::uint64_t>(load_bits(object, field->offset, field->type)));
    }
  }
}

template <class T>
T* at_address(const Slot& slot) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(slot.as_long()));
}

std::span<const iovec> vectors_at(const Slot& slot, std::size_t count) {
  const auto* vectors = at_address<const iovec>(slot);
  return {vectors, vectors == nullptr ? 0 : count};
}

std::string_view bytes_at(const Slot& slot, std::size_t count) {
  const auto* bytes = at_address<const char>(slot);
  return {bytes, bytes == nullptr ? 0 : count};
}

int descriptor_in(const Object* file) {
  const runtime::Symbol* name = runtime::find_symbol("fd");
  const runtime::Symbol* type = runtime::find_symbol("I");
  const runtime::Field* field =
      file == nullptr || file->klass()->name->text() != "java/io/FileDescriptor"
          ? nullptr
          : file->klass()->find_declared_field(name, type);
  return field == nullptr ? -1 : file->load<std::int32_t>(field->offset);
}

}  // namespace

CallArguments::CallArguments(const JournalRow& row, const runtime::Method& method, const Slot* args)
    : method_name_(method.name->text()) {
  if (!method.is_static()) {
    receiver_ = args++;
  }
  std::size_t longs = row.is_called_in_replays() ? 1 : 0;
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    const char letter = type.text()[0];
    parameters_.push_back({letter, letter == 'J' ? row.longs[longs++] : '\0', args});
    args += letter == 'J' || letter == 'D' ? 2 : 1;
  }
}

std::size_t CallArguments::count_behind(std::size_t parameter) const {
  const bool has_count =
      parameter + 1 < parameters_.size() && parameters_[parameter + 1].type == 'I';
  const std::int32_t count = has_count ? parameters_[parameter + 1].slot->as_int() : 0;
  return static_cast<std::size_t>(std::max(count, 0));
}

std::uint64_t CallArguments::digest(const NoSafepoint& still) const {
  Digest digest(still);
  if (receiver_ != nullptr) {
    digest.object(receiver_->ref, kDepth);
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [type, letter, slot] = parameters_[i];
    if (type == 'L' || type == '[') {
      // A range of the array, if the next two are its offset and its length: see below.
      const bool is_range = type == '[' && i + 2 < parameters_.size() &&
                            parameters_[i + 1].type == 'I' && parameters_[i + 2].type == 'I';
      const Object* array = slot->ref;
      if (is_range && array != nullptr &&
          array->klass()->element_type == runtime::BasicType::kByte) {
        const auto length = static_cast<std::size_t>(array->array_length());
        const auto first = std::min(count_behind(i), length);
        const auto count = std::min(count_behind(i + 1), length - first);
        digest.bytes({array->elements<char>() + first, count});
      } else {
        digest.object(array, kDepth);
      }
    } else if (letter == 's') {
      const char* text = at_address<const char>(*slot);
      digest.bytes(text == nullptr ? std::string_view() : std::string_view(text));
    } else if (letter == 'w') {
      digest.bytes(bytes_at(*slot, count_behind(i)));
    } else if (letter == 'W') {
      for (const iovec& each : vectors_at(*slot, count_behind(i))) {
        digest.bytes({static_cast<const char*>(each.iov_base), each.iov_len});
      }
    } else if (letter == 'n' || type == 'D') {
      digest.number(slot->bits);
    } else if (letter == '\0') {
      digest.number(static_cast<std::uint32_t>(slot->bits));
    }
  }
  return digest.sum();
}

bool CallArguments::goes_to_output(const NoSafepoint&) const {
  if (!method_name_.starts_with("write")) {
    return false;
  }
  const Object* file = nullptr;
  if (receiver_ != nullptr) {
    file = reference_in(*receiver_->ref, "fd", "Ljava/io/FileDescriptor;");
  } else if (!parameters_.empty() && parameters_[0].type == 'L') {
    file = parameters_[0].slot->ref;
  }
  const int descriptor = descriptor_in(file);
  return descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO;
}

void CallArguments::write_memory(std::int64_t result, JournalWriter* out) const {
  const auto count = static_cast<std::size_t>(std::max<std::int64_t>(result, 0));
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [type, letter, slot] = parameters_[i];
    if (letter == 'r') {
      out->text(bytes_at(*slot, std::min(count, count_behind(i))));
    } else if (letter == 'e') {
      out->text(bytes_at(*slot, std::min(count, count_behind(i)) * sizeof(epoll_event)));
    } else if (letter == 'a') {
      out->text(bytes_at(*slot, count == 0 ? 0 : kAddressBytes));
    } else if (letter == 'V') {
      std::string all;
      for (const iovec& each : vectors_at(*slot, count_behind(i))) {
        const std::size_t part = std::min(each.iov_len, count - all.size());
        all.append(static_cast<const char*>(each.iov_base), part);
      }
      out->text(all);
    }
  }
}

void CallArguments::fill_memory(std::int64_t result, JournalReader* in) const {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const auto& [type, letter, slot] = parameters_[i];
    if (letter == '\0' || std::string_view("reaV").find(letter) == std::string_view::npos) {
      continue;
    }
    std::string_view bytes = in->text();
    std::size_t room = letter == 'a' ? kAddressBytes : count_behind(i);
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (letter == 'e') {
      most = static_cast<std::int64_t>(room);
      room *= sizeof(epoll_event);
    } else if (letter == 'r') {
      most = static_cast<std::int64_t>(room);
    } else if (letter == 'V') {
      const std::span<const iovec> vectors = vectors_at(*slot, room);
      room = 0;
      for (const iovec& each : vectors) {
        room += each.iov_len;
      }
      most = static_cast<std::int64_t>(room);
    }
    if (result > most || bytes.size() > room) {
      in->fail();
      return;
    }
    if (letter != 'V') {
      std::memcpy(at_address<char>(*slot), bytes.data(), bytes.size());
      continue;
    }
    for (const iovec& each : vectors_at(*slot, count_behind(i))) {
      const std::string_view part = bytes.substr(0, each.iov_len);
      std::memcpy(each.iov_base, part.data(), part.size());
      bytes.remove_prefix(part.size());
    }
  }
}

}  // namespace minijvm::vm
