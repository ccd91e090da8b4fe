// Builds the bytes of a class file for tests: a pool that grows, then the rest written in order.
//
//   ClassBytes bytes("T");                       // public class T extends java/lang/Object
//   bytes.add_method(ACC_PUBLIC | ACC_STATIC, "f", "()V", {1, 0, {0xb1}});
//   parse_class_file(bytes.build(), {});
//
// Every part may be set to something wrong; the builder checks nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace minijvm::classfile {

class ByteWriter {
 public:
  void u1(unsigned value) { bytes.push_back(static_cast<std::uint8_t>(value)); }
  void u2(unsigned value) {
    u1(value >> 8);
    u1(value & 0xff);
  }
  void u4(std::uint32_t value) {
    u2(value >> 16);
    u2(value & 0xffff);
  }
  void all(const std::vector<std::uint8_t>& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
  }
  std::vector<std::uint8_t> bytes;
};

struct TestCode {
  unsigned max_stack = 0;
  unsigned max_locals = 0;
  std::vector<std::uint8_t> code;
  std::vector<std::uint8_t> handlers = {0, 0};    // exception_table_length and rows
  std::vector<std::uint8_t> attributes = {0, 0};  // attributes_count and attributes
};

class ClassBytes {
 public:
  explicit ClassBytes(std::string_view name, std::string_view super = "java/lang/Object") {
    this_class = class_(name);
    super_class = class_(super);
  }

  unsigned utf8(std::string_view text) {
    pool_.u1(1);
    pool_.u2(static_cast<unsigned>(text.size()));
    for (char c : text) pool_.u1(static_cast<unsigned char>(c));
    return next_++;
  }
  unsigned entry(unsigned tag, const std::vector<std::uint8_t>& payload, unsigned width = 1) {
    pool_.u1(tag);
    pool_.all(payload);
    const unsigned index = next_;
    next_ += width;
    return index;
  }
  unsigned entry_u2(unsigned tag, unsigned first) { return entry(tag, {hi(first), lo(first)}); }
  unsigned entry_u2_u2(unsigned tag, unsigned first, unsigned second) {
    return entry(tag, {hi(first), lo(first), hi(second), lo(second)});
  }
  unsigned class_(std::string_view name) { return entry_u2(7, utf8(name)); }
  unsigned name_and_type(std::string_view name, std::string_view descriptor) {
    const unsigned name_index = utf8(name);
    return entry_u2_u2(12, name_index, utf8(descriptor));
  }
  unsigned member(unsigned tag, std::string_view owner, std::string_view name,
                  std::string_view descriptor) {
    const unsigned class_index = class_(owner);
    return entry_u2_u2(tag, class_index, name_and_type(name, descriptor));
  }
  static std::vector<std::uint8_t> u2_bytes(unsigned value) { return {hi(value), lo(value)}; }

  void add_interface(std::string_view name) { interfaces_.push_back(class_(name)); }
  std::vector<std::uint8_t> attribute(std::string_view name,
                                      const std::vector<std::uint8_t>& info) {
    ByteWriter out;
    out.u2(utf8(name));
    out.u4(static_cast<std::uint32_t>(info.size()));
    out.all(info);
    return out.bytes;
  }
  void add_class_attribute(std::string_view name, const std::vector<std::uint8_t>& info) {
    attributes_.all(attribute(name, info));
    attribute_count_++;
  }
  void add_field(unsigned field_flags, std::string_view name, std::string_view descriptor,
                 const std::vector<std::vector<std::uint8_t>>& attributes = {}) {
    add_member(&fields_, field_flags, name, descriptor, attributes);
    field_count_++;
  }
  void add_method(unsigned method_flags, std::string_view name, std::string_view descriptor,
                  const std::optional<TestCode>& code,
                  std::vector<std::vector<std::uint8_t>> attributes = {}) {
    if (code.has_value())
      attributes.push_back(code_attribute(*code));
    add_member(&methods_, method_flags, name, descriptor, attributes);
    method_count_++;
  }
  std::vector<std::uint8_t> code_attribute(const TestCode& code) {
    ByteWriter info;
    info.u2(code.max_stack);
    info.u2(code.max_locals);
    info.u4(static_cast<std::uint32_t>(code.code.size()));
    info.all(code.code);
    info.all(code.handlers);
    info.all(code.attributes);
    return attribute("Code", info.bytes);
  }

  std::vector<std::uint8_t> build() const {
    ByteWriter out;
    out.u4(magic);
    out.u2(minor);
    out.u2(major);
    out.u2(next_);
    out.all(pool_.bytes);
    out.u2(flags);
    out.u2(this_class);
    out.u2(super_class);
    out.u2(static_cast<unsigned>(interfaces_.size()));
    for (unsigned index : interfaces_) out.u2(index);
    out.u2(field_count_);
    out.all(fields_.bytes);
    out.u2(method_count_);
    out.all(methods_.bytes);
    out.u2(attribute_count_);
    out.all(attributes_.bytes);
    return out.bytes;
  }

  std::uint32_t magic = 0xCAFEBABE;
  unsigned major = 61;
  unsigned minor = 0;
  unsigned flags = 0x21;
  unsigned this_class = 0;
  unsigned super_class = 0;

 private:
  static std::uint8_t hi(unsigned value) { return static_cast<std::uint8_t>(value >> 8); }
  static std::uint8_t lo(unsigned value) { return static_cast<std::uint8_t>(value & 0xff); }
  void add_member(ByteWriter* out, unsigned member_flags, std::string_view name,
                  std::string_view descriptor,
                  const std::vector<std::vector<std::uint8_t>>& attributes) {
    out->u2(member_flags);
    out->u2(utf8(name));
    out->u2(utf8(descriptor));
    out->u2(static_cast<unsigned>(attributes.size()));
    for (const std::vector<std::uint8_t>& one : attributes) out->all(one);
  }

  unsigned next_ = 1;
  ByteWriter pool_;
  std::vector<unsigned> interfaces_;
  ByteWriter fields_;
  ByteWriter methods_;
  ByteWriter attributes_;
  unsigned field_count_ = 0;
  unsigned method_count_ = 0;
  unsigned attribute_count_ = 0;
};

}  // namespace minijvm::classfile
