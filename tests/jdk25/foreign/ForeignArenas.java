// JEP 454: when memory is there: confined, shared, automatic and global arenas, wrong threads, memory in use, ends of scopes.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.concurrent.*;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignArenas {
  interface Action { Object run() throws Throwable; }

  static void attempt(String what, Action action) {
    try {
      System.out.println(what + ": " + action.run());
    } catch (Throwable e) {
      System.out.println(what + ": " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replaceAll("0x[0-9a-f]+", "."));
    }
  }

  static void inThread(String what, Action action) throws InterruptedException {
    Thread thread = new Thread(() -> attempt(what, action), "other");
    thread.start();
    thread.join();
  }

  static Arena held;
  static int closeFromC(int x) {
    attempt("close in an upcall", () -> { held.close(); return "closed"; });
    return x;
  }

  public static void main(String[] args) throws Throwable {
    Arena confined = Arena.ofConfined();
    MemorySegment memory = confined.allocate(16);
    MemorySegment slice = memory.asSlice(4, 8);
    attempt("get", () -> memory.get(JAVA_INT, 0));
    inThread("get", () -> memory.get(JAVA_INT, 0));
    inThread("close", () -> { confined.close(); return "closed"; });
    inThread("allocate", () -> confined.allocate(1));
    inThread("accessible", () -> memory.isAccessibleBy(Thread.currentThread()));
    confined.close();
    attempt("late get", () -> memory.get(JAVA_INT, 0));
    attempt("late slice", () -> slice.get(JAVA_BYTE, 0));
    attempt("late copy", () -> memory.toArray(JAVA_BYTE));
    attempt("late fill", () -> slice.fill((byte) 1));
    attempt("late allocate", () -> confined.allocate(1));
    attempt("close twice", () -> { confined.close(); return "closed"; });
    attempt("alive", () -> memory.scope().isAlive());
    attempt("late buffer", () -> memory.asByteBuffer());

    // A buffer of a closed arena.
    java.nio.ByteBuffer buffer;
    try (Arena arena = Arena.ofShared()) { buffer = arena.allocate(8).asByteBuffer(); buffer.putInt(0, 5); }
    attempt("buffer", () -> buffer.getInt(0));

    Arena shared = Arena.ofShared();
    MemorySegment common = shared.allocate(JAVA_LONG, 4);
    inThread("shared", () -> { common.setAtIndex(JAVA_LONG, 2, 9L); return common.getAtIndex(JAVA_LONG, 2); });
    inThread("shared close", () -> { shared.close(); return "closed"; });
    attempt("shared late", () -> common.getAtIndex(JAVA_LONG, 2));

    attempt("auto", () -> { Arena.ofAuto().close(); return "closed"; });
    attempt("global", () -> { Arena.global().close(); return "closed"; });
    attempt("global memory", () -> Arena.global().allocateFrom("forever").getString(0));

    // Memory that belongs to C, with an action at its end. Actions run in the order reverse to that of their making.
    StringBuffer actions = new StringBuffer();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment.ofAddress(4096).reinterpret(8, arena, s -> actions.append("first ").append(s.byteSize()).append(' '));
      MemorySegment.ofAddress(8192).reinterpret(arena, s -> actions.append("second ").append(s.address()).append(' '));
      System.out.println("actions: " + actions);
    }
    System.out.println("actions: " + actions);
    attempt("action throws", () -> { try (Arena arena = Arena.ofConfined()) { MemorySegment.NULL.reinterpret(arena, s -> { throw new IllegalStateException("from the action"); }); } return "?"; });

    // An automatic arena ends when nobody can reach its memory.
    CountDownLatch gone = new CountDownLatch(1);
    MemorySegment.ofAddress(4096).reinterpret(8, Arena.ofAuto(), s -> gone.countDown());
    for (int i = 0; i < 100 && gone.getCount() > 0; i++) { System.gc(); gone.await(20, TimeUnit.MILLISECONDS); }
    System.out.println("auto: " + gone.getCount());

    // An arena cannot be closed while C has its memory.
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    for (Arena arena : new Arena[] {Arena.ofConfined(), Arena.ofShared()}) {
      held = arena;
      MemorySegment stub = linker.upcallStub(MethodHandles.lookup().findStatic(ForeignArenas.class, "closeFromC", methodType(int.class, int.class)), descriptor, held);
      System.out.println((int) linker.downcallHandle(descriptor).invokeExact(stub, 3) + " " + stub.scope().isAlive());
      arena.close();
      System.out.println(stub.scope().isAlive());
    }

    // Slicing allocators, and many arenas at once.
    try (Arena arena = Arena.ofConfined()) {
      SegmentAllocator slices = SegmentAllocator.slicingAllocator(arena.allocate(10));
      MemorySegment a = slices.allocate(4), b = slices.allocate(JAVA_SHORT);
      System.out.println(b.address() - a.address());
      attempt("slices", () -> slices.allocate(8));
      SegmentAllocator same = SegmentAllocator.prefixAllocator(arena.allocate(8));
      System.out.println(same.allocate(4).equals(same.allocate(4)));
      attempt("prefix", () -> same.allocate(9));
      attempt("negative", () -> arena.allocate(-1));
      attempt("alignment", () -> arena.allocate(8, 3));
      attempt("huge", () -> arena.allocate(Long.MAX_VALUE));
      System.out.println(arena.allocate(100, 64).address() % 64 + " " + arena.allocate(0).byteSize());
    }
    long total = 0;
    for (int i = 0; i < 2000; i++) {
      try (Arena arena = i % 10 == 0 ? Arena.ofShared() : Arena.ofConfined()) {
        MemorySegment zeroed = arena.allocate(64);
        total += zeroed.get(JAVA_LONG, 8L * (i % 8));
        zeroed.fill((byte) 0xff);
      }
    }
    System.out.println("zeroed: " + total);
  }
}
