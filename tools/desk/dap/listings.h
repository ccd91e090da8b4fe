// The bytecode of methods as an editor asks for it: by address, and as the text of a "source".
//
// Bytecode has no address that an editor could use, because the VM rewrites it and may move it. So
// each method has a number, and its instruction at a bci has an address that is made of both:
//
//    63            20 19                       0
//   +----------------+--------------------------+
//   | method number  |  0x80000 + bci           |     0x280003: method 2, bci 3
//   +----------------+--------------------------+
//
// Editors ask for more instructions than a method has, on both sides. That padding has addresses of
// its own, one apart, below and above the method's: VS Code looks the current instruction up by
// binary search, and loses it if the addresses do not rise.
// Tested by tests/tools/dap/listings_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace minijvm::desk::dap {

struct Instruction {
  int bci = 0;
  std::string text;
  int line = -1;
  std::string bytes;  // hexadecimal digits; may be empty
};

struct Listing {
  int number = 0;
  std::string method;  // "Race.add()V"
  std::string class_name;
  std::string file;  // may be empty
  std::vector<Instruction> rows;

  // Returns the bci behind the last instruction.
  int end() const;
  // Returns the row with the largest bci that is not beyond this one; -1 if there is none.
  int row_of(std::int64_t bci) const;
};

std::int64_t address_of(int method, std::int64_t bci);
std::string address_text(std::int64_t address);
// Reads "0x280003" or "2621443".
std::optional<std::int64_t> parse_address(const std::string& text);
// Reads an address and goes so many bytes further; nothing if that is no address.
std::optional<std::int64_t> parse_address(const std::string& text, std::int64_t offset);

// One line of a disassembly. `instruction` is null for padding.
struct AddressedRow {
  std::int64_t address = 0;
  const Listing* listing = nullptr;
  const Instruction* instruction = nullptr;
};

// All methods whose bytecode the VM has sent.
class Listings {
 public:
  // Takes the `code` of an answer to `picture`.
  void add(const Json& code);
  const Listing* find(std::int64_t number) const;
  // Returns the method and the bci of an address; null if the address lies in no method.
  const Listing* at(std::int64_t address, std::int64_t* bci) const;
  const std::map<int, Listing>& all() const { return listings_; }
  void clear() { listings_.clear(); }

  // Returns exactly `count` rows: the first one is `offset` rows away from the one at `address`.
  std::vector<AddressedRow> rows(std::int64_t address, std::int64_t offset,
                                 std::int64_t count) const;

 private:
  std::map<int, Listing> listings_;
};

// Returns the listing as a text with one line for each instruction.
std::string listing_text(const Listing& listing);

}  // namespace minijvm::desk::dap
