// Numbers methods and writes their listings as rows of bci, text, line and bytes. The caller has
// the floor.
#include "tools/stepper/picture/listings.h"

#include <fmt/ranges.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "classfile/disassembler.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "tools/stepper/frames.h"

namespace minijvm::vm::stepper {

using runtime::Method;

namespace {

// Returns "b20007" for getstatic #7.
std::string hex_of(std::span<const std::uint8_t> bytes) {
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

}  // namespace

Listings& Listings::make() {
  auto* listings = new Listings();
  observe(*listings, kUnloadingEvents);
  return *listings;
}

std::int64_t Listings::number(const Method& method) {
  if (method.bytecode == nullptr)
    return 0;
  auto [entry, is_new] = numbers_.try_emplace(method.bytecode, last_ + 1);
  if (is_new) {
    methods_[++last_] = &method;
    new_.push_back(last_);
  }
  return entry->second;
}

Json Listings::take_new() {
  Json rows = Json::list();
  for (std::int64_t number : std::exchange(new_, {})) {
    if (Json one = listing(number); !one.is_null())
      rows.add(std::move(one));
  }
  return rows;
}

Json Listings::listing(std::int64_t number) const {
  auto found = methods_.find(number);
  if (found == methods_.end())
    return {};
  const Method& method = *found->second;
  Json listing = Json::record();
  listing.set("number", number)
      .set("method", short_method_text(method))
      .set("class", method.holder->external_name());
  if (method.holder->source_file != nullptr)
    listing.set("file", method.holder->source_file->text());
  Json rows = Json::list();
  const LineTable lines(method);
  for (classfile::InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid();
       at.advance()) {
    Json row = Json::list();
    row.add(at.bci())
        .add(classfile::disassemble(method.pool->raw(), *at))
        .add(lines.line_at(at.bci()))
        .add(hex_of({method.bytecode + at.bci(), at->next_bci() - at.bci()}));
    rows.add(std::move(row));
  }
  return listing.set("rows", std::move(rows));
}

void Listings::classes_unloading() {
  std::erase_if(methods_, [](const auto& entry) { return !entry.second->holder->is_live(); });
  std::erase_if(numbers_, [this](const auto& entry) { return !methods_.contains(entry.second); });
}

}  // namespace minijvm::vm::stepper
