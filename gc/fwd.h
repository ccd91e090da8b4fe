// Forward declarations of gc's types, for headers that need only their names.
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
struct CollectionRecord;
struct HeapOptions;
enum class GcCause : unsigned char;
}  // namespace minijvm::gc
