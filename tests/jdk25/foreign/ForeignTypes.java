// JEP 454: each type of argument and of result, with its extreme values, from Java through C to Java and back.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;

public class ForeignTypes {
  static final Linker LINKER = Linker.nativeLinker();

  static Object called(ValueLayout layout, Object value, Arena arena) throws Throwable {
    FunctionDescriptor descriptor = FunctionDescriptor.of(layout, layout, JAVA_INT, layout);
    MethodHandle second = MethodHandles.dropArguments(MethodHandles.identity(layout.carrier()), 0, layout.carrier(), int.class);
    return LINKER.downcallHandle(LINKER.upcallStub(second, descriptor, arena), descriptor).invokeWithArguments(value, -1, value);
  }

  public static void main(String[] args) throws Throwable {
    Map<ValueLayout, List<?>> cases = new LinkedHashMap<>();
    cases.put(JAVA_BOOLEAN, List.of(true, false));
    cases.put(JAVA_BYTE, List.of((byte) 0, (byte) -1, Byte.MIN_VALUE, Byte.MAX_VALUE));
    cases.put(JAVA_CHAR, List.of('a', '\0', Character.MAX_VALUE, '\u8000'));
    cases.put(JAVA_SHORT, List.of((short) -1, Short.MIN_VALUE, Short.MAX_VALUE));
    cases.put(JAVA_INT, List.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE));
    cases.put(JAVA_LONG, List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE));
    cases.put(JAVA_FLOAT, List.of(0f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, Float.NaN, Float.NEGATIVE_INFINITY));
    cases.put(JAVA_DOUBLE, List.of(0.0, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NaN, Double.POSITIVE_INFINITY));
    cases.put(ADDRESS, List.of(MemorySegment.NULL, MemorySegment.ofAddress(-1), MemorySegment.ofAddress(4096)));
    try (Arena arena = Arena.ofConfined()) {
      for (var each : cases.entrySet()) {
        StringBuilder line = new StringBuilder(each.getKey().toString());
        for (Object value : each.getValue()) line.append(' ').append(called(each.getKey(), value, arena).equals(value));
        System.out.println(line);
      }
      // A function that returns a narrow type leaves anything in the rest of the register: Java sees the type only.
      MethodHandle wide = MethodHandles.constant(long.class, 0x1234_5678_9abc_de80L);
      MemorySegment stub = LINKER.upcallStub(wide, FunctionDescriptor.of(JAVA_LONG), arena);
      System.out.println((byte) LINKER.downcallHandle(stub, FunctionDescriptor.of(JAVA_BYTE)).invokeExact());
      System.out.println((short) LINKER.downcallHandle(stub, FunctionDescriptor.of(JAVA_SHORT)).invokeExact());
      System.out.println((int) (char) LINKER.downcallHandle(stub, FunctionDescriptor.of(JAVA_CHAR)).invokeExact());
      System.out.println((int) LINKER.downcallHandle(stub, FunctionDescriptor.of(JAVA_INT)).invokeExact());
      LINKER.downcallHandle(stub, FunctionDescriptor.ofVoid()).invokeExact();

      // Sixteen of each kind, so that most are on the stack.
      List<MemoryLayout> layouts = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        layouts.addAll(List.of(JAVA_BYTE, JAVA_DOUBLE, JAVA_SHORT, JAVA_FLOAT, JAVA_LONG));
        values.addAll(List.of((byte) -i, i * 1.5, (short) (i * 1000), i / 4f, (long) i << 33));
      }
      FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_LONG, layouts.toArray(MemoryLayout[]::new));
      MethodHandle hash = MethodHandles.lookup().findStatic(ForeignTypes.class, "hash", MethodType.methodType(long.class, Object[].class))
          .asCollector(Object[].class, layouts.size()).asType(descriptor.toMethodType());
      long there = (long) LINKER.downcallHandle(LINKER.upcallStub(hash, descriptor, arena), descriptor).invokeWithArguments(values);
      System.out.println(there == hash(values.toArray()));
      System.out.println(there);

      // Layouts of another order or alignment are no types of C.
      for (MemoryLayout wrong : List.of(JAVA_INT.withOrder(java.nio.ByteOrder.BIG_ENDIAN), JAVA_LONG_UNALIGNED, JAVA_INT.withByteAlignment(8), MemoryLayout.paddingLayout(4),
          MemoryLayout.sequenceLayout(2, JAVA_INT), MemoryLayout.structLayout(JAVA_BYTE, JAVA_INT_UNALIGNED), MemoryLayout.structLayout(JAVA_LONG, JAVA_INT), MemoryLayout.structLayout(JAVA_INT, MemoryLayout.paddingLayout(4)))) {
        try { System.out.println(LINKER.downcallHandle(FunctionDescriptor.ofVoid(wrong)).type()); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
      }
    }
  }

  static long hash(Object... values) { return Arrays.asList(values).hashCode(); }
}
