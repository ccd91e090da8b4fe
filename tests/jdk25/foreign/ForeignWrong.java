// JEP 454: calls that are refused: wrong types, null targets, missing permission, layouts that do not fit, stubs of other types.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.nio.file.Path;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignWrong {
  interface Action { Object run() throws Throwable; }

  static void attempt(String what, Action action) {
    try {
      System.out.println(what + ": " + action.run());
    } catch (Throwable e) {
      // The linkers of HotSpot and minijvm find these in other places of the library.
      if (what.equals("null segment") || what.equals("heap target") || what.equals("allocator null")) { System.out.println(what + ": " + e.getClass().getName()); return; }
      System.out.println(what + ": " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replaceAll("0x[0-9a-f]+|@[0-9a-f]+", "."));
    }
  }

  static int one(int x) { return x; }
  static int checked(int x) throws java.io.IOException { return x; }

  public static void main(String[] args) throws Throwable {
    Linker linker = Linker.nativeLinker();
    SymbolLookup lookup = linker.defaultLookup();
    MethodHandles.Lookup mine = MethodHandles.lookup();
    FunctionDescriptor intToInt = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    MethodHandle abs = linker.downcallHandle(lookup.findOrThrow("abs"), intToInt);
    MethodHandle any = linker.downcallHandle(intToInt);
    MethodHandle strlen = linker.downcallHandle(lookup.findOrThrow("strlen"), FunctionDescriptor.of(JAVA_LONG, ADDRESS));
    attempt("exact", () -> (long) abs.invokeExact(1L));
    attempt("no argument", () -> (int) abs.invoke());
    attempt("string", () -> abs.invokeWithArguments("x"));
    attempt("unboxed null", () -> abs.invokeWithArguments((Object) null));
    attempt("null target", () -> (int) any.invokeExact(MemorySegment.NULL, 1));
    attempt("no target", () -> (int) any.invokeExact((MemorySegment) null, 1));
    attempt("null segment", () -> (long) strlen.invokeExact((MemorySegment) null));
    attempt("heap segment", () -> (long) strlen.invokeExact(MemorySegment.ofArray(new byte[3])));
    attempt("heap target", () -> (int) any.invokeExact(MemorySegment.ofArray(new byte[3]), 1));
    attempt("null address", () -> linker.downcallHandle(MemorySegment.NULL, intToInt));
    attempt("missing symbol", () -> lookup.findOrThrow("not_there"));
    attempt("null symbol", () -> lookup.find(null));
    attempt("library", () -> SymbolLookup.libraryLookup("libnot_there.so", Arena.global()));
    attempt("library path", () -> SymbolLookup.libraryLookup(Path.of("/not/there.so"), Arena.global()));
    attempt("loader", () -> SymbolLookup.loaderLookup().find("abs").isPresent());
    attempt("libm", () -> { try (Arena arena = Arena.ofConfined()) { return SymbolLookup.libraryLookup("libm.so.6", arena).find("cos").isPresent(); } });
    attempt("libm late", () -> {
      MethodHandle cos;
      try (Arena arena = Arena.ofConfined()) {
        cos = linker.downcallHandle(SymbolLookup.libraryLookup("libm.so.6", arena).findOrThrow("cos"), FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE));
        System.out.println((double) cos.invokeExact(0.0));
      }
      return (double) cos.invokeExact(0.0);
    });
    attempt("variadic index", () -> linker.downcallHandle(intToInt, Linker.Option.firstVariadicArg(5)));
    attempt("variadic negative", () -> linker.downcallHandle(intToInt, Linker.Option.firstVariadicArg(-1)));
    attempt("variadic char", () -> linker.downcallHandle(FunctionDescriptor.ofVoid(ADDRESS, JAVA_CHAR), Linker.Option.firstVariadicArg(1)));
    attempt("variadic float", () -> linker.downcallHandle(FunctionDescriptor.ofVoid(ADDRESS, JAVA_FLOAT), Linker.Option.firstVariadicArg(1)));
    attempt("two options", () -> linker.downcallHandle(intToInt, Linker.Option.firstVariadicArg(0), Linker.Option.firstVariadicArg(1)));
    attempt("option of upcall", () -> linker.upcallStub(mine.findStatic(ForeignWrong.class, "one", methodType(int.class, int.class)), intToInt, Arena.global(), Linker.Option.firstVariadicArg(0)));
    attempt("stub type", () -> linker.upcallStub(mine.findStatic(ForeignWrong.class, "one", methodType(int.class, int.class)), FunctionDescriptor.of(JAVA_LONG, JAVA_LONG), Arena.global()));
    attempt("stub of checked", () -> linker.upcallStub(mine.findStatic(ForeignWrong.class, "checked", methodType(int.class, int.class)), intToInt, Arena.global()).byteSize());
    attempt("stub null", () -> linker.upcallStub(null, intToInt, Arena.global()));
    attempt("stub arena", () -> linker.upcallStub(mine.findStatic(ForeignWrong.class, "one", methodType(int.class, int.class)), intToInt, null));
    Arena closed = Arena.ofConfined();
    closed.close();
    attempt("closed arena", () -> linker.upcallStub(mine.findStatic(ForeignWrong.class, "one", methodType(int.class, int.class)), intToInt, closed));
    attempt("closed memory", () -> { MemorySegment text; try (Arena arena = Arena.ofConfined()) { text = arena.allocateFrom("x"); } return (long) strlen.invokeExact(text); });
    StructLayout struct = MemoryLayout.structLayout(JAVA_INT, JAVA_INT);
    MethodHandle div = linker.downcallHandle(lookup.findOrThrow("div"), FunctionDescriptor.of(struct, JAVA_INT, JAVA_INT));
    attempt("allocator null", () -> (MemorySegment) div.invokeExact((SegmentAllocator) null, 1, 2));
    attempt("allocator throws", () -> (MemorySegment) div.invokeExact((SegmentAllocator) (size, alignment) -> { throw new IllegalStateException("no " + size + " " + alignment); }, 1, 2));
    MethodHandle ntoa = linker.downcallHandle(lookup.findOrThrow("inet_ntoa"), FunctionDescriptor.of(ADDRESS, MemoryLayout.structLayout(JAVA_INT)));
    attempt("small struct", () -> ((MemorySegment) ntoa.invokeExact(MemorySegment.ofArray(new int[1]).asSlice(0, 2))).byteSize());
    attempt("heap struct", () -> ((MemorySegment) ntoa.invokeExact(MemorySegment.ofArray(new int[] {0x01020304}))).reinterpret(16).getString(0));
    attempt("descriptor", () -> intToInt.appendArgumentLayouts(struct).insertArgumentLayouts(0, ADDRESS).dropReturnLayout().toMethodType());
    attempt("layer", () -> ForeignWrong.class.getModule().isNativeAccessEnabled());
    attempt("other thread's memory", () -> {
      Arena arena = Arena.ofConfined();
      MemorySegment text = arena.allocateFrom("abc");
      Object[] outcome = new Object[1];
      Thread thread = new Thread(() -> { try { outcome[0] = (long) strlen.invokeExact(text); } catch (Throwable e) { outcome[0] = e.getClass(); } });
      thread.start();
      thread.join();
      arena.close();
      return outcome[0];
    });
  }
}
