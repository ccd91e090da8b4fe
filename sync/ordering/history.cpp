// The rules of FastTrack. Only the thread that runs comes here.
#include "sync/ordering/history.h"

namespace minijvm::ordering {
namespace {

std::optional<Conflict> with_write(const Cell& cell, const VectorClock& known) {
  if (cell.write == 0 || known.knows(cell.write)) {
    return std::nullopt;
  }
  return Conflict{cell.write, true};
}

std::optional<Conflict> with_read(Word read, const VectorClock& known) {
  if (read == 0 || known.knows(read)) {
    return std::nullopt;
  }
  return Conflict{read, false};
}

void keep_reader(std::vector<Word>& readers, Word access) {
  for (Word& reader : readers) {
    if (slot_of(reader) == slot_of(access)) {
      reader = access;
      return;
    }
  }
  readers.push_back(access);
}

}  // namespace

std::optional<Conflict> read_at(Cell& cell, const VectorClock& known, Word access) {
  const std::optional<Conflict> conflict = with_write(cell, known);
  cell.read = access;
  return conflict;
}

std::optional<Conflict> write_at(Cell& cell, const VectorClock& known, Word access) {
  std::optional<Conflict> conflict = with_write(cell, known);
  if (!conflict) {
    conflict = with_read(cell.read, known);
  }
  cell = {access, 0};
  return conflict;
}

std::optional<Conflict> read_at(History& history, const VectorClock& known, Word access) {
  if (history.readers.empty()) {
    if (!needs_readers(history.cell, known, access)) {
      return read_at(history.cell, known, access);
    }
    history.readers.push_back(history.cell.read);
    history.cell.read = 0;
  }
  keep_reader(history.readers, access);
  return with_write(history.cell, known);
}

std::optional<Conflict> write_at(History& history, const VectorClock& known, Word access) {
  std::optional<Conflict> of_readers;
  for (Word reader : history.readers) {
    if (!of_readers) {
      of_readers = with_read(reader, known);
    }
  }
  history.readers = {};
  const std::optional<Conflict> conflict = write_at(history.cell, known, access);
  return conflict ? conflict : of_readers;
}

}  // namespace minijvm::ordering
