// Forward declarations of runtime's main types, for headers that hold only pointers and references.
#pragma once

namespace minijvm::runtime {
class Class;
class ClassLinker;
class Field;
class Frame;
class JavaThread;
class LoaderData;
class Method;
class ModuleEntry;
class Object;
class PackageEntry;
class RunConstantPool;
class Symbol;
struct ClassFileBytes;
struct ItableEntry;
struct MirrorFacts;
struct WellKnown;
template <class T>
class Handle;
}  // namespace minijvm::runtime
