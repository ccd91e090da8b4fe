// Class files made by hand, byte by byte, for what no compiler writes. Shared by the flow tests.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file_parser.h"

namespace minijvm::classfile::test {

using Code = std::vector<unsigned>;

class ClassBuilder {
 public:
  struct Handler {
    unsigned start, end, handler, type;
  };
  struct Method {
    unsigned flags = 0x0009;  // public static
    std::string name = "m";
    std::string descriptor = "()V";
    unsigned max_stack = 4;
    unsigned max_locals = 4;
    Code code = {};
    Code stack_map = {};  // from number_of_entries on; empty: no attribute
    std::vector<Handler> handlers = {};
  };

  explicit ClassBuilder(std::string name, unsigned major = 52)
      : name_(std::move(name)), major_(major) {}

  unsigned utf8(std::string_view text);
  unsigned class_(std::string_view name);
  unsigned string(std::string_view text);
  unsigned integer(std::int32_t value);
  unsigned long_(std::int64_t value);
  unsigned field(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return member(9, owner, name, descriptor);
  }
  unsigned method(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return member(10, owner, name, descriptor);
  }
  unsigned interface_method(std::string_view owner, std::string_view name,
                            std::string_view descriptor) {
    return member(11, owner, name, descriptor);
  }

  const std::string& name() const { return name_; }
  void super(std::string name) { super_ = std::move(name); }
  void implement(std::string name) { interfaces_.push_back(std::move(name)); }
  void add_field(unsigned flags, std::string name, std::string descriptor) {
    fields_.push_back({flags, std::move(name), std::move(descriptor)});
  }
  void add(Method method) { methods_.push_back(std::move(method)); }

  std::vector<std::uint8_t> bytes();
  ClassFile parsed();

 private:
  struct Field {
    unsigned flags;
    std::string name, descriptor;
  };
  using Out = std::vector<std::uint8_t>;

  static void u1(Out& out, unsigned value) { out.push_back(static_cast<std::uint8_t>(value)); }
  static void u2(Out& out, unsigned value) {
    u1(out, (value >> 8) & 0xff);
    u1(out, value & 0xff);
  }
  static void u4(Out& out, unsigned value) {
    u2(out, value >> 16);
    u2(out, value & 0xffff);
  }
  unsigned add_entry(const Out& entry, unsigned slots = 1);
  unsigned member(unsigned tag, std::string_view owner, std::string_view name,
                  std::string_view descriptor);
  void write_method(Out& out, const Method& method);

  std::string name_;
  std::string super_ = "java/lang/Object";
  unsigned major_;
  std::vector<std::string> interfaces_;
  std::vector<Field> fields_;
  std::vector<Method> methods_;
  std::map<Out, unsigned> entries_;
  Out pool_;
  unsigned pool_size_ = 1;
};

// Both bytes of a u2 operand, to be spliced into code: {0xbb, hi(index), lo(index)}.
inline unsigned hi(unsigned index) { return index >> 8; }
inline unsigned lo(unsigned index) { return index & 0xff; }

}  // namespace minijvm::classfile::test
