// JEP 454: memory without calls: layouts, paths and handles in them, bounds, alignment, order, slices, strings, copies, atomics.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;

public class ForeignMemory {
  interface Action { Object run() throws Throwable; }

  static void attempt(String what, Action action) {
    try {
      System.out.println(what + ": " + action.run());
    } catch (Throwable e) {
      System.out.println(what + ": " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replaceAll("0x[0-9a-f]+|@[0-9a-f]+", ".").replaceAll("at address \\d+", "at ."));
    }
  }

  public static void main(String[] args) throws Throwable {
    StructLayout point = MemoryLayout.structLayout(JAVA_INT.withName("x"), JAVA_INT.withName("y")).withName("point");
    StructLayout shape = MemoryLayout.structLayout(JAVA_BYTE.withName("kind"), MemoryLayout.paddingLayout(7), MemoryLayout.sequenceLayout(3, point).withName("corners"),
        MemoryLayout.unionLayout(JAVA_LONG.withName("bits"), JAVA_DOUBLE.withName("value")).withName("both"));
    System.out.println(shape + " " + shape.byteSize() + " " + shape.byteAlignment());
    PathElement corners = PathElement.groupElement("corners");
    System.out.println(shape.byteOffset(corners, PathElement.sequenceElement(2), PathElement.groupElement("y")) + " " + shape.select(corners, PathElement.sequenceElement()));
    VarHandle y = shape.varHandle(corners, PathElement.sequenceElement(), PathElement.groupElement("y"));
    VarHandle bits = shape.varHandle(PathElement.groupElement("both"), PathElement.groupElement("bits")), value = shape.varHandle(PathElement.groupElement("both"), PathElement.groupElement("value"));
    System.out.println(y.coordinateTypes() + " " + y.varType());
    for (MemorySegment memory : List.of(Arena.ofAuto().allocate(shape), MemorySegment.ofArray(new long[5]))) {
      for (long i = 0; i < 3; i++) y.set(memory, 0L, i, (int) (i * 10));
      value.set(memory, 0L, 1.0);
      System.out.println(Long.toHexString((long) bits.get(memory, 0L)) + " " + (int) y.get(memory, 0L, 2L) + " " + HexFormat.of().formatHex(memory.toArray(JAVA_BYTE)));
      attempt("index", () -> (int) y.get(memory, 0L, 3L));
      attempt("negative index", () -> (int) y.get(memory, 0L, -1L));
      attempt("base", () -> (int) y.get(memory, 8L, 2L));
      attempt("cas", () -> (boolean) bits.compareAndSet(memory, 0L, 0x3ff0000000000000L, 5L) + " " + (long) bits.getAndAdd(memory, 0L, 3L) + " " + (long) bits.getVolatile(memory, 0L));
      attempt("bits", () -> (long) bits.getAndBitwiseXor(memory, 0L, -1L) + " " + (long) bits.getAcquire(memory, 0L));
    }
    attempt("no atomic", () -> { MemorySegment bytes = MemorySegment.ofArray(new byte[16]); return JAVA_INT.varHandle().getVolatile(bytes, 0L); });
    attempt("path", () -> shape.byteOffset(PathElement.groupElement("none")));
    attempt("path of value", () -> shape.varHandle(corners));

    MemorySegment memory = Arena.ofAuto().allocate(16, 8);
    attempt("beyond", () -> memory.get(JAVA_INT, 13));
    attempt("negative", () -> memory.get(JAVA_BYTE, -1));
    attempt("overflow", () -> memory.get(JAVA_LONG, Long.MAX_VALUE));
    attempt("misaligned", () -> memory.get(JAVA_INT, 2));
    attempt("unaligned", () -> { memory.set(JAVA_INT_UNALIGNED, 3, 0x01020304); return memory.get(JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), 3); });
    attempt("read-only", () -> { memory.asReadOnly().set(JAVA_BYTE, 0, (byte) 1); return "?"; });
    attempt("slice", () -> memory.asSlice(8, 9));
    attempt("slice negative", () -> memory.asSlice(-1));
    attempt("slice alignment", () -> memory.asSlice(4, 4, 8));
    attempt("slices", () -> memory.asSlice(4).asSlice(4, 4).address() - memory.address());
    attempt("zero length", () -> MemorySegment.ofAddress(1000).get(JAVA_BYTE, 0));
    attempt("overlap", () -> memory.asSlice(0, 8).asOverlappingSlice(memory.asSlice(4, 8)).get().byteSize());
    attempt("heap base", () -> MemorySegment.ofArray(new char[3]).heapBase().get().getClass() + " " + memory.heapBase().isPresent() + " " + MemorySegment.ofArray(new short[2]).maxByteAlignment());
    attempt("array size", () -> memory.asSlice(0, 15).toArray(JAVA_INT));
    attempt("boolean", () -> { memory.set(JAVA_BYTE, 0, (byte) 4); return memory.get(JAVA_BOOLEAN, 0); });

