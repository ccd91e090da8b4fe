// Names of gc, for headers that need no more.
#pragma once

namespace minijvm::gc {
class CardTable;
class FixedSpace;
class Heap;
class Liveness;
class MarkBitmap;
class OffsetTable;
class OldGeneration;
class ReferenceProcessor;
class RootVisitor;
class Space;
struct HeapOptions;
enum class GcCause : unsigned char;
}  // namespace minijvm::gc
