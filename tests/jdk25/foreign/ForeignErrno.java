// JEP 454: errno is captured right after the call, before the VM or the library does anything of its own.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import static java.lang.foreign.ValueLayout.*;

public class ForeignErrno {
  static final Linker LINKER = Linker.nativeLinker();
  static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  static final StructLayout STATE = Linker.Option.captureStateLayout();
  static final VarHandle VALUE = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  static MethodHandle function(String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
  }

  public static void main(String[] args) throws Throwable {
    System.out.println(STATE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      MethodHandle strerror = function("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));
      MethodHandle open = function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), ERRNO, Linker.Option.firstVariadicArg(2));
      for (String path : new String[] {"/no/such/file", "/", "/etc/passwd/below", "x".repeat(5000)}) {
        int file = (int) open.invokeExact(state, arena.allocateFrom(path), 1);
        int error = (int) VALUE.get(state, 0L);
        System.out.println(file + " " + error + " " + ((MemorySegment) strerror.invokeExact(error)).reinterpret(100).getString(0));
      }
      MethodHandle close = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), ERRNO);
      // The same handle, with much else between: collections, exceptions, files.
      for (int i = 0; i < 20; i++) {
        if (i % 5 == 0) System.gc();
        try { java.nio.file.Files.size(java.nio.file.Path.of("/none")); } catch (java.io.IOException e) { /* it sets errno, too */ }
        VALUE.set(state, 0L, 0);
        if ((int) close.invokeExact(state, -1) != -1 || (int) VALUE.get(state, 0L) != 9) System.out.println("wrong " + (int) VALUE.get(state, 0L));
      }
      // Math functions report by errno as well.
      MethodHandle log = function("log", FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE), ERRNO);
      for (double x : new double[] {-1, 0}) {
        VALUE.set(state, 0L, 0);
        System.out.println((double) log.invokeExact(state, x) + " " + (int) VALUE.get(state, 0L));
      }
      // Each thread has an errno of its own.
      Thread[] threads = new Thread[4];
      boolean[] good = new boolean[4];
      for (int t = 0; t < 4; t++) {
        int number = t;
        threads[t] = new Thread(() -> {
          try (Arena own = Arena.ofConfined()) {
            MemorySegment mine = own.allocate(STATE);
            MemorySegment path = own.allocateFrom(number % 2 == 0 ? "/no/such/file" : "/");
            boolean is = true;
            for (int i = 0; i < 200; i++) {
              int ignored = (int) open.invokeExact(mine, path, 1);
              is &= (int) VALUE.get(mine, 0L) == (number % 2 == 0 ? 2 : 21);
            }
            good[number] = is;
          } catch (Throwable e) { System.out.println(e); }
        });
        threads[t].start();
      }
      for (Thread thread : threads) thread.join();
      System.out.println(java.util.Arrays.toString(good));

      // A critical function may store its state in an array.
      MethodHandle critical = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT), ERRNO, Linker.Option.critical(true));
      int[] heap = {7, 7, 7};
      int result = (int) critical.invokeExact(MemorySegment.ofArray(heap).asSlice(4), -1);
      System.out.println(result + " " + java.util.Arrays.toString(heap));

      for (MemorySegment wrong : new MemorySegment[] {MemorySegment.NULL, arena.allocate(2), MemorySegment.ofArray(new int[1]), null}) {
        try { System.out.println((int) close.invokeExact(wrong, -1)); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + " " + (e.getMessage() == null ? "" : e.getMessage().replaceAll("0x[0-9a-f]+|@[0-9a-f]+|: MemorySegment.*", ""))); }
      }
      for (String wrong : new String[] {"errors", ""}) {
        try { Linker.Option.captureCallState(wrong); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
      }
    }
  }
}
