// Declares the classes of classfile, for headers that need no more than their names.
#pragma once

namespace minijvm::classfile {
class Archive;
class ClassFile;
class ClassPath;
class ConstantPool;
class InstructionCursor;
class JImage;
class JarFile;
class StoredClass;
class VerifierFrame;
struct CodeAttribute;
struct ExceptionHandler;
struct FieldInfo;
struct FormatError;
struct Instruction;
struct MethodAttributes;
struct MethodInfo;
struct ParseOptions;
struct StoredText;
struct VerifierQuestion;
struct VerifyFailure;
template <class Row>
class Table;
}  // namespace minijvm::classfile
