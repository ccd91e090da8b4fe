// The vector incubator without a compiler that knows it: every kind of lane by its Java code, masks, shuffles, reductions, memory.
// run: --add-modules jdk.incubator.vector
// javac: --add-modules jdk.incubator.vector
// slow: 3
import java.lang.foreign.*;
import java.nio.ByteOrder;
import java.util.*;
import jdk.incubator.vector.*;

public class VectorMath {
  interface Action { Object run() throws Throwable; }
  static void attempt(String what, Action action) { try { System.out.println(what + ": " + action.run()); } catch (Throwable e) { System.out.println(what + ": " + e); } }

  static int dot(int[] a, int[] b, VectorSpecies<Integer> species) {
    int i = 0;
    IntVector sum = IntVector.zero(species);
    for (; i < species.loopBound(a.length); i += species.length()) sum = IntVector.fromArray(species, a, i).lanewise(VectorOperators.MUL, IntVector.fromArray(species, b, i)).add(sum);
    VectorMask<Integer> rest = species.indexInRange(i, a.length);
    sum = sum.add(IntVector.fromArray(species, a, i, rest).mul(IntVector.fromArray(species, b, i, rest)));
    return sum.reduceLanes(VectorOperators.ADD);
  }

  public static void main(String[] args) {
    int[] a = new int[103], b = new int[103];
    int expected = 0;
    for (int i = 0; i < a.length; i++) { a[i] = i * 7 - 50; b[i] = 1000 - i * i; expected += a[i] * b[i]; }
    for (VectorSpecies<Integer> s : List.of(IntVector.SPECIES_64, IntVector.SPECIES_128, IntVector.SPECIES_256, IntVector.SPECIES_512)) System.out.println(s + " " + s.length() + " " + (dot(a, b, s) == expected));
    IntVector v = IntVector.fromArray(IntVector.SPECIES_128, new int[] {5, -3, 0, 1 << 30}, 0);
    for (VectorOperators.Binary op : List.of(VectorOperators.ADD, VectorOperators.SUB, VectorOperators.MUL, VectorOperators.MIN, VectorOperators.MAX, VectorOperators.AND, VectorOperators.XOR, VectorOperators.LSHL, VectorOperators.ASHR, VectorOperators.LSHR, VectorOperators.ROL)) System.out.println(op + " " + v.lanewise(op, 3) + " " + v.lanewise(op, v));
    for (VectorOperators.Unary op : List.of(VectorOperators.NEG, VectorOperators.ABS, VectorOperators.NOT, VectorOperators.BIT_COUNT, VectorOperators.LEADING_ZEROS_COUNT, VectorOperators.REVERSE)) System.out.println(op + " " + v.lanewise(op));
    attempt("division by zero", () -> v.div(v));
    System.out.println(v.compare(VectorOperators.GT, 0) + " " + v.compare(VectorOperators.GT, 0).trueCount() + " " + v.blend(7, v.lt(0)) + " " + v.rearrange(VectorShuffle.fromValues(IntVector.SPECIES_128, 3, 2, 1, 0)) + " " + v.compress(v.compare(VectorOperators.NE, 0)) + " " + v.slice(1) + " " + v.unslice(2) + " " + v.broadcast(9) + " " + v.withLane(2, 8).lane(2));
    DoubleVector d = DoubleVector.fromArray(DoubleVector.SPECIES_256, new double[] {0.5, -2, Double.NaN, 1e300}, 0);
    System.out.println(d.mul(d) + " " + d.sqrt() + " " + d.fma(2.0, 1.0) + " " + d.reduceLanes(VectorOperators.MAX) + " " + d.test(VectorOperators.IS_NAN) + " " + d.lanewise(VectorOperators.SIN).lane(0) + " " + d.pow(2.0).lane(1) + " " + d.convert(VectorOperators.D2I, 0) + " " + d.reinterpretAsLongs().lane(0));
    FloatVector f = FloatVector.broadcast(FloatVector.SPECIES_128, 1.5f);
    System.out.println(f.add(1).reduceLanes(VectorOperators.MUL) + " " + f.castShape(DoubleVector.SPECIES_256, 0) + " " + f.lanewise(VectorOperators.EXP).lane(3));
    byte[] bytes = new byte[40];
    ByteVector.fromArray(ByteVector.SPECIES_256, HexFormat.of().parseHex("00ff7f80".repeat(8)), 0).add((byte) 1).intoArray(bytes, 4);
    System.out.println(HexFormat.of().formatHex(bytes));
    System.out.println(ByteVector.fromArray(ByteVector.SPECIES_64, bytes, 4).lanewise(VectorOperators.SADD, (byte) 127) + " " + ShortVector.broadcast(ShortVector.SPECIES_64, (short) 300).convertShape(VectorOperators.S2B, ByteVector.SPECIES_64, 0) + " " + LongVector.zero(LongVector.SPECIES_128).addIndex(5) + " " + IntVector.zero(IntVector.SPECIES_256).addIndex(3));
    int[] indexes = {4, 0, 2, 1};
    System.out.println(IntVector.fromArray(IntVector.SPECIES_128, a, 1, indexes, 0));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64);
      v.intoMemorySegment(memory, 4, ByteOrder.BIG_ENDIAN);
      System.out.println(HexFormat.of().formatHex(memory.asSlice(0, 24).toArray(ValueLayout.JAVA_BYTE)) + " " + IntVector.fromMemorySegment(IntVector.SPECIES_128, memory, 4, ByteOrder.BIG_ENDIAN).equals(v));
      attempt("beyond memory", () -> IntVector.fromMemorySegment(IntVector.SPECIES_512, memory, 16, ByteOrder.nativeOrder()));
    }
    attempt("beyond array", () -> IntVector.fromArray(IntVector.SPECIES_256, a, 100));
    attempt("lane", () -> v.lane(4));
    attempt("species", () -> v.check(IntVector.SPECIES_256));
    attempt("mask", () -> v.add(v, VectorMask.fromLong(IntVector.SPECIES_256, 3).cast(IntVector.SPECIES_128)));
    System.out.println(VectorMask.fromValues(IntVector.SPECIES_128, true, false, true, true).toLong() + " " + VectorMask.fromLong(IntVector.SPECIES_128, 5).not().or(VectorMask.fromLong(IntVector.SPECIES_128, 1)).firstTrue() + " " + v.maskAll(true).allTrue());
  }
}
