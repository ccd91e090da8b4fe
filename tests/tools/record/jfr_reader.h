// Reads what the writer of flight recordings wrote, for its unit tests: numbers, texts, records,
// and values by the layout of their type. It is written from the format's description and shares no
// code with the encoder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tools/record/jfr/layout.h"

namespace minijvm::vm::record::jfr::testing {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t position() const { return at_; }
  void go_to(std::size_t position) { at_ = position; }

  std::uint8_t byte() {
    if (at_end()) {
      throw std::runtime_error("the bytes end too early");
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }

  std::uint64_t leb128() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 56; shift += 7) {
      const std::uint64_t next = byte();
      number |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return number;
      }
    }
    return number | static_cast<std::uint64_t>(byte()) << 56;
  }

  std::uint64_t big_endian(int size) {
    std::uint64_t number = 0;
    for (int i = 0; i < size; i++) {
      number = number << 8 | byte();
    }
    return number;
  }

  std::optional<std::string> text() {
    switch (const int form = byte()) {
      case 0:
        return std::nullopt;
      case 1:
        return "";
      case 3:
        return raw(leb128());
      default:
        throw std::runtime_error("a text of the form " + std::to_string(form));
    }
  }

  std::string raw(std::uint64_t size) {
    std::string text;
    for (; size > 0; size--) {
      text += static_cast<char>(byte());
    }
    return text;
  }

  // The rest of a record, without its size.
  std::string record() {
    const std::size_t start = at_;
    const std::uint64_t size = leb128();
    return raw(size - (at_ - start));
  }

  // Reads over a value. Numbers have 4 bytes at most where the layout says int.
  void skip(const TypeLayout& layout) {
    for (const FieldLayout& field : layout.head) {
      skip(field);
    }
    for (const FieldLayout& field : layout.fields) {
      skip(field);
    }
  }

 private:
  void skip(const FieldLayout& field) {
    if (field.shape == Shape::kPoolNumber) {
      leb128();
      return;
    }
    const std::uint64_t count = field.shape == Shape::kArray ? leb128() : 1;
    for (std::uint64_t i = 0; i < count; i++) {
      skip_value(field.type);
    }
  }

  void skip_value(TypeId type) {
    if (type == TypeId::kBoolean) {
      check(byte() <= 1, "a boolean");
    } else if (type == TypeId::kInt) {
      check(leb128() <= UINT32_MAX, "an int");
    } else if (type == TypeId::kLong) {
      leb128();
    } else if (type == TypeId::kFloat) {
      big_endian(4);
    } else if (type == TypeId::kString) {
      text();
    } else {
      skip(layout_of(type));
    }
  }

  static void check(bool holds, const char* what) {
    if (!holds) {
      throw std::runtime_error(std::string(what) + " has too many bits");
    }
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace minijvm::vm::record::jfr::testing
