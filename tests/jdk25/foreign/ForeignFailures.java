// JEP 454: an exception that leaves an upcall ends the process, after its trace. What is caught in the upcall does not.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignFailures {
  // The frames between differ from linker to linker, so the trace is this line.
  static class Odd extends RuntimeException {
    Odd(String text) { super(text); }
    @Override public void printStackTrace() { System.err.println("trace of " + getMessage()); }
  }

  static int caught;

  static int overflow(int x) { return overflow(x + 1) + 1; }

  static int careful(int x) {
    try {
      if (x == 0) throw new Odd("inside");
      if (x == 1) return new int[0][x].length;
      if (x == 2) return overflow(0);
      return ((Object) "text" instanceof String s ? s : null).charAt(9);
    } catch (Odd | ArrayIndexOutOfBoundsException | StackOverflowError | StringIndexOutOfBoundsException e) {
      caught++;
      return -x;
    } finally {
      System.out.println("finally " + x);
    }
  }

  static int failing(int x) {
    try {
      System.out.println("failing");
      throw new Odd("outside");
    } finally {
      System.out.println("finally");
    }
  }

  public static void main(String[] args) throws Throwable {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    MethodHandle call = linker.downcallHandle(descriptor);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook, caught " + caught)));
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("handler " + e));
    MemorySegment careful = linker.upcallStub(lookup.findStatic(ForeignFailures.class, "careful", methodType(int.class, int.class)), descriptor, Arena.global());
    for (int i = 0; i < 4; i++) System.out.println((int) call.invokeExact(careful, i));
    MemorySegment failing = linker.upcallStub(lookup.findStatic(ForeignFailures.class, "failing", methodType(int.class, int.class)), descriptor, Arena.global());
    try {
      System.out.println((int) call.invokeExact(failing, 0));
    } catch (Throwable e) {
      System.out.println("came through C: " + e);
    } finally {
      System.out.println("not reached");
    }
  }
}
