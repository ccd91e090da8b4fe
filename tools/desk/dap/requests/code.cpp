// Bytecode, memory and sources.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tools/desk/dap/adapter.h"
#include "tools/desk/dap/base64.h"

namespace minijvm::desk::dap {
namespace {

constexpr std::int64_t kMostRows = 0x10000;
// Rows further away would have the addresses of another method.
constexpr std::int64_t kMostOffset = 0x20000;
constexpr std::int64_t kMostBytesAtOnce = 0x10000;
constexpr std::int64_t kMostBytes = std::int64_t{1} << 20;

// Returns "b2 00 07" for "b20007".
std::string spaced(const std::string& bytes) {
  std::string text;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2)
    text += (text.empty() ? "" : " ") + bytes.substr(at, 2);
  return text;
}

}  // namespace

// --- sources ---

const std::string& Adapter::path_of(const Listing& listing) {
  const std::string key = listing.class_name + '\n' + listing.file;
  const auto known = paths_.find(key);
  if (known != paths_.end())
    return known->second;
  return paths_[key] = find_source(launch_.source_paths, listing.class_name, listing.file);
}

// A method without a file has its bytecode as source, so that each client shows where it stands.
Json Adapter::source_of(const Listing& listing) {
  const std::string& path = path_of(listing);
  if (!path.empty())
    return Json::record().set("name", listing.file).set("path", client_.path_out(path));
  return Json::record()
      .set("name", listing.method)
      .set("sourceReference", listing.number)
      .set("presentationHint", "deemphasize")
      .set("origin", "bytecode");
}

void Adapter::source(const Request& request) {
  std::int64_t number = request.arguments["sourceReference"].number();
  if (request.arguments["source"].has("sourceReference"))
    number = request.arguments["source"]["sourceReference"].number();
  const Listing* listing = listings_.find(number);
  if (listing == nullptr) {
    client_.refuse(request, fmt::format("there is no listing {}", number));
    return;
  }
  client_.respond(request, Json::record()
                               .set("content", listing_text(*listing))
                               .set("mimeType", "text/x-java-bytecode"));
}

void Adapter::loaded_sources(const Request& request) {
  std::set<std::string> seen;
  Json list = Json::list();
  for (const auto& [number, listing] : listings_.all()) {
    const std::string& path = path_of(listing);
    if (!path.empty() && seen.insert(path).second)
      list.add(source_of(listing));
  }
  client_.respond(request, Json::record().set("sources", std::move(list)));
}

// --- disassembly ---

void Adapter::disassemble(const Request& request) {
  const Json& arguments = request.arguments;
  const std::optional<std::int64_t> base =
      parse_address(arguments["memoryReference"].text(), arguments["offset"].number());
  const std::int64_t count = arguments["instructionCount"].number();
  const std::int64_t offset = arguments["instructionOffset"].number();
  if (!base) {
    client_.refuse(request, "`memoryReference` and `offset` make no address");
    return;
  }
  if (count < 0 || count > kMostRows || offset < -kMostOffset || offset > kMostOffset) {
    client_.refuse(request, fmt::format("{} instructions are the most at once, and {} the most "
                                        "before or behind the address",
                                        kMostRows, kMostOffset));
    return;
  }
  Json list = Json::list();
  int line = -1;
  for (const AddressedRow& row : listings_.rows(*base, offset, count)) {
    Json json = Json::record().set("address", address_text(row.address));
    if (row.instruction == nullptr) {
      list.add(json.set("instruction", "").set("presentationHint", "invalid"));
      continue;
    }
    const Instruction& instruction = *row.instruction;
    if (!instruction.bytes.empty())
      json.set("instructionBytes", spaced(instruction.bytes));
    json.set("instruction", instruction.text);
    if (instruction.bci == 0)
      json.set("symbol", row.listing->method);
    if (instruction.line > 0 && instruction.line != line && !path_of(*row.listing).empty())
      json.set("location", source_of(*row.listing)).set("line", client_.line_out(instruction.line));
    line = instruction.line;
    list.add(std::move(json));
  }
  client_.respond(request, Json::record().set("instructions", std::move(list)));
}

// --- memory ---

void Adapter::read_memory(const Request& request) {
  const std::optional<std::int64_t> from = parse_address(
      request.arguments["memoryReference"].text(), request.arguments["offset"].number());
  const std::int64_t count = request.arguments["count"].number();
  if (!from || count < 0 || view_.is_recorded()) {
    client_.refuse(request, view_.is_recorded() ? "a recorded stop has no memory"
                                                : "there is no such place in memory");
    return;
  }
  read_more(request, *from, std::min(count, kMostBytes), "");
}

// The VM gives so many bytes at once; what it cannot read ends the whole.
void Adapter::read_more(const Request& request, std::int64_t from, std::int64_t left,
                        std::string hex) {
  const auto respond = [this, request](std::int64_t end, const std::string& all,
                                       std::int64_t unread) {
    const std::int64_t begin = end - static_cast<std::int64_t>(all.size() / 2);
    Json body = Json::record().set("address", address_text(begin));
    body.set("data", base64_of_hex(all));
    if (unread > 0)
      body.set("unreadableBytes", Json(unread));
    client_.respond(request, std::move(body));
  };
  if (left == 0) {
    respond(from, hex, 0);
    return;
  }
  const std::int64_t now = std::min(left, kMostBytesAtOnce);
  ask(fmt::format("bytes {} {}", address_text(from), now), [=, this](const Json& answer) {
    if (answer.has("error")) {
      client_.refuse(request, answer["error"].text());
      return;
    }
    const std::string& bytes = answer["bytes"].text();
    const auto got = static_cast<std::int64_t>(bytes.size() / 2);
    if (got < now) {
      respond(from + got, hex + bytes, left - got);
    } else {
      read_more(request, from + got, left - got, hex + bytes);
    }
  });
}

}  // namespace minijvm::desk::dap
