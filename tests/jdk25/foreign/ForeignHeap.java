// JEP 454: critical functions, which may get arrays of the Java heap: any type, any offset, one array twice, many collections.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;

public class ForeignHeap {
  static final Linker LINKER = Linker.nativeLinker();

  static MethodHandle critical(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, Linker.Option.critical(true));
  }

  public static void main(String[] args) throws Throwable {
    MethodHandle strlen = critical("strlen", FunctionDescriptor.of(JAVA_LONG, ADDRESS));
    byte[] text = "in the heap\0and more\0".getBytes();
    MemorySegment heap = MemorySegment.ofArray(text);
    System.out.println((long) strlen.invokeExact(heap) + " " + (long) strlen.invokeExact(heap.asSlice(7)) + " " + (long) strlen.invokeExact(heap.asSlice(12, 9)));

    MethodHandle memmove = critical("memmove", FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    int[] numbers = {1, 2, 3, 4, 5, 6, 7, 8};
    MemorySegment all = MemorySegment.ofArray(numbers);
    MemorySegment ignored = (MemorySegment) memmove.invokeExact(all.asSlice(8), all, 16L);
    System.out.println(Arrays.toString(numbers));
    ignored = (MemorySegment) memmove.invokeExact(all, all.asSlice(16), 16L);
    System.out.println(Arrays.toString(numbers));
    double[] doubles = new double[3];
    try (Arena arena = Arena.ofConfined()) {
      ignored = (MemorySegment) memmove.invokeExact(MemorySegment.ofArray(doubles), arena.allocateFrom(JAVA_DOUBLE, 1.5, 2.5, -0.0), 24L);
      System.out.println(Arrays.toString(doubles));
      MemorySegment out = arena.allocate(6);
      ignored = (MemorySegment) memmove.invokeExact(out, MemorySegment.ofArray("abc".toCharArray()), 6L);
      System.out.println(new String(out.toArray(JAVA_BYTE), java.nio.charset.StandardCharsets.UTF_16LE) + out.get(JAVA_CHAR, 4));
    }

    MethodHandle memset = critical("memset", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG));
    for (MemorySegment each : List.of(MemorySegment.ofArray(new byte[4]), MemorySegment.ofArray(new short[4]), MemorySegment.ofArray(new char[4]), MemorySegment.ofArray(new float[4]), MemorySegment.ofArray(new long[4]))) {
      MemorySegment filled = (MemorySegment) memset.invokeExact(each.asSlice(1, each.byteSize() - 2), 0xaa, each.byteSize() - 2);
      System.out.println(each.byteSize() + " " + HexFormat.of().formatHex(each.toArray(JAVA_BYTE)));
    }

    // A buffer that wraps an array, and a large array in the old generation.
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap("buffered\0".getBytes(), 3, 6);
    System.out.println((long) strlen.invokeExact(MemorySegment.ofBuffer(buffer)));
    byte[] large = new byte[5_000_000];
    Arrays.fill(large, 0, 4_999_999, (byte) 'x');
    System.out.println((long) strlen.invokeExact(MemorySegment.ofArray(large)));

    // Another thread allocates and collects all the while.
    Thread allocator = new Thread(() -> { List<byte[]> kept = new ArrayList<>(); while (!Thread.interrupted()) { kept.add(new byte[1000]); if (kept.size() > 2000) { kept.clear(); System.gc(); } } });
    allocator.setDaemon(true);
    allocator.start();
    long sum = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] fresh = new byte[i % 100 + 1];
      MemorySegment filled = (MemorySegment) memset.invokeExact(MemorySegment.ofArray(fresh), (int) 'y', (long) fresh.length - 1);
      sum += (long) strlen.invokeExact(MemorySegment.ofArray(fresh));
    }
    allocator.interrupt();
    allocator.join();
    System.out.println(sum);

    MethodHandle ordinary = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("strlen"), FunctionDescriptor.of(JAVA_LONG, ADDRESS), Linker.Option.critical(false));
    try { System.out.println((long) ordinary.invokeExact(heap)); } catch (IllegalArgumentException e) { System.out.println(e.getMessage().replaceAll("@[0-9a-f]+|MemorySegment\\{.*", ".")); }
  }
}
