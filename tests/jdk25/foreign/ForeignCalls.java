// JEP 454: C functions called from Java: integers, pointers, doubles, variadic ones, one with many arguments.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;

public class ForeignCalls {
  static final Linker LINKER = Linker.nativeLinker();

  static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
  }

  public static void main(String[] args) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      MethodHandle strlen = function("strlen", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
      for (String text : List.of("", "abc", "Grüße", "x".repeat(10_000))) System.out.println((long) strlen.invokeExact(arena.allocateFrom(text)));
      System.out.println(strlen.type());

      MethodHandle toupper = function("toupper", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
      StringBuilder upper = new StringBuilder();
      for (char c : "many calls of one handle".toCharArray()) upper.append((char) (int) toupper.invokeExact((int) c));
      System.out.println(upper);

      System.out.println((double) function("pow", FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE, JAVA_DOUBLE)).invokeExact(2.0, 0.5));
      System.out.println((float) function("sqrtf", FunctionDescriptor.of(JAVA_FLOAT, JAVA_FLOAT)).invokeExact(2.0f));
      System.out.println((double) function("ldexp", FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE, JAVA_INT)).invokeExact(0.75, 10));
      System.out.println((double) function("atof", FunctionDescriptor.of(JAVA_DOUBLE, ADDRESS)).invokeExact(arena.allocateFrom("-12.5e3")));
      System.out.println((long) function("labs", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG)).invokeExact(Long.MIN_VALUE + 1));
      System.out.println((int) function("abs", FunctionDescriptor.of(JAVA_INT, JAVA_INT)).invokeExact(-7));

      // snprintf has a fixed part of three arguments, and variadic ones of any type behind it.
      MemorySegment buffer = arena.allocate(200);
      MethodHandle snprintf = function("snprintf", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_DOUBLE, ADDRESS, JAVA_INT, JAVA_DOUBLE, JAVA_DOUBLE),
          Linker.Option.firstVariadicArg(3));
      int count = (int) snprintf.invokeExact(buffer, 200L, arena.allocateFrom("%d %ld %.3f '%s' %x %g %e"), -5, Long.MAX_VALUE, Math.PI, arena.allocateFrom("text"), 255, 1e100, -0.0);
      System.out.println(count + " " + buffer.getString(0));
      MethodHandle nothing = function("snprintf", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS), Linker.Option.firstVariadicArg(3));
      System.out.println((int) nothing.invokeExact(buffer, 4L, arena.allocateFrom("truncated")) + " " + buffer.getString(0));

      // More arguments than there are registers of either kind: the rest goes on the stack.
      List<MemoryLayout> many = new ArrayList<>(List.of(ADDRESS, JAVA_LONG, ADDRESS));
      List<Object> values = new ArrayList<>(List.of(buffer, 200L, arena.allocateFrom("%d %f ".repeat(12))));
      for (int i = 0; i < 12; i++) {
        many.add(JAVA_INT);
        values.add(i * 100);
        many.add(JAVA_DOUBLE);
        values.add(i / 8.0);
      }
      MethodHandle long_ = function("snprintf", FunctionDescriptor.of(JAVA_INT, many.toArray(MemoryLayout[]::new)), Linker.Option.firstVariadicArg(3));
      System.out.println(long_.invokeWithArguments(values) + " " + buffer.getString(0));

      // printf has C's own buffer: it is flushed before Java prints again.
      System.out.print("before ");
      System.out.flush();
      int printed = (int) function("printf", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(1)).invokeExact(arena.allocateFrom("printf %d\n"), 42);
      System.out.println(printed + " " + (int) function("fflush", FunctionDescriptor.of(JAVA_INT, ADDRESS)).invokeExact(MemorySegment.NULL));

      // A pointer that C returns has no size until Java gives it one.
      MemorySegment text = arena.allocateFrom("key=value");
      MemorySegment found = (MemorySegment) function("strchr", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT)).invokeExact(text, (int) '=');
      System.out.println(found.byteSize() + " " + (found.address() - text.address()) + " " + found.reinterpret(7).getString(0));
      AddressLayout sized = ADDRESS.withTargetLayout(MemoryLayout.sequenceLayout(6, JAVA_BYTE));
      MemorySegment tail = (MemorySegment) function("strrchr", FunctionDescriptor.of(sized, ADDRESS, JAVA_INT)).invokeExact(text, (int) 'v');
      System.out.println(tail.byteSize() + " " + tail.getString(0));
      System.out.println((MemorySegment) function("strchr", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT)).invokeExact(text, (int) '!'));

      // The target may be an argument, too.
      MethodHandle any = LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_INT));
      System.out.println((int) any.invokeExact(LINKER.defaultLookup().findOrThrow("tolower"), (int) 'Q') + " " + any.type());
      MethodHandle memset = function("memset", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_LONG));
      memset.invokeExact(buffer, 65, 5L);
      System.out.println(new String(buffer.asSlice(0, 5).toArray(JAVA_BYTE)));
      System.out.println(LINKER.defaultLookup().find("no_such_function_here").isPresent());
      // The names that the documentation promises.
      for (String name : List.of("bool", "char", "short", "int", "long", "long long", "float", "double", "size_t", "wchar_t", "void*", "jint", "jchar")) System.out.print(name + " " + LINKER.canonicalLayouts().get(name) + "; ");
      System.out.println();
      long pid = (int) function("getpid", FunctionDescriptor.of(JAVA_INT)).invokeExact();
      System.out.println(pid == ProcessHandle.current().pid());
    }
  }
}
