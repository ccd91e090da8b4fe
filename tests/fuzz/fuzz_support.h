// A class file around a method body, for targets whose input is only the body.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace minijvm::fuzz {

class ClassBytes {
 public:
  void u1(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void u2(unsigned value) {
    u1(value >> 8);
    u1(value & 0xff);
  }
  void u4(unsigned value) {
    u2(value >> 16);
    u2(value & 0xffff);
  }
  void text(std::string_view value) {
    u1(1);
    u2(static_cast<unsigned>(value.size()));
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }
  void pair(unsigned tag, unsigned first, unsigned second) {
    u1(tag);
    u2(first);
    u2(second);
  }
  void one(unsigned tag, unsigned index) {
    u1(tag);
    u2(index);
  }
  void all(std::span<const std::uint8_t> more) {
    bytes_.insert(bytes_.end(), more.begin(), more.end());
  }
  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<std::uint8_t> bytes_;
};

inline constexpr unsigned kPoolCount = 39;

// One entry of each kind, with the low indices that a fuzzer finds soon.
inline void write_pool(ClassBytes& out) {
  out.u2(kPoolCount);
  out.text("C");                    // 1
  out.one(7, 1);                    // 2 class C
  out.text("java/lang/Object");     // 3
  out.one(7, 3);                    // 4 class Object
  out.text("<init>");               // 5
  out.text("()V");                  // 6
  out.pair(12, 5, 6);               // 7
  out.pair(10, 4, 7);               // 8 Object.<init>
  out.text("f");                    // 9
  out.text("J");                    // 10
  out.pair(12, 9, 10);              // 11
  out.pair(9, 2, 11);               // 12 C.f:J
  out.text("LC;");                  // 13
  out.pair(12, 9, 13);              // 14
  out.pair(9, 2, 14);               // 15 C.f:LC;
  out.text("m");                    // 16
  out.text("(IJLC;[D)LC;");         // 17
  out.pair(12, 16, 17);             // 18
  out.pair(10, 2, 18);              // 19 C.m
  out.text("I");                    // 20
  out.one(7, 20);                   // 21 interface I
  out.pair(11, 21, 18);             // 22 I.m
  out.text("[[I");                  // 23
  out.one(7, 23);                   // 24 class [[I
  out.u1(3), out.u4(7);             // 25 int
  out.u1(4), out.u4(0x3f800000);    // 26 float
  out.one(8, 9);                    // 27 String
  out.u1(5), out.u4(0), out.u4(9);  // 28 long, two entries
  out.pair(10, 2, 7);               // 30 C.<init>
  out.text("absent");               // 31
  out.one(7, 31);                   // 32 class absent
  out.text("Code");                 // 33
  out.text("StackMapTable");        // 34
  out.text("java/lang/Throwable");  // 35
  out.one(7, 35);                   // 36 class Throwable
  out.text("Cc");                   // 37
  out.one(7, 37);                   // 38 class Cc, a subclass of C
}

// body: max_stack, max_locals, u2 code length, code, then a StackMapTable. One method is static and takes much, one is <init>.
inline std::vector<std::uint8_t> class_around(std::span<const std::uint8_t> body) {
  const auto at = [body](std::size_t index) {
    return index < body.size() ? unsigned{body[index]} : 0u;
  };
  std::size_t length = at(2) % 16 << 8 | at(3);
  const std::span<const std::uint8_t> rest = body.subspan(body.size() < 4 ? body.size() : 4);
  if (length > rest.size())
    length = rest.size();
  ClassBytes out;
  out.u4(0xcafebabe);
  out.u4(61);
  write_pool(out);
  out.u2(0x21), out.u2(2), out.u2(4), out.u2(0);
  out.u2(1), out.u2(2), out.u2(9), out.u2(20), out.u2(0);  // an int field
  out.u2(2);
  for (const bool init : {false, true}) {
    out.u2(init ? 1 : 9), out.u2(init ? 5 : 16), out.u2(init ? 6 : 17), out.u2(1);
    const auto code = static_cast<unsigned>(length);
    const auto map = static_cast<unsigned>(rest.size() - length);
    const bool covered = (at(0) & 0x80) != 0;  // a handler over all of it, at its last byte but one
    out.u2(33), out.u4(12 + code + (covered ? 8 : 0) + (map != 0 ? 6 + map : 0));
    out.u2(at(0) & 0x7f), out.u2(at(1)), out.u4(code);
    out.all(rest.first(length));
    out.u2(covered);
    if (covered)
      out.u2(0), out.u2(code), out.u2(code < 2 ? 0 : code - 2), out.u2(36);
    out.u2(map != 0);
    if (map != 0) {
      out.u2(34), out.u4(map);
      out.all(rest.subspan(length));
    }
  }
  out.u2(0);
  return out.take();
}

}  // namespace minijvm::fuzz
