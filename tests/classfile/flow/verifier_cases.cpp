#include "tests/classfile/flow/verifier_cases.h"

namespace minijvm::classfile::test {
namespace {

using Method = ClassBuilder::Method;
constexpr unsigned kInstance = 0x0001;
constexpr const char* kObject = "java/lang/Object";

// A constructor: `code` after aload_0.
Method init(Code code, Code stack_map = {}) {
  Method method;
  method.flags = kInstance;
  method.name = "<init>";
  method.code = std::move(code);
  method.stack_map = std::move(stack_map);
  return method;
}

Method with(const char* descriptor, Code code, Code stack_map = {}) {
  Method method;
  method.descriptor = descriptor;
  method.code = std::move(code);
  method.stack_map = std::move(stack_map);
  return method;
}

const VerifierCase kCases[] = {
    {"an empty method", true, [](ClassBuilder& c) { c.add(with("()V", {0xb1})); }},
    {"iadd of a String", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x12, c.string("x"), 0x60, 0x57, 0xb1}));
     }},
    {"iadd on an empty stack", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x60, 0x57, 0xb1}));
     }},
    {"max_stack exceeded", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x03, 0x03, 0x03, 0x03, 0xb1}));
     }},
    {"falling off the end", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x00, 0x00}));
     }},
    {"iload of an unset local", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x1a, 0x57, 0xb1}));
     }},
    {"aload of a local beyond max_locals", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x19, 9, 0x57, 0xb1}));
     }},
    {"lload of half a long", false,
     [](ClassBuilder& c) {
       c.add(with("(J)V", {0x1f, 0x58, 0xb1}));
     }},
    {"half of a long written over", false,
     [](ClassBuilder& c) {
       c.add(with("(J)V", {0x03, 0x3c, 0x1e, 0x58, 0xb1}));
     }},
    {"pop of half a long", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x09, 0x57, 0x57, 0xb1}));
     }},
    {"swap of a long", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x09, 0x5f, 0x58, 0xb1}));
     }},
    {"dup2 of a long, dup2_x2 of two", true,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x09, 0x5c, 0x61, 0x58, 0xb1}));
     }},
    {"dup2 of what a frame calls top", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x03, 0x5c, 0xb1}, {0, 1, 255, 0, 2, 0, 0, 0, 2, 0, 0}));
     }},
    {"swap of what a frame calls top", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x03, 0x5f, 0xb1}, {0, 1, 255, 0, 2, 0, 0, 0, 2, 0, 1}));
     }},
    {"pop of what a frame calls top", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x57, 0xb1}, {0, 1, 255, 0, 1, 0, 0, 0, 1, 0}));
     }},
    {"dup_x2 across what a frame calls top", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x03, 0x03, 0x5b, 0xb1}, {0, 1, 255, 0, 3, 0, 0, 0, 3, 1, 0, 1}));
     }},
    {"dup_x1 across a long", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x09, 0x03, 0x5a, 0x57, 0x57, 0x57, 0x57, 0xb1}));
     }},
    {"dup_x2 across a long", true,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x09, 0x03, 0x5b, 0x57, 0x58, 0x57, 0xb1}));
     }},
    {"ireturn from a void method", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0xac}));
     }},
    {"return without a value", false, [](ClassBuilder& c) { c.add(with("()I", {0xb1})); }},
    {"lreturn of an int", false,
     [](ClassBuilder& c) {
       c.add(with("()J", {0x03, 0xad}));
     }},
    {"ireturn where a long is declared", false,
     [](ClassBuilder& c) {
       c.add(with("()J", {0x03, 0xac}));
     }},
    {"areturn of an Object as a String", false,
     [](ClassBuilder& c) {
       c.add(with("(Ljava/lang/Object;)Ljava/lang/String;", {0x2a, 0xb0}));
     }},
    {"areturn of an Object as a Runnable", true,
     [](ClassBuilder& c) {
       c.add(with("(Ljava/lang/Object;)Ljava/lang/Runnable;", {0x2a, 0xb0}));
     }},
    {"areturn of an int array as a Cloneable", true,
     [](ClassBuilder& c) {
       c.add(with("([I)Ljava/lang/Cloneable;", {0x2a, 0xb0}));
     }},
    {"areturn of an int array as a Runnable", false,
     [](ClassBuilder& c) {
       c.add(with("([I)Ljava/lang/Runnable;", {0x2a, 0xb0}));
     }},
    {"areturn of String[] as Object[]", true,
     [](ClassBuilder& c) {
       c.add(with("([Ljava/lang/String;)[Ljava/lang/Object;", {0x2a, 0xb0}));
     }},
    {"areturn of int[][] as Object[]", true,
     [](ClassBuilder& c) {
       c.add(with("([[I)[Ljava/lang/Object;", {0x2a, 0xb0}));
     }},
    {"areturn of int[] as Object[]", false,
     [](ClassBuilder& c) {
       c.add(with("([I)[Ljava/lang/Object;", {0x2a, 0xb0}));
     }},
    {"a branch to a place without a frame", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}));
     }},
    {"a branch with its frame", true,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 5}));
     }},
    {"a branch out of the code", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 40, 0x00, 0xb1}, {0, 1, 5}));
     }},
    {"a branch into an instruction", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x10, 0x01, 0x57, 0xb1}, {0, 1, 7}));
     }},
    {"a frame with another stack", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 64 + 5, 1}));
     }},
    {"a frame with another local", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 255, 0, 5, 0, 1, 2, 0, 0}));
     }},
    {"a frame that appends an unset local", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 252, 0, 5, 1}));
     }},
    {"a frame that chops the argument", true,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 250, 0, 5}));
     }},
    {"a frame that chops what is not there", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 249, 0, 5}));
     }},
    {"a frame inside an instruction", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 2, 2, 2}));
     }},
    {"a reserved frame type", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 200}));
     }},
    {"a frame with a bad class index", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 64 + 5, 7, 0, 1}));
     }},
    {"a frame with a bad type tag", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 64 + 5, 9}));
     }},
    {"a frame that names no new", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 64 + 5, 8, 0, 0}));
     }},
    {"bytes after the last frame", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0x99, 0, 4, 0x00, 0xb1}, {0, 1, 5, 0}));
     }},
    {"code after goto without a frame", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xa7, 0, 4, 0x00, 0xb1}, {0, 1, 4}));
     }},
    {"code after goto with a frame", true,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xa7, 0, 4, 0x00, 0xb1}, {0, 2, 3, 0}));
     }},
    {"a loop that changes its local", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0x3b, 0x0b, 0x43, 0xa7, 0xff, 0xfe}, {0, 1, 252, 0, 2, 1}));
     }},
    {"jsr in version 52", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xa8, 0, 4, 0xb1, 0x4c, 0xa9, 1}, {0, 1, 3}));
     }},
    {"an unknown opcode", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xfe, 0xb1}));
     }},
    {"a truncated instruction", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xb1, 0x11, 0}));
     }},
    {"wide before nop", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0xc4, 0x00, 0xb1}));
     }},
    {"wide iinc of a float", false,
     [](ClassBuilder& c) {
       c.add(with("(F)V", {0xc4, 0x84, 0, 0, 0, 1, 0xb1}));
     }},
    {"newarray of type 3", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x03, 0xbc, 3, 0x57, 0xb1}));
     }},
    {"anewarray and aaload", true,
     [](ClassBuilder& c) {
       const unsigned type = c.class_("java/lang/String");
       c.add(with("()Ljava/lang/String;", {0x03, 0xbd, hi(type), lo(type), 0x03, 0x32, 0xb0}));
     }},
    {"multianewarray of more dimensions than the type has", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_("[[I");
       c.add(with("()V", {0x03, 0x03, 0x03, 0xc5, hi(type), lo(type), 3, 0x57, 0xb1}));
     }},
    {"multianewarray of a class", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0x03, 0xc5, hi(type), lo(type), 1, 0x57, 0xb1}));
     }},
    {"iaload from a long[]", false,
     [](ClassBuilder& c) {
       c.add(with("([J)V", {0x2a, 0x03, 0x2e, 0x57, 0xb1}));
     }},
    {"iaload from null, baload from boolean[]", true,
     [](ClassBuilder& c) {
       c.add(with("([Z)V", {0x01, 0x03, 0x2e, 0x57, 0x2a, 0x03, 0x33, 0x57, 0xb1}));
     }},
    {"aaload from an int[]", false,
     [](ClassBuilder& c) {
       c.add(with("([I)V", {0x2a, 0x03, 0x32, 0x57, 0xb1}));
     }},
    {"arraylength of a String", false,
     [](ClassBuilder& c) {
       c.add(with("(Ljava/lang/String;)V", {0x2a, 0xbe, 0x57, 0xb1}));
     }},
    {"athrow of an Object", false,
     [](ClassBuilder& c) {
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xbf}));
     }},
    {"new of an array class", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_("[I");
       c.add(with("()V", {0xbb, hi(type), lo(type), 0x57, 0xb1}));
     }},
    {"new, dup, <init>", true,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(with("()Ljava/lang/Object;",
                  {0xbb, hi(type), lo(type), 0x59, 0xb7, hi(made), lo(made), 0xb0}));
     }},
    {"areturn of an uninitialized object", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()Ljava/lang/Object;", {0xbb, hi(type), lo(type), 0xb0}));
     }},
    {"<init> of another class than the new one", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_("java/lang/Integer");
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(with("()V", {0xbb, hi(type), lo(type), 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"<init> twice", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(with("()V", {0xbb, hi(type), lo(type), 0x59, 0xb7, hi(made), lo(made), 0xb7, hi(made),
                          lo(made), 0xb1}));
     }},
    {"ifnull of an uninitialized object", true,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0xbb, hi(type), lo(type), 0xc6, 0, 3, 0xb1}, {0, 1, 6}));
     }},
    {"if_acmpeq of an uninitialized object", true,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0xbb, hi(type), lo(type), 0x59, 0xa5, 0, 3, 0xb1}, {0, 1, 7}));
     }},
    {"monitorenter of an uninitialized object", true,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0xbb, hi(type), lo(type), 0x59, 0xc2, 0xc3, 0xb1}));
     }},
    {"checkcast of an uninitialized object", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0xbb, hi(type), lo(type), 0xc0, hi(type), lo(type), 0x57, 0xb1}));
     }},
    {"a new in a loop while the old one is on the stack", false,
     [](ClassBuilder& c) {
       const unsigned type = c.class_(kObject);
       c.add(with("()V", {0x00, 0xbb, hi(type), lo(type), 0xa7, 0xff, 0xfd},
                  {0, 1, 64 + 1, 8, 0, 1}));
     }},
    {"a constructor", true,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x2a, 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"a constructor without super()", false, [](ClassBuilder& c) { c.add(init({0xb1})); }},
    {"a constructor that throws", true,
     [](ClassBuilder& c) {
       c.add(init({0x01, 0xbf}));
     }},
    {"a constructor that calls super() twice", false,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x2a, 0xb7, hi(made), lo(made), 0x2a, 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"a constructor that calls the wrong super()", false,
     [](ClassBuilder& c) {
       const unsigned made = c.method("java/lang/Thread", "<init>", "()V");
       c.add(init({0x2a, 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"own field set before super()", true,
     [](ClassBuilder& c) {
       c.add_field(0, "f", "I");
       const unsigned field = c.field(c.name(), "f", "I");
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x2a, 0x03, 0xb5, hi(field), lo(field), 0x2a, 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"own field read before super()", false,
     [](ClassBuilder& c) {
       c.add_field(0, "f", "I");
       const unsigned field = c.field(c.name(), "f", "I");
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x2a, 0xb4, hi(field), lo(field), 0x57, 0x2a, 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"uninitializedThis lost at a branch", false,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x03, 0x99, 0, 7, 0x2a, 0xb7, hi(made), lo(made), 0xb1},
                  {0, 1, 255, 0, 8, 0, 0, 0, 0}));
     }},
    {"uninitializedThis kept at a branch", true,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       c.add(init({0x03, 0x99, 0, 3, 0x2a, 0xb7, hi(made), lo(made), 0xb1}, {0, 1, 4}));
     }},
    {"super() in a try block whose handler returns, text differs up to 17.0.15: it refuses the "
     "call",
     false,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       Method method = init({0x2a, 0xb7, hi(made), lo(made), 0xb1, 0x57, 0xb1},
                            {0, 1, 64 + 5, 7, hi(c.class_("java/lang/Throwable")),
                             lo(c.class_("java/lang/Throwable"))});
       method.handlers = {{0, 4, 5, 0}};
       c.add(method);
     }},
    {"super() in a try block whose handler takes uninitializedThis", false,
     [](ClassBuilder& c) {
       const unsigned made = c.method(kObject, "<init>", "()V");
       Method method = init({0x2a, 0xb7, hi(made), lo(made), 0xb1, 0xbf},
                            {0, 1, 64 + 5, 7, hi(c.class_("java/lang/Throwable")),
                             lo(c.class_("java/lang/Throwable"))});
       method.handlers = {{0, 4, 5, 0}};
       c.add(method);
     }},
    {"a handler without a frame", false,
     [](ClassBuilder& c) {
       Method method = with("()V", {0x00, 0xb1, 0x57, 0xb1});
       method.handlers = {{0, 1, 2, 0}};
       c.add(method);
     }},
    {"a handler that expects a local set in the range", false,
     [](ClassBuilder& c) {
       const unsigned throwable = c.class_("java/lang/Throwable");
       Method method = with("()V", {0x03, 0x3b, 0xb1, 0x57, 0xb1},
                            {0, 1, 255, 0, 3, 0, 1, 1, 0, 1, 7, hi(throwable), lo(throwable)});
       method.handlers = {{0, 2, 3, 0}};
       c.add(method);
     }},
    {"a catch type that is no Throwable", false,
     [](ClassBuilder& c) {
       const unsigned caught = c.class_("java/lang/String");
       Method method =
           with("()V", {0x00, 0xb1, 0x57, 0xb1}, {0, 1, 64 + 2, 7, hi(caught), lo(caught)});
       method.handlers = {{0, 1, 2, caught}};
       c.add(method);
     }},
    {"a range that starts inside an instruction", false,
     [](ClassBuilder& c) {
       Method method = with("()V", {0x10, 1, 0x57, 0xb1, 0x57, 0xb1},
                            {0, 1, 64 + 4, 7, hi(c.class_("java/lang/Throwable")),
                             lo(c.class_("java/lang/Throwable"))});
       method.handlers = {{1, 3, 4, 0}};
       c.add(method);
     }},
    {"invokevirtual with a wrong argument", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method("java/lang/String", "charAt", "(I)C");
       c.add(with("(Ljava/lang/String;)V", {0x2a, 0x01, 0xb6, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"invokevirtual on another class", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method("java/lang/String", "length", "()I");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb6, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"invokevirtual of <init>", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method(kObject, "<init>", "()V");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb6, hi(called), lo(called), 0xb1}));
     }},
    {"invokeinterface with a wrong count", false,
     [](ClassBuilder& c) {
       const unsigned called = c.interface_method("java/lang/Runnable", "run", "()V");
       c.add(with("(Ljava/lang/Runnable;)V", {0x2a, 0xb9, hi(called), lo(called), 2, 0, 0xb1}));
     }},
    {"invokeinterface on any object", true,
     [](ClassBuilder& c) {
       const unsigned called = c.interface_method("java/lang/Runnable", "run", "()V");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb9, hi(called), lo(called), 1, 0, 0xb1}));
     }},
    {"invokeinterface by a Methodref", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method("java/lang/Runnable", "run", "()V");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb9, hi(called), lo(called), 1, 0, 0xb1}));
     }},
    {"invokespecial of a method of an unrelated class", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method("java/lang/String", "length", "()I");
       c.add(with("(Ljava/lang/String;)V", {0x2a, 0xb7, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"invokespecial of super on an object that is not ours", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method(kObject, "hashCode", "()I");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb7, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"invokespecial of an indirect superinterface", false,
     [](ClassBuilder& c) {
       c.super("java/util/ArrayList");
       const unsigned called =
           c.interface_method("java/util/Collection", "stream", "()Ljava/util/stream/Stream;");
       Method method = with("()V", {0x2a, 0xb7, hi(called), lo(called), 0x57, 0xb1});
       method.flags = kInstance;
       c.add(method);
     }},
    {"clone() of an Object", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method(kObject, "clone", "()Ljava/lang/Object;");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0xb6, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"clone() of this, and of an array", true,
     [](ClassBuilder& c) {
       const unsigned called = c.method(kObject, "clone", "()Ljava/lang/Object;");
       Method method = with("([I)V", {0x2a, 0xb6, hi(called), lo(called), 0x57, 0x2b, 0xb6,
                                      hi(called), lo(called), 0x57, 0xb1});
       method.flags = kInstance;
       c.add(method);
     }},
    {"a protected field of another package's superclass in an object that is not ours", false,
     [](ClassBuilder& c) {
       c.super("java/util/AbstractList");
       const unsigned field = c.field("java/util/AbstractList", "modCount", "I");
       c.add(with("(Ljava/util/AbstractList;)V", {0x2a, 0xb4, hi(field), lo(field), 0x57, 0xb1}));
     }},
    {"a protected <init> of another package", false,
     [](ClassBuilder& c) {
       c.super("java/util/AbstractList");
       const unsigned type = c.class_("java/util/AbstractList");
       const unsigned made = c.method("java/util/AbstractList", "<init>", "()V");
       c.add(with("()V", {0xbb, hi(type), lo(type), 0xb7, hi(made), lo(made), 0xb1}));
     }},
    {"putfield of a float into an int", false,
     [](ClassBuilder& c) {
       c.add_field(0, "f", "I");
       const unsigned field = c.field(c.name(), "f", "I");
       Method method = with("()V", {0x2a, 0x0b, 0xb5, hi(field), lo(field), 0xb1});
       method.flags = kInstance;
       c.add(method);
     }},
    {"putfield in an object of another class", false,
     [](ClassBuilder& c) {
       c.add_field(0, "f", "I");
       const unsigned field = c.field(c.name(), "f", "I");
       c.add(with("(Ljava/lang/Object;)V", {0x2a, 0x03, 0xb5, hi(field), lo(field), 0xb1}));
     }},
    {"getstatic by a Methodref", false,
     [](ClassBuilder& c) {
       const unsigned called = c.method(kObject, "hashCode", "()I");
       c.add(with("()V", {0xb2, hi(called), lo(called), 0x57, 0xb1}));
     }},
    {"ldc of a long", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x12, c.long_(1), 0x58, 0xb1}));
     }},
    {"ldc2_w of an int", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x14, 0, c.integer(1), 0x57, 0xb1}));
     }},
    {"ldc beyond the pool", false,
     [](ClassBuilder& c) {
       c.add(with("()V", {0x12, 200, 0x57, 0xb1}));
     }},
    {"lookupswitch with unordered keys", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V", {0x1a, 0xab, 0, 0, 0,  0, 0, 27, 0, 0, 0, 2, 0,  0,   0,
                           5,    0,    0, 0, 27, 0, 0, 0,  4, 0, 0, 0, 27, 0xb1},
                  {0, 1, 28}));
     }},
    {"tableswitch with low above high", false,
     [](ClassBuilder& c) {
       c.add(with("(I)V",
                  {0x1a, 0xaa, 0, 0, 0, 0, 0, 19, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0, 19, 0xb1},
                  {0, 1, 20}));
     }},
    {"tableswitch", true,
     [](ClassBuilder& c) {
       c.add(with("(I)V",
                  {0x1a, 0xaa, 0, 0, 0, 0, 0, 19, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 19, 0xb1},
                  {0, 1, 20}));
     }},
    {"an argument of a class that does not load, as an Object", true,
     [](ClassBuilder& c) {
       c.add(with("(Lv/Missing;)Ljava/lang/Object;", {0x2a, 0xb0}));
     }},
    {"an argument of a class that does not load, as a String", false,
     [](ClassBuilder& c) {
       c.add(with("(Lv/Missing;)Ljava/lang/String;", {0x2a, 0xb0}));
     }},
};

}  // namespace

const std::vector<VerifierCase>& verifier_cases() {
  static const std::vector<VerifierCase> cases(std::begin(kCases), std::end(kCases));
  return cases;
}

ClassBuilder build_case(std::size_t at) {
  ClassBuilder builder("v/Case" + std::to_string(at));
  verifier_cases()[at].build(builder);
  return builder;
}

}  // namespace minijvm::classfile::test
