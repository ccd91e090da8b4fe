// JEP 454: C functions that call Java: qsort, bsearch, a walk over files, calls nested to and fro with collections between.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignUpcalls {
  static final Linker LINKER = Linker.nativeLinker();
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final AddressLayout INT_POINTER = ADDRESS.withTargetLayout(JAVA_INT);
  static int compared;

  static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  static int compare(MemorySegment a, MemorySegment b) {
    compared++;
    return Integer.compare(a.get(JAVA_INT, 0), b.get(JAVA_INT, 0));
  }

  record Order(boolean falls) {
    int compare(MemorySegment a, MemorySegment b) {
      int order = Integer.compare(a.get(JAVA_INT, 0), b.get(JAVA_INT, 0));
      return falls ? -order : order;
    }
  }

  static int deepest;
  static MethodHandle down;
  static MemorySegment self;

  // Java calls C, which calls Java, and so on; each level makes garbage and lets the collector move what it holds.
  static int nest(int depth) throws Throwable {
    String mine = "level " + depth;
    deepest = Math.max(deepest, depth);
    if (depth % 20 == 0) System.gc();
    int below = depth == 60 ? 0 : (int) down.invokeExact(self, depth + 1);
    return below + mine.length();
  }

  static void fill(MemorySegment out, int seed) {
    Random random = new Random(seed);
    for (long i = 0; i < out.byteSize() / 4; i++) out.setAtIndex(JAVA_INT, i, random.nextInt(1000));
  }

  public static void main(String[] args) throws Throwable {
    FunctionDescriptor comparison = FunctionDescriptor.of(JAVA_INT, INT_POINTER, INT_POINTER);
    MethodHandle qsort = function("qsort", FunctionDescriptor.ofVoid(ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
    MethodHandle compare = LOOKUP.findStatic(ForeignUpcalls.class, "compare", methodType(int.class, MemorySegment.class, MemorySegment.class));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment stub = LINKER.upcallStub(compare, comparison, arena);
      MemorySegment numbers = arena.allocate(JAVA_INT, 200);
      fill(numbers, 1);
      int[] expected = numbers.toArray(JAVA_INT);
      Arrays.sort(expected);
      qsort.invokeExact(numbers, 200L, 4L, stub);
      System.out.println(Arrays.equals(expected, numbers.toArray(JAVA_INT)) + " " + (compared > 200));

      MethodHandle bsearch = function("bsearch", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS));
      MemorySegment hit = (MemorySegment) bsearch.invokeExact(arena.allocateFrom(JAVA_INT, expected[77]), numbers, 200L, 4L, stub);
      System.out.println(numbers.getAtIndex(JAVA_INT, (hit.address() - numbers.address()) / 4) == expected[77]);
      System.out.println((MemorySegment) bsearch.invokeExact(arena.allocateFrom(JAVA_INT, -1), numbers, 200L, 4L, stub));

      MethodHandle bound = LOOKUP.findVirtual(Order.class, "compare", compare.type()).bindTo(new Order(true));
      MemorySegment few = arena.allocateFrom(JAVA_INT, 3, 1, 2);
      qsort.invokeExact(few, 3L, 4L, LINKER.upcallStub(bound, comparison, arena));
      System.out.println(Arrays.toString(few.toArray(JAVA_INT)));

      // A comparison that catches what it throws itself.
      MethodHandle careful = MethodHandles.catchException(
          LOOKUP.findStatic(ForeignUpcalls.class, "refuse", compare.type()), IllegalStateException.class,
          MethodHandles.dropArguments(compare, 0, IllegalStateException.class));
      fill(numbers, 2);
      qsort.invokeExact(numbers, 200L, 4L, LINKER.upcallStub(careful, comparison, arena));
      int[] sorted = numbers.toArray(JAVA_INT), again = sorted.clone();
      Arrays.sort(again);
      System.out.println(Arrays.equals(sorted, again));

      FunctionDescriptor intToInt = FunctionDescriptor.of(JAVA_INT, JAVA_INT);
      down = LINKER.downcallHandle(intToInt);
      self = LINKER.upcallStub(LOOKUP.findStatic(ForeignUpcalls.class, "nest", methodType(int.class, int.class)), intToInt, arena);
      System.out.println(nest(0) + " " + deepest);

      // What Java sees of the frames between: the methods of this class are there, in order.
      MethodHandle where = LOOKUP.findStatic(ForeignUpcalls.class, "where", methodType(int.class, int.class));
      System.out.println((int) down.invokeExact(LINKER.upcallStub(where, intToInt, arena), 5));
    }
    // A thousand stubs, each freed with its arena.
    long sum = 0;
    for (int i = 0; i < 1000; i++) {
      try (Arena arena = Arena.ofConfined()) {
        MethodHandle constant = MethodHandles.dropArguments(MethodHandles.constant(int.class, i), 0, int.class);
        sum += (int) LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_INT)).invokeExact(LINKER.upcallStub(constant, FunctionDescriptor.of(JAVA_INT, JAVA_INT), arena), 0);
      }
    }
    System.out.println(sum);
    MemorySegment late;
    try (Arena arena = Arena.ofConfined()) { late = LINKER.upcallStub(compare, comparison, arena); }
    try {
      qsort.invokeExact(MemorySegment.NULL, 0L, 4L, late);
    } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
  }

  static int refuse(MemorySegment a, MemorySegment b) { throw new IllegalStateException(); }

  static int where(int x) {
    StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).forEach(frame -> {
      if (frame.getDeclaringClass() == ForeignUpcalls.class) System.out.println("  " + frame.getMethodName());
    });
    return x * 2;
  }
}
