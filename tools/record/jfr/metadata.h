// The metadata of a chunk: the record that tells a reader which types the chunk has and which
// fields each of them has. It is the same in every chunk, but for its time.
// Tested by tests/tools/record/jfr_layout_test.cpp and tests/tools/record/jfr_writer/run.
//
//   record   size, type 0, start, duration 0, number of the metadata, texts, tree of elements
//   texts    how many, and each; the tree names a text by its place
//   element  name, how many attributes, each a name and a value; how many children, and each
//
//   root -> metadata -> class -> field -> annotation
//                             -> annotation
//        -> region
#pragma once

#include "tools/record/jfr/encoding.h"
#include "tools/record/jfr/values.h"

namespace minijvm::vm::record::jfr {

// Appends the record.
void encode_metadata(Encoder& out, Ticks now);

}  // namespace minijvm::vm::record::jfr
