// Keeps of a variable what FastTrack needs, and has its rules: does an access conflict with one
// before it, with nothing that orders the two?
//
//   write   the last write
//   read    the last read, as long as all reads since the write are ordered
//   readers the last read of each thread, once two of them are not
//
// It is enough to keep the last write: all writes before it are ordered, or have been reported.
// Tested by tests/sync/ordering/history_test.cpp, against all accesses with their whole clocks.
// Source: Flanagan, Freund: FastTrack, PLDI 2009, figures 3 and 5.
// Departures: a read that the own write of the same epoch covers is not kept, since all that
// conflicts with it conflicts with the write. After a conflict the variable goes on with the new
// access.
#pragma once

#include <optional>
#include <vector>

#include "sync/ordering/vector_clock.h"

namespace minijvm::ordering {

// The part of a history that most variables have: it lies in the shadow of the heap
// (gc/shadow/access_shadow.h). If `write` is elsewhere, `read` means nothing.
struct Cell {
  Word write = 0;
  Word read = 0;
};

// The access with which the new one conflicts.
struct Conflict {
  Word earlier = 0;
  bool earlier_writes = false;
};

struct History {
  Cell cell;
  std::vector<Word> readers;  // if it is not empty, cell.read means nothing
};

// Is the access in the cell already, as far as it matters?
inline bool is_read_kept(const Cell& cell, Word epoch, Lanes lanes) {
  return covers(cell.write, epoch, lanes) || covers(cell.read, epoch, lanes);
}
inline bool is_write_kept(const Cell& cell, Word epoch, Lanes lanes) {
  return covers(cell.write, epoch, lanes);
}

// REQUIRES for all: the lanes of `access` are those of the cell's words. Each keeps the access, and
// returns the earlier one if the two are not ordered.
std::optional<Conflict> read_at(History& history, const VectorClock& known, Word access);
std::optional<Conflict> write_at(History& history, const VectorClock& known, Word access);
// A read of a cell whose last read is not ordered before it needs a History.
inline bool needs_readers(const Cell& cell, const VectorClock& known, Word access) {
  return cell.read != 0 && !known.knows(cell.read) && slot_of(cell.read) != slot_of(access);
}
std::optional<Conflict> read_at(Cell& cell, const VectorClock& known,
                                Word access);  // and it does not
std::optional<Conflict> write_at(Cell& cell, const VectorClock& known, Word access);

}  // namespace minijvm::ordering
