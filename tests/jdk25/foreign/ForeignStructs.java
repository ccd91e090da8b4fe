// JEP 454: structs by value, in registers of each kind and in memory, to C and to Java; nested ones and arrays in them.
// run: --enable-native-access=ALL-UNNAMED
import java.lang.foreign.*;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.invoke.*;
import java.util.*;
import static java.lang.foreign.ValueLayout.*;
import static java.lang.invoke.MethodType.methodType;

public class ForeignStructs {
  static final Linker LINKER = Linker.nativeLinker();
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
  }

  static StructLayout struct(MemoryLayout... members) { return MemoryLayout.structLayout(members); }

  // The kinds of SysV: one integer register, two, float registers, mixed ones, memory.
  static final Map<String, StructLayout> LAYOUTS = new LinkedHashMap<>();
  static {
    LAYOUTS.put("byte", struct(JAVA_BYTE));
    LAYOUTS.put("bytes3", struct(JAVA_BYTE, JAVA_BYTE, JAVA_BYTE));
    LAYOUTS.put("short+int", struct(JAVA_SHORT, MemoryLayout.paddingLayout(2), JAVA_INT));
    LAYOUTS.put("long", struct(JAVA_LONG));
    LAYOUTS.put("longs", struct(JAVA_LONG, JAVA_LONG));
    LAYOUTS.put("float", struct(JAVA_FLOAT));
    LAYOUTS.put("floats2", struct(JAVA_FLOAT, JAVA_FLOAT));
    LAYOUTS.put("floats3", struct(JAVA_FLOAT, JAVA_FLOAT, JAVA_FLOAT));
    LAYOUTS.put("doubles", struct(JAVA_DOUBLE, JAVA_DOUBLE));
    LAYOUTS.put("long+double", struct(JAVA_LONG, JAVA_DOUBLE));
    LAYOUTS.put("double+int", struct(JAVA_DOUBLE, JAVA_INT, MemoryLayout.paddingLayout(4)));
    LAYOUTS.put("int+float", struct(JAVA_INT, JAVA_FLOAT));
    LAYOUTS.put("memory", struct(JAVA_LONG, JAVA_DOUBLE, JAVA_INT, JAVA_FLOAT));
    LAYOUTS.put("array", struct(MemoryLayout.sequenceLayout(5, JAVA_INT), JAVA_SHORT, MemoryLayout.paddingLayout(2)));
    LAYOUTS.put("nested", struct(struct(JAVA_INT, JAVA_INT), struct(JAVA_DOUBLE)));
    LAYOUTS.put("pointer", struct(ADDRESS, JAVA_CHAR, JAVA_BOOLEAN, MemoryLayout.paddingLayout(5)));
    LAYOUTS.put("large", struct(MemoryLayout.sequenceLayout(30, JAVA_LONG)));
  }

  static long seed;
  static MemorySegment seen;

  // The stub gets numbers on both sides of the struct, so that each register class is used for both.
  static MemorySegment echo(int before, double first, MemorySegment struct, long after, float last) {
    seen = Arena.global().allocate(struct.byteSize()).copyFrom(struct);
    System.out.print(before + " " + first + " " + after + " " + last + " ");
    MemorySegment out = Arena.ofAuto().allocate(struct.byteSize(), 8);
    for (long i = 0; i < out.byteSize(); i++) out.set(JAVA_BYTE, i, (byte) (struct.get(JAVA_BYTE, i) ^ 0x55));
    return out;
  }

  static void zeroPadding(MemoryLayout layout, MemorySegment memory, long at) {
    if (layout instanceof PaddingLayout) { memory.asSlice(at, layout.byteSize()).fill((byte) 0); return; }
    if (layout instanceof GroupLayout group) {
      for (MemoryLayout member : group.memberLayouts()) { zeroPadding(member, memory, at); at += member.byteSize(); }
    } else if (layout instanceof SequenceLayout list) {
      for (long i = 0; i < list.elementCount(); i++) zeroPadding(list.elementLayout(), memory, at + i * list.elementLayout().byteSize());
    } else if (layout instanceof OfBoolean) {
      memory.set(JAVA_BYTE, at, (byte) 1);
    }
  }

  public static void main(String[] args) throws Throwable {
    try (Arena arena = Arena.ofConfined()) {
      StructLayout division = struct(JAVA_INT.withName("quot"), JAVA_INT.withName("rem"));
      MemorySegment result = (MemorySegment) function("div", FunctionDescriptor.of(division, JAVA_INT, JAVA_INT)).invokeExact((SegmentAllocator) arena, -17, 5);
      System.out.println(result.get(JAVA_INT, 0) + " " + (int) division.varHandle(PathElement.groupElement("rem")).get(result, 0L));
      StructLayout divisionLong = struct(JAVA_LONG, JAVA_LONG);
      result = (MemorySegment) function("ldiv", FunctionDescriptor.of(divisionLong, JAVA_LONG, JAVA_LONG)).invokeExact((SegmentAllocator) arena, 1L << 40, 7L);
      System.out.println(result.get(JAVA_LONG, 0) + " " + result.get(JAVA_LONG, 8));

      // C passes a complex number as a struct of its two parts.
      StructLayout complex = struct(JAVA_DOUBLE, JAVA_DOUBLE);
      MemorySegment minusOne = arena.allocateFrom(JAVA_DOUBLE, -1.0, 0.0);
      result = (MemorySegment) function("csqrt", FunctionDescriptor.of(complex, complex)).invokeExact((SegmentAllocator) arena, minusOne);
      System.out.println(result.get(JAVA_DOUBLE, 0) + " " + result.get(JAVA_DOUBLE, 8));
      StructLayout complexFloat = struct(JAVA_FLOAT, JAVA_FLOAT);
      System.out.println((float) function("cabsf", FunctionDescriptor.of(JAVA_FLOAT, complexFloat)).invokeExact(arena.allocateFrom(JAVA_FLOAT, 3f, 4f)));
      System.out.println(((MemorySegment) function("inet_ntoa", FunctionDescriptor.of(ADDRESS, struct(JAVA_INT))).invokeExact(arena.allocateFrom(JAVA_INT, 0x0100007f))).reinterpret(20).getString(0));

      MethodHandle echo = LOOKUP.findStatic(ForeignStructs.class, "echo", methodType(MemorySegment.class, int.class, double.class, MemorySegment.class, long.class, float.class));
      Random random = new Random(7);
      for (var each : LAYOUTS.entrySet()) {
        if (each.getKey().equals("pointer")) continue;
        StructLayout layout = each.getValue();
        FunctionDescriptor descriptor = FunctionDescriptor.of(layout, JAVA_INT, JAVA_DOUBLE, layout, JAVA_LONG, JAVA_FLOAT);
        MethodHandle call = LINKER.downcallHandle(LINKER.upcallStub(echo, descriptor, arena), descriptor);
        MemorySegment in = arena.allocate(layout);
        byte[] bytes = new byte[(int) layout.byteSize()];
        random.nextBytes(bytes);
        MemorySegment.copy(bytes, 0, in, JAVA_BYTE, 0, bytes.length);
        zeroPadding(layout, in, 0);
        MemorySegment out = (MemorySegment) call.invokeExact((SegmentAllocator) arena, 11, 2.5, in, -4L, 0.25f);
        MemorySegment back = arena.allocate(layout);
        for (long i = 0; i < back.byteSize(); i++) back.set(JAVA_BYTE, i, (byte) (out.get(JAVA_BYTE, i) ^ 0x55));
        zeroPadding(layout, back, 0);
        MemorySegment there = arena.allocate(layout).copyFrom(seen);
        zeroPadding(layout, there, 0);
        System.out.println(each.getKey() + " " + layout.byteSize() + " " + in.mismatch(there) + " " + in.mismatch(back));
      }

      StructLayout pointer = LAYOUTS.get("pointer");
      FunctionDescriptor descriptor = FunctionDescriptor.of(JAVA_LONG, pointer);
      MethodHandle read = LOOKUP.findStatic(ForeignStructs.class, "read", methodType(long.class, MemorySegment.class));
      MemorySegment in = arena.allocate(pointer);
      in.set(ADDRESS, 0, arena.allocateFrom(JAVA_LONG, 1234567890123L));
      in.set(JAVA_CHAR, 8, 'ß');
      in.set(JAVA_BOOLEAN, 10, true);
      System.out.println((long) LINKER.downcallHandle(LINKER.upcallStub(read, descriptor, arena), descriptor).invokeExact(in));

      // More structs than registers: eight of two registers each.
      MemoryLayout[] eight = new MemoryLayout[8];
      Arrays.fill(eight, LAYOUTS.get("long+double"));
      FunctionDescriptor many = FunctionDescriptor.of(JAVA_DOUBLE, eight);
      MethodHandle sum = LOOKUP.findStatic(ForeignStructs.class, "sum", methodType(double.class, Collections.nCopies(8, (Class<?>) MemorySegment.class)));
      Object[] structs = new Object[8];
      for (int i = 0; i < 8; i++) {
        MemorySegment each = arena.allocate(16);
        each.set(JAVA_LONG, 0, i + 1);
        each.set(JAVA_DOUBLE, 8, (i + 1) / 4.0);
        structs[i] = each;
      }
      System.out.println(LINKER.downcallHandle(LINKER.upcallStub(sum, many, arena), many).invokeWithArguments(structs));
    }
  }

  static long read(MemorySegment struct) {
    return struct.get(ADDRESS, 0).reinterpret(8).get(JAVA_LONG, 0) + struct.get(JAVA_CHAR, 8) + (struct.get(JAVA_BOOLEAN, 10) ? 1 : 0);
  }

  static double sum(MemorySegment a, MemorySegment b, MemorySegment c, MemorySegment d, MemorySegment e, MemorySegment f, MemorySegment g, MemorySegment h) {
    double total = 0, factor = 1;
    for (MemorySegment each : List.of(a, b, c, d, e, f, g, h)) {
      total += factor * each.get(JAVA_LONG, 0) + each.get(JAVA_DOUBLE, 8);
      factor *= 10;
    }
    return total;
  }
}
