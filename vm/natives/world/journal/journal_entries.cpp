// Entries to bytes and back.
#include "vm/natives/world/journal/journal_entries.h"

namespace minijvm::vm {
namespace {

bool has_native(EntryKind kind) { return kind == EntryKind::kCall || kind == EntryKind::kWait; }

bool has_value(EntryKind kind) {
  return kind == EntryKind::kWait || kind == EntryKind::kReady || kind == EntryKind::kIdle;
}

bool is_kind(std::uint8_t byte) {
  return std::string_view("CWRIE").find(static_cast<char>(byte)) != std::string_view::npos;
}

std::string what_of(const JournalEntry& entry) {
  switch (entry.kind) {
    case EntryKind::kCall:
      return " calls " + entry.native.substr(0, entry.native.find('('));
    case EntryKind::kWait:
      return " waits in " + entry.native.substr(0, entry.native.find('('));
    case EntryKind::kReady:
      return " has waited for a descriptor, which is ready";
    case EntryKind::kIdle:
      return entry.value != 0 ? " lets time pass" : " sees that a descriptor is ready";
    case EntryKind::kEnd:
      break;
  }
  return "";
}

}  // namespace

std::string JournalEntry::text() const {
  return kind == EntryKind::kEnd ? "the end"
                                 : thread + what_of(*this) + " at tick " + std::to_string(tick);
}

void EntryWriter::name(JournalWriter* out, const std::string& text) {
  const auto [at, is_new] = names_.try_emplace(text, names_.size());
  out->number(at->second);
  if (is_new) {
    out->text(text);
  }
}

std::string EntryWriter::print(const JournalEntry& entry) {
  JournalWriter out;
  out.byte(static_cast<std::uint8_t>(entry.kind));
  if (entry.kind != EntryKind::kEnd) {
    name(&out, entry.thread);
    out.number(entry.tick);
  }
  if (has_native(entry.kind)) {
    name(&out, entry.native);
    out.number(entry.digest);
  }
  if (has_value(entry.kind)) {
    out.signed_number(entry.value);
  }
  return out.bytes() + std::string(entry.rest);
}

std::string EntryParser::name(JournalReader* in) {
  const std::uint64_t number = in->number_up_to(names_.size());
  if (in->is_good() && number == names_.size()) {
    names_.emplace_back(in->text());
  }
  return in->is_good() ? names_[number] : "";
}

bool EntryParser::parse(std::string_view frame, JournalEntry* entry) {
  JournalReader in(frame);
  const std::uint8_t kind = in.byte();
  if (!is_kind(kind)) {
    return false;
  }
  *entry = {};
  entry->kind = static_cast<EntryKind>(kind);
  if (entry->kind != EntryKind::kEnd) {
    entry->thread = name(&in);
    entry->tick = in.number();
  }
  if (has_native(entry->kind)) {
    entry->native = name(&in);
    entry->digest = in.number();
  }
  if (has_value(entry->kind)) {
    entry->value = in.signed_number();
  }
  const bool has_rest = entry->kind == EntryKind::kCall || entry->kind == EntryKind::kEnd;
  if (!in.is_good() || (!has_rest && !in.is_complete())) {
    return false;
  }
  entry->rest = in.rest();
  return true;
}

}  // namespace minijvm::vm
