// Names of classfile, for headers that need no more.
#pragma once

namespace minijvm::classfile {
struct Instruction;
class InstructionCursor;
class ConstantPool;
class ClassFile;
struct CodeAttribute;
struct FieldInfo;
struct MethodInfo;
struct FormatError;
struct ParseOptions;
class JImage;
class JarFile;
class ClassPath;
}  // namespace minijvm::classfile
