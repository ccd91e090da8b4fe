// Counts rows of bytecode up and down from an address.
#include "tools/desk/dap/listings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace minijvm::desk::dap {
namespace {

constexpr int kMethodShift = 20;
constexpr std::int64_t kFirst = 0x80000;
constexpr std::int64_t kOffsetMask = (std::int64_t{1} << kMethodShift) - 1;

// Rows are numbered through the padding as well: those below 0 and those behind the last one are
// padding. In padding one row is one address.
std::int64_t row_at(const Listing& listing, std::int64_t bci) {
  if (bci < 0)
    return bci;
  const auto count = static_cast<std::int64_t>(listing.rows.size());
  if (bci >= listing.end())
    return count + (bci - listing.end());
  return listing.row_of(bci);
}

AddressedRow addressed(const Listing& listing, std::int64_t row) {
  const auto count = static_cast<std::int64_t>(listing.rows.size());
  if (row < 0)
    return {address_of(listing.number, row), &listing, nullptr};
  if (row >= count)
    return {address_of(listing.number, listing.end() + (row - count)), &listing, nullptr};
  const Instruction& instruction = listing.rows[static_cast<std::size_t>(row)];
  return {address_of(listing.number, instruction.bci), &listing, &instruction};
}

}  // namespace

int Listing::end() const {
  if (rows.empty())
    return 0;
  const int bytes = static_cast<int>(rows.back().bytes.size() / 2);
  return rows.back().bci + std::max(bytes, 1);
}

int Listing::row_of(std::int64_t bci) const {
  const auto after =
      std::upper_bound(rows.begin(), rows.end(), bci,
                       [](std::int64_t value, const Instruction& row) { return value < row.bci; });
  return static_cast<int>(after - rows.begin()) - 1;
}

std::int64_t address_of(int method, std::int64_t bci) {
  return (std::int64_t{method} << kMethodShift) + kFirst + bci;
}

std::string address_text(std::int64_t address) { return fmt::format("0x{:x}", address); }

std::optional<std::int64_t> parse_address(const std::string& text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  const char* const first = text.data() + (is_hex ? 2 : 0);
  const char* const last = text.data() + text.size();
  std::int64_t address = 0;
  const auto [end, error] = std::from_chars(first, last, address, is_hex ? 16 : 10);
  if (error != std::errc() || end != last || address < 0)
    return std::nullopt;
  return address;
}

std::optional<std::int64_t> parse_address(const std::string& text, std::int64_t offset) {
  // Rows around the address must have addresses, too.
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  const std::optional<std::int64_t> base = parse_address(text);
  std::int64_t address = 0;
  const bool is_address =
      base && !__builtin_add_overflow(*base, offset, &address) && address >= 0 && address <= kMost;
  return is_address ? std::optional(address) : std::nullopt;
}

void Listings::add(const Json& code) {
  for (const Json& method : code.items()) {
    Listing listing;
    listing.number = static_cast<int>(method["number"].number());
    listing.method = method["method"].text();
    listing.class_name = method["class"].text();
    listing.file = method["file"].text();
    for (const Json& row : method["rows"].items()) {
      const std::vector<Json>& cells = row.items();
      if (cells.size() < 2)
        continue;
      const bool has_line = cells.size() > 2 && cells[2].is_number();
      listing.rows.push_back({static_cast<int>(cells[0].number()), cells[1].text(),
                              has_line ? static_cast<int>(cells[2].number()) : -1,
                              cells.size() > 3 ? cells[3].text() : ""});
    }
    const int number = listing.number;
    listings_.insert_or_assign(number, std::move(listing));
  }
}

const Listing* Listings::find(std::int64_t number) const {
  const auto found = listings_.find(static_cast<int>(number));
  return found == listings_.end() ? nullptr : &found->second;
}

const Listing* Listings::at(std::int64_t address, std::int64_t* bci) const {
  *bci = (address & kOffsetMask) - kFirst;
  return find(address >> kMethodShift);
}

std::vector<AddressedRow> Listings::rows(std::int64_t address, std::int64_t offset,
                                         std::int64_t count) const {
  std::int64_t bci = 0;
  const Listing* const listing = at(address, &bci);
  const std::int64_t first = (listing == nullptr ? 0 : row_at(*listing, bci)) + offset;
  std::vector<AddressedRow> rows;
  for (std::int64_t row = first; row < first + count; ++row) {
    // Where there is no method, all rows are padding.
    if (listing == nullptr) {
      rows.push_back({std::max<std::int64_t>(address + row, 0), nullptr, nullptr});
    } else {
      rows.push_back(addressed(*listing, row));
    }
  }
  return rows;
}

std::string listing_text(const Listing& listing) {
  std::string text;
  int line = -1;
  for (const Instruction& row : listing.rows) {
    const bool is_new = row.line >= 0 && row.line != line;
    text += fmt::format("{:>9} {:5} {}\n", is_new ? fmt::format("line {}", row.line) : "", row.bci,
                        row.text);
    line = row.line;
  }
  return text;
}

}  // namespace minijvm::desk::dap
