// JEP 454: C starts a thread whose function is Java code. It is a daemon from then on, and is gone when C's thread ends.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignThreads {
  static final Linker LINKER = Linker.nativeLinker();
  static final Set<Long> IDS = ConcurrentHashMap.newKeySet();
  static final AtomicInteger SUM = new AtomicInteger();
  static volatile Thread seen;
  static final ThreadLocal<Integer> CALLS = ThreadLocal.withInitial(() -> 0);
  static MethodHandle twiceInC;

  static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  static MemorySegment run(MemorySegment argument) throws Throwable {
    Thread thread = Thread.currentThread();
    seen = thread;
    IDS.add(thread.threadId());
    if (!thread.isDaemon() || thread.isVirtual() || !thread.getThreadGroup().getName().equals("main") || thread.getContextClassLoader() != ClassLoader.getSystemClassLoader()) System.out.println("unexpected " + thread);
    synchronized (IDS) { SUM.addAndGet(argument.reinterpret(4).get(JAVA_INT, 0)); }
    CALLS.set(CALLS.get() + 1);
    // C calls Java again in this thread: it is the same one.
    int inner = (int) twiceInC.invokeExact(21);
    byte[] garbage = new byte[100_000];
    return MemorySegment.ofAddress(argument.address() + inner + garbage[5] + CALLS.get());
  }

  static int twice(int x) {
    if (Thread.currentThread() != seen && IDS.size() == 1) System.out.println("another thread");
    CALLS.set(CALLS.get() + 1);
    return x * 2;
  }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle create = function("pthread_create", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    MethodHandle join = function("pthread_join", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, ADDRESS));
    FunctionDescriptor start = FunctionDescriptor.of(ADDRESS, ADDRESS);
    FunctionDescriptor intToInt = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
    try (Arena arena = Arena.ofShared()) {
      twiceInC = LINKER.downcallHandle(LINKER.upcallStub(lookup.findStatic(ForeignThreads.class, "twice", methodType(int.class, int.class)), intToInt, arena), intToInt);
      MemorySegment stub = LINKER.upcallStub(lookup.findStatic(ForeignThreads.class, "run", methodType(MemorySegment.class, MemorySegment.class)), start, arena);
      MemorySegment id = arena.allocate(JAVA_LONG), result = arena.allocate(ADDRESS);
      MemorySegment argument = arena.allocateFrom(JAVA_INT, 5);
      System.out.println((int) create.invokeExact(id, MemorySegment.NULL, stub, argument));
      System.out.println((int) join.invokeExact(id.get(JAVA_LONG, 0), result));
      System.out.println(result.get(ADDRESS, 0).address() - argument.address());
      seen.join();
      System.out.println(seen.getState() + " " + seen.isAlive() + " " + seen.getName().startsWith("Thread-"));

      // Forty at once, with collections while they come and go.
      IDS.clear();
      MemorySegment ids = arena.allocate(JAVA_LONG, 40);
      for (int round = 0; round < 5; round++) {
        for (long i = 0; i < 40; i++) {
          if ((int) create.invokeExact(ids.asSlice(i * 8, 8), MemorySegment.NULL, stub, argument) != 0) System.out.println("no thread");
        }
        System.gc();
        for (long i = 0; i < 40; i++) {
          if ((int) join.invokeExact(ids.getAtIndex(JAVA_LONG, i), result) != 0 || result.get(ADDRESS, 0).address() - argument.address() != 44) System.out.println("wrong");
        }
      }
      System.out.println(IDS.size() + " " + SUM.get());
    }
    boolean alive = Thread.getAllStackTraces().keySet().stream().anyMatch(t -> IDS.contains(t.threadId()));
    System.out.println(alive);
  }
}
