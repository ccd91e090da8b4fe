// Proves the addresses of instructions, and that a disassembly has exactly as many rows as were
// asked for, with addresses that rise.
#include "tools/desk/dap/listings.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string>

#include "tools/desk/dap/base64.h"

using namespace minijvm::desk::dap;
using minijvm::Json;

namespace {

Json row(int bci, const char* text, int line, const char* bytes) {
  return Json::list().add(bci).add(text).add(line).add(bytes);
}

Listings two_methods() {
  Json code = Json::list();
  for (const int number : {2, 3}) {
    Json rows = Json::list();
    rows.add(row(0, "getstatic #7", 6, "b20007")).add(row(3, "iconst_1", 6, "04"));
    rows.add(row(4, "iadd", 6, "60")).add(row(5, "putstatic #7", 6, "b30007"));
    rows.add(row(8, "return", 7, "b1"));
    code.add(Json::record()
                 .set("number", number)
                 .set("method", "Race.add()V")
                 .set("rows", std::move(rows)));
  }
  Listings listings;
  listings.add(code);
  return listings;
}

}  // namespace

TEST_CASE("dap listings: an address is made of the method's number and the bci") {
  CHECK(address_text(address_of(2, 3)) == "0x280003");
  CHECK(parse_address("0x280003") == 0x280003);
  CHECK(parse_address("2621443") == 0x280003);
  for (const char* text : {"", "0x", "-1", "0x-1", "12 ", "0xg", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_address(text));
  }
  CHECK(parse_address("0x280003", -3) == 0x280000);
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t far : {kLargest, -kLargest - 1, std::int64_t{-0x280004}}) {
    CAPTURE(far);
    CHECK_FALSE(parse_address("0x280003", far));
  }
  const Listings listings = two_methods();
  std::int64_t bci = 0;
  REQUIRE(listings.at(0x280004, &bci) != nullptr);
  CHECK(listings.at(0x280004, &bci)->number == 2);
  CHECK(bci == 4);
  CHECK(listings.at(0x480000, &bci) == nullptr);
}

TEST_CASE("dap listings: padding has addresses of its own, and is found by them again") {
  const Listings listings = two_methods();
  const auto rows = listings.rows(address_of(2, 4), -200, 400);
  REQUIRE(rows.size() == 400);
  for (std::size_t at = 1; at < rows.size(); ++at) {
    REQUIRE(rows[at - 1].address < rows[at].address);
  }
  CHECK(rows[200].address == address_of(2, 4));
  CHECK(rows[200].instruction->text == "iadd");
  CHECK(rows[198].instruction->bci == 0);
  CHECK(rows[197].instruction == nullptr);
  CHECK(rows[203].instruction == nullptr);
  CHECK(rows[203].address == address_of(2, 9));
  // A client that goes on from a row of padding gets the same rows.
  for (const std::size_t from : {std::size_t{10}, std::size_t{199}, std::size_t{390}}) {
    const auto again = listings.rows(rows[from].address, -10, 15);
    for (std::size_t at = 0; at < 15 && from - 10 + at < rows.size(); ++at) {
      CHECK(again[at].address == rows[from - 10 + at].address);
    }
  }
}

TEST_CASE("dap listings: where there is no method all is padding") {
  const auto rows = two_methods().rows(0x1000'0000, -3, 6);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0].instruction == nullptr);
  CHECK(rows[3].address == 0x1000'0000);
  CHECK(two_methods().rows(address_of(2, 0), 0, 0).empty());
}

TEST_CASE("dap listings: a row is found by any bci inside of its instruction") {
  const Listings listings = two_methods();
  const Listing& add = *listings.find(2);
  CHECK(add.end() == 9);
  CHECK(add.row_of(0) == 0);
  CHECK(add.row_of(2) == 0);
  CHECK(add.row_of(7) == 3);
  CHECK(add.row_of(-1) == -1);
  CHECK(listing_text(add).starts_with("   line 6     0 getstatic #7\n"));
}

TEST_CASE("dap listings: base64 as in RFC 4648, section 10") {
  CHECK(base64_of_hex("") == "");
  CHECK(base64_of_hex("66") == "Zg==");
  CHECK(base64_of_hex("666f") == "Zm8=");
  CHECK(base64_of_hex("666F6f") == "Zm9v");
  CHECK(base64_of_hex("666f6f626172") == "Zm9vYmFy");
  CHECK(base64_of_hex("ff00fb") == "/wD7");
}