    // Strings in each charset, and a text without an end.
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_32BE, StandardCharsets.ISO_8859_1)) {
      MemorySegment text = Arena.ofAuto().allocateFrom("Grüße", charset);
      System.out.println(charset + " " + text.byteSize() + " " + text.getString(0, charset) + " " + HexFormat.of().formatHex(text.toArray(JAVA_BYTE)).length());
    }
    memory.fill((byte) 'a');
    attempt("no end", () -> memory.getString(0));
    attempt("set string", () -> { memory.setString(2, "bcd"); return memory.getString(0) + memory.getString(3); });
    attempt("set beyond", () -> { memory.setString(14, "long"); return "?"; });

    // Copies: other orders, other types, overlapping ranges, arrays.
    long[] longs = {1, 2, 3};
    MemorySegment.copy(MemorySegment.ofArray(longs), JAVA_LONG, 0, MemorySegment.ofArray(longs), JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN), 8, 1);
    System.out.println(Long.toHexString(longs[1]));
    byte[] bytes = {1, 2, 3, 4, 5, 6};
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, MemorySegment.ofArray(bytes), 2, 4);
    System.out.println(Arrays.toString(bytes) + " " + MemorySegment.ofArray(bytes).mismatch(MemorySegment.ofArray(new byte[] {1, 2, 1, 2, 9})) + " " + MemorySegment.mismatch(memory, 0, 2, memory, 1, 3));
    attempt("copy types", () -> { MemorySegment.copy(memory, JAVA_INT, 0, new long[1], 0, 1); return "?"; });
    attempt("copy beyond", () -> { MemorySegment.copy(memory, JAVA_INT, 0, new int[9], 0, 9); return "?"; });
    System.out.println(memory.elements(JAVA_LONG).count() + " " + memory.spliterator(JAVA_INT).estimateSize() + " " + MemorySegment.ofArray(new int[] {1, 2, 3}).elements(JAVA_INT).mapToInt(s -> s.get(JAVA_INT, 0)).sum());
    System.out.println(memory.asByteBuffer().order(ByteOrder.nativeOrder()).capacity() + " " + memory.equals(memory.asSlice(0)) + " " + (memory.hashCode() == memory.asSlice(0).hashCode()));
    // A mapped file is a segment, too.
    java.nio.file.Path file = java.nio.file.Files.createTempFile("memory", ".bin");
    try (Arena arena = Arena.ofConfined(); var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.READ, java.nio.file.StandardOpenOption.WRITE)) {
      MemorySegment mapped = channel.map(java.nio.channels.FileChannel.MapMode.READ_WRITE, 0, 100, arena);
      mapped.set(JAVA_LONG, 8, 0x41424344L);
      mapped.force();
      System.out.println(mapped.isMapped() + " " + java.nio.file.Files.readAllBytes(file)[8]);
    } finally { java.nio.file.Files.delete(file); }
  }
}
