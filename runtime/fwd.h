// Names of runtime, for headers that need no more.
#pragma once

namespace minijvm::runtime {
class Class;
class ClassLinker;
class Field;
class JavaThread;
class LoaderData;
class Method;
class Object;
class RunConstantPool;
class Symbol;
template <class T>
class Handle;
}  // namespace minijvm::runtime
